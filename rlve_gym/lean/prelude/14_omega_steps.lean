/- What `omega` writes into its proofs, continued: linear forms, intervals, and the steps between them. -/
namespace Lean.Omega
/- Linear forms. -/
structure LinearCombo where
  const : Int := 0
  coeffs : Coeffs := []
namespace LinearCombo
def eval (lc : LinearCombo) (values : Coeffs) : Int := lc.const + Coeffs.dot lc.coeffs values
def coordinate (i : Nat) : LinearCombo where
  const := 0
  coeffs := Coeffs.set [] i 1
def add (l₁ l₂ : LinearCombo) : LinearCombo := ⟨l₁.const + l₂.const, Coeffs.add l₁.coeffs l₂.coeffs⟩
def sub (l₁ l₂ : LinearCombo) : LinearCombo := ⟨l₁.const - l₂.const, Coeffs.sub l₁.coeffs l₂.coeffs⟩
def neg (lc : LinearCombo) : LinearCombo := ⟨-lc.const, Coeffs.neg lc.coeffs⟩
def smul (lc : LinearCombo) (i : Int) : LinearCombo := ⟨i * lc.const, Coeffs.smul lc.coeffs i⟩
instance : Add LinearCombo := ⟨add⟩
instance : Sub LinearCombo := ⟨sub⟩
instance : Neg LinearCombo := ⟨neg⟩
instance : HMul Int LinearCombo LinearCombo := ⟨fun i lc => lc.smul i⟩
def mul (l₁ l₂ : LinearCombo) : LinearCombo := l₂.const * l₁ + l₁.const * l₂ - { const := l₁.const * l₂.const }
theorem coordinate_eval (i : Nat) (v : Coeffs) : (coordinate i).eval v = v.get i := by
  rw [eval, coordinate]; show 0 + Coeffs.dot (Coeffs.set [] i 1) v = _
  rw [Coeffs.dot_set_nil, Int.zero_add, Int.one_mul]
section
variable {a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 : Int} {t : List Int}
theorem coordinate_eval_0 : (coordinate 0).eval (.ofList (a0 :: t)) = a0 := coordinate_eval ..
theorem coordinate_eval_1 : (coordinate 1).eval (.ofList (a0 :: a1 :: t)) = a1 := coordinate_eval ..
theorem coordinate_eval_2 : (coordinate 2).eval (.ofList (a0 :: a1 :: a2 :: t)) = a2 := coordinate_eval ..
theorem coordinate_eval_3 : (coordinate 3).eval (.ofList (a0 :: a1 :: a2 :: a3 :: t)) = a3 := coordinate_eval ..
theorem coordinate_eval_4 : (coordinate 4).eval (.ofList (a0 :: a1 :: a2 :: a3 :: a4 :: t)) = a4 := coordinate_eval ..
theorem coordinate_eval_5 : (coordinate 5).eval (.ofList (a0 :: a1 :: a2 :: a3 :: a4 :: a5 :: t)) = a5 :=
  coordinate_eval ..
theorem coordinate_eval_6 : (coordinate 6).eval (.ofList (a0 :: a1 :: a2 :: a3 :: a4 :: a5 :: a6 :: t)) = a6 :=
  coordinate_eval ..
theorem coordinate_eval_7 :
    (coordinate 7).eval (.ofList (a0 :: a1 :: a2 :: a3 :: a4 :: a5 :: a6 :: a7 :: t)) = a7 := coordinate_eval ..
theorem coordinate_eval_8 :
    (coordinate 8).eval (.ofList (a0 :: a1 :: a2 :: a3 :: a4 :: a5 :: a6 :: a7 :: a8 :: t)) = a8 := coordinate_eval ..
theorem coordinate_eval_9 :
    (coordinate 9).eval (.ofList (a0 :: a1 :: a2 :: a3 :: a4 :: a5 :: a6 :: a7 :: a8 :: a9 :: t)) = a9 := coordinate_eval ..
end
theorem add_eval (l₁ l₂ : LinearCombo) (v : Coeffs) : (l₁ + l₂).eval v = l₁.eval v + l₂.eval v := by
  show l₁.const + l₂.const + Coeffs.dot (Coeffs.zip _ l₁.coeffs l₂.coeffs) v = _
  rw [Coeffs.dot_zip (a := 1) (b := 1) (by simp), Int.one_mul, Int.one_mul, eval, eval, Int.add_assoc, Int.add_assoc,
    Int.add_left_comm l₂.const]
theorem sub_eval (l₁ l₂ : LinearCombo) (v : Coeffs) : (l₁ - l₂).eval v = l₁.eval v - l₂.eval v := by
  show l₁.const - l₂.const + Coeffs.dot (Coeffs.zip _ l₁.coeffs l₂.coeffs) v = _
  rw [Coeffs.dot_zip (a := 1) (b := -1) (by intro x y; rw [Int.one_mul, Int.neg_mul, Int.one_mul]; rfl), Int.one_mul,
    Int.neg_mul, Int.one_mul, eval, eval, Int.sub_eq_add_neg, Int.sub_eq_add_neg, Int.neg_add, Int.add_assoc,
    Int.add_assoc, Int.add_left_comm (-l₂.const)]
theorem neg_eval (lc : LinearCombo) (v : Coeffs) : (-lc).eval v = -lc.eval v := by
  show -lc.const + Coeffs.dot (lc.coeffs.map _) v = _
  rw [Coeffs.dot_map (a := -1) (by intro x; rw [Int.neg_mul, Int.one_mul]), eval, Int.neg_add, Int.neg_mul, Int.one_mul]
theorem smul_eval (lc : LinearCombo) (i : Int) (v : Coeffs) : (i * lc).eval v = i * lc.eval v := by
  show i * lc.const + Coeffs.dot (lc.coeffs.map _) v = _
  rw [Coeffs.dot_map (a := i) (fun _ => rfl), eval, Int.mul_add]
theorem mul_eval (l₁ l₂ : LinearCombo) (v : Coeffs) (w : Coeffs.isZero l₁.coeffs ∨ Coeffs.isZero l₂.coeffs) :
    (mul l₁ l₂).eval v = l₁.eval v * l₂.eval v := by
  have const (c : Int) : eval { const := c } v = c := by rw [eval, Coeffs.dot_nil_left, Int.add_zero]
  rw [mul, sub_eval, add_eval, smul_eval, smul_eval, const]
  rcases w with w | w
  · have e : l₁.eval v = l₁.const := by rw [eval, Coeffs.dot_isZero w, Int.add_zero]
    rw [e, Int.mul_comm l₂.const, Int.add_comm, Int.add_sub_cancel]
  · have e : l₂.eval v = l₂.const := by rw [eval, Coeffs.dot_isZero w, Int.add_zero]
    rw [e, Int.mul_comm l₂.const, Int.add_sub_cancel]
end LinearCombo

/- Intervals. -/
structure Constraint where
  lowerBound : Option Int
  upperBound : Option Int
namespace Constraint
def above : Option Int → Int → Prop
  | none, _ => True
  | some x, t => x ≤ t
def below : Option Int → Int → Prop
  | none, _ => True
  | some y, t => t ≤ y
def sat (c : Constraint) (t : Int) : Prop := above c.lowerBound t ∧ below c.upperBound t
abbrev sat' (c : Constraint) (x y : Coeffs) : Prop := c.sat (Coeffs.dot x y)
instance (c : Constraint) (t : Int) : Decidable (c.sat t) :=
  match c with
  | ⟨none, none⟩ => isTrue ⟨trivial, trivial⟩
  | ⟨some x, none⟩ => decidable_of_iff (x ≤ t) ⟨(⟨·, trivial⟩), And.left⟩
  | ⟨none, some y⟩ => decidable_of_iff (t ≤ y) ⟨(⟨trivial, ·⟩), And.right⟩
  | ⟨some x, some y⟩ => decidable_of_iff (x ≤ t ∧ t ≤ y) .rfl
def trivial : Constraint := ⟨none, none⟩
def impossible : Constraint := ⟨some 1, some 0⟩
def exact (r : Int) : Constraint := ⟨some r, some r⟩
def isImpossible : Constraint → Bool
  | ⟨some x, some y⟩ => y < x
  | _ => false
def map (c : Constraint) (f : Int → Int) : Constraint := ⟨c.lowerBound.map f, c.upperBound.map f⟩
def flip (c : Constraint) : Constraint := ⟨c.upperBound, c.lowerBound⟩
def neg (c : Constraint) : Constraint := c.flip.map (-·)
def scale (k : Int) (c : Constraint) : Constraint :=
  if k = 0 then if c.isImpossible then c else ⟨some 0, some 0⟩
  else if 0 < k then c.map (k * ·) else c.flip.map (k * ·)
def addBounds : Option Int → Option Int → Option Int
  | some x, some y => some (x + y)
  | _, _ => none
def add (x y : Constraint) : Constraint :=
  ⟨addBounds x.lowerBound y.lowerBound, addBounds x.upperBound y.upperBound⟩
def combo (a : Int) (x : Constraint) (b : Int) (y : Constraint) : Constraint := add (scale a x) (scale b y)
def pick (f : Int → Int → Int) : Option Int → Option Int → Option Int
  | none, y => y
  | some x, none => some x
  | some x, some y => some (f x y)
def combine (x y : Constraint) : Constraint :=
  ⟨pick max x.lowerBound y.lowerBound, pick min x.upperBound y.upperBound⟩
def div (c : Constraint) (k : Nat) : Constraint :=
  ⟨c.lowerBound.map fun x => -((-x) / k), c.upperBound.map fun y => y / k⟩

theorem addInequality_sat {c : Int} {x y : Coeffs} (w : c + Coeffs.dot x y ≥ 0) :
    Constraint.sat' ⟨some (-c), none⟩ x y := by
  refine ⟨?_, .intro⟩
  have := Int.add_le_add_left (show 0 ≤ _ from w) (-c)
  rwa [← Int.add_assoc, Int.add_left_neg, Int.zero_add, Int.add_zero] at this
theorem addEquality_sat {c : Int} {x y : Coeffs} (w : c + Coeffs.dot x y = 0) :
    Constraint.sat' ⟨some (-c), some (-c)⟩ x y := by
  have e : Coeffs.dot x y = -c := Int.eq_neg_of_add_eq_zero (Int.add_comm .. ▸ w)
  rw [sat', e]; exact ⟨Int.le_refl _, Int.le_refl _⟩
theorem not_sat_of_isImpossible {c : Constraint} (h : isImpossible c) {t : Int} : ¬c.sat t := by
  rcases c with ⟨_ | x, _ | y⟩
  · exact absurd h Bool.false_ne_true
  · exact absurd h Bool.false_ne_true
  · exact absurd h Bool.false_ne_true
  · exact fun k => Int.not_le_of_gt (of_decide_eq_true h) (Int.le_trans k.1 k.2)
theorem not_sat'_of_isImpossible {c : Constraint} (h : isImpossible c) {x y : Coeffs} : ¬c.sat' x y :=
  not_sat_of_isImpossible h
theorem combine_sat' {s t : Constraint} {x y : Coeffs} (ws : s.sat' x y) (wt : t.sat' x y) : (s.combine t).sat' x y := by
  have lo : ∀ {a b t}, above a t → above b t → above (pick max a b) t := fun {a b t} ha hb => by
    rcases a with _ | a
    · exact hb
    rcases b with _ | b
    · exact ha
    show max a b ≤ t
    rw [Int.max_def]; split
    · exact hb
    · exact ha
  have hi : ∀ {a b t}, below a t → below b t → below (pick min a b) t := fun {a b t} ha hb => by
    rcases a with _ | a
    · exact hb
    rcases b with _ | b
    · exact ha
    show t ≤ min a b
    rw [Int.min_def]; split
    · exact ha
    · exact hb
  exact ⟨lo ws.1 wt.1, hi ws.2 wt.2⟩
theorem neg_sat {c : Constraint} {t : Int} (h : c.sat t) : c.neg.sat (-t) := by
  rcases c with ⟨_ | x, _ | y⟩
  · exact ⟨.intro, .intro⟩
  · exact ⟨Int.neg_le_neg h.2, .intro⟩
  · exact ⟨.intro, Int.neg_le_neg h.1⟩
  · exact ⟨Int.neg_le_neg h.2, Int.neg_le_neg h.1⟩
theorem scale_sat {c : Constraint} {t : Int} (k : Int) (h : c.sat t) : (scale k c).sat (k * t) := by
  rw [scale]
  by_cases k0 : k = 0
  · rw [if_pos k0, if_neg fun i => not_sat_of_isImpossible i h, k0, Int.zero_mul]
    exact ⟨Int.le_refl _, Int.le_refl _⟩
  · rw [if_neg k0]
    by_cases kp : 0 < k
    · rw [if_pos kp]
      have up {a b : Int} (h : a ≤ b) : k * a ≤ k * b := Int.mul_le_mul_of_nonneg_left h (Int.le_of_lt kp)
      rcases c with ⟨_ | x, _ | y⟩
      · exact ⟨.intro, .intro⟩
      · exact ⟨.intro, up h.2⟩
      · exact ⟨up h.1, .intro⟩
      · exact ⟨up h.1, up h.2⟩
    · rw [if_neg kp]
      have down {a b : Int} (h : a ≤ b) : k * b ≤ k * a := Int.mul_le_mul_of_nonpos_left h (Int.le_of_not_gt kp)
      rcases c with ⟨_ | x, _ | y⟩
      · exact ⟨.intro, .intro⟩
      · exact ⟨down h.2, .intro⟩
      · exact ⟨.intro, down h.1⟩
      · exact ⟨down h.2, down h.1⟩
theorem add_sat {c₁ c₂ : Constraint} {x₁ x₂ : Int} (h₁ : c₁.sat x₁) (h₂ : c₂.sat x₂) : (add c₁ c₂).sat (x₁ + x₂) := by
  have lo : ∀ {a b}, above a x₁ → above b x₂ → above (addBounds a b) (x₁ + x₂) := fun {a b} ha hb => by
    rcases a with _ | a
    · exact .intro
    rcases b with _ | b
    · exact .intro
    exact Int.add_le_add ha hb
  have hi : ∀ {a b}, below a x₁ → below b x₂ → below (addBounds a b) (x₁ + x₂) := fun {a b} ha hb => by
    rcases a with _ | a
    · exact .intro
    rcases b with _ | b
    · exact .intro
    exact Int.add_le_add ha hb
  exact ⟨lo h₁.1 h₂.1, hi h₁.2 h₂.2⟩
private theorem le_ediv {k : Nat} (hk : 0 < k) {t y : Int} (h : k * t ≤ y) : t ≤ y / k := by
  refine Int.le_of_not_gt fun less => Int.lt_irrefl y ?_
  have kp : (0 : Int) < k := Int.ofNat_lt.2 hk
  refine Int.lt_of_lt_of_le (Int.lt_mul_ediv_self_add kp) (Int.le_trans ?_ h)
  have := Int.mul_le_mul_of_nonneg_left (show y / k + 1 ≤ t from less) (Int.le_of_lt kp)
  rwa [Int.mul_add, Int.mul_one] at this
theorem div_sat {c : Constraint} {k : Nat} {t : Int} (hk : 0 < k) (h : c.sat (k * t)) : (div c k).sat t := by
  have lo {x : Int} (h : x ≤ k * t) : -((-x) / k) ≤ t := by
    have := le_ediv hk (show k * -t ≤ -x by rw [Int.mul_neg]; exact Int.neg_le_neg h)
    have := Int.neg_le_neg this; rwa [Int.neg_neg] at this
  rcases c with ⟨_ | x, _ | y⟩
  · exact ⟨.intro, .intro⟩
  · exact ⟨.intro, le_ediv hk h.2⟩
  · exact ⟨lo h.1, .intro⟩
  · exact ⟨lo h.1, le_ediv hk h.2⟩
end Constraint

/- The steps of a proof: bring a constraint in order, combine two, and the balanced remainder that gives a new atom. -/
def normalize? : Constraint × Coeffs → Option (Constraint × Coeffs)
  | ⟨s, x⟩ =>
    if Coeffs.gcd x = 0 then if s.sat 0 then some (.trivial, x) else some (.impossible, x)
    else if Coeffs.gcd x = 1 then none
    else some (s.div (Coeffs.gcd x), Coeffs.sdiv x (Coeffs.gcd x))
def normalize (p : Constraint × Coeffs) : Constraint × Coeffs := (normalize? p).getD p
def positivize? : Constraint × Coeffs → Option (Constraint × Coeffs)
  | ⟨s, x⟩ => if 0 ≤ Coeffs.leading x then none else some (s.neg, Coeffs.smul x (-1))
def positivize (p : Constraint × Coeffs) : Constraint × Coeffs := (positivize? p).getD p
def tidy (p : Constraint × Coeffs) : Constraint × Coeffs := normalize (positivize p)
abbrev tidyConstraint (s : Constraint) (x : Coeffs) : Constraint := (tidy (s, x)).1
abbrev tidyCoeffs (s : Constraint) (x : Coeffs) : Coeffs := (tidy (s, x)).2
theorem normalize_sat {p : Constraint × Coeffs} {v : Coeffs} (w : p.1.sat' p.2 v) :
    (normalize p).1.sat' (normalize p).2 v := by
  rcases p with ⟨s, x⟩
  rw [normalize, normalize?]
  by_cases g0 : Coeffs.gcd x = 0
  · rw [if_pos g0]
    have zero : s.sat 0 := by have := w; rwa [Constraint.sat', Coeffs.dot_isZero (Coeffs.isZero_of_gcd g0)] at this
    rw [if_pos zero]; exact ⟨.intro, .intro⟩
  · rw [if_neg g0]
    by_cases g1 : Coeffs.gcd x = 1
    · rw [if_pos g1]; exact w
    · rw [if_neg g1]
      refine Constraint.div_sat (Nat.pos_of_ne_zero g0) ?_
      rw [Option.getD_some, Coeffs.dot_sdiv (Nat.pos_of_ne_zero g0) x v (Coeffs.gcd_dvd x)]; exact w
theorem positivize_sat {p : Constraint × Coeffs} {v : Coeffs} (w : p.1.sat' p.2 v) :
    (positivize p).1.sat' (positivize p).2 v := by
  rcases p with ⟨s, x⟩
  rw [positivize, positivize?]
  by_cases h : 0 ≤ Coeffs.leading x
  · rw [if_pos h]; exact w
  · rw [if_neg h]
    show s.neg.sat (Coeffs.dot (x.map _) v)
    rw [Coeffs.dot_map (a := -1) (fun _ => rfl), Int.neg_mul, Int.one_mul]; exact Constraint.neg_sat w
theorem tidy_sat {s : Constraint} {x v : Coeffs} (w : s.sat' x v) : (tidyConstraint s x).sat' (tidyCoeffs s x) v :=
  normalize_sat (positivize_sat (p := (s, x)) w)
theorem combo_sat' (s t : Constraint) (a : Int) (x : Coeffs) (b : Int) (y : Coeffs) (v : Coeffs) (wx : s.sat' x v)
    (wy : t.sat' y v) : (Constraint.combo a s b t).sat' (Coeffs.combo a x b y) v := by
  rw [Constraint.sat', Coeffs.combo, Coeffs.dot_zip (fun _ _ => rfl)]
  exact Constraint.add_sat (Constraint.scale_sat a wx) (Constraint.scale_sat b wy)
abbrev bmod_div_term (m : Nat) (a b : Coeffs) : Int := Coeffs.bmod_dot_sub_dot_bmod m a b / m
def bmod_coeffs (m : Nat) (i : Nat) (x : Coeffs) : Coeffs := Coeffs.set (Coeffs.bmod x m) i m
theorem bmod_sat (m : Nat) (r : Int) (i : Nat) (x v : Coeffs) (h : Coeffs.length x ≤ i)
    (p : Coeffs.get v i = bmod_div_term m x v) (w : (Constraint.exact r).sat' x v) :
    (Constraint.exact (Int.bmod r m)).sat' (bmod_coeffs m i x) v := by
  have e : Coeffs.dot x v = r := Int.le_antisymm w.2 w.1
  have len : Coeffs.length (Coeffs.bmod x m) ≤ i := by rw [Coeffs.length, Coeffs.bmod, List.length_map]; exact h
  have main : Coeffs.dot (bmod_coeffs m i x) v = Int.bmod r m := by
    rw [bmod_coeffs, Coeffs.dot_set _ _ _ _ len, p, bmod_div_term]
    have := Int.mul_ediv_add_emod (Coeffs.bmod_dot_sub_dot_bmod m x v) m
    rw [Int.emod_eq_zero_of_dvd (Coeffs.dvd_bmod_dot m x v), Int.add_zero] at this
    rw [this, Coeffs.bmod_dot_sub_dot_bmod, Int.add_comm, Int.sub_add_cancel, e]
  rw [Constraint.sat', main]; exact ⟨Int.le_refl _, Int.le_refl _⟩
end Lean.Omega
