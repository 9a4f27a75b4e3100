/- Natural numbers, continued: how order goes with addition, subtraction, multiplication and powers. -/
namespace Nat
/- Order and addition. -/
@[simp] theorem le_add_right : (n k : Nat) → n ≤ n + k
  | _, 0 => .refl
  | n, k + 1 => .step (le_add_right n k)
@[simp] theorem le_add_left (n m : Nat) : n ≤ m + n := Nat.add_comm n m ▸ le_add_right n m
theorem le_of_add_right_le {n m k : Nat} (h : n + k ≤ m) : n ≤ m := Nat.le_trans (le_add_right n k) h
theorem le_of_add_left_le {n m k : Nat} (h : k + n ≤ m) : n ≤ m := Nat.le_trans (le_add_left n k) h
theorem le_add_right_of_le {n m k : Nat} (h : n ≤ m) : n ≤ m + k := Nat.le_trans h (le_add_right m k)
theorem le_add_left_of_le {n m k : Nat} (h : n ≤ m) : n ≤ k + m := Nat.le_trans h (le_add_left m k)
theorem lt_add_left {a b : Nat} (c : Nat) (h : a < b) : a < c + b := lt_of_lt_of_le h (le_add_left b c)
theorem lt_add_right {a b : Nat} (c : Nat) (h : a < b) : a < b + c := lt_of_lt_of_le h (le_add_right b c)
theorem le.dest {n m : Nat} (h : n ≤ m) : ∃ k, n + k = m := by
  induction h with
  | refl => exact ⟨0, rfl⟩
  | step _ ih => obtain ⟨k, rfl⟩ := ih; exact ⟨k + 1, rfl⟩
theorem le.intro {n m k : Nat} (h : n + k = m) : n ≤ m := h ▸ le_add_right n k
protected theorem exists_eq_add_of_le {m n : Nat} (h : m ≤ n) : ∃ k, n = m + k :=
  have ⟨k, hk⟩ := le.dest h; ⟨k, hk.symm⟩
protected theorem exists_eq_add_of_le' {m n : Nat} (h : m ≤ n) : ∃ k, n = k + m :=
  have ⟨k, hk⟩ := le.dest h; ⟨k, by rw [← hk, Nat.add_comm]⟩
protected theorem exists_eq_add_of_lt {m n : Nat} (h : m < n) : ∃ k, n = m + k + 1 :=
  have ⟨k, hk⟩ := le.dest h; ⟨k, by rw [← hk, succ_add]⟩
protected theorem le_iff_exists_add {m n : Nat} : m ≤ n ↔ ∃ k, n = m + k :=
  ⟨Nat.exists_eq_add_of_le, fun ⟨_, h⟩ => h ▸ le_add_right _ _⟩
protected theorem add_le_add_left {n m : Nat} (h : n ≤ m) (k : Nat) : k + n ≤ k + m := by
  obtain ⟨d, rfl⟩ := le.dest h; rw [← Nat.add_assoc]; exact le_add_right _ _
protected theorem add_le_add_right {n m : Nat} (h : n ≤ m) (k : Nat) : n + k ≤ m + k := by
  rw [Nat.add_comm n, Nat.add_comm m]; exact Nat.add_le_add_left h k
protected theorem add_le_add {a b c d : Nat} (h₁ : a ≤ b) (h₂ : c ≤ d) : a + c ≤ b + d :=
  Nat.le_trans (Nat.add_le_add_right h₁ c) (Nat.add_le_add_left h₂ b)
protected theorem add_lt_add_left {n m : Nat} (h : n < m) (k : Nat) : k + n < k + m := Nat.add_le_add_left (n := n + 1) h k
protected theorem add_lt_add_right {n m : Nat} (h : n < m) (k : Nat) : n + k < m + k := by
  rw [Nat.add_comm n, Nat.add_comm m]; exact Nat.add_lt_add_left h k
protected theorem add_lt_add_of_le_of_lt {a b c d : Nat} (h₁ : a ≤ b) (h₂ : c < d) : a + c < b + d :=
  lt_of_le_of_lt (Nat.add_le_add_right h₁ c) (Nat.add_lt_add_left h₂ b)
protected theorem add_lt_add_of_lt_of_le {a b c d : Nat} (h₁ : a < b) (h₂ : c ≤ d) : a + c < b + d :=
  lt_of_lt_of_le (Nat.add_lt_add_right h₁ c) (Nat.add_le_add_left h₂ b)
protected theorem add_lt_add {a b c d : Nat} (h₁ : a < b) (h₂ : c < d) : a + c < b + d :=
  Nat.add_lt_add_of_lt_of_le h₁ (Nat.le_of_lt h₂)
protected theorem le_of_add_le_add_left {a b c : Nat} (h : a + b ≤ a + c) : b ≤ c := by
  obtain ⟨d, hd⟩ := le.dest h; rw [Nat.add_assoc] at hd; exact le.intro (Nat.add_left_cancel hd)
protected theorem le_of_add_le_add_right {a b c : Nat} (h : a + b ≤ c + b) : a ≤ c := by
  rw [Nat.add_comm a, Nat.add_comm c] at h; exact Nat.le_of_add_le_add_left h
protected theorem lt_of_add_lt_add_left {n m k : Nat} (h : n + k < n + m) : k < m :=
  Nat.lt_of_not_le fun h' => Nat.not_le_of_gt h (Nat.add_le_add_left h' n)
protected theorem lt_of_add_lt_add_right {n m k : Nat} (h : k + n < m + n) : k < m :=
  Nat.lt_of_not_le fun h' => Nat.not_le_of_gt h (Nat.add_le_add_right h' n)
@[simp] protected theorem add_le_add_iff_left {m k n : Nat} : n + m ≤ n + k ↔ m ≤ k :=
  ⟨Nat.le_of_add_le_add_left, fun h => Nat.add_le_add_left h n⟩
@[simp] protected theorem add_le_add_iff_right {m k n : Nat} : m + n ≤ k + n ↔ m ≤ k :=
  ⟨Nat.le_of_add_le_add_right, fun h => Nat.add_le_add_right h n⟩
@[simp] protected theorem add_lt_add_iff_left {k n m : Nat} : k + n < k + m ↔ n < m :=
  ⟨Nat.lt_of_add_lt_add_left, fun h => Nat.add_lt_add_left h k⟩
@[simp] protected theorem add_lt_add_iff_right {k n m : Nat} : n + k < m + k ↔ n < m :=
  ⟨Nat.lt_of_add_lt_add_right, fun h => Nat.add_lt_add_right h k⟩
protected theorem lt_add_of_pos_right {n k : Nat} (h : 0 < k) : n < n + k := Nat.add_lt_add_left h n
protected theorem lt_add_of_pos_left {n k : Nat} (h : 0 < k) : n < k + n := Nat.add_comm n k ▸ Nat.lt_add_of_pos_right h
protected theorem pos_of_lt_add_right {n k : Nat} (h : n < n + k) : 0 < k := Nat.lt_of_add_lt_add_left h
protected theorem add_pos_left {m : Nat} (h : 0 < m) (n : Nat) : 0 < m + n := lt_of_lt_of_le h (le_add_right m n)
protected theorem add_pos_right {n : Nat} (m : Nat) (h : 0 < n) : 0 < m + n := lt_of_lt_of_le h (le_add_left n m)
protected theorem add_self_ne_one : (n : Nat) → n + n ≠ 1
  | n + 1, h => by rw [← succ_eq_add_one n, succ_add, add_succ] at h; nomatch h

/- Deciding order. -/
theorem le_of_ble_eq_true {n m : Nat} (h : ble n m = true) : n ≤ m := by
  induction n generalizing m with
  | zero => exact zero_le m
  | succ n ih => cases m with
    | zero => nomatch h
    | succ m => exact succ_le_succ (ih h)
theorem ble_self_eq_true : (n : Nat) → ble n n = true
  | 0 => rfl
  | n + 1 => ble_self_eq_true n
theorem ble_succ_eq_true {n m : Nat} (h : ble n m = true) : ble n (succ m) = true := by
  induction n generalizing m with
  | zero => rfl
  | succ n ih => cases m with
    | zero => nomatch h
    | succ m => exact ih (m := m) h
theorem ble_eq_true_of_le {n m : Nat} (h : n ≤ m) : ble n m = true := by
  induction h with
  | refl => exact ble_self_eq_true n
  | step _ ih => exact ble_succ_eq_true ih
theorem not_le_of_not_ble_eq_true {n m : Nat} (h : ¬ble n m = true) : ¬n ≤ m := fun k => h (ble_eq_true_of_le k)
@[simp] theorem ble_eq {x y : Nat} : (ble x y = true) = (x ≤ y) := propext ⟨le_of_ble_eq_true, ble_eq_true_of_le⟩
@[simp] theorem blt_eq {x y : Nat} : (blt x y = true) = (x < y) := ble_eq
@[simp] theorem beq_eq {x y : Nat} : (beq x y = true) = (x = y) := propext ⟨eq_of_beq_eq_true, fun h => h ▸ beq_refl x⟩
instance decLe (n m : Nat) : Decidable (n ≤ m) :=
  ⟨ble n m, (ble n m).rec (motive := fun b => ble n m = b → cond b (n ≤ m) (¬n ≤ m))
    (fun h => not_le_of_not_ble_eq_true (by rw [h]; exact Bool.false_ne_true)) le_of_ble_eq_true rfl⟩
instance decLt (n m : Nat) : Decidable (n < m) := decLe (succ n) m

/- Subtraction. -/
@[simp] protected theorem sub_zero (n : Nat) : n - 0 = n := rfl
theorem sub_succ (n m : Nat) : n - succ m = pred (n - m) := rfl
theorem sub_one (n : Nat) : n - 1 = pred n := rfl
@[simp] protected theorem zero_sub : (n : Nat) → 0 - n = 0
  | 0 => rfl
  | n + 1 => congrArg pred (Nat.zero_sub n)
theorem succ_sub_succ_eq_sub (n m : Nat) : succ n - succ m = n - m := by
  induction m with
  | zero => rfl
  | succ m ih => exact congrArg pred ih
theorem succ_sub_succ (n m : Nat) : succ n - succ m = n - m := succ_sub_succ_eq_sub n m
protected theorem add_sub_add_right (n k m : Nat) : (n + k) - (m + k) = n - m := by
  induction k with
  | zero => rfl
  | succ k ih => exact (succ_sub_succ _ _).trans ih
protected theorem add_sub_add_left (k n m : Nat) : (k + n) - (k + m) = n - m := by
  rw [Nat.add_comm k, Nat.add_comm k, Nat.add_sub_add_right]
attribute [simp] Nat.add_sub_add_right Nat.add_sub_add_left
@[simp] protected theorem sub_self : (n : Nat) → n - n = 0
  | 0 => rfl
  | n + 1 => (succ_sub_succ n n).trans (Nat.sub_self n)
@[simp] protected theorem add_sub_cancel (n m : Nat) : n + m - m = n := by
  have := Nat.add_sub_add_right n m 0; rwa [Nat.zero_add] at this
@[simp] protected theorem add_sub_cancel_left (n m : Nat) : n + m - n = m := by rw [Nat.add_comm, Nat.add_sub_cancel]
@[simp] theorem add_one_sub_one (n : Nat) : n + 1 - 1 = n := rfl
theorem succ_sub_one (n : Nat) : succ n - 1 = n := rfl
protected theorem sub_eq_of_eq_add {a b c : Nat} (h : a = c + b) : a - b = c := by rw [h, Nat.add_sub_cancel]
protected theorem sub_add_eq (a b c : Nat) : a - (b + c) = a - b - c := by
  induction c with
  | zero => rfl
  | succ c ih => exact congrArg pred ih
protected theorem sub_sub (n m k : Nat) : n - m - k = n - (m + k) := (Nat.sub_add_eq n m k).symm
protected theorem sub_right_comm (m n k : Nat) : m - n - k = m - k - n := by rw [Nat.sub_sub, Nat.sub_sub, Nat.add_comm]
theorem sub_le (n m : Nat) : n - m ≤ n := by
  induction m with
  | zero => exact .refl
  | succ m ih => exact Nat.le_trans (pred_le _) ih
theorem sub_lt_of_lt {a b c : Nat} (h : a < c) : a - b < c := lt_of_le_of_lt (sub_le a b) h
theorem sub_lt : {n m : Nat} → 0 < n → 0 < m → n - m < n
  | 0, _, h, _ => (Nat.lt_irrefl 0 h).elim
  | _ + 1, 0, _, h => (Nat.lt_irrefl 0 h).elim
  | n + 1, m + 1, _, _ => by rw [Nat.add_sub_add_right]; exact lt_succ_of_le (sub_le n m)
protected theorem sub_add_cancel {n m : Nat} (h : m ≤ n) : n - m + m = n := by
  obtain ⟨k, rfl⟩ := le.dest h; rw [Nat.add_sub_cancel_left, Nat.add_comm]
protected theorem add_sub_of_le {a b : Nat} (h : a ≤ b) : a + (b - a) = b := by rw [Nat.add_comm, Nat.sub_add_cancel h]
protected theorem add_sub_cancel' {n m : Nat} (h : m ≤ n) : m + (n - m) = n := Nat.add_sub_of_le h
protected theorem add_sub_assoc {m k : Nat} (h : k ≤ m) (n : Nat) : n + m - k = n + (m - k) := by
  obtain ⟨d, rfl⟩ := le.dest h
  rw [Nat.add_sub_cancel_left, Nat.add_left_comm, Nat.add_sub_cancel_left]
protected theorem sub_add_comm {n m k : Nat} (h : k ≤ n) : n + m - k = n - k + m := by
  rw [Nat.add_comm, Nat.add_sub_assoc h, Nat.add_comm]
protected theorem sub_eq_zero_of_le {n m : Nat} (h : n ≤ m) : n - m = 0 := by
  obtain ⟨d, rfl⟩ := le.dest h; rw [Nat.sub_add_eq, Nat.sub_self, Nat.zero_sub]
protected theorem le_of_sub_eq_zero : {n m : Nat} → n - m = 0 → n ≤ m
  | 0, _, _ => zero_le _
  | _ + 1, 0, h => nomatch h
  | n + 1, m + 1, h => by rw [Nat.add_sub_add_right] at h; exact succ_le_succ (Nat.le_of_sub_eq_zero h)
protected theorem sub_eq_zero_iff_le {n m : Nat} : n - m = 0 ↔ n ≤ m := ⟨Nat.le_of_sub_eq_zero, Nat.sub_eq_zero_of_le⟩
protected theorem sub_pos_of_lt {m n : Nat} (h : m < n) : 0 < n - m :=
  pos_of_ne_zero fun e => Nat.not_le_of_gt h (Nat.le_of_sub_eq_zero e)
protected theorem lt_of_sub_pos {m n : Nat} (h : 0 < n - m) : m < n :=
  Nat.lt_of_not_le fun k => Nat.ne_of_gt h (Nat.sub_eq_zero_of_le k)
protected theorem sub_pos_iff_lt {n m : Nat} : 0 < n - m ↔ m < n := ⟨Nat.lt_of_sub_pos, Nat.sub_pos_of_lt⟩
protected theorem le_sub_of_add_le {a b c : Nat} (h : a + b ≤ c) : a ≤ c - b := by
  obtain ⟨d, rfl⟩ := le.dest h
  rw [Nat.add_right_comm, Nat.add_sub_cancel]; exact le_add_right a d
protected theorem add_le_of_le_sub {a b c : Nat} (h₁ : b ≤ c) (h₂ : a ≤ c - b) : a + b ≤ c := by
  have := Nat.add_le_add_right h₂ b; rwa [Nat.sub_add_cancel h₁] at this
protected theorem sub_le_sub_right {n m : Nat} (h : n ≤ m) (k : Nat) : n - k ≤ m - k := by
  induction k with
  | zero => exact h
  | succ k ih => exact pred_le_pred ih
protected theorem sub_le_sub_left {n m : Nat} (h : n ≤ m) (k : Nat) : k - m ≤ k - n := by
  obtain ⟨d, rfl⟩ := le.dest h; rw [Nat.sub_add_eq]; exact sub_le _ _
protected theorem sub_le_of_le_add {a b c : Nat} (h : a ≤ c + b) : a - b ≤ c := by
  have := Nat.sub_le_sub_right h b; rwa [Nat.add_sub_cancel] at this
protected theorem le_add_of_sub_le {a b c : Nat} (h : a - b ≤ c) : a ≤ c + b := by
  rcases Nat.le_total a b with k | k
  · exact Nat.le_trans k (le_add_left b c)
  · rw [← Nat.sub_add_cancel k]; exact Nat.add_le_add_right h b
protected theorem sub_le_iff_le_add {a b c : Nat} : a - b ≤ c ↔ a ≤ c + b :=
  ⟨Nat.le_add_of_sub_le, Nat.sub_le_of_le_add⟩
protected theorem le_sub_iff_add_le {x y k : Nat} (h : k ≤ y) : x ≤ y - k ↔ x + k ≤ y :=
  ⟨Nat.add_le_of_le_sub h, Nat.le_sub_of_add_le⟩
protected theorem eq_add_of_sub_eq {a b c : Nat} (hle : b ≤ a) (h : a - b = c) : a = c + b := by
  rw [← h, Nat.sub_add_cancel hle]
protected theorem sub_eq_iff_eq_add {c b a : Nat} (h : b ≤ a) : a - b = c ↔ a = c + b :=
  ⟨Nat.eq_add_of_sub_eq h, Nat.sub_eq_of_eq_add⟩
protected theorem sub_mul (n m k : Nat) : (n - m) * k = n * k - m * k := by
  rcases Nat.le_total n m with h | h
  · obtain ⟨d, rfl⟩ := le.dest h
    rw [Nat.sub_eq_zero_of_le h, Nat.add_mul, Nat.sub_add_eq, Nat.sub_self, Nat.zero_sub, Nat.zero_mul]
  · obtain ⟨d, rfl⟩ := le.dest h
    rw [Nat.add_sub_cancel_left, Nat.add_mul, Nat.add_sub_cancel_left]
protected theorem mul_sub (k m n : Nat) : k * (m - n) = k * m - k * n := by
  rw [Nat.mul_comm, Nat.sub_mul, Nat.mul_comm m, Nat.mul_comm n]
theorem succ_sub {m n : Nat} (h : n ≤ m) : succ m - n = succ (m - n) := Nat.sub_add_comm (m := 1) h

/- Order and multiplication. -/
protected theorem mul_le_mul_left {m n : Nat} (k : Nat) (h : m ≤ n) : k * m ≤ k * n := by
  obtain ⟨d, rfl⟩ := le.dest h; rw [Nat.mul_add]; exact le_add_right _ _
protected theorem mul_le_mul_right {m n : Nat} (k : Nat) (h : m ≤ n) : m * k ≤ n * k := by
  rw [Nat.mul_comm m, Nat.mul_comm n]; exact Nat.mul_le_mul_left k h
protected theorem mul_le_mul {p q m n : Nat} (h₁ : p ≤ m) (h₂ : q ≤ n) : p * q ≤ m * n :=
  Nat.le_trans (Nat.mul_le_mul_right q h₁) (Nat.mul_le_mul_left m h₂)
protected theorem mul_pos : {n m : Nat} → n > 0 → m > 0 → n * m > 0
  | _, 0, _, h => (Nat.lt_irrefl 0 h).elim
  | _, _ + 1, h, _ => lt_of_lt_of_le h (le_add_left _ _)
protected theorem mul_lt_mul_of_pos_left {n m k : Nat} (h : n < m) (hk : k > 0) : k * n < k * m := by
  refine lt_of_lt_of_le ?_ (Nat.mul_le_mul_left k h)
  rw [mul_succ]; exact Nat.lt_add_of_pos_right hk
protected theorem mul_lt_mul_of_pos_right {n m k : Nat} (h : n < m) (hk : k > 0) : n * k < m * k := by
  rw [Nat.mul_comm n, Nat.mul_comm m]; exact Nat.mul_lt_mul_of_pos_left h hk
protected theorem mul_lt_mul_of_lt_of_le {a b c d : Nat} (hac : a < c) (hbd : b ≤ d) (hd : 0 < d) : a * b < c * d :=
  lt_of_le_of_lt (Nat.mul_le_mul_left a hbd) (Nat.mul_lt_mul_of_pos_right hac hd)
protected theorem mul_lt_mul_of_le_of_lt {a b c d : Nat} (hac : a ≤ c) (hbd : b < d) (hc : 0 < c) : a * b < c * d :=
  lt_of_le_of_lt (Nat.mul_le_mul_right b hac) (Nat.mul_lt_mul_of_pos_left hbd hc)
protected theorem eq_of_mul_eq_mul_left {m k n : Nat} (ha : 0 < n) (h : n * m = n * k) : m = k := by
  rcases Nat.lt_trichotomy m k with l | e | l
  · exact (Nat.ne_of_lt (Nat.mul_lt_mul_of_pos_left l ha) h).elim
  · exact e
  · exact (Nat.ne_of_gt (Nat.mul_lt_mul_of_pos_left l ha) h).elim
protected theorem mul_left_cancel {n m k : Nat} (np : 0 < n) (h : n * m = n * k) : m = k := Nat.eq_of_mul_eq_mul_left np h
protected theorem eq_of_mul_eq_mul_right {n m k : Nat} (hm : 0 < m) (h : n * m = k * m) : n = k := by
  rw [Nat.mul_comm n, Nat.mul_comm k] at h; exact Nat.eq_of_mul_eq_mul_left hm h
protected theorem mul_right_cancel {n m k : Nat} (mp : 0 < m) (h : n * m = k * m) : n = k := Nat.eq_of_mul_eq_mul_right mp h
protected theorem mul_left_cancel_iff {n : Nat} (p : 0 < n) {m k : Nat} : n * m = n * k ↔ m = k :=
  ⟨Nat.mul_left_cancel p, congrArg _⟩
protected theorem mul_right_cancel_iff {m : Nat} (p : 0 < m) {n k : Nat} : n * m = k * m ↔ n = k :=
  ⟨Nat.mul_right_cancel p, congrArg (· * m)⟩
protected theorem le_of_mul_le_mul_left {a b c : Nat} (h : c * a ≤ c * b) (hc : 0 < c) : a ≤ b :=
  Nat.le_of_not_lt fun k => Nat.not_le_of_gt (Nat.mul_lt_mul_of_pos_left k hc) h
protected theorem le_of_mul_le_mul_right {a b c : Nat} (h : a * c ≤ b * c) (hc : 0 < c) : a ≤ b := by
  rw [Nat.mul_comm a, Nat.mul_comm b] at h; exact Nat.le_of_mul_le_mul_left h hc
protected theorem lt_of_mul_lt_mul_left {a b c : Nat} (h : a * b < a * c) : b < c :=
  Nat.lt_of_not_le fun k => Nat.not_le_of_gt h (Nat.mul_le_mul_left a k)
protected theorem lt_of_mul_lt_mul_right {a b c : Nat} (h : b * a < c * a) : b < c :=
  Nat.lt_of_not_le fun k => Nat.not_le_of_gt h (Nat.mul_le_mul_right a k)
protected theorem mul_eq_zero : {m n : Nat} → n * m = 0 ↔ n = 0 ∨ m = 0
  | 0, _ => iff_of_true rfl (.inr rfl)
  | _ + 1, 0 => iff_of_true (Nat.zero_mul _) (.inl rfl)
  | _ + 1, _ + 1 => iff_of_false (nomatch ·) (fun h => h.elim (nomatch ·) (nomatch ·))
attribute [simp] Nat.mul_eq_zero
theorem le_mul_of_pos_left {n : Nat} (m : Nat) (h : 0 < n) : m ≤ n * m := by
  have := Nat.mul_le_mul_right m h; rwa [Nat.one_mul] at this
theorem le_mul_of_pos_right {n : Nat} (m : Nat) (h : 0 < n) : m ≤ m * n := Nat.mul_comm n m ▸ le_mul_of_pos_left m h
protected theorem pos_of_mul_pos_left {m n : Nat} (h : 0 < m * n) : 0 < n :=
  pos_of_ne_zero fun e => Nat.ne_of_gt h (by rw [e, Nat.mul_zero])
protected theorem mul_self_le_mul_self {m n : Nat} (h : m ≤ n) : m * m ≤ n * n := Nat.mul_le_mul h h
protected theorem mul_self_sub_mul_self_eq (a b : Nat) : a * a - b * b = (a + b) * (a - b) := by
  rw [Nat.mul_sub, Nat.add_mul, Nat.add_mul, Nat.mul_comm b a, Nat.add_comm (a * a), Nat.add_sub_add_left]

/- Powers. -/
@[simp] protected theorem pow_zero (b : Nat) : b ^ 0 = 1 := rfl
protected theorem pow_succ {b n : Nat} : b ^ (n + 1) = b ^ n * b := rfl
protected theorem pow_add_one {b n : Nat} : b ^ (n + 1) = b ^ n * b := rfl
@[simp] protected theorem pow_one (a : Nat) : a ^ 1 = a := Nat.one_mul a
protected theorem pow_two (b : Nat) : b ^ 2 = b * b := by rw [Nat.pow_succ, Nat.pow_one]
protected theorem pow_succ' {m n : Nat} : m ^ (n + 1) = m * m ^ n := by rw [Nat.pow_succ, Nat.mul_comm]
protected theorem pow_add (a m n : Nat) : a ^ (m + n) = a ^ m * a ^ n := by
  induction n with
  | zero => exact (Nat.mul_one _).symm
  | succ n ih => rw [← Nat.add_assoc, Nat.pow_succ, Nat.pow_succ, ih, Nat.mul_assoc]
@[simp] protected theorem one_pow (n : Nat) : 1 ^ n = 1 := by
  induction n with
  | zero => rfl
  | succ n ih => rw [Nat.pow_succ, ih]
protected theorem mul_pow (a b n : Nat) : (a * b) ^ n = a ^ n * b ^ n := by
  induction n with
  | zero => rfl
  | succ n ih => rw [Nat.pow_succ, Nat.pow_succ, Nat.pow_succ, ih, Nat.mul_mul_mul_comm]
protected theorem pow_mul (a m n : Nat) : a ^ (m * n) = (a ^ m) ^ n := by
  induction n with
  | zero => rfl
  | succ n ih => rw [Nat.mul_add_one, Nat.pow_add, Nat.pow_succ, ih]
protected theorem zero_pow {n : Nat} (h : 0 < n) : 0 ^ n = 0 := by
  cases n with
  | zero => exact (Nat.lt_irrefl 0 h).elim
  | succ n => rw [Nat.pow_succ, Nat.mul_zero]
protected theorem pow_pos {a n : Nat} (h : 0 < a) : 0 < a ^ n := by
  induction n with
  | zero => exact Nat.one_pos
  | succ n ih => exact Nat.mul_pos ih h
protected theorem pow_le_pow_left {m n : Nat} (h : m ≤ n) (i : Nat) : m ^ i ≤ n ^ i := by
  induction i with
  | zero => exact .refl
  | succ i ih => exact Nat.mul_le_mul ih h
protected theorem pow_le_pow_right {n m k : Nat} (h : n > 0) (hmk : m ≤ k) : n ^ m ≤ n ^ k := by
  obtain ⟨d, rfl⟩ := le.dest hmk; rw [Nat.pow_add]; exact le_mul_of_pos_right _ (Nat.pow_pos h)
protected theorem two_pow_pos (w : Nat) : 0 < 2 ^ w := Nat.pow_pos Nat.two_pos
protected theorem two_pow_succ (k : Nat) : 2 ^ (k + 1) = 2 ^ k + 2 ^ k := by rw [Nat.pow_succ, Nat.mul_two]
protected theorem lt_two_pow_self {n : Nat} : n < 2 ^ n := by
  induction n with
  | zero => exact Nat.one_pos
  | succ n ih => rw [Nat.two_pow_succ]; exact Nat.add_lt_add_of_lt_of_le ih (Nat.pow_pos Nat.two_pos)

/- Least and greatest. -/
end Nat
instance instMinNat : Min Nat := ⟨fun n m => if n ≤ m then n else m⟩
instance Nat.instMax : Max Nat := ⟨fun n m => if n ≤ m then m else n⟩
namespace Nat
protected theorem min_def {n m : Nat} : min n m = if n ≤ m then n else m := rfl
protected theorem max_def {n m : Nat} : max n m = if n ≤ m then m else n := rfl
protected theorem min_eq_left {a b : Nat} (h : a ≤ b) : min a b = a := if_pos h
protected theorem min_eq_right {a b : Nat} (h : b ≤ a) : min a b = b := by
  by_cases k : a ≤ b
  · rw [Nat.min_eq_left k]; exact Nat.le_antisymm k h
  · exact if_neg k
protected theorem max_eq_right {a b : Nat} (h : a ≤ b) : max a b = b := if_pos h
protected theorem max_eq_left {a b : Nat} (h : b ≤ a) : max a b = a := by
  by_cases k : a ≤ b
  · rw [Nat.max_eq_right k]; exact Nat.le_antisymm h k
  · exact if_neg k
protected theorem min_comm (a b : Nat) : min a b = min b a := by
  rcases Nat.le_total a b with h | h
  · rw [Nat.min_eq_left h, Nat.min_eq_right h]
  · rw [Nat.min_eq_right h, Nat.min_eq_left h]
protected theorem max_comm (a b : Nat) : max a b = max b a := by
  rcases Nat.le_total a b with h | h
  · rw [Nat.max_eq_right h, Nat.max_eq_left h]
  · rw [Nat.max_eq_left h, Nat.max_eq_right h]
protected theorem min_le_right (a b : Nat) : min a b ≤ b := by
  rcases Nat.le_total a b with h | h
  · rw [Nat.min_eq_left h]; exact h
  · rw [Nat.min_eq_right h]
protected theorem min_le_left (a b : Nat) : min a b ≤ a := Nat.min_comm a b ▸ Nat.min_le_right b a
protected theorem le_max_left (a b : Nat) : a ≤ max a b := by
  rcases Nat.le_total a b with h | h
  · rw [Nat.max_eq_right h]; exact h
  · rw [Nat.max_eq_left h]
protected theorem le_max_right (a b : Nat) : b ≤ max a b := Nat.max_comm a b ▸ Nat.le_max_left b a
protected theorem le_min {a b c : Nat} : a ≤ min b c ↔ a ≤ b ∧ a ≤ c :=
  ⟨fun h => ⟨Nat.le_trans h (Nat.min_le_left ..), Nat.le_trans h (Nat.min_le_right ..)⟩,
   fun ⟨h, k⟩ => by rcases Nat.le_total b c with l | l
                    · rwa [Nat.min_eq_left l]
                    · rwa [Nat.min_eq_right l]⟩
protected theorem le_min_of_le_of_le {a b c : Nat} (h : a ≤ b) (k : a ≤ c) : a ≤ min b c := Nat.le_min.2 ⟨h, k⟩
protected theorem max_le {a b c : Nat} : max a b ≤ c ↔ a ≤ c ∧ b ≤ c :=
  ⟨fun h => ⟨Nat.le_trans (Nat.le_max_left ..) h, Nat.le_trans (Nat.le_max_right ..) h⟩,
   fun ⟨h, k⟩ => by rcases Nat.le_total a b with l | l
                    · rwa [Nat.max_eq_right l]
                    · rwa [Nat.max_eq_left l]⟩
protected theorem max_le_of_le_of_le {a b c : Nat} (h : a ≤ c) (k : b ≤ c) : max a b ≤ c := Nat.max_le.2 ⟨h, k⟩
@[simp] protected theorem min_self (a : Nat) : min a a = a := Nat.min_eq_left .refl
@[simp] protected theorem max_self (a : Nat) : max a a = a := Nat.max_eq_right .refl
@[simp] protected theorem zero_min (a : Nat) : min 0 a = 0 := Nat.min_eq_left (zero_le a)
@[simp] protected theorem min_zero (a : Nat) : min a 0 = 0 := Nat.min_eq_right (zero_le a)
@[simp] protected theorem zero_max (a : Nat) : max 0 a = a := Nat.max_eq_right (zero_le a)
@[simp] protected theorem max_zero (a : Nat) : max a 0 = a := Nat.max_eq_left (zero_le a)

/- Induction on all smaller numbers. -/
@[elab_as_elim] theorem strongRecOn {motive : Nat → Prop} (n : Nat) (ind : ∀ n, (∀ m, m < n → motive m) → motive n) :
    motive n := by
  have all : ∀ n m, m < n → motive m := by
    intro n
    induction n with
    | zero => intro m h; exact (Nat.not_lt_zero m h).elim
    | succ n ih => intro m h; exact ind m fun k hk => ih k (lt_of_lt_of_le hk (le_of_lt_succ h))
  exact all (n + 1) n .refl
end Nat
