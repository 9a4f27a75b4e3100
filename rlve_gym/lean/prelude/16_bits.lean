/- Numbers bit by bit, and bit vectors: numbers below 2 ^ w.

The bits of `x &&& y` and its kin are those of `x` and `y`, one by one; and numbers with equal bits are equal. -/
namespace Nat
private theorem join_mod (b : Bool) (n : Nat) : bitwise.join b n % 2 = if b then 1 else 0 := by
  cases b with
  | true => show (n + n + 1) % 2 = 1; omega
  | false => show (n + n) % 2 = 0; omega
private theorem join_div (b : Bool) (n : Nat) : bitwise.join b n / 2 = n := by
  cases b with
  | true => show (n + n + 1) / 2 = n; omega
  | false => show (n + n) / 2 = n; omega
private theorem beq_mod (n : Nat) : (n % 2).beq 1 = decide (n % 2 = 1) := rfl
private theorem bitwise_loop_enough (f : Bool → Bool → Bool) : ∀ fuel fuel' n m, n ≤ fuel → n ≤ fuel' →
    bitwise.loop f fuel n m = bitwise.loop f fuel' n m
  | 0, 0, _, _, _, _ => rfl
  | 0, _ + 1, n, m, h, _ => by rw [Nat.eq_zero_of_le_zero h]; rfl
  | _ + 1, 0, n, m, _, h => by rw [Nat.eq_zero_of_le_zero h]; rfl
  | fuel + 1, fuel' + 1, n, m, h, h' => by
    rcases eq_zero_or_pos n with rfl | hn
    · rfl
    · have half : n / 2 ≤ fuel ∧ n / 2 ≤ fuel' := by omega
      have := bitwise_loop_enough f fuel fuel' (n.div zero.succ.succ) (m.div zero.succ.succ) half.1 half.2
      rw [bitwise.loop, bitwise.loop, this]
/- The lowest bit, and the rest. -/
theorem bitwise_mod_two {f : Bool → Bool → Bool} (h : f false false = false) (n m : Nat) :
    bitwise f n m % 2 = if f (decide (n % 2 = 1)) (decide (m % 2 = 1)) then 1 else 0 := by
  have bit : ∀ k : Nat, k % 2 = if decide (k % 2 = 1) then 1 else 0 := fun k => by
    rcases mod_two_eq_zero_or_one k with e | e <;> rw [e] <;> rfl
  cases n with
  | zero =>
    show cond (f false true) m 0 % 2 = if f false (decide (m % 2 = 1)) then 1 else 0
    cases e : f false true <;> rcases mod_two_eq_zero_or_one m with k | k <;> simp [k, h, e]
  | succ n => cases m with
    | zero =>
      show cond (f true false) (n + 1) 0 % 2 = if f (decide ((n + 1) % 2 = 1)) false then 1 else 0
      cases e : f true false <;> rcases mod_two_eq_zero_or_one (n + 1) with k | k <;> simp [k, h, e]
    | succ m => exact join_mod _ _
theorem bitwise_div_two {f : Bool → Bool → Bool} (h : f false false = false) (n m : Nat) :
    bitwise f n m / 2 = bitwise f (n / 2) (m / 2) := by
  cases n with
  | zero =>
    show cond (f false true) m 0 / 2 = cond (f false true) (m / 2) 0
    cases f false true <;> rfl
  | succ n => cases m with
    | zero =>
      show cond (f true false) (n + 1) 0 / 2 = bitwise f ((n + 1) / 2) 0
      have shape : ∀ k, bitwise f k 0 = cond (f true false) k 0
        | 0 => by show cond (f false true) 0 0 = _; cases f false true <;> cases f true false <;> rfl
        | _ + 1 => rfl
      rw [shape]; cases f true false <;> rfl
    | succ m =>
      show bitwise.join _ (bitwise.loop f n ((n + 1) / 2) ((m + 1) / 2)) / 2 = _
      rw [join_div]; exact bitwise_loop_enough f _ _ _ _ (by omega) .refl
@[elab_as_elim] private theorem halving {motive : Nat → Prop} (n : Nat) (zero : motive 0)
    (step : ∀ n, n ≠ 0 → motive (n / 2) → motive n) : motive n :=
  strongRecOn n fun n ih => by
    by_cases h : n = 0
    · subst h; exact zero
    · exact step n h (ih (n / 2) (by omega))

/- Laws: what holds of every bit holds of the numbers. `f` and `g` are both sides of a law of Boolean values. -/
private theorem land_mod (n m : Nat) : (n &&& m) % 2 = if n % 2 = 1 ∧ m % 2 = 1 then 1 else 0 :=
  (bitwise_mod_two rfl n m).trans (by rcases mod_two_eq_zero_or_one n with h | h <;> simp [h])
private theorem lor_mod (n m : Nat) : (n ||| m) % 2 = if n % 2 = 1 ∨ m % 2 = 1 then 1 else 0 :=
  (bitwise_mod_two rfl n m).trans (by rcases mod_two_eq_zero_or_one n with h | h <;> simp [h])
private theorem xor_mod (n m : Nat) : (n ^^^ m) % 2 = if n % 2 = m % 2 then 0 else 1 :=
  (bitwise_mod_two rfl n m).trans (by
    rcases mod_two_eq_zero_or_one n with h | h <;> rcases mod_two_eq_zero_or_one m with k | k <;> simp [h, k])
theorem and_div_two (a b : Nat) : (a &&& b) / 2 = a / 2 &&& b / 2 := bitwise_div_two rfl a b
theorem or_div_two (a b : Nat) : (a ||| b) / 2 = a / 2 ||| b / 2 := bitwise_div_two rfl a b
theorem xor_div_two (a b : Nat) : (a ^^^ b) / 2 = a / 2 ^^^ b / 2 := bitwise_div_two rfl a b
/- Two functions of one number agree if they do on the lowest bit and both go on with the rest. -/
private theorem same (F G : Nat → Nat → Nat → Nat) (zero : F 0 0 0 = G 0 0 0)
    (low : ∀ a b c, F a b c % 2 = G a b c % 2)
    (rest : ∀ a b c, F a b c / 2 = F (a / 2) (b / 2) (c / 2) ∧ G a b c / 2 = G (a / 2) (b / 2) (c / 2)) (a b c : Nat) :
    F a b c = G a b c := by
  have all : ∀ n a b c, a ≤ n → b ≤ n → c ≤ n → F a b c = G a b c := by
    intro n
    induction n using strongRecOn with
    | ind n ih =>
      intro a b c ha hb hc
      by_cases h : n = 0
      · rw [show a = 0 by omega, show b = 0 by omega, show c = 0 by omega, zero]
      · have r := rest a b c
        rw [← div_add_mod (F a b c) 2, ← div_add_mod (G a b c) 2, r.1, r.2, low,
          ih (n / 2) (by omega) _ _ _ (by omega) (by omega) (by omega)]
  exact all (a + b + c) a b c (by omega) (by omega) (by omega)
protected theorem and_comm (x y : Nat) : x &&& y = y &&& x :=
  same (fun x y _ => x &&& y) (fun x y _ => y &&& x) rfl (fun a b _ => by simp only [land_mod, _root_.and_comm])
    (fun _ _ _ => ⟨and_div_two .., and_div_two ..⟩) x y 0
protected theorem or_comm (x y : Nat) : x ||| y = y ||| x :=
  same (fun x y _ => x ||| y) (fun x y _ => y ||| x) rfl (fun a b _ => by simp only [lor_mod, _root_.or_comm])
    (fun _ _ _ => ⟨or_div_two .., or_div_two ..⟩) x y 0
protected theorem xor_comm (x y : Nat) : x ^^^ y = y ^^^ x :=
  same (fun x y _ => x ^^^ y) (fun x y _ => y ^^^ x) rfl (fun a b _ => by simp only [xor_mod, eq_comm])
    (fun _ _ _ => ⟨xor_div_two .., xor_div_two ..⟩) x y 0
private theorem bit_eq_one {p : Prop} [Decidable p] : (if p then 1 else 0 : Nat) = 1 ↔ p := by by_cases h : p <;> simp [h]
protected theorem and_assoc (x y z : Nat) : (x &&& y) &&& z = x &&& (y &&& z) :=
  same (fun x y z => (x &&& y) &&& z) (fun x y z => x &&& (y &&& z)) rfl
    (fun a b c => by simp only [land_mod, bit_eq_one, _root_.and_assoc])
    (fun _ _ _ => by simp only [and_div_two, and_self]) x y z
protected theorem or_assoc (x y z : Nat) : (x ||| y) ||| z = x ||| (y ||| z) :=
  same (fun x y z => (x ||| y) ||| z) (fun x y z => x ||| (y ||| z)) rfl
    (fun a b c => by simp only [lor_mod, bit_eq_one, _root_.or_assoc])
    (fun _ _ _ => by simp only [or_div_two, and_self]) x y z
protected theorem xor_assoc (x y z : Nat) : (x ^^^ y) ^^^ z = x ^^^ (y ^^^ z) :=
  same (fun x y z => (x ^^^ y) ^^^ z) (fun x y z => x ^^^ (y ^^^ z)) rfl
    (fun a b c => by
      simp only [xor_mod]
      rcases mod_two_eq_zero_or_one a with h | h <;> rcases mod_two_eq_zero_or_one b with k | k <;>
        rcases mod_two_eq_zero_or_one c with l | l <;> simp [h, k, l])
    (fun _ _ _ => by simp only [xor_div_two, and_self]) x y z
@[simp] protected theorem and_self (x : Nat) : x &&& x = x :=
  same (fun x _ _ => x &&& x) (fun x _ _ => x) rfl
    (fun a _ _ => by simp only [land_mod]; rcases mod_two_eq_zero_or_one a with h | h <;> simp [h])
    (fun _ _ _ => ⟨and_div_two .., rfl⟩) x 0 0
@[simp] protected theorem or_self (x : Nat) : x ||| x = x :=
  same (fun x _ _ => x ||| x) (fun x _ _ => x) rfl
    (fun a _ _ => by simp only [lor_mod]; rcases mod_two_eq_zero_or_one a with h | h <;> simp [h])
    (fun _ _ _ => ⟨or_div_two .., rfl⟩) x 0 0
@[simp] protected theorem xor_self (x : Nat) : x ^^^ x = 0 :=
  same (fun x _ _ => x ^^^ x) (fun _ _ _ => 0) rfl (fun a _ _ => by simp only [xor_mod]; simp)
    (fun _ _ _ => ⟨xor_div_two .., rfl⟩) x 0 0
@[simp] protected theorem zero_and (x : Nat) : 0 &&& x = 0 := rfl
@[simp] protected theorem and_zero (x : Nat) : x &&& 0 = 0 := by rw [Nat.and_comm]; rfl
@[simp] protected theorem zero_or (x : Nat) : 0 ||| x = x := rfl
@[simp] protected theorem or_zero (x : Nat) : x ||| 0 = x := by rw [Nat.or_comm]; rfl
@[simp] protected theorem zero_xor (x : Nat) : 0 ^^^ x = x := rfl
@[simp] protected theorem xor_zero (x : Nat) : x ^^^ 0 = x := by rw [Nat.xor_comm]; rfl
theorem and_le_left {n m : Nat} : n &&& m ≤ n := by
  induction n using halving generalizing m with
  | zero => exact .refl
  | step n h ih =>
    have := ih (m := m / 2); rw [← and_div_two] at this
    have := land_mod n m; split at this <;> omega
theorem and_le_right {n m : Nat} : n &&& m ≤ m := Nat.and_comm n m ▸ and_le_left
theorem bitwise_lt_two_pow {x y n : Nat} (F : Nat → Nat → Nat) (zero : F 0 0 = 0)
    (rest : ∀ a b, F a b / 2 = F (a / 2) (b / 2)) (hx : x < 2 ^ n) (hy : y < 2 ^ n) : F x y < 2 ^ n := by
  induction n generalizing x y with
  | zero => rw [show x = 0 by omega, show y = 0 by omega, zero]; exact Nat.one_pos
  | succ n ih =>
    rw [Nat.pow_succ] at *
    have := ih (show x / 2 < 2 ^ n by omega) (show y / 2 < 2 ^ n by omega)
    rw [← rest] at this; omega
theorem and_lt_two_pow (x : Nat) {y n : Nat} (h : y < 2 ^ n) : x &&& y < 2 ^ n := lt_of_le_of_lt and_le_right h
theorem or_lt_two_pow {x y n : Nat} (hx : x < 2 ^ n) (hy : y < 2 ^ n) : x ||| y < 2 ^ n :=
  bitwise_lt_two_pow _ rfl or_div_two hx hy
theorem xor_lt_two_pow {x y n : Nat} (hx : x < 2 ^ n) (hy : y < 2 ^ n) : x ^^^ y < 2 ^ n :=
  bitwise_lt_two_pow _ rfl xor_div_two hx hy
end Nat
instance : Std.Associative (α := Nat) (· &&& ·) := ⟨Nat.and_assoc⟩
instance : Std.Commutative (α := Nat) (· &&& ·) := ⟨Nat.and_comm⟩
instance : Std.IdempotentOp (α := Nat) (· &&& ·) := ⟨Nat.and_self⟩
instance : Std.Associative (α := Nat) (· ||| ·) := ⟨Nat.or_assoc⟩
instance : Std.Commutative (α := Nat) (· ||| ·) := ⟨Nat.or_comm⟩
instance : Std.IdempotentOp (α := Nat) (· ||| ·) := ⟨Nat.or_self⟩
instance : Std.Associative (α := Nat) (· ^^^ ·) := ⟨Nat.xor_assoc⟩
instance : Std.Commutative (α := Nat) (· ^^^ ·) := ⟨Nat.xor_comm⟩
