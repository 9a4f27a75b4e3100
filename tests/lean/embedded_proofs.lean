---- exact
example (p : Prop) (h : p) : p := by exact h
---- intro
example (p q : Prop) : p → q → p := by intro h _; exact h
---- intros, assumption
example (p q : Prop) : p → q → q := by intros; assumption
---- intro with a pattern
example (p q : Prop) : p ∧ q → q := by intro ⟨_, h⟩; exact h
---- apply
example (p q : Prop) (h : p → q) (k : p) : q := by apply h; exact k
---- refine, named goals
example (p q : Prop) (h : p) (k : q) : p ∧ q := by
  refine ⟨?left, ?right⟩
  case right => exact k
  case left => exact h
---- constructor, all goals
example (p q : Prop) (h : p) (k : q) : p ∧ q := by constructor <;> assumption
---- focus dots
example (p q : Prop) (h : p) (k : q) : p ∧ q ∧ p := by
  constructor
  · exact h
  · constructor
    · exact k
    · exact h
---- left, right
example (p q r : Prop) (h : q) : (p ∨ q) ∨ r := by left; right; exact h
---- exists
example : ∃ n : Nat, n + 1 = 3 := by exists 2
---- exfalso, contradiction
example (p q : Prop) (h : p) (k : ¬p) : q := by exfalso; contradiction
---- absurd, nofun, nomatch
example (h : 0 = 1) : False := by nomatch h
---- trivial
example : True ∧ 1 = 1 := by trivial
---- cases
example (p q : Prop) (h : p ∨ q) : q ∨ p := by
  cases h with
  | inl h => exact .inr h
  | inr h => exact .inl h
---- rcases
example (p q r : Prop) (h : (p ∧ q) ∨ r) : q ∨ r := by
  rcases h with ⟨_, h⟩ | h
  · exact .inl h
  · exact .inr h
---- obtain
example (p : Nat → Prop) (h : ∃ n, p n ∧ 0 < n) : ∃ m, p m := by obtain ⟨w, k, _⟩ := h; exact ⟨w, k⟩
---- rintro
example (p q : Prop) : p ∧ q → q ∧ p := by rintro ⟨h, k⟩; exact ⟨k, h⟩
---- induction
example (n : Nat) : 0 + n = n := by
  induction n with
  | zero => rfl
  | succ n ih => rw [← Nat.add_assoc, ih]
---- induction, generalizing
example (xs ys : List Nat) : xs.reverseAux ys = xs.reverse ++ ys := by
  induction xs generalizing ys with
  | nil => rfl
  | cons x xs ih => rw [List.reverseAux, ih, List.reverse_cons, List.append_assoc]; rfl
---- strong induction
example (p : Nat → Prop) (h : ∀ n, (∀ m, m < n → p m) → p n) (n : Nat) : p n := by
  induction n using Nat.strongRecOn with
  | ind n ih => exact h n ih
---- match
example (n : Nat) (h : n < 3) : n = 0 ∨ n = 1 ∨ n = 2 := by
  match n, h with
  | 0, _ => simp
  | 1, _ => simp
  | 2, _ => simp
---- recursion
theorem even_or_odd : ∀ n : Nat, ∃ k, n = 2 * k ∨ n = 2 * k + 1
  | 0 => ⟨0, .inl rfl⟩
  | n + 1 => by
    obtain ⟨k, h | h⟩ := even_or_odd n
    · exact ⟨k, .inr (by rw [h])⟩
    · exact ⟨k + 1, .inl (by rw [h, Nat.mul_add])⟩
---- let rec in tactics
example (n : Nat) : 0 + n = n := by
  let rec go : (k : Nat) → 0 + k = k
    | 0 => rfl
    | k + 1 => congrArg Nat.succ (go k)
  exact go n
---- by_cases
example (p q : Prop) : ((p → q) → p) → p := by
  intro h
  by_cases hp : p
  · exact hp
  · exact h fun x => absurd x hp
---- if in tactics
example (p : Prop) [Decidable p] (h : ¬¬p) : p := by if k : p then exact k else exact absurd k h
---- split
example (a b : Nat) : (if a = b then a else b) = b := by
  split
  · assumption
  · rfl
---- rw
example (a b c : Nat) (h : a = b) (k : b = c) : a = c := by rw [h, k]
---- rw backwards and at
example (a b : Nat) (h : a = b) (k : b = 3) : a = 3 := by rw [← h] at k; exact k
---- rwa
example (a b : Nat) (h : a = b) (k : b = 3) : a = 3 := by rwa [h]
---- rwa at
example (a b : Nat) (h : a = b) (k : b = 3) : a = 3 := by rwa [← h] at k
---- subst
example (a b : Nat) (h : a = b) : b + 1 = a + 1 := by subst h; rfl
---- symm
example (a b : Nat) (h : a = b) : b = a := by symm; exact h
---- injection
example (a b : Nat) (h : a + 1 = b + 1) : a = b := by injection h
---- congr
example (f : Nat → Nat) (a b : Nat) (h : a = b) : f (a + 1) = f (b + 1) := by congr
---- funext, ext
example : (fun n : Nat => n + 0) = fun n => 0 + n := by ext n; simp
---- calc
example (a b c d : Nat) (h : a ≤ b) (k : b < c) (l : c = d) : a < d := calc
  a ≤ b := h
  _ < c := k
  _ = d := l
---- have, suffices, show, change
example (a b : Nat) (h : a = b) : b + 0 = a := by
  have k : b = a := h.symm
  suffices l : b = a by exact l
  show b = a
  change b = a
  exact k
---- let, set with a value
example : ∃ n : Nat, n = 2 := by let k := 2; exact ⟨k, rfl⟩
---- specialize, replace, clear, revert
example (p : Nat → Prop) (h : ∀ n, p n) (_k : 1 = 1) : p 2 := by
  clear _k
  specialize h 2
  replace h := h
  revert h
  exact id
---- generalize
example (a : Nat) : (a + 1) * 0 = 0 := by generalize a + 1 = k; rfl
---- unfold, delta
def double (n : Nat) : Nat := n + n
example : double 2 = 4 := by unfold double; rfl
example : double 2 = 4 := by delta double; rfl
---- conv
example (a b c : Nat) (h : a = b) : c + a = c + b := by
  conv => lhs; arg 2; rw [h]
---- first, try, repeat, any
example (p : Prop) (h : p) : p ∧ p ∧ p := by repeat constructor <;> try (first | assumption | skip)
---- simp
example (f : Nat → Nat) (h : ∀ n, f n = n) : f (f 2) = 2 := by simp [h]
---- simp at
example (p : Prop) (n : Nat) (h : p ∧ n + 1 = 3) : n = 2 := by simp at h; exact h.2
---- simp only
example (xs ys : List Nat) : (xs ++ ys).length = xs.length + ys.length := by simp only [List.length_append]
---- simp with literals
example (h : 2 + 3 = 6) : False := by simp at h
---- simp_all
example (p q r : Prop) (h : p) (k : p → q) (l : q → r) : r := by simp_all
---- simpa
example (p q : Prop) (h : p ∧ q ∧ True) : p ∧ q := by simpa using h
---- dsimp
example (n : Nat) (h : (fun m => m + 0) n = 2) : n = 2 := by dsimp at h; exact h
---- decide
example : ¬2 + 2 = 5 ∧ 3 ∣ 12 ∧ 17 % 5 = 2 ∧ 2 ^ 10 = 1024 := by decide
---- decide over bounds
example : ∀ x < 30, x * x % 4 = 0 ∨ x * x % 4 = 1 := by decide
---- decide an existence
example : ∃ a ≤ 12, ∃ b ≤ 13, a * a + b * b = 25 ∧ a < b ∧ 0 < a := by decide
---- decide over Fin
example : ∀ x y : Fin 6, x + y = y + x ∧ (x.val * y.val) % 2 = (y.val * x.val) % 2 := by decide
---- decide over Bool
example : ∀ a b c : Bool, (a && (b || c)) = ((a && b) || (a && c)) ∧ (a ^^ b) = (b ^^ a) := by decide
---- propositions
example (p q : Prop) : ¬(p ∧ q) ↔ ¬p ∨ ¬q := by by_cases hp : p <;> by_cases hq : q <;> simp_all
---- Bool by cases
example (a b c : Bool) : (!(a && b) || c) = (!a || (!b || c)) := by cases a <;> cases b <;> cases c <;> rfl
---- lists
example (xs ys : List Nat) (f : Nat → Nat) :
    (xs ++ ys).reverse.map f = (ys.map f).reverse ++ (xs.map f).reverse := by simp
---- membership
example (l : List Nat) (h : 3 ∈ l) : ∃ x ∈ l, x > 2 := ⟨3, h, by decide⟩
---- Option and Prod
example (o : Option Nat) (f g : Nat → Nat) : (o.map f).map g = o.map (g ∘ f) := by cases o <;> rfl
example (p : Nat × Nat) : (p.1, p.2) = p := by rcases p with ⟨a, b⟩; rfl
---- do
example (o : Option Nat) : (do let x ← o; pure (x + 1)) = o.map (· + 1) := by cases o <;> rfl
---- functions
example (α : Type) (f g : α → α) (h : ∀ x, g (f x) = x) : Function.Injective f := fun a b e => by rw [← h a, e, h b]
example (α : Type) (f g h : α → α) : (f ∘ g) ∘ h = f ∘ g ∘ h := rfl
---- a recurrence
def fib : Nat → Nat
  | 0 => 0
  | 1 => 1
  | n + 2 => fib (n + 1) + fib n
example : fib 20 = 6765 := by rfl
example (n : Nat) : 0 < fib (n + 1) := by
  induction n with
  | zero => decide
  | succ n ih => rw [fib]; exact Nat.add_pos_left ih _
---- a sum
def sum : Nat → Nat
  | 0 => 0
  | n + 1 => sum n + (n + 1)
example (n : Nat) : 2 * sum n = n * (n + 1) := by
  induction n with
  | zero => rfl
  | succ n ih => simp only [sum, Nat.mul_add, Nat.add_mul] at *; omega
---- divisibility
example (a b c k m : Nat) (h : a ∣ b) (l : a ∣ c) : a ∣ k * b + m * c := by
  obtain ⟨x, rfl⟩ := h
  obtain ⟨y, rfl⟩ := l
  exact ⟨k * x + m * y, by rw [Nat.mul_add, Nat.mul_left_comm, Nat.mul_left_comm m]⟩
---- residues
example (n m : Nat) (h : n % 2 = 1) (k : m % 2 = 1) : (n * m) % 2 = 1 := by simp [Nat.mul_mod, h, k]
---- greatest common divisors
example (a b : Nat) : Nat.gcd a b ∣ a ∧ Nat.gcd 48 36 = 12 := ⟨Nat.gcd_dvd_left a b, by decide⟩
---- omega, natural numbers
example (a b c : Nat) (h : a < b ∨ a < c) (k : b ≤ c) : a + 1 ≤ c := by omega
---- omega, integers
example (a b : Int) (h : 2 * a + b ≤ 7) (k : b ≥ 4) (l : a ≥ 2) : False := by omega
---- omega, parity
example (x y : Int) (h : 2 * x + 4 * y = 5) : False := by omega
---- omega, several equations
example (x y : Int) (h : 7 * x = 3 * y) (k : 0 < x) (l : x < 3) : False := by omega
---- omega, division
example (n : Nat) (h : 12 ∣ n) : n / 2 + (n + 1) / 2 = n ∧ 4 ∣ 3 * n + 8 ∧ n % 6 = 0 := by omega
---- omega, minimum and truncated subtraction
example (a b : Nat) (h : a - b = 3) : max a b = a ∧ min a b = b ∧ b + 3 = a := by omega
---- omega, propositions
example (a b : Nat) (h : a = b ↔ b = 3) (k : b = 3) : ¬(a = 4 ∨ a < 3) := by omega
---- casts
example (a b : Nat) (h : (a : Int) + b = 5) : a + b = 5 := by exact_mod_cast h
---- integers
example : (-7 : Int) / 2 = -4 ∧ (-7 : Int) % 2 = 1 ∧ (-7 : Int) * -2 = 14 := by decide
example (a b c : Int) : a * (b + c) - c * a = b * a := by
  rw [Int.mul_add, Int.mul_comm c, Int.add_sub_cancel, Int.mul_comm]
---- ac_rfl
example (a b c : Nat) : a + b * c + 0 = c * b + a := by ac_rfl
---- bit vectors
example : (0x3A#8 + 0x11#8) * 0x03#8 ^^^ ~~~0x0F#8 = 0x11#8 := by decide
example (a b c : BitVec 8) : a &&& b &&& c = c &&& (b &&& a) := by ac_rfl
example (a b : BitVec 8) : (a ||| b &&& 0x0#8) ^^^ (b ^^^ b) = a := by simp
example (a b c : BitVec 16) (h : a < b) (k : b ≤ c) : a < c := by bv_omega
---- structures
@[ext] structure Point where
  x : Nat
  y : Nat
example (p q : Point) (h : p.x = q.x) (k : p.y = q.y) : p = q := by ext <;> assumption
---- a type with decidable equality
inductive Color where
  | red | green
  deriving DecidableEq
example : Color.red ≠ Color.green := by decide
---- notation and macros
infixl:65 " +++ " => Nat.add
macro "easy" : tactic => `(tactic| first | rfl | assumption)
example (p : Prop) (h : p) : p ∧ 1 +++ 1 = 2 := by constructor <;> easy
---- classical choice
open Classical in
example (p : Nat → Prop) (h : ¬∀ n, ¬p n) : ∃ n, p n := by
  by_cases k : ∃ n, p n
  · exact k
  · exact absurd (not_exists.1 k) h
