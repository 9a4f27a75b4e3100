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
end Lean.Omega
