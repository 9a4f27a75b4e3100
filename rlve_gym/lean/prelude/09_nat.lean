/- Natural numbers: addition, multiplication, order, subtraction, powers. Names, statements and argument kinds are the
stock library's. -/

/- `induction` and `cases` speak of `0` and `n + 1`, not of `Nat.zero` and `Nat.succ n`. -/
@[elab_as_elim, induction_eliminator] protected def Nat.recAux {motive : Nat → Sort u} (zero : motive 0)
    (succ : ∀ n, motive n → motive (n + 1)) (t : Nat) : motive t :=
  match t with | .zero => zero | .succ n => succ n (Nat.recAux zero succ n)
@[elab_as_elim, cases_eliminator] protected abbrev Nat.casesAuxOn {motive : Nat → Sort u} (t : Nat) (zero : motive 0)
    (succ : ∀ n, motive (n + 1)) : motive t := Nat.casesOn t zero succ

namespace Nat
/- Between the functions and the operators. -/
theorem zero_eq : Nat.zero = 0 := rfl
@[simp] theorem succ_eq_add_one (n : Nat) : succ n = n + 1 := rfl
@[simp] theorem add_eq {x y : Nat} : Nat.add x y = x + y := rfl
@[simp] theorem sub_eq {x y : Nat} : Nat.sub x y = x - y := rfl
@[simp] theorem mul_eq {x y : Nat} : Nat.mul x y = x * y := rfl
@[simp] theorem div_eq_div {x y : Nat} : Nat.div x y = x / y := rfl
@[simp] theorem mod_eq_mod {x y : Nat} : Nat.mod x y = x % y := rfl
@[simp] theorem lt_eq (m n : Nat) : Nat.lt m n = (m < n) := rfl
@[simp] theorem le_eq (m n : Nat) : Nat.le m n = (m ≤ n) := rfl
theorem lt_iff_add_one_le {m n : Nat} : m < n ↔ m + 1 ≤ n := .rfl

/- Addition. -/
@[simp] protected theorem add_zero (n : Nat) : n + 0 = n := rfl
theorem add_succ (n m : Nat) : n + succ m = succ (n + m) := rfl
theorem add_one (n : Nat) : n + 1 = succ n := rfl
@[simp] protected theorem zero_add : (n : Nat) → 0 + n = n
  | 0 => rfl
  | n + 1 => congrArg succ (Nat.zero_add n)
theorem succ_add : (n m : Nat) → succ n + m = succ (n + m)
  | _, 0 => rfl
  | n, m + 1 => congrArg succ (succ_add n m)
theorem succ_add_eq_add_succ (a b : Nat) : succ a + b = a + succ b := by rw [succ_add, add_succ]
protected theorem add_comm : (n m : Nat) → n + m = m + n
  | n, 0 => (Nat.zero_add n).symm
  | n, m + 1 => (congrArg succ (Nat.add_comm n m)).trans (succ_add m n).symm
protected theorem add_assoc : (n m k : Nat) → n + m + k = n + (m + k)
  | _, _, 0 => rfl
  | n, m, k + 1 => congrArg succ (Nat.add_assoc n m k)
protected theorem add_left_comm (n m k : Nat) : n + (m + k) = m + (n + k) := by
  rw [← Nat.add_assoc, Nat.add_comm n m, Nat.add_assoc]
protected theorem add_right_comm (n m k : Nat) : n + m + k = n + k + m := by
  rw [Nat.add_assoc, Nat.add_comm m k, ← Nat.add_assoc]
protected theorem add_add_add_comm (a b c d : Nat) : (a + b) + (c + d) = (a + c) + (b + d) := by
  rw [Nat.add_assoc, Nat.add_assoc, Nat.add_left_comm b]
protected theorem add_left_cancel {n m k : Nat} : n + m = n + k → m = k := by
  induction n with
  | zero => rw [Nat.zero_add, Nat.zero_add]; exact id
  | succ n ih => rw [← succ_eq_add_one, succ_add, succ_add]; exact fun h => ih (succ.inj h)
protected theorem add_right_cancel {n m k : Nat} (h : n + m = k + m) : n = k := by
  rw [Nat.add_comm n, Nat.add_comm k] at h; exact Nat.add_left_cancel h
protected theorem add_left_cancel_iff {m k n : Nat} : n + m = n + k ↔ m = k := ⟨Nat.add_left_cancel, congrArg _⟩
protected theorem add_right_cancel_iff {m k n : Nat} : m + n = k + n ↔ m = k := ⟨Nat.add_right_cancel, congrArg (· + n)⟩
@[simp] protected theorem add_left_inj {m k n : Nat} : m + n = k + n ↔ m = k := Nat.add_right_cancel_iff
@[simp] protected theorem add_right_inj {m k n : Nat} : n + m = n + k ↔ m = k := Nat.add_left_cancel_iff
@[simp] theorem succ_ne_zero (n : Nat) : succ n ≠ 0 := (nomatch ·)
@[simp] theorem add_one_ne_zero (n : Nat) : n + 1 ≠ 0 := (nomatch ·)
@[simp] theorem zero_ne_add_one (n : Nat) : 0 ≠ n + 1 := (nomatch ·)
protected theorem zero_ne_one : 0 ≠ (1 : Nat) := (nomatch ·)
protected theorem one_ne_zero : 1 ≠ (0 : Nat) := (nomatch ·)
theorem succ_inj {a b : Nat} : succ a = succ b ↔ a = b := ⟨succ.inj, congrArg _⟩
theorem add_one_inj {a b : Nat} : a + 1 = b + 1 ↔ a = b := succ_inj
theorem succ_ne_self : (n : Nat) → succ n ≠ n
  | 0, h => nomatch h
  | n + 1, h => succ_ne_self n (succ.inj h)
theorem add_one_ne_self (n : Nat) : n + 1 ≠ n := succ_ne_self n
protected theorem eq_zero_of_add_eq_zero : {n m : Nat} → n + m = 0 → n = 0 ∧ m = 0
  | 0, 0, _ => ⟨rfl, rfl⟩
  | _ + 1, 0, h => nomatch h
protected theorem eq_zero_of_add_eq_zero_left {n m : Nat} (h : n + m = 0) : m = 0 := (Nat.eq_zero_of_add_eq_zero h).2
protected theorem eq_zero_of_add_eq_zero_right {n m : Nat} (h : n + m = 0) : n = 0 := (Nat.eq_zero_of_add_eq_zero h).1
@[simp] protected theorem add_eq_zero_iff {n m : Nat} : n + m = 0 ↔ n = 0 ∧ m = 0 :=
  ⟨Nat.eq_zero_of_add_eq_zero, fun ⟨h, k⟩ => by rw [h, k]⟩
theorem exists_eq_succ_of_ne_zero : {n : Nat} → n ≠ 0 → ∃ k, n = succ k
  | 0, h => (h rfl).elim
  | k + 1, _ => ⟨k, rfl⟩
theorem exists_eq_add_one_of_ne_zero {n : Nat} (h : n ≠ 0) : ∃ k, n = k + 1 := exists_eq_succ_of_ne_zero h
theorem eq_zero_or_eq_succ_pred : (n : Nat) → n = 0 ∨ n = succ (pred n)
  | 0 => .inl rfl
  | _ + 1 => .inr rfl
@[simp] theorem pred_zero : pred 0 = 0 := rfl
@[simp] theorem pred_succ (n : Nat) : pred n.succ = n := rfl
theorem pred_eq_sub_one {n : Nat} : pred n = n - 1 := rfl

/- Multiplication. -/
@[simp] protected theorem mul_zero (n : Nat) : n * 0 = 0 := rfl
theorem mul_succ (n m : Nat) : n * succ m = n * m + n := rfl
theorem mul_add_one (n m : Nat) : n * (m + 1) = n * m + n := rfl
@[simp] protected theorem zero_mul : (n : Nat) → 0 * n = 0
  | 0 => rfl
  | n + 1 => Nat.zero_mul n
theorem succ_mul : (n m : Nat) → succ n * m = n * m + m
  | _, 0 => rfl
  | n, m + 1 => by
    rw [← succ_eq_add_one, mul_succ, mul_succ, succ_mul n m, add_succ, add_succ, Nat.add_right_comm]
theorem add_one_mul (n m : Nat) : (n + 1) * m = n * m + m := succ_mul n m
protected theorem mul_comm : (n m : Nat) → n * m = m * n
  | n, 0 => (Nat.zero_mul n).symm
  | n, m + 1 => by rw [← succ_eq_add_one, mul_succ, succ_mul, Nat.mul_comm n m]
@[simp] protected theorem mul_one (n : Nat) : n * 1 = n := Nat.zero_add n
@[simp] protected theorem one_mul (n : Nat) : 1 * n = n := by rw [Nat.mul_comm, Nat.mul_one]
protected theorem left_distrib (n m k : Nat) : n * (m + k) = n * m + n * k := by
  induction n with
  | zero => rw [Nat.zero_mul, Nat.zero_mul, Nat.zero_mul]
  | succ n ih => rw [add_one_mul, add_one_mul, add_one_mul, ih, Nat.add_add_add_comm]
protected theorem right_distrib (n m k : Nat) : (n + m) * k = n * k + m * k := by
  rw [Nat.mul_comm, Nat.left_distrib, Nat.mul_comm k, Nat.mul_comm k]
protected theorem mul_add (k m n : Nat) : k * (m + n) = k * m + k * n := Nat.left_distrib k m n
protected theorem add_mul (k m n : Nat) : (k + m) * n = k * n + m * n := Nat.right_distrib k m n
protected theorem mul_assoc : (n m k : Nat) → (n * m) * k = n * (m * k)
  | _, _, 0 => rfl
  | n, m, k + 1 => by rw [mul_add_one, mul_add_one, Nat.left_distrib, Nat.mul_assoc n m k]
protected theorem mul_left_comm (n m k : Nat) : n * (m * k) = m * (n * k) := by
  rw [← Nat.mul_assoc, Nat.mul_comm n m, Nat.mul_assoc]
protected theorem mul_right_comm (n m k : Nat) : n * m * k = n * k * m := by
  rw [Nat.mul_assoc, Nat.mul_comm m k, ← Nat.mul_assoc]
protected theorem mul_mul_mul_comm (a b c d : Nat) : (a * b) * (c * d) = (a * c) * (b * d) := by
  rw [Nat.mul_assoc, Nat.mul_assoc, Nat.mul_left_comm b]
protected theorem mul_two (n : Nat) : n * 2 = n + n := by rw [show 2 = 1 + 1 from rfl, Nat.mul_add, Nat.mul_one]
protected theorem two_mul (n : Nat) : 2 * n = n + n := by rw [Nat.mul_comm, Nat.mul_two]

/- Order. -/
@[simp] protected theorem le_refl (n : Nat) : n ≤ n := .refl
protected theorem le_rfl {n : Nat} : n ≤ n := .refl
attribute [refl] Nat.le_refl
theorem le_succ (n : Nat) : n ≤ succ n := .step .refl
@[simp] theorem le_add_one (n : Nat) : n ≤ n + 1 := .step .refl
@[simp] theorem zero_le : (n : Nat) → 0 ≤ n
  | 0 => .refl
  | n + 1 => .step (zero_le n)
protected theorem le_trans {n m k : Nat} (h₁ : n ≤ m) (h₂ : m ≤ k) : n ≤ k := by
  induction h₂ with
  | refl => exact h₁
  | step _ ih => exact .step ih
protected theorem lt_trans {n m k : Nat} (h₁ : n < m) (h₂ : m < k) : n < k := Nat.le_trans (.step h₁) h₂
theorem lt_of_lt_of_le {n m k : Nat} (h₁ : n < m) (h₂ : m ≤ k) : n < k := Nat.le_trans h₁ h₂
theorem succ_le_succ {n m : Nat} (h : n ≤ m) : succ n ≤ succ m := by
  induction h with
  | refl => exact .refl
  | step _ ih => exact .step ih
theorem lt_of_le_of_lt {n m k : Nat} (h₁ : n ≤ m) (h₂ : m < k) : n < k := Nat.le_trans (succ_le_succ h₁) h₂
protected theorem lt_of_lt_of_eq {n m k : Nat} (h₁ : n < m) (h₂ : m = k) : n < k := h₂ ▸ h₁
protected theorem lt_of_eq_of_lt {n m k : Nat} (h₁ : n = m) (h₂ : m < k) : n < k := h₁ ▸ h₂
protected theorem le_of_eq {n m : Nat} (p : n = m) : n ≤ m := p ▸ .refl
protected theorem ge_of_eq {n m : Nat} (h : n = m) : n ≥ m := h ▸ .refl
theorem pred_le_pred : {n m : Nat} → n ≤ m → pred n ≤ pred m
  | _, _, .refl => .refl
  | 0, _, .step h => h
  | _ + 1, _, .step h => Nat.le_trans (le_succ _) h
theorem le_of_succ_le_succ {n m : Nat} (h : succ n ≤ succ m) : n ≤ m := pred_le_pred h
theorem succ_le_of_lt {n m : Nat} (h : n < m) : succ n ≤ m := h
theorem lt_of_succ_le {n m : Nat} (h : succ n ≤ m) : n < m := h
theorem lt_of_succ_lt_succ {n m : Nat} (h : succ n < succ m) : n < m := le_of_succ_le_succ h
theorem succ_lt_succ {n m : Nat} (h : n < m) : succ n < succ m := succ_le_succ h
theorem le_of_lt_succ {m n : Nat} (h : m < succ n) : m ≤ n := le_of_succ_le_succ h
theorem lt_succ_of_le {n m : Nat} (h : n ≤ m) : n < succ m := succ_le_succ h
theorem le_of_lt_add_one {n m : Nat} (h : n < m + 1) : n ≤ m := le_of_succ_le_succ h
theorem lt_add_one_of_le {n m : Nat} (h : n ≤ m) : n < m + 1 := succ_le_succ h
theorem lt_add_one_of_lt {a b : Nat} (h : a < b) : a < b + 1 := .step h
theorem add_one_le_of_lt {n m : Nat} (h : n < m) : n + 1 ≤ m := h
theorem lt_of_add_one_le {n m : Nat} (h : n + 1 ≤ m) : n < m := h
theorem succ_le {n m : Nat} : succ n ≤ m ↔ n < m := .rfl
theorem succ_le_iff {m n : Nat} : succ m ≤ n ↔ m < n := .rfl
theorem lt_succ_iff {m n : Nat} : m < succ n ↔ m ≤ n := ⟨le_of_lt_succ, lt_succ_of_le⟩
theorem lt_add_one_iff {m n : Nat} : m < n + 1 ↔ m ≤ n := lt_succ_iff
theorem add_one_le_iff {n m : Nat} : n + 1 ≤ m ↔ n < m := .rfl
theorem succ_le_succ_iff {a b : Nat} : succ a ≤ succ b ↔ a ≤ b := ⟨le_of_succ_le_succ, succ_le_succ⟩
theorem succ_lt_succ_iff {a b : Nat} : succ a < succ b ↔ a < b := ⟨lt_of_succ_lt_succ, succ_lt_succ⟩
@[simp] theorem not_succ_le_zero (n : Nat) : ¬succ n ≤ 0 := (nomatch ·)
@[simp] protected theorem not_lt_zero (n : Nat) : ¬n < 0 := (nomatch ·)
theorem not_succ_le_self : (n : Nat) → ¬succ n ≤ n
  | 0 => not_succ_le_zero 0
  | n + 1 => fun h => not_succ_le_self n (le_of_succ_le_succ h)
@[simp] protected theorem lt_irrefl (n : Nat) : ¬n < n := not_succ_le_self n
@[simp] theorem lt_succ_self (n : Nat) : n < succ n := .refl
@[simp] protected theorem lt_add_one (n : Nat) : n < n + 1 := .refl
theorem lt.base (n : Nat) : n < succ n := .refl
theorem lt.step {n m : Nat} (h : n < m) : n < succ m := le.step h
@[simp] theorem zero_lt_succ (n : Nat) : 0 < succ n := succ_le_succ (zero_le n)
@[simp] theorem zero_lt_add_one (n : Nat) : 0 < n + 1 := zero_lt_succ n
theorem succ_pos (n : Nat) : 0 < succ n := zero_lt_succ n
theorem add_one_pos (n : Nat) : 0 < n + 1 := zero_lt_succ n
protected theorem zero_lt_one : 0 < (1 : Nat) := .refl
protected theorem one_pos : 0 < 1 := .refl
protected theorem two_pos : 0 < 2 := .step .refl
protected theorem le_of_lt {n m : Nat} (h : n < m) : n ≤ m := Nat.le_trans (le_succ n) h
theorem le_of_succ_le {n m : Nat} (h : succ n ≤ m) : n ≤ m := Nat.le_of_lt h
theorem lt_of_succ_lt {n m : Nat} (h : succ n < m) : n < m := Nat.le_of_lt h
theorem lt_of_add_one_lt {n m : Nat} (h : n + 1 < m) : n < m := Nat.le_of_lt h
protected theorem ne_of_lt {a b : Nat} (h : a < b) : a ≠ b := fun e => Nat.lt_irrefl a (e ▸ h)
protected theorem ne_of_gt {a b : Nat} (h : b < a) : a ≠ b := (Nat.ne_of_lt h).symm
protected theorem ne_of_lt' {a b : Nat} (h : b < a) : a ≠ b := Nat.ne_of_gt h
protected theorem le_antisymm : {n m : Nat} → n ≤ m → m ≤ n → n = m
  | _, _, .refl, _ => rfl
  | _, _, .step h, k => (not_succ_le_self _ (Nat.le_trans k h)).elim
protected theorem le_antisymm_iff {a b : Nat} : a = b ↔ a ≤ b ∧ b ≤ a :=
  ⟨fun h => h ▸ ⟨.refl, .refl⟩, fun h => Nat.le_antisymm h.1 h.2⟩
protected theorem eq_iff_le_and_ge {a b : Nat} : a = b ↔ a ≤ b ∧ b ≤ a := Nat.le_antisymm_iff
protected theorem lt_or_ge : (n m : Nat) → n < m ∨ n ≥ m
  | _, 0 => .inr (zero_le _)
  | 0, m + 1 => .inl (zero_lt_succ m)
  | n + 1, m + 1 => (Nat.lt_or_ge n m).imp succ_lt_succ succ_le_succ
protected theorem lt_or_le (a b : Nat) : a < b ∨ b ≤ a := Nat.lt_or_ge a b
protected theorem le_or_lt (a b : Nat) : a ≤ b ∨ b < a := (Nat.lt_or_ge b a).symm
protected theorem le_total (m n : Nat) : m ≤ n ∨ n ≤ m := (Nat.lt_or_ge m n).imp_left Nat.le_of_lt
protected theorem not_le_of_gt {n m : Nat} (h : n > m) : ¬n ≤ m := fun k => Nat.lt_irrefl m (lt_of_lt_of_le h k)
protected theorem not_le_of_lt {a b : Nat} (h : a < b) : ¬b ≤ a := Nat.not_le_of_gt h
protected theorem not_lt_of_ge {a b : Nat} (h : b ≥ a) : ¬b < a := fun k => Nat.lt_irrefl b (lt_of_lt_of_le k h)
protected theorem not_lt_of_le {a b : Nat} (h : a ≤ b) : ¬b < a := Nat.not_lt_of_ge h
protected theorem lt_asymm {a b : Nat} (h : a < b) : ¬b < a := Nat.not_lt_of_le (Nat.le_of_lt h)
protected theorem lt_of_not_le {a b : Nat} (h : ¬a ≤ b) : b < a := (Nat.lt_or_ge b a).resolve_right h
protected theorem lt_of_not_ge {a b : Nat} (h : ¬b ≥ a) : b < a := (Nat.lt_or_ge b a).resolve_right h
protected theorem le_of_not_lt {a b : Nat} (h : ¬a < b) : b ≤ a := (Nat.lt_or_ge a b).resolve_left h
protected theorem le_of_not_ge {a b : Nat} (h : ¬b ≥ a) : b ≤ a := Nat.le_of_lt (Nat.lt_of_not_ge h)
protected theorem le_of_not_le {a b : Nat} (h : ¬a ≤ b) : b ≤ a := Nat.le_of_lt (Nat.lt_of_not_le h)
protected theorem gt_of_not_le {n m : Nat} (h : ¬n ≤ m) : n > m := Nat.lt_of_not_le h
protected theorem ge_of_not_lt {n m : Nat} (h : ¬n < m) : n ≥ m := Nat.le_of_not_lt h
@[simp] protected theorem not_le {n m : Nat} : ¬n ≤ m ↔ m < n := ⟨Nat.lt_of_not_le, Nat.not_le_of_gt⟩
@[simp] protected theorem not_lt {n m : Nat} : ¬n < m ↔ m ≤ n := ⟨Nat.le_of_not_lt, Nat.not_lt_of_le⟩
protected theorem lt_iff_le_not_le {m n : Nat} : m < n ↔ m ≤ n ∧ ¬n ≤ m :=
  ⟨fun h => ⟨Nat.le_of_lt h, Nat.not_le_of_gt h⟩, fun h => Nat.lt_of_not_le h.2⟩
protected theorem not_le_eq (a b : Nat) : (¬a ≤ b) = (b + 1 ≤ a) := propext Nat.not_le
protected theorem not_ge_eq (a b : Nat) : (¬a ≥ b) = (a + 1 ≤ b) := propext Nat.not_le
protected theorem not_lt_eq (a b : Nat) : (¬a < b) = (b ≤ a) := propext Nat.not_lt
protected theorem not_gt_eq (a b : Nat) : (¬a > b) = (a ≤ b) := propext Nat.not_lt
protected theorem lt_or_gt_of_ne {a b : Nat} (h : a ≠ b) : a < b ∨ a > b :=
  (Nat.lt_or_ge a b).imp_right fun k => (Nat.lt_or_ge b a).resolve_right fun l => h (Nat.le_antisymm l k)
protected theorem lt_of_le_of_ne {n m : Nat} (h₁ : n ≤ m) (h₂ : ¬n = m) : n < m :=
  (Nat.lt_or_gt_of_ne h₂).resolve_right (Nat.not_lt_of_le h₁)
protected theorem lt_iff_le_and_ne {m n : Nat} : m < n ↔ m ≤ n ∧ m ≠ n :=
  ⟨fun h => ⟨Nat.le_of_lt h, Nat.ne_of_lt h⟩, fun h => Nat.lt_of_le_of_ne h.1 h.2⟩
protected theorem eq_or_lt_of_le {n m : Nat} (h : n ≤ m) : n = m ∨ n < m := by
  by_cases e : n = m
  · exact .inl e
  · exact .inr (Nat.lt_of_le_of_ne h e)
protected theorem lt_or_eq_of_le {n m : Nat} (h : n ≤ m) : n < m ∨ n = m := (Nat.eq_or_lt_of_le h).symm
protected theorem le_iff_lt_or_eq {n m : Nat} : n ≤ m ↔ n < m ∨ n = m :=
  ⟨Nat.lt_or_eq_of_le, fun h => h.elim Nat.le_of_lt Nat.le_of_eq⟩
protected theorem le_of_lt_or_eq {n m : Nat} (h : n < m ∨ n = m) : n ≤ m := Nat.le_iff_lt_or_eq.2 h
protected theorem lt_trichotomy (a b : Nat) : a < b ∨ a = b ∨ b < a :=
  (Nat.lt_or_ge a b).imp_right fun h => (Nat.eq_or_lt_of_le h).imp_left Eq.symm
protected theorem eq_or_lt_of_not_lt {a b : Nat} (h : ¬a < b) : a = b ∨ b < a := (Nat.lt_trichotomy a b).resolve_left h
protected theorem ne_iff_lt_or_gt {a b : Nat} : a ≠ b ↔ a < b ∨ a > b :=
  ⟨Nat.lt_or_gt_of_ne, fun h => h.elim Nat.ne_of_lt Nat.ne_of_gt⟩
theorem le_succ_of_le {n m : Nat} (h : n ≤ m) : n ≤ succ m := .step h
theorem le_add_one_of_le {n m : Nat} (h : n ≤ m) : n ≤ m + 1 := .step h
theorem lt_succ_of_lt {a b : Nat} (h : a < b) : a < succ b := .step h
theorem le_or_eq_of_le_succ {m n : Nat} (h : m ≤ succ n) : m ≤ n ∨ m = succ n :=
  (Nat.lt_or_eq_of_le h).imp_left le_of_lt_succ
theorem le_or_eq_of_le_add_one {m n : Nat} (h : m ≤ n + 1) : m ≤ n ∨ m = n + 1 := le_or_eq_of_le_succ h
protected theorem eq_zero_of_le_zero {n : Nat} (h : n ≤ 0) : n = 0 := Nat.le_antisymm h (zero_le n)
protected theorem le_zero_eq (a : Nat) : (a ≤ 0) = (a = 0) := propext ⟨Nat.eq_zero_of_le_zero, Nat.le_of_eq⟩
attribute [simp] Nat.le_zero_eq
protected theorem le_zero {i : Nat} : i ≤ 0 ↔ i = 0 := .of_eq (Nat.le_zero_eq i)
theorem eq_zero_of_not_pos {n : Nat} (h : ¬0 < n) : n = 0 := Nat.eq_zero_of_le_zero (Nat.le_of_not_lt h)
theorem eq_zero_or_pos : (n : Nat) → n = 0 ∨ n > 0
  | 0 => .inl rfl
  | n + 1 => .inr (zero_lt_succ n)
theorem pos_of_ne_zero {n : Nat} (h : n ≠ 0) : 0 < n := (eq_zero_or_pos n).resolve_left h
theorem ne_zero_of_lt {a b : Nat} (h : a < b) : b ≠ 0 := by rintro rfl; exact Nat.not_lt_zero a h
theorem not_eq_zero_of_lt {a b : Nat} (h : a < b) : b ≠ 0 := ne_zero_of_lt h
theorem pos_of_lt {a b : Nat} (h : a < b) : 0 < b := pos_of_ne_zero (ne_zero_of_lt h)
theorem pos_iff_ne_zero {n : Nat} : 0 < n ↔ n ≠ 0 := ⟨ne_zero_of_lt, pos_of_ne_zero⟩
theorem zero_lt_of_ne_zero {a : Nat} (h : a ≠ 0) : 0 < a := pos_of_ne_zero h
theorem zero_lt_of_lt {a b : Nat} (h : a < b) : 0 < b := pos_of_lt h
protected theorem one_le_iff_ne_zero {n : Nat} : 1 ≤ n ↔ n ≠ 0 := pos_iff_ne_zero
theorem exists_eq_add_one_of_pos {n : Nat} (h : 0 < n) : ∃ m, n = m + 1 := exists_eq_succ_of_ne_zero (ne_zero_of_lt h)
theorem succ_pred {a : Nat} (h : a ≠ 0) : a.pred.succ = a := by cases a with | zero => exact (h rfl).elim | succ => rfl
theorem succ_pred_eq_of_pos {n : Nat} (h : 0 < n) : succ (pred n) = n := succ_pred (ne_zero_of_lt h)
theorem pred_le : (n : Nat) → pred n ≤ n
  | 0 => .refl
  | n + 1 => le_succ n
theorem pred_lt : {n : Nat} → n ≠ 0 → pred n < n
  | 0, h => (h rfl).elim
  | _ + 1, _ => .refl
end Nat
