---- 0
example (xs ys : List Nat) : (xs ++ ys).reverse.map (· + 1) = (ys.map (· + 1)).reverse ++ (xs.map (· + 1)).reverse := by simp
---- 1
example (xs ys : List Nat) : (xs ++ ys).length = (ys ++ xs).length := by simp [Nat.add_comm]
---- 2
example (a b c : Bool) : (a && (b || c)) = ((a && b) || (a && c)) := by cases a <;> cases b <;> cases c <;> rfl
---- 3
example : ∀ a b c : Bool, (a && (b || c)) = ((a && b) || (a && c)) := by decide
---- 4
example (a b c d : Nat) (h : a ≤ b) (k : b < c) (l : c = d) : a < d := Nat.lt_of_lt_of_eq (Nat.lt_of_le_of_lt h k) l
---- 5
example (a b c : Nat) (h : a ≤ b) (k : b < c) : a < c := calc
  a ≤ b := h
  _ < c := k
---- 6
example : (3 : Nat) < 5 ∧ ¬ (7 ≤ 2) := by decide
---- 7
example (n : Nat) (h : n + 1 = 3) : n = 2 := by simp at h; exact h
---- 8
example (n : Nat) (h : n + 1 = 3) : n = 2 := by cases h; rfl
---- 9
example (a b : Nat) : a * b + a = a * (b + 1) := by rw [Nat.mul_add, Nat.mul_one]
---- 10
example (α : Type) (f g : α → α) (h : ∀ x, g (f x) = x) (a b : α) : f a = f b → a = b := fun e => by rw [← h a, e, h b]
---- 11
example (α : Type) (f g h : α → α) : (f ∘ g) ∘ h = f ∘ g ∘ h := rfl
---- 12
example (p q : Prop) : ((p → q) → p) → p := by
  intro h
  by_cases hp : p
  · exact hp
  · exact h fun x => absurd x hp
---- 13
example (p q : Prop) : p ∨ q ↔ q ∨ p := by constructor <;> intro h <;> cases h <;> simp [*]
---- 14
example (p q : Prop) : ¬(p ∧ q) ↔ ¬p ∨ ¬q := by by_cases hp : p <;> by_cases hq : q <;> simp_all
---- 15
example (a b c : Nat) (h : a = b) (h2 : c = b) : c = a := by simp [h, h2]
---- 16
example (a b : Nat) (f : Nat → Nat) (h : a = b) : f a = f b := by congr
---- 17
example : [1,2,3].map (· * 2) = [2,4,6] := by rfl
---- 18
example : [3,1,2].length = 3 := by decide
---- 19
example (o : Option Nat) : (o.map id) = o := by cases o <;> rfl
---- 20
example (p : Nat × Nat) : (p.1, p.2) = p := by rcases p with ⟨a, b⟩; rfl
---- 21
example (n : Nat) (h : 0 < n) : ∃ m, n = m + 1 := by
  cases n with
  | zero => contradiction
  | succ m => exact ⟨m, rfl⟩
---- 22
example (a b : Nat) (h : a < b) : ¬ b ≤ a := by simp [h]
---- 23
example (n : Nat) : 2 ∣ n * 2 := ⟨n, Nat.mul_comm ..⟩
---- 24
example : 2 ^ 10 = 1024 := rfl
---- 25
example : 17 % 5 = 2 ∧ 17 / 5 = 3 := by decide
---- 26
example (l : List Nat) (h : 3 ∈ l) : ∃ x ∈ l, x > 2 := ⟨3, h, by decide⟩
---- 27
example (x y z : Nat) (h : x < y ∧ y < z) : x < z := by
  obtain ⟨h1, h2⟩ := h
  exact Nat.lt_trans h1 h2
---- 28
example (m n : Nat) : max m n = max n m := by rw [Nat.max_comm]
---- 29
example (p q r : Prop) : (p ∧ q) ∧ r → p ∧ (q ∧ r) := by
  intro ⟨⟨hp, hq⟩, hr⟩
  refine ⟨hp, ?_, ?_⟩
  case refine_1 => exact hq
  case refine_2 => assumption
---- 30
example (a : Nat) : (if a = a then 1 else 0) = 1 := by simp
---- 31
example (n : Nat) : (fun x : Nat => x + n) = (fun x => n + x) := by
  funext x
  exact Nat.add_comm x n
---- 32
example (a b : Nat) (h : ¬ (a = b)) : a ≠ b := by intro e; exact h e
---- 33
example (a b c d : Nat) (h : a + b = c) (k : c = d) : a + b = d := by
  conv => lhs; rw [h]
  exact k
---- 34
example : ∀ x : Fin 10, (x.val * x.val) % 10 ≠ 2 := by decide
---- 35
example : ∀ x y : Fin 6, (x.val + y.val) % 2 = (y.val + x.val) % 2 := by decide
---- 36
example : ∃ x : Fin 20, x.val * x.val = 49 := by decide
---- 37
example : ∀ x < 30, x * x % 4 = 0 ∨ x * x % 4 = 1 := by decide
---- 38
example : ∀ x, x < 30 → ∃ y, y < 31 ∧ y = x + 1 := by decide
---- 39
example : ∃ a ≤ 12, ∃ b ≤ 13, a * a + b * b = 25 ∧ a < b ∧ 0 < a := by decide
---- 40
example (n m : Nat) (h : n % 2 = 1) (k : m % 2 = 1) : (n * m) % 2 = 1 := by rw [Nat.mul_mod, h, k]
---- 41
example (n m : Nat) (h : n % 2 = 1) (k : m % 2 = 1) : (n * m) % 2 = 1 := by simp [Nat.mul_mod, h, k]
---- 42
example (n m : Nat) (h : n % 5 = 3) (k : m % 5 = 4) : (n + m) % 5 = 2 := by rw [Nat.add_mod, h, k]
---- 43
example (n m : Nat) (h : n % 5 = 3) (k : m % 5 = 4) : (n + m) % 5 = 2 := by simp [Nat.add_mod, h, k]
---- 44
example (a b c k m : Nat) (h1 : a ∣ b) (h2 : a ∣ c) : a ∣ k * b + m * c := by
  obtain ⟨x, hx⟩ := h1; obtain ⟨y, hy⟩ := h2
  exact ⟨k*x + m*y, by rw [hx, hy, Nat.mul_add, Nat.mul_left_comm, Nat.mul_left_comm m]⟩
---- 45
example (a b c k m : Nat) (h1 : a ∣ b) (h2 : a ∣ c) : a ∣ k * b + m * c :=
  Nat.dvd_add (Nat.dvd_trans h1 (Nat.dvd_mul_left ..)) (Nat.dvd_trans h2 (Nat.dvd_mul_left ..))
---- 46
example (a b c d : Nat) (h : a ≤ b) (k : b < c) (l : c ≤ d) : a < d := calc
  a ≤ b := h
  _ < c := k
  _ ≤ d := l
---- 47
def fib : Nat → Nat
  | 0 => 0
  | 1 => 1
  | n + 2 => fib (n + 1) + fib n
theorem x : fib 20 = 6765 := by rfl
theorem y (n : Nat) : fib (n + 2) = fib (n + 1) + fib n := by rw [fib]
theorem z (n : Nat) : 0 < fib (n + 1) := by
  induction n with
  | zero => decide
  | succ n ih => rw [fib]; exact Nat.add_pos_left ih _
---- 48
example (n : Nat) : n % 3 < 3 := Nat.mod_lt _ (by decide)
---- 49
example : 12 ∣ 144 := by decide
---- 50
example : ¬ 7 ∣ 144 := by decide
---- 51
example : Nat.gcd 48 36 = 12 := by decide
---- 52
example : Nat.gcd 48 36 = 12 := rfl
---- 53
example (a b : Nat) : Nat.gcd a b ∣ a := Nat.gcd_dvd_left a b
---- 54
example (f g : Nat → Nat) (h : ∀ x, f (g x) = x) : Function.Injective g := fun a b e => by rw [← h a, e, h]
---- 55
example (a b : Nat) (h : a ∣ b) (hb : b % 6 = 1) : a ≠ 0 := by
  rintro rfl
  simp at h
  subst h
  contradiction
---- 56
example (n : Nat) (h : n < 3) : n = 0 ∨ n = 1 ∨ n = 2 := by
  match n, h with
  | 0, _ => simp
  | 1, _ => simp
  | 2, _ => simp
---- 57
example (n : Nat) (h : 3 ≤ n) : n - 3 + 3 = n := Nat.sub_add_cancel h
---- 58
example : (5 : Fin 7) + 4 = 2 := by decide
---- 59
example (x : Fin 3) : x = 0 ∨ x = 1 ∨ x = 2 := by revert x; decide
---- 60
example (a b : Nat) (h : a + 5 = b + 7) : a = b + 2 := by simpa using h
---- 61
example (a b c : Nat) (h : a < b) : a + c < b + c := by simpa using h
---- 62
example (a : Nat) (h : a * 2 = 10 * 2) : a = 10 := Nat.eq_of_mul_eq_mul_right (by decide) h
---- 63
example : 3 ∈ [1,2,3] := by simp
---- 64
example : 4 ∉ [1,2,3] := by decide
---- 65
example (x : Nat) : x ∈ [1,2] ↔ x = 1 ∨ x = 2 := by simp
---- 66
example (a b c : Nat) (h : a * b = c) : b * a = c := by rw [Nat.mul_comm]; exact h
---- 67
example (p q : Nat → Prop) (h : ∀ x, p x → q x) (k : ∃ x, p x) : ∃ x, q x := by
  obtain ⟨w, hw⟩ := k
  exact ⟨w, h w hw⟩
---- 68
example (p q : Nat → Prop) (h : ∀ x, p x → q x) (k : ∃ x, p x) : ∃ x, q x := k.imp h
---- 69
example (a b : Bool) : (a ^^ b) = (b ^^ a) := Bool.xor_comm a b
---- 70
example (xs ys : List Nat) : (xs ++ ys).length = xs.length + ys.length := by simp only [List.length_append]
---- 71
example (o : Option Nat) (f g : Nat → Nat) : (o.map f).map g = o.map (g ∘ f) := by simp
---- 72
example (o : Option Nat) : (do let x ← o; pure x) = o := by cases o <;> rfl
