/- Division, remainders, divisibility and common divisors of natural numbers.

The functions are recursions on fuel (`01_types`). That the fuel suffices is proved here once, in the equations
`Nat.div_eq` and `Nat.mod_eq`; all else follows from `Nat.div_add_mod` and `Nat.mod_lt`. -/
namespace Nat

/- From fuel to equations. -/
private theorem cond_ble {α : Type u} {x y : Nat} {a b : α} : cond (ble y x) a b = if y ≤ x then a else b := by
  by_cases h : y ≤ x
  · rw [if_pos h, ble_eq_true_of_le h]
  · rw [if_neg h, Bool.of_not_eq_true fun k => h (le_of_ble_eq_true k)]
private theorem beq_zero {y : Nat} (h : 0 < y) : y.beq 0 = false :=
  Bool.of_not_eq_true fun k => Nat.ne_of_gt h (eq_of_beq_eq_true k)
private theorem div_loop_enough {y : Nat} (hy : 0 < y) :
    ∀ fuel fuel' x, x ≤ fuel → x ≤ fuel' → div.loop y fuel x = div.loop y fuel' x
  | 0, 0, _, _, _ => rfl
  | 0, fuel' + 1, x, h, _ => by
    rw [Nat.eq_zero_of_le_zero h, div.loop, div.loop, cond_ble, if_neg (Nat.not_le_of_lt hy)]
  | fuel + 1, 0, x, _, h => by
    rw [Nat.eq_zero_of_le_zero h, div.loop, div.loop, cond_ble, if_neg (Nat.not_le_of_lt hy)]
  | fuel + 1, fuel' + 1, x, h, h' => by
    rw [div.loop, div.loop, cond_ble, cond_ble]
    by_cases k : y ≤ x
    · have less : x - y < x := sub_lt (lt_of_lt_of_le hy k) hy
      rw [if_pos k, if_pos k]
      exact congrArg succ (div_loop_enough hy fuel fuel' (x - y) (le_of_lt_succ (lt_of_lt_of_le less h))
        (le_of_lt_succ (lt_of_lt_of_le less h')))
    · rw [if_neg k, if_neg k]
private theorem mod_loop_enough {y : Nat} (hy : 0 < y) :
    ∀ fuel fuel' x, x ≤ fuel → x ≤ fuel' → mod.loop y fuel x = mod.loop y fuel' x
  | 0, 0, _, _, _ => rfl
  | 0, fuel' + 1, x, h, _ => by
    rw [Nat.eq_zero_of_le_zero h, mod.loop, mod.loop, cond_ble, if_neg (Nat.not_le_of_lt hy)]
  | fuel + 1, 0, x, _, h => by
    rw [Nat.eq_zero_of_le_zero h, mod.loop, mod.loop, cond_ble, if_neg (Nat.not_le_of_lt hy)]
  | fuel + 1, fuel' + 1, x, h, h' => by
    rw [mod.loop, mod.loop, cond_ble, cond_ble]
    by_cases k : y ≤ x
    · have less : x - y < x := sub_lt (lt_of_lt_of_le hy k) hy
      rw [if_pos k, if_pos k]
      exact mod_loop_enough hy fuel fuel' (x - y) (le_of_lt_succ (lt_of_lt_of_le less h))
        (le_of_lt_succ (lt_of_lt_of_le less h'))
    · rw [if_neg k, if_neg k]
theorem div_eq (x y : Nat) : x / y = if 0 < y ∧ y ≤ x then (x - y) / y + 1 else 0 := by
  rcases eq_zero_or_pos y with rfl | hy
  · rw [if_neg fun h => Nat.lt_irrefl 0 h.1]; rfl
  · show cond (y.beq 0) 0 (div.loop y x x) = _
    rw [beq_zero hy, cond_false]
    cases x with
    | zero => rw [if_neg fun h => Nat.not_le_of_lt hy h.2]; rfl
    | succ x =>
      rw [div.loop, cond_ble]
      by_cases k : y ≤ x + 1
      · rw [if_pos k, if_pos ⟨hy, k⟩]
        show succ (div.loop y x (x + 1 - y)) = cond (y.beq 0) 0 (div.loop y (x + 1 - y) (x + 1 - y)) + 1
        rw [beq_zero hy, cond_false]
        exact congrArg succ (div_loop_enough hy _ _ _ (le_of_lt_succ (sub_lt (zero_lt_succ x) hy)) .refl)
      · rw [if_neg k, if_neg fun h => k h.2]
theorem mod_eq (x y : Nat) : x % y = if 0 < y ∧ y ≤ x then (x - y) % y else x := by
  rcases eq_zero_or_pos y with rfl | hy
  · rw [if_neg fun h => Nat.lt_irrefl 0 h.1]; rfl
  · show cond (y.beq 0) x (mod.loop y x x) = _
    rw [beq_zero hy, cond_false]
    cases x with
    | zero => rw [if_neg fun h => Nat.not_le_of_lt hy h.2]; rfl
    | succ x =>
      rw [mod.loop, cond_ble]
      by_cases k : y ≤ x + 1
      · rw [if_pos k, if_pos ⟨hy, k⟩]
        show mod.loop y x (x + 1 - y) = cond (y.beq 0) (x + 1 - y) (mod.loop y (x + 1 - y) (x + 1 - y))
        rw [beq_zero hy, cond_false]
        exact mod_loop_enough hy _ _ _ (le_of_lt_succ (sub_lt (zero_lt_succ x) hy)) .refl
      · rw [if_neg k, if_neg fun h => k h.2]

/- The two facts that determine quotient and remainder. -/
@[simp] protected theorem div_zero (n : Nat) : n / 0 = 0 := rfl
@[simp] theorem mod_zero (n : Nat) : n % 0 = n := rfl
theorem div_eq_of_lt {a b : Nat} (h : a < b) : a / b = 0 := by rw [div_eq, if_neg fun k => Nat.not_le_of_lt h k.2]
theorem mod_eq_of_lt {a b : Nat} (h : a < b) : a % b = a := by rw [mod_eq, if_neg fun k => Nat.not_le_of_lt h k.2]
theorem div_eq_sub_div {b a : Nat} (h₁ : 0 < b) (h₂ : b ≤ a) : a / b = (a - b) / b + 1 := by rw [div_eq, if_pos ⟨h₁, h₂⟩]
theorem mod_eq_sub_mod {a b : Nat} (h : a ≥ b) : a % b = (a - b) % b := by
  rcases eq_zero_or_pos b with rfl | hb
  · rfl
  · rw [mod_eq, if_pos ⟨hb, h⟩]
theorem mod_lt (x : Nat) {y : Nat} (hy : y > 0) : x % y < y :=
  strongRecOn x fun x ih => by
    by_cases h : y ≤ x
    · rw [mod_eq_sub_mod h]; exact ih _ (sub_lt (lt_of_lt_of_le hy h) hy)
    · rw [mod_eq_of_lt (Nat.lt_of_not_le h)]; exact Nat.lt_of_not_le h
theorem div_add_mod (m n : Nat) : n * (m / n) + m % n = m := by
  rcases eq_zero_or_pos n with rfl | hn
  · rw [Nat.zero_mul, Nat.zero_add, mod_zero]
  · refine strongRecOn m fun m ih => ?_
    by_cases h : n ≤ m
    · rw [div_eq_sub_div hn h, mod_eq_sub_mod h, Nat.mul_add_one, Nat.add_right_comm,
        ih _ (sub_lt (lt_of_lt_of_le hn h) hn), Nat.sub_add_cancel h]
    · have k := Nat.lt_of_not_le h
      rw [div_eq_of_lt k, mod_eq_of_lt k, Nat.mul_zero, Nat.zero_add]
theorem mod_add_div (m k : Nat) : m % k + k * (m / k) = m := by rw [Nat.add_comm, div_add_mod]
theorem div_add_mod' (m k : Nat) : m / k * k + m % k = m := by rw [Nat.mul_comm, div_add_mod]
theorem mod_add_div' (m k : Nat) : m % k + m / k * k = m := by rw [Nat.mul_comm, mod_add_div]
theorem mod_def (m k : Nat) : m % k = m - k * (m / k) := by
  rw [← Nat.add_sub_cancel (m % k) (k * (m / k)), mod_add_div]
theorem mod_le (x y : Nat) : x % y ≤ x := by
  have := le_add_left (x % y) (y * (x / y)); rwa [div_add_mod] at this
theorem mul_div_le (m n : Nat) : n * (m / n) ≤ m := by
  have := le_add_right (n * (m / n)) (m % n); rwa [div_add_mod] at this
theorem div_mul_le_self (m n : Nat) : m / n * n ≤ m := Nat.mul_comm n (m / n) ▸ mul_div_le m n
theorem div_mod_unique {n m k d : Nat} (h : n = k * d + m) (hm : m < k) : n / k = d ∧ n % k = m := by
  subst h
  have hk : 0 < k := pos_of_lt hm
  induction d with
  | zero => rw [Nat.mul_zero, Nat.zero_add]; exact ⟨div_eq_of_lt hm, mod_eq_of_lt hm⟩
  | succ d ih =>
    have le : k ≤ k * (d + 1) + m := by rw [mul_succ, Nat.add_right_comm]; exact le_add_left k _
    have sub : k * (d + 1) + m - k = k * d + m := by rw [mul_succ, Nat.add_right_comm, Nat.add_sub_cancel]
    rw [div_eq_sub_div hk le, mod_eq_sub_mod le, sub, ih.1, ih.2]; exact ⟨rfl, rfl⟩

/- Remainders. -/
@[simp] theorem zero_mod (b : Nat) : 0 % b = 0 := by cases b with | zero => rfl | succ b => exact mod_eq_of_lt (zero_lt_succ b)
@[simp] theorem zero_div (b : Nat) : 0 / b = 0 := by cases b with | zero => rfl | succ b => exact div_eq_of_lt (zero_lt_succ b)
@[simp] theorem add_mod_right (x z : Nat) : (x + z) % z = x % z := by
  rw [mod_eq_sub_mod (le_add_left z x), Nat.add_sub_cancel]
@[simp] theorem add_mod_left (x z : Nat) : (x + z) % x = z % x := by rw [Nat.add_comm, add_mod_right]
@[simp] theorem add_mul_mod_self_left (x y z : Nat) : (x + y * z) % y = x % y := by
  induction z with
  | zero => rfl
  | succ z ih => rw [mul_succ, ← Nat.add_assoc, add_mod_right, ih]
@[simp] theorem add_mul_mod_self_right (x y z : Nat) : (x + y * z) % z = x % z := by
  rw [Nat.mul_comm, add_mul_mod_self_left]
theorem mul_add_mod (a b c : Nat) : (a * b + c) % a = c % a := by rw [Nat.add_comm, add_mul_mod_self_left]
theorem mul_add_mod_self_left (a b c : Nat) : (a * b + c) % a = c % a := mul_add_mod a b c
theorem mul_add_mod' (a b c : Nat) : (a * b + c) % b = c % b := by rw [Nat.mul_comm, mul_add_mod]
theorem mul_add_mod_self_right (a b c : Nat) : (a * b + c) % b = c % b := mul_add_mod' a b c
attribute [simp] mul_add_mod_self_left mul_add_mod_self_right
@[simp] theorem mul_mod_right (m n : Nat) : m * n % m = 0 := by
  have := add_mul_mod_self_left 0 m n; rwa [Nat.zero_add, zero_mod] at this
@[simp] theorem mul_mod_left (m n : Nat) : m * n % n = 0 := by rw [Nat.mul_comm, mul_mod_right]
@[simp] theorem mod_self (n : Nat) : n % n = 0 := by have := add_mod_left n 0; rwa [zero_mod] at this
@[simp] theorem mod_one (x : Nat) : x % 1 = 0 := Nat.eq_zero_of_le_zero (le_of_lt_succ (mod_lt x Nat.one_pos))
@[simp] theorem mod_mod (a n : Nat) : a % n % n = a % n := by
  rcases eq_zero_or_pos n with rfl | h
  · rfl
  · exact mod_eq_of_lt (mod_lt a h)
@[simp] theorem mod_add_mod (m n k : Nat) : (m % n + k) % n = (m + k) % n := by
  have := add_mul_mod_self_left (m % n + k) n (m / n)
  rw [Nat.add_right_comm, mod_add_div] at this; exact this.symm
@[simp] theorem add_mod_mod (m n k : Nat) : (m + n % k) % k = (m + n) % k := by
  rw [Nat.add_comm, mod_add_mod, Nat.add_comm]
theorem add_mod (a b n : Nat) : (a + b) % n = (a % n + b % n) % n := by rw [add_mod_mod, mod_add_mod]
@[simp] theorem mod_mul_mod (a b c : Nat) : (a % c * b) % c = a * b % c := by
  conv => rhs; rw [← mod_add_div a c, Nat.right_distrib, Nat.mul_assoc, add_mul_mod_self_left]
@[simp] theorem mul_mod_mod (a b c : Nat) : (a * (b % c)) % c = a * b % c := by
  rw [Nat.mul_comm, mod_mul_mod, Nat.mul_comm]
theorem mul_mod (a b n : Nat) : a * b % n = (a % n) * (b % n) % n := by rw [mul_mod_mod, mod_mul_mod]
theorem pow_mod (a b n : Nat) : a ^ b % n = (a % n) ^ b % n := by
  induction b with
  | zero => rfl
  | succ b ih => rw [Nat.pow_succ, Nat.pow_succ, mul_mod, ih, mod_mul_mod, mul_mod_mod]
theorem mod_two_eq_zero_or_one (n : Nat) : n % 2 = 0 ∨ n % 2 = 1 :=
  match n % 2, mod_lt n Nat.two_pos with
  | 0, _ => .inl rfl
  | 1, _ => .inr rfl
  | k + 2, h => (Nat.not_lt_zero k (lt_of_succ_lt_succ (lt_of_succ_lt_succ h))).elim
theorem mod_two_ne_zero {n : Nat} : ¬n % 2 = 0 ↔ n % 2 = 1 := by rcases mod_two_eq_zero_or_one n with h | h <;> simp [h]
theorem mod_two_ne_one {n : Nat} : ¬n % 2 = 1 ↔ n % 2 = 0 := by rcases mod_two_eq_zero_or_one n with h | h <;> simp [h]
attribute [simp] mod_two_ne_zero mod_two_ne_one
theorem succ_mod_two_eq_zero_iff {m : Nat} : (m + 1) % 2 = 0 ↔ m % 2 = 1 := by
  rcases mod_two_eq_zero_or_one m with h | h <;> rw [add_mod, h] <;> decide
theorem succ_mod_two_eq_one_iff {m : Nat} : (m + 1) % 2 = 1 ↔ m % 2 = 0 := by
  rcases mod_two_eq_zero_or_one m with h | h <;> rw [add_mod, h] <;> decide

/- Quotients. -/
@[simp] protected theorem div_one (n : Nat) : n / 1 = n := by
  have := div_add_mod n 1; rwa [mod_one, Nat.one_mul] at this
theorem add_mul_div_left (x z : Nat) {y : Nat} (h : 0 < y) : (x + y * z) / y = x / y + z := by
  refine (div_mod_unique (m := x % y) ?_ (mod_lt x h)).1
  rw [Nat.mul_add, Nat.add_right_comm, div_add_mod]
theorem add_mul_div_right (x y : Nat) {z : Nat} (h : 0 < z) : (x + y * z) / z = x / z + y := by
  rw [Nat.mul_comm, add_mul_div_left _ _ h]
@[simp] theorem add_div_right (x : Nat) {z : Nat} (h : 0 < z) : (x + z) / z = (x / z) + 1 := by
  have := add_mul_div_left x 1 h; rwa [Nat.mul_one] at this
@[simp] theorem add_div_left (x : Nat) {z : Nat} (h : 0 < z) : (z + x) / z = (x / z) + 1 := by
  rw [Nat.add_comm, add_div_right x h]
@[simp] theorem mul_div_right (n : Nat) {m : Nat} (h : 0 < m) : m * n / m = n := by
  have := add_mul_div_left 0 n h; rwa [Nat.zero_add, zero_div, Nat.zero_add] at this
@[simp] theorem mul_div_left (m : Nat) {n : Nat} (h : 0 < n) : m * n / n = m := by rw [Nat.mul_comm, mul_div_right m h]
protected theorem mul_div_cancel (m : Nat) {n : Nat} (h : 0 < n) : m * n / n = m := mul_div_left m h
protected theorem mul_div_cancel_left (m : Nat) {n : Nat} (h : 0 < n) : n * m / n = m := mul_div_right m h
@[simp] protected theorem div_self {n : Nat} (h : 0 < n) : n / n = 1 := by have := mul_div_right 1 h; rwa [Nat.mul_one] at this
theorem div_le_self (n k : Nat) : n / k ≤ n := by
  rcases eq_zero_or_pos k with rfl | h
  · exact zero_le n
  · exact Nat.le_trans (le_mul_of_pos_left _ h) (mul_div_le n k)
theorem div_lt_self {n k : Nat} (hLtN : 0 < n) (hLtK : 1 < k) : n / k < n := by
  rcases eq_zero_or_pos (n / k) with h | h
  · rw [h]; exact hLtN
  · refine lt_of_lt_of_le ?_ (mul_div_le n k)
    have := Nat.mul_lt_mul_of_pos_right hLtK h; rwa [Nat.one_mul] at this
theorem lt_mul_div_succ (a : Nat) {b : Nat} (hb : 0 < b) : a < b * (a / b + 1) := by
  rw [Nat.mul_add_one]; conv => lhs; rw [← div_add_mod a b]
  exact Nat.add_lt_add_left (mod_lt a hb) _
theorem le_div_iff_mul_le {k x y : Nat} (k0 : 0 < k) : x ≤ y / k ↔ x * k ≤ y :=
  ⟨fun h => Nat.le_trans (Nat.mul_le_mul_right k h) (div_mul_le_self y k),
   fun h => le_of_lt_succ (Nat.lt_of_mul_lt_mul_left (a := k)
     (lt_of_le_of_lt (Nat.mul_comm x k ▸ h) (lt_mul_div_succ y k0)))⟩
theorem div_lt_iff_lt_mul {k x y : Nat} (hk : 0 < k) : x / k < y ↔ x < y * k := by
  rw [← Nat.not_le, ← Nat.not_le, le_div_iff_mul_le hk]
theorem div_le_div_right {a b : Nat} (c : Nat) (h : a ≤ b) : a / c ≤ b / c := by
  rcases eq_zero_or_pos c with rfl | hc
  · exact .refl
  · exact (le_div_iff_mul_le hc).2 (Nat.le_trans (div_mul_le_self a c) h)
protected theorem div_le_of_le_mul {m n k : Nat} (h : m ≤ k * n) : m / k ≤ n := by
  rcases eq_zero_or_pos k with rfl | hk
  · exact zero_le n
  · have := div_le_div_right k h; rwa [mul_div_right _ hk] at this
theorem div_div_eq_div_mul (m n k : Nat) : m / n / k = m / (n * k) := by
  rcases eq_zero_or_pos n with rfl | hn
  · rw [Nat.zero_mul, Nat.div_zero, zero_div]
  rcases eq_zero_or_pos k with rfl | hk
  · rfl
  refine (div_mod_unique (m := n * (m / n % k) + m % n) ?_ ?_).1.symm
  · rw [Nat.mul_assoc, ← Nat.add_assoc, ← Nat.mul_add, div_add_mod, div_add_mod]
  · refine lt_of_lt_of_le (Nat.add_lt_add_left (mod_lt m hn) _) ?_
    rw [← mul_succ]; exact Nat.mul_le_mul_left n (mod_lt (m / n) hk)

/- Divisibility. -/
protected theorem dvd_refl (a : Nat) : a ∣ a := ⟨1, (Nat.mul_one a).symm⟩
protected theorem dvd_zero (a : Nat) : a ∣ 0 := ⟨0, rfl⟩
protected theorem one_dvd (n : Nat) : 1 ∣ n := ⟨n, (Nat.one_mul n).symm⟩
protected theorem dvd_mul_right (a b : Nat) : a ∣ a * b := ⟨b, rfl⟩
protected theorem dvd_mul_left (a b : Nat) : a ∣ b * a := ⟨b, Nat.mul_comm b a⟩
attribute [simp] Nat.dvd_refl Nat.dvd_zero Nat.one_dvd Nat.dvd_mul_right Nat.dvd_mul_left
protected theorem dvd_rfl {a : Nat} : a ∣ a := Nat.dvd_refl a
attribute [refl] Nat.dvd_refl
protected theorem dvd_trans {a b c : Nat} (h₁ : a ∣ b) (h₂ : b ∣ c) : a ∣ c := by
  obtain ⟨d, rfl⟩ := h₁; obtain ⟨e, rfl⟩ := h₂; exact ⟨d * e, Nat.mul_assoc ..⟩
protected theorem dvd_mul_left_of_dvd {a b : Nat} (h : a ∣ b) (c : Nat) : a ∣ c * b := Nat.dvd_trans h (Nat.dvd_mul_left b c)
protected theorem dvd_mul_right_of_dvd {a b : Nat} (h : a ∣ b) (c : Nat) : a ∣ b * c := Nat.dvd_trans h (Nat.dvd_mul_right b c)
protected theorem dvd_of_mul_right_dvd {m n k : Nat} (h : m * k ∣ n) : m ∣ n := Nat.dvd_trans (Nat.dvd_mul_right m k) h
protected theorem dvd_of_mul_left_dvd {m n k : Nat} (h : k * m ∣ n) : m ∣ n := Nat.dvd_trans (Nat.dvd_mul_left m k) h
protected theorem eq_zero_of_zero_dvd {a : Nat} (h : 0 ∣ a) : a = 0 := let ⟨c, h⟩ := h; h.trans (Nat.zero_mul c)
@[simp] protected theorem zero_dvd {n : Nat} : 0 ∣ n ↔ n = 0 := ⟨Nat.eq_zero_of_zero_dvd, (· ▸ Nat.dvd_refl 0)⟩
protected theorem dvd_add {m n k : Nat} (h₁ : k ∣ m) (h₂ : k ∣ n) : k ∣ m + n := by
  obtain ⟨d, rfl⟩ := h₁; obtain ⟨e, rfl⟩ := h₂; exact ⟨d + e, (Nat.mul_add ..).symm⟩
protected theorem dvd_sub {m n k : Nat} (h₁ : k ∣ m) (h₂ : k ∣ n) : k ∣ m - n := by
  obtain ⟨d, rfl⟩ := h₁; obtain ⟨e, rfl⟩ := h₂; exact ⟨d - e, (Nat.mul_sub ..).symm⟩
protected theorem dvd_add_right {m k : Nat} (h : k ∣ m) {n : Nat} : k ∣ m + n ↔ k ∣ n :=
  ⟨fun hn => by have := Nat.dvd_sub hn h; rwa [Nat.add_sub_cancel_left] at this, Nat.dvd_add h⟩
protected theorem dvd_add_left {m k : Nat} (h : k ∣ m) {n : Nat} : k ∣ n + m ↔ k ∣ n := by
  rw [Nat.add_comm]; exact Nat.dvd_add_right h
protected theorem dvd_add_right_iff_of_dvd {m k n : Nat} (h : k ∣ m) : k ∣ m + n ↔ k ∣ n := Nat.dvd_add_right h
protected theorem mul_dvd_mul {a b c d : Nat} : a ∣ b → c ∣ d → a * c ∣ b * d
  | ⟨e, he⟩, ⟨f, hf⟩ => ⟨e * f, by rw [he, hf, Nat.mul_mul_mul_comm]⟩
protected theorem mul_dvd_mul_left {b c : Nat} (a : Nat) (h : b ∣ c) : a * b ∣ a * c := Nat.mul_dvd_mul (Nat.dvd_refl a) h
protected theorem mul_dvd_mul_right {a b : Nat} (h : a ∣ b) (c : Nat) : a * c ∣ b * c := Nat.mul_dvd_mul h (Nat.dvd_refl c)
theorem le_of_dvd {m n : Nat} (h : 0 < n) : m ∣ n → m ≤ n
  | ⟨0, e⟩ => (Nat.ne_of_gt h e).elim
  | ⟨k + 1, e⟩ => e ▸ le_mul_of_pos_right m (zero_lt_succ k)
protected theorem dvd_antisymm {m n : Nat} (h₁ : m ∣ n) (h₂ : n ∣ m) : m = n := by
  rcases eq_zero_or_pos m with rfl | hm
  · exact (Nat.eq_zero_of_zero_dvd h₁).symm
  rcases eq_zero_or_pos n with rfl | hn
  · exact Nat.eq_zero_of_zero_dvd h₂
  exact Nat.le_antisymm (le_of_dvd hn h₁) (le_of_dvd hm h₂)
theorem pos_of_dvd_of_pos {m n : Nat} (h₁ : m ∣ n) (h₂ : 0 < n) : 0 < m :=
  pos_of_ne_zero fun e => Nat.ne_of_gt h₂ (Nat.eq_zero_of_zero_dvd (e ▸ h₁))
protected theorem eq_one_of_dvd_one {n : Nat} (h : n ∣ 1) : n = 1 := Nat.dvd_antisymm h (Nat.one_dvd n)
@[simp] protected theorem dvd_one {n : Nat} : n ∣ 1 ↔ n = 1 := ⟨Nat.eq_one_of_dvd_one, (· ▸ Nat.dvd_refl 1)⟩
theorem mod_eq_zero_of_dvd {k n : Nat} (h : k ∣ n) : n % k = 0 := by obtain ⟨d, rfl⟩ := h; exact mul_mod_right k d
theorem dvd_of_mod_eq_zero {k n : Nat} (h : n % k = 0) : k ∣ n :=
  ⟨n / k, by have := div_add_mod n k; rw [h] at this; exact this.symm⟩
theorem dvd_iff_mod_eq_zero {k n : Nat} : k ∣ n ↔ n % k = 0 := ⟨mod_eq_zero_of_dvd, dvd_of_mod_eq_zero⟩
theorem mod_eq_zero_iff_dvd {k n : Nat} : n % k = 0 ↔ k ∣ n := dvd_iff_mod_eq_zero.symm
theorem emod_pos_of_not_dvd {a b : Nat} (h : ¬a ∣ b) : 0 < b % a := pos_of_ne_zero fun e => h (dvd_of_mod_eq_zero e)
theorem dvd_eq_true_of_mod_eq_zero {m n : Nat} (h : n % m == 0) : (m ∣ n) = True := eq_true (dvd_of_mod_eq_zero (eq_of_beq h))
theorem dvd_eq_false_of_mod_ne_zero {m n : Nat} (h : n % m != 0) : (m ∣ n) = False :=
  eq_false fun k => bne_iff_ne.1 h (mod_eq_zero_of_dvd k)
instance decidable_dvd : (m n : Nat) → Decidable (m ∣ n) := fun m n => decidable_of_iff (n % m = 0) mod_eq_zero_iff_dvd
protected theorem mul_div_cancel' {n m : Nat} (h : n ∣ m) : n * (m / n) = m := by
  have := div_add_mod m n; rwa [mod_eq_zero_of_dvd h] at this
protected theorem div_mul_cancel {n m : Nat} (h : n ∣ m) : m / n * n = m := by rw [Nat.mul_comm, Nat.mul_div_cancel' h]
protected theorem mul_div_assoc {k n : Nat} (m : Nat) (h : k ∣ n) : m * n / k = m * (n / k) := by
  rcases eq_zero_or_pos k with rfl | hk
  · rfl
  · obtain ⟨d, rfl⟩ := h; rw [Nat.mul_left_comm, mul_div_right _ hk, mul_div_right _ hk]
protected theorem div_eq_of_eq_mul_left {n m k : Nat} (h₁ : 0 < n) (h₂ : m = k * n) : m / n = k := by
  rw [h₂, mul_div_left k h₁]
protected theorem div_eq_of_eq_mul_right {n m k : Nat} (h₁ : 0 < n) (h₂ : m = n * k) : m / n = k := by
  rw [h₂, mul_div_right k h₁]
protected theorem dvd_of_mul_dvd_mul_left {k m n : Nat} (kpos : 0 < k) (h : k * m ∣ k * n) : m ∣ n := by
  obtain ⟨l, e⟩ := h; rw [Nat.mul_assoc] at e; exact ⟨l, Nat.mul_left_cancel kpos e⟩
protected theorem dvd_of_mul_dvd_mul_right {k m n : Nat} (kpos : 0 < k) (h : m * k ∣ n * k) : m ∣ n := by
  rw [Nat.mul_comm m, Nat.mul_comm n] at h; exact Nat.dvd_of_mul_dvd_mul_left kpos h
theorem dvd_mod_iff {k m n : Nat} (h : k ∣ n) : k ∣ m % n ↔ k ∣ m := by
  have := Nat.dvd_add_right (n := m % n) (Nat.dvd_mul_right_of_dvd h (m / n)); rw [div_add_mod] at this; exact this.symm
@[simp] theorem mod_mod_of_dvd (a : Nat) {c b : Nat} (h : c ∣ b) : a % b % c = a % c := by
  obtain ⟨d, rfl⟩ := h
  conv => rhs; rw [← mod_add_div a (c * d), Nat.mul_assoc, add_mul_mod_self_left]

/- Common divisors. -/
private theorem gcd_loop_enough : ∀ fuel fuel' m n, m ≤ fuel → m ≤ fuel' → gcd.loop fuel m n = gcd.loop fuel' m n
  | 0, 0, _, _, _, _ => rfl
  | 0, fuel' + 1, m, n, h, _ => by rw [Nat.eq_zero_of_le_zero h]; rfl
  | fuel + 1, 0, m, n, _, h => by rw [Nat.eq_zero_of_le_zero h]; rfl
  | fuel + 1, fuel' + 1, 0, n, _, _ => rfl
  | fuel + 1, fuel' + 1, m + 1, n, h, h' => by
    have less : n % (m + 1) ≤ m := le_of_lt_succ (mod_lt n (zero_lt_succ m))
    exact gcd_loop_enough fuel fuel' (n % (m + 1)) (m + 1) (Nat.le_trans less (le_of_succ_le_succ h))
      (Nat.le_trans less (le_of_succ_le_succ h'))
@[simp] theorem gcd_zero_left (y : Nat) : gcd 0 y = y := rfl
theorem gcd_add_one (x y : Nat) : gcd (x + 1) y = gcd (y % (x + 1)) (x + 1) :=
  gcd_loop_enough _ _ _ _ (le_of_lt_succ (mod_lt y (zero_lt_succ x))) .refl
theorem gcd_succ (x y : Nat) : gcd (succ x) y = gcd (y % succ x) (succ x) := gcd_add_one x y
@[simp] theorem gcd_zero_right (n : Nat) : gcd n 0 = n := by
  cases n with
  | zero => rfl
  | succ n => rw [gcd_add_one, zero_mod, gcd_zero_left]
theorem gcd_rec (m n : Nat) : gcd m n = gcd (n % m) m := by
  cases m with
  | zero => rw [mod_zero, gcd_zero_left, gcd_zero_right]
  | succ m => exact gcd_add_one m n
@[elab_as_elim] theorem gcd.induction {P : Nat → Nat → Prop} (m n : Nat) (H0 : ∀ n, P 0 n)
    (H1 : ∀ m n, 0 < m → P (n % m) m → P m n) : P m n :=
  strongRecOn (motive := fun m => ∀ n, P m n) m (fun
    | 0, _ => H0
    | m + 1, ih => fun n => H1 _ _ (zero_lt_succ m) (ih _ (mod_lt n (zero_lt_succ m)) _)) n
theorem gcd_dvd (m n : Nat) : (gcd m n ∣ m) ∧ (gcd m n ∣ n) := by
  induction m, n using gcd.induction with
  | H0 n => rw [gcd_zero_left]; exact ⟨Nat.dvd_zero n, Nat.dvd_refl n⟩
  | H1 m n _ ih => rw [gcd_rec]; exact ⟨ih.2, (dvd_mod_iff ih.2).1 ih.1⟩
theorem gcd_dvd_left (m n : Nat) : gcd m n ∣ m := (gcd_dvd m n).1
theorem gcd_dvd_right (m n : Nat) : gcd m n ∣ n := (gcd_dvd m n).2
attribute [simp] gcd_dvd_left gcd_dvd_right
theorem dvd_gcd {k m n : Nat} : k ∣ m → k ∣ n → k ∣ gcd m n := by
  induction m, n using gcd.induction with
  | H0 n => intro _ h; rw [gcd_zero_left]; exact h
  | H1 m n _ ih => intro h₁ h₂; rw [gcd_rec]; exact ih ((dvd_mod_iff h₁).2 h₂) h₁
theorem dvd_gcd_iff {k m n : Nat} : k ∣ gcd m n ↔ k ∣ m ∧ k ∣ n :=
  ⟨fun h => ⟨Nat.dvd_trans h (gcd_dvd_left m n), Nat.dvd_trans h (gcd_dvd_right m n)⟩, fun h => dvd_gcd h.1 h.2⟩
theorem gcd_comm (m n : Nat) : gcd m n = gcd n m :=
  Nat.dvd_antisymm (dvd_gcd (gcd_dvd_right m n) (gcd_dvd_left m n)) (dvd_gcd (gcd_dvd_right n m) (gcd_dvd_left n m))
theorem gcd_assoc (m n k : Nat) : gcd (gcd m n) k = gcd m (gcd n k) :=
  Nat.dvd_antisymm
    (dvd_gcd (Nat.dvd_trans (gcd_dvd_left _ k) (gcd_dvd_left m n))
      (dvd_gcd (Nat.dvd_trans (gcd_dvd_left _ k) (gcd_dvd_right m n)) (gcd_dvd_right _ k)))
    (dvd_gcd (dvd_gcd (gcd_dvd_left m _) (Nat.dvd_trans (gcd_dvd_right m _) (gcd_dvd_left n k)))
      (Nat.dvd_trans (gcd_dvd_right m _) (gcd_dvd_right n k)))
@[simp] theorem gcd_self (n : Nat) : gcd n n = n := by
  cases n with
  | zero => rfl
  | succ n => rw [gcd_add_one, mod_self, gcd_zero_left]
@[simp] theorem gcd_one_left (n : Nat) : gcd 1 n = 1 := by rw [gcd_rec, mod_one, gcd_zero_left]
@[simp] theorem gcd_one_right (n : Nat) : gcd n 1 = 1 := by rw [gcd_comm, gcd_one_left]
theorem gcd_eq_left {m n : Nat} (h : m ∣ n) : gcd m n = m := by rw [gcd_rec, mod_eq_zero_of_dvd h, gcd_zero_left]
theorem gcd_eq_right {m n : Nat} (h : n ∣ m) : gcd m n = n := by rw [gcd_comm, gcd_eq_left h]
theorem gcd_mul_left (m n k : Nat) : gcd (m * n) (m * k) = m * gcd n k := by
  induction n, k using gcd.induction with
  | H0 k => rw [Nat.mul_zero, gcd_zero_left, gcd_zero_left]
  | H1 n k hn ih =>
    rcases eq_zero_or_pos m with rfl | hm
    · rw [Nat.zero_mul, Nat.zero_mul, Nat.zero_mul, gcd_zero_left]
    · rw [gcd_rec, gcd_rec n k, ← ih]
      refine congrArg (gcd · (m * n)) ?_
      refine (div_mod_unique (d := k / n) ?_ (Nat.mul_lt_mul_of_pos_left (mod_lt k hn) hm)).2
      rw [Nat.mul_assoc, ← Nat.mul_add, div_add_mod]
theorem gcd_mul_right (m n k : Nat) : gcd (m * n) (k * n) = gcd m k * n := by
  rw [Nat.mul_comm m n, Nat.mul_comm k n, Nat.mul_comm (gcd m k) n, gcd_mul_left]
theorem gcd_pos_of_pos_left {m : Nat} (n : Nat) (h : 0 < m) : 0 < gcd m n := pos_of_dvd_of_pos (gcd_dvd_left m n) h
theorem gcd_pos_of_pos_right (m : Nat) {n : Nat} (h : 0 < n) : 0 < gcd m n := pos_of_dvd_of_pos (gcd_dvd_right m n) h
@[simp] theorem gcd_mul_right_right (m n : Nat) : gcd m (n * m) = m := gcd_eq_left (Nat.dvd_mul_left m n)
@[simp] theorem gcd_add_self_right (m n : Nat) : gcd m (n + m) = gcd m n := by rw [gcd_rec, add_mod_right, ← gcd_rec]
@[simp] theorem gcd_add_self_left (m n : Nat) : gcd (m + n) n = gcd m n := by rw [gcd_comm, gcd_add_self_right, gcd_comm]
@[reducible] def Coprime (m n : Nat) : Prop := gcd m n = 1
theorem Coprime.symm {n m : Nat} (h : Coprime n m) : Coprime m n := (gcd_comm m n).trans h
theorem Coprime.dvd_of_dvd_mul_right {k n m : Nat} (H1 : Coprime k n) (H2 : k ∣ m * n) : k ∣ m := by
  have := dvd_gcd (Nat.dvd_mul_left k m) H2; rwa [gcd_mul_left, H1, Nat.mul_one] at this
theorem Coprime.dvd_of_dvd_mul_left {k m n : Nat} (H1 : Coprime k m) (H2 : k ∣ m * n) : k ∣ n :=
  H1.dvd_of_dvd_mul_right (Nat.mul_comm m n ▸ H2)
def lcm (m n : Nat) : Nat := m * n / gcd m n
theorem gcd_mul_lcm (m n : Nat) : gcd m n * lcm m n = m * n :=
  Nat.mul_div_cancel' (Nat.dvd_mul_right_of_dvd (gcd_dvd_left m n) n)
theorem dvd_lcm_left (m n : Nat) : m ∣ lcm m n :=
  ⟨n / gcd m n, Nat.mul_div_assoc m (gcd_dvd_right m n)⟩
theorem lcm_comm (m n : Nat) : lcm m n = lcm n m := by rw [lcm, lcm, Nat.mul_comm, gcd_comm]
theorem dvd_lcm_right (m n : Nat) : n ∣ lcm m n := lcm_comm n m ▸ dvd_lcm_left n m

/- Shifts are products and quotients. -/
@[simp] theorem shiftLeft_zero {n : Nat} : n <<< 0 = n := rfl
@[simp] theorem shiftRight_zero {n : Nat} : n >>> 0 = n := rfl
theorem shiftRight_succ (m n : Nat) : m >>> (n + 1) = (m >>> n) / 2 := rfl
theorem shiftLeft_succ_inside (m n : Nat) : m <<< (n + 1) = (2 * m) <<< n := rfl
theorem shiftLeft_eq (a b : Nat) : a <<< b = a * 2 ^ b := by
  induction b generalizing a with
  | zero => exact (Nat.mul_one a).symm
  | succ b ih => rw [shiftLeft_succ_inside, ih, Nat.pow_succ, Nat.mul_comm 2, Nat.mul_assoc, Nat.mul_comm 2]
theorem shiftRight_eq_div_pow (m n : Nat) : m >>> n = m / 2 ^ n := by
  induction n with
  | zero => exact (Nat.div_one m).symm
  | succ n ih => rw [shiftRight_succ, ih, div_div_eq_div_mul, Nat.pow_succ]
end Nat
