/- What `omega` writes into its proofs. The procedure is compiled into the library; it computes with linear forms and
intervals, and what it has found it justifies by these functions, which must compute the same, and by these lemmas.

A linear form is a constant and a list of coefficients; position i belongs to the i-th atom. -/
theorem le_of_le_of_eq {α : Type u} [LE α] {a b c : α} (h₁ : a ≤ b) (h₂ : b = c) : a ≤ c := h₂ ▸ h₁
theorem le_of_eq_of_le {α : Type u} [LE α] {a b c : α} (h₁ : a = b) (h₂ : b ≤ c) : a ≤ c := h₁ ▸ h₂
theorem lt_of_lt_of_eq {α : Type u} [LT α] {a b c : α} (h₁ : a < b) (h₂ : b = c) : a < c := h₂ ▸ h₁
theorem lt_of_eq_of_lt {α : Type u} [LT α] {a b c : α} (h₁ : a = b) (h₂ : b < c) : a < c := h₁ ▸ h₂
namespace Fin
variable {n : Nat} {a b : Fin n}
theorem val_congr (h : a = b) : (a : Nat) = (b : Nat) := congrArg _ h
theorem val_le_of_le (h : a ≤ b) : (a : Nat) ≤ (b : Nat) := h
theorem val_le_of_ge (h : a ≥ b) : (b : Nat) ≤ (a : Nat) := h
theorem val_lt_of_lt (h : a < b) : (a : Nat) < (b : Nat) := h
theorem val_add_one_le_of_lt (h : a < b) : (a : Nat) + 1 ≤ (b : Nat) := h
theorem val_add_one_le_of_gt (h : a > b) : (b : Nat) + 1 ≤ (a : Nat) := h
end Fin

namespace Lean.Omega

/- Facts about propositions, numbers, and casts. -/
theorem and_not_not_of_not_or {p q : Prop} (h : ¬(p ∨ q)) : ¬p ∧ ¬q := not_or.1 h
theorem Decidable.or_not_not_of_not_and {p q : Prop} [Decidable p] [Decidable q] (h : ¬(p ∧ q)) : ¬p ∨ ¬q :=
  Classical.not_and_iff_not_or_not.1 h
theorem Decidable.and_not_of_not_imp {p q : Prop} [Decidable p] (h : ¬(p → q)) : p ∧ ¬q := Classical.not_imp.1 h
theorem Decidable.and_or_not_and_not_of_iff {p q : Prop} [Decidable q] (h : p ↔ q) : (p ∧ q) ∨ (¬p ∧ ¬q) :=
  iff_iff_and_or_not_and_not.1 h
theorem Decidable.and_not_or_not_and_of_not_iff {p q : Prop} [Decidable p] [Decidable q] (h : ¬(p ↔ q)) :
    (p ∧ ¬q) ∨ (¬p ∧ q) := by
  by_cases hp : p <;> by_cases hq : q <;> simp_all
theorem ite_disjunction {α : Type u} {P : Prop} [Decidable P] {a b : α} :
    (P ∧ (if P then a else b) = a) ∨ (¬P ∧ (if P then a else b) = b) := by
  by_cases h : P <;> simp [h]
theorem Nat.lt_of_gt {x y : Nat} (h : x > y) : y < x := h
theorem Nat.le_of_ge {x y : Nat} (h : x ≥ y) : y ≤ x := h
namespace Fin
variable {n : Nat} {i j : Fin n}
theorem lt_of_not_le (h : ¬i ≤ j) : j < i := _root_.Nat.lt_of_not_le h
theorem le_of_not_lt (h : ¬i < j) : j ≤ i := _root_.Nat.le_of_not_lt h
theorem lt_or_gt_of_ne (h : i ≠ j) : i < j ∨ i > j := _root_.Nat.lt_or_gt_of_ne (_root_.Fin.val_ne_of_ne h)
theorem ofNat_val_add {x y : Fin n} : ((x + y : Fin n).val : Int) = ((x.val : Int) + y.val) % n := rfl
theorem ofNat_val_mul {x y : Fin n} : ((x * y : Fin n).val : Int) = ((x.val : Int) * y.val) % n := rfl
theorem ofNat_val_sub {x y : Fin n} : ((x - y : Fin n).val : Int) = (((n - y.val : Nat) + x.val : Nat) : Int) % n := rfl
end Fin
namespace Int
theorem ofNat_pow (a b : Nat) : ((a ^ b : Nat) : Int) = (a : Int) ^ b := _root_.Int.natCast_pow a b
theorem pos_pow_of_pos (a : Int) (b : Nat) (h : 0 < a) : 0 < a ^ b := by
  induction b with
  | zero => exact (by decide : (0 : Int) < 1)
  | succ b ih => exact _root_.Int.mul_pos ih h
theorem ofNat_pos_of_pos {a : Nat} (h : 0 < a) : 0 < (a : Int) := _root_.Int.ofNat_lt.2 h
theorem natCast_ofNat {x : Nat} : ((OfNat.ofNat x : Nat) : Int) = OfNat.ofNat x := rfl
theorem ofNat_lt_of_lt {x y : Nat} (h : x < y) : (x : Int) < (y : Int) := _root_.Int.ofNat_lt.2 h
theorem ofNat_le_of_le {x y : Nat} (h : x ≤ y) : (x : Int) ≤ (y : Int) := _root_.Int.ofNat_le.2 h
theorem ofNat_shiftLeft_eq {x y : Nat} : ((x <<< y : Nat) : Int) = (x : Int) * (2 ^ y : Nat) := by
  rw [_root_.Nat.shiftLeft_eq]; rfl
theorem ofNat_shiftRight_eq_div_pow {x y : Nat} : ((x >>> y : Nat) : Int) = (x : Int) / (2 ^ y : Nat) := by
  rw [_root_.Nat.shiftRight_eq_div_pow]; rfl
theorem emod_ofNat_nonneg {x : Nat} {y : Int} : 0 ≤ (x : Int) % y := _root_.Int.natCast_nonneg _
theorem lt_of_not_le {x y : Int} (h : ¬x ≤ y) : y < x := _root_.Int.lt_of_not_ge h
theorem le_of_not_lt {x y : Int} (h : ¬x < y) : y ≤ x := _root_.Int.le_of_not_gt h
theorem lt_of_gt {x y : Int} (h : x > y) : y < x := h
theorem le_of_ge {x y : Int} (h : x ≥ y) : y ≤ x := h
theorem add_congr {a b c d : Int} (h₁ : a = b) (h₂ : c = d) : a + c = b + d := h₁ ▸ h₂ ▸ rfl
theorem sub_congr {a b c d : Int} (h₁ : a = b) (h₂ : c = d) : a - c = b - d := h₁ ▸ h₂ ▸ rfl
theorem mul_congr {a b c d : Int} (h₁ : a = b) (h₂ : c = d) : a * c = b * d := h₁ ▸ h₂ ▸ rfl
theorem neg_congr {a b : Int} (h : a = b) : -a = -b := h ▸ rfl
theorem ofNat_congr {a b : Nat} (h : a = b) : (a : Int) = (b : Int) := h ▸ rfl
theorem ofNat_sub_sub {a b c : Nat} : ((a - b - c : Nat) : Int) = ((a - (b + c) : Nat) : Int) := by rw [_root_.Nat.sub_sub]
theorem ofNat_sub_dichotomy {a b : Nat} :
    b ≤ a ∧ ((a - b : Nat) : Int) = a - b ∨ a < b ∧ ((a - b : Nat) : Int) = 0 := by
  rcases _root_.Nat.lt_or_ge a b with h | h
  · exact .inr ⟨h, by rw [_root_.Nat.sub_eq_zero_of_le (_root_.Nat.le_of_lt h)]; rfl⟩
  · refine .inl ⟨h, ?_⟩
    obtain ⟨k, rfl⟩ := _root_.Nat.exists_eq_add_of_le h
    rw [_root_.Nat.add_sub_cancel_left, _root_.Int.natCast_add, _root_.Int.add_comm, _root_.Int.add_sub_cancel]
theorem ofNat_min (a b : Nat) : ((min a b : Nat) : Int) = min (a : Int) (b : Int) := by
  rw [_root_.Nat.min_def, _root_.Int.min_def]
  by_cases h : a ≤ b
  · rw [if_pos h, if_pos (_root_.Int.ofNat_le.2 h)]
  · rw [if_neg h, if_neg fun k => h (_root_.Int.ofNat_le.1 k)]
theorem ofNat_max (a b : Nat) : ((max a b : Nat) : Int) = max (a : Int) (b : Int) := by
  rw [_root_.Nat.max_def, _root_.Int.max_def]
  by_cases h : a ≤ b
  · rw [if_pos h, if_pos (_root_.Int.ofNat_le.2 h)]
  · rw [if_neg h, if_neg fun k => h (_root_.Int.ofNat_le.1 k)]
theorem ofNat_natAbs (a : Int) : (a.natAbs : Int) = if 0 ≤ a then a else -a := by
  split
  · exact _root_.Int.natAbs_of_nonneg ‹_›
  · cases a with
    | ofNat n => exact absurd (_root_.Int.natCast_nonneg n) ‹_›
    | negSucc n => rfl
theorem neg_le_natAbs {a : Int} : -a ≤ a.natAbs := by
  cases a with
  | ofNat n => exact _root_.Int.le_trans (_root_.Int.neg_nonpos_of_nonneg (_root_.Int.natCast_nonneg n)) (_root_.Int.natCast_nonneg n)
  | negSucc n => exact _root_.Int.le_refl _
theorem ofNat_fst_mk {β : Type u} {x : Nat} {y : β} : ((Prod.mk x y).fst : Int) = x := rfl
theorem ofNat_snd_mk {α : Type u} {x : α} {y : Nat} : ((Prod.mk x y).snd : Int) = y := rfl
theorem ofNat_mul_nonneg {a b : Nat} : 0 ≤ (a : Int) * b := _root_.Int.natCast_nonneg (a * b)
end Int
theorem Prod.fst_mk {α : Type u} {β : Type v} {x : α} {y : β} : (Prod.mk x y).fst = x := rfl
theorem Prod.snd_mk {α : Type u} {β : Type v} {x : α} {y : β} : (Prod.mk x y).snd = y := rfl

/- Coefficients. Lists of different lengths stand for vectors with zeros at their ends. -/
abbrev Coeffs := List Int
namespace Coeffs
abbrev ofList (xs : List Int) : Coeffs := xs
abbrev length (xs : Coeffs) : Nat := List.length xs
abbrev isZero (xs : Coeffs) : Prop := ∀ x, x ∈ xs → x = 0
def get : Coeffs → Nat → Int
  | [], _ => 0
  | x :: _, 0 => x
  | _ :: xs, i + 1 => get xs i
def set : Coeffs → Nat → Int → Coeffs
  | [], 0, y => [y]
  | [], i + 1, y => 0 :: set [] i y
  | _ :: xs, 0, y => y :: xs
  | x :: xs, i + 1, y => x :: set xs i y
def zip (f : Int → Int → Int) : Coeffs → Coeffs → Coeffs
  | [], ys => ys.map (f 0)
  | x :: xs, [] => (x :: xs).map (f · 0)
  | x :: xs, y :: ys => f x y :: zip f xs ys
def add (xs ys : Coeffs) : Coeffs := zip (· + ·) xs ys
def sub (xs ys : Coeffs) : Coeffs := zip (· - ·) xs ys
def neg (xs : Coeffs) : Coeffs := xs.map (-·)
def smul (xs : Coeffs) (i : Int) : Coeffs := xs.map (i * ·)
def combo (a : Int) (xs : Coeffs) (b : Int) (ys : Coeffs) : Coeffs := zip (fun x y => a * x + b * y) xs ys
def dot : Coeffs → Coeffs → Int
  | x :: xs, y :: ys => x * y + dot xs ys
  | _, _ => 0
def gcd (xs : Coeffs) : Nat := xs.foldr (fun x g => Nat.gcd x.natAbs g) 0
def sdiv (xs : Coeffs) (g : Int) : Coeffs := xs.map (· / g)
def bmod (xs : Coeffs) (m : Nat) : Coeffs := xs.map (Int.bmod · m)
def leading : Coeffs → Int
  | [] => 0
  | x :: xs => if x = 0 then leading xs else x
abbrev bmod_dot_sub_dot_bmod (m : Nat) (a b : Coeffs) : Int := Int.bmod (dot a b) m - dot (bmod a m) b

theorem dot_zip {f : Int → Int → Int} {a b : Int} (hf : ∀ x y, f x y = a * x + b * y) :
    ∀ xs ys v, dot (zip f xs ys) v = a * dot xs v + b * dot ys v
  | [], ys, v => by
    have left : dot [] v = 0 := by cases v <;> rfl
    rw [zip, left, Int.mul_zero, Int.zero_add]
    induction ys generalizing v with
    | nil => rw [List.map_nil, left, Int.mul_zero]
    | cons y ys ih => cases v with
      | nil => exact (Int.mul_zero b).symm
      | cons z v =>
        rw [List.map_cons, dot, dot, ih v (by cases v <;> rfl), hf, Int.mul_zero, Int.zero_add, Int.mul_add, Int.mul_assoc]
  | x :: xs, [], v => by
    have right : dot [] v = 0 := by cases v <;> rfl
    rw [zip, right, Int.mul_zero, Int.add_zero]
    generalize x :: xs = zs
    induction zs generalizing v with
    | nil => rw [List.map_nil, right, Int.mul_zero]
    | cons z zs ih => cases v with
      | nil => exact (Int.mul_zero a).symm
      | cons w v =>
        rw [List.map_cons, dot, dot, ih v (by cases v <;> rfl), hf, Int.mul_zero, Int.add_zero, Int.mul_add, Int.mul_assoc]
  | x :: xs, y :: ys, [] => by show 0 = a * 0 + b * 0; rw [Int.mul_zero, Int.mul_zero]; rfl
  | x :: xs, y :: ys, z :: v => by
    rw [zip, dot, dot, dot, dot_zip hf xs ys v, hf, Int.add_mul, Int.mul_add, Int.mul_add, Int.mul_assoc, Int.mul_assoc,
      Int.add_assoc, Int.add_assoc, Int.add_left_comm (b * (y * z))]
theorem dot_map {f : Int → Int} {a : Int} (hf : ∀ x, f x = a * x) (xs v : Coeffs) : dot (xs.map f) v = a * dot xs v := by
  induction xs generalizing v with
  | nil => cases v <;> exact (Int.mul_zero a).symm
  | cons x xs ih => cases v with
    | nil => exact (Int.mul_zero a).symm
    | cons y v => rw [List.map_cons, dot, dot, ih, hf, Int.mul_add, Int.mul_assoc]
theorem dot_nil_left (v : Coeffs) : dot [] v = 0 := by cases v <;> rfl
theorem dot_nil_right (v : Coeffs) : dot v [] = 0 := by cases v <;> rfl
theorem dot_isZero {xs : Coeffs} (h : isZero xs) (v : Coeffs) : dot xs v = 0 := by
  induction xs generalizing v with
  | nil => exact dot_nil_left v
  | cons x xs ih => cases v with
    | nil => rfl
    | cons y v => rw [dot, h x (.head _), Int.zero_mul, Int.zero_add, ih fun x hx => h x (.tail _ hx)]
theorem dot_set_nil (i : Nat) (y : Int) (v : Coeffs) : dot (set [] i y) v = y * get v i := by
  induction i generalizing v with
  | zero => cases v with
    | nil => exact (Int.mul_zero y).symm
    | cons z v => rw [set, dot, dot_nil_left, Int.add_zero]; rfl
  | succ i ih => cases v with
    | nil => exact (Int.mul_zero y).symm
    | cons z v => rw [set, dot, Int.zero_mul, Int.zero_add, ih]; rfl
theorem dot_set (xs : Coeffs) (i : Nat) (y : Int) (v : Coeffs) (h : length xs ≤ i) :
    dot (set xs i y) v = dot xs v + y * get v i := by
  induction xs generalizing i v with
  | nil => rw [dot_set_nil, dot_nil_left, Int.zero_add]
  | cons x xs ih => cases i with
    | zero => exact absurd h (Nat.not_succ_le_zero _)
    | succ i => cases v with
      | nil => rw [dot_nil_right, dot_nil_right, show get [] (i + 1) = 0 from rfl, Int.mul_zero]; rfl
      | cons z v => rw [set, dot, dot, ih i v (Nat.le_of_succ_le_succ h), Int.add_assoc]; rfl
theorem gcd_cons {x : Int} {xs : Coeffs} : gcd (x :: xs) = Nat.gcd x.natAbs (gcd xs) := rfl
theorem natAbs_dvd {x : Int} {g : Nat} (h : g ∣ x.natAbs) : (g : Int) ∣ x := by
  cases x with
  | ofNat n => exact Int.ofNat_dvd.2 h
  | negSucc n =>
    obtain ⟨c, hc⟩ := Int.ofNat_dvd.2 h
    exact ⟨-c, by rw [Int.mul_neg, ← hc]; rfl⟩
/- Dividing by a common divisor is exact. -/
theorem dot_sdiv {g : Nat} (hg : 0 < g) (xs v : Coeffs) (h : ∀ x, x ∈ xs → (g : Int) ∣ x) :
    g * dot (sdiv xs g) v = dot xs v := by
  induction xs generalizing v with
  | nil => rw [show sdiv [] g = [] from rfl, dot_nil_left, Int.mul_zero]
  | cons x xs ih => cases v with
    | nil => rw [dot_nil_right, dot_nil_right, Int.mul_zero]
    | cons y v =>
      obtain ⟨c, hc⟩ := h x (.head _)
      have exact_ : (g : Int) * (x / g) = x := by
        have := Int.mul_ediv_add_emod x g; rwa [Int.emod_eq_zero_of_dvd ⟨c, hc⟩, Int.add_zero] at this
      rw [show sdiv (x :: xs) g = x / g :: sdiv xs g from rfl, dot, dot, Int.mul_add, ← Int.mul_assoc, exact_,
        ih v fun x hx => h x (.tail _ hx)]
theorem gcd_dvd (xs : Coeffs) : ∀ x, x ∈ xs → (gcd xs : Int) ∣ x := by
  induction xs with
  | nil => intro x h; exact absurd h List.not_mem_nil
  | cons y xs ih =>
    intro x h
    rcases List.mem_cons.1 h with rfl | h
    · exact natAbs_dvd (Nat.gcd_dvd_left _ _)
    · exact Int.dvd_trans (Int.ofNat_dvd.2 (Nat.gcd_dvd_right _ _)) (ih x h)
theorem isZero_of_gcd {xs : Coeffs} (h : gcd xs = 0) : isZero xs := by
  intro x hx
  have := gcd_dvd xs x hx; rw [h] at this
  obtain ⟨c, hc⟩ := this; rw [hc]; exact Int.zero_mul c
theorem bmod_emod (x : Int) (m : Nat) : ∃ q, Int.bmod x m = x + m * q := by
  rw [Int.bmod]
  split
  · exact ⟨-(x / m), by rw [Int.emod_def, Int.mul_neg]; rfl⟩
  · exact ⟨-(x / m) + -1, by rw [Int.emod_def, Int.mul_add, Int.mul_neg, Int.mul_neg, Int.mul_one, ← Int.add_assoc]; rfl⟩
theorem dvd_bmod_dot (m : Nat) (a b : Coeffs) : (m : Int) ∣ bmod_dot_sub_dot_bmod m a b := by
  have all : ∀ a b : Coeffs, ∃ q, dot (bmod a m) b = dot a b + m * q := by
    intro a
    induction a with
    | nil => intro b; exact ⟨0, by rw [Int.mul_zero, Int.add_zero]; rfl⟩
    | cons x a ih =>
      intro b
      cases b with
      | nil => exact ⟨0, by rw [dot_nil_right, dot_nil_right, Int.mul_zero, Int.add_zero]⟩
      | cons y b =>
        obtain ⟨q, hq⟩ := ih b; obtain ⟨r, hr⟩ := bmod_emod x m
        refine ⟨r * y + q, ?_⟩
        rw [show bmod (x :: a) m = Int.bmod x m :: bmod a m from rfl, dot, dot, hq, hr, Int.add_mul, Int.mul_add,
          Int.mul_assoc, Int.add_assoc, Int.add_assoc, Int.add_left_comm (m * (r * y))]
  obtain ⟨q, hq⟩ := all a b; obtain ⟨r, hr⟩ := bmod_emod (dot a b) m
  refine ⟨r - q, ?_⟩
  rw [bmod_dot_sub_dot_bmod, hq, hr, Int.sub_add_eq, Int.add_comm (dot a b), Int.add_sub_cancel, Int.mul_sub]
end Coeffs

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
