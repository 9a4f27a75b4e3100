/- Integers: a natural number or the negative of one's successor.

The ring laws come from pairs: `subNatNat m n` is the integer m - n, every integer is one, and the operations on pairs are
those of fractions' additive kin, so that each law becomes an identity of natural numbers. -/
set_option genCtorIdx false in
inductive Int : Type where
  | ofNat : Nat → Int
  | negSucc : Nat → Int
attribute [extern "lean_nat_to_int"] Int.ofNat
attribute [extern "lean_int_neg_succ_of_nat"] Int.negSucc
noncomputable def Int.ctorIdx : Int → Nat := fun n => n.casesOn (fun _ => 0) (fun _ => 1)
class NatCast (R : Type u) where
  natCast : Nat → R
class IntCast (R : Type u) where
  intCast : Int → R
@[coe, reducible, match_pattern] protected def Nat.cast {R : Type u} [NatCast R] : Nat → R := NatCast.natCast
@[coe, reducible, match_pattern] protected def Int.cast {R : Type u} [IntCast R] : Int → R := IntCast.intCast
@[coe_decl] instance instCoeTailNatOfNatCast {R : Type u} [NatCast R] : CoeTail Nat R := ⟨Nat.cast⟩
@[coe_decl] instance instCoeHTCTNatOfNatCast {R : Type u} [NatCast R] : CoeHTCT Nat R := ⟨Nat.cast⟩
instance instNatCastInt : NatCast Int := ⟨Int.ofNat⟩
instance instNatCastNat : NatCast Nat := ⟨id⟩
instance instIntCastInt : IntCast Int := ⟨id⟩
instance instOfNat {n : Nat} : OfNat Int n := ⟨Int.ofNat n⟩

namespace Int
instance instInhabited : Inhabited Int := ⟨ofNat 0⟩
def negOfNat : Nat → Int
  | 0 => 0
  | n + 1 => negSucc n
@[extern "lean_int_neg"] protected def neg (n : Int) : Int :=
  match n with
  | ofNat n => negOfNat n
  | negSucc n => ofNat (n + 1)
instance instNegInt : Neg Int := ⟨Int.neg⟩
def subNatNat (m n : Nat) : Int :=
  match n - m with
  | 0 => ofNat (m - n)
  | k + 1 => negSucc k
@[extern "lean_int_add"] protected def add (m n : Int) : Int :=
  match m, n with
  | ofNat m, ofNat n => ofNat (m + n)
  | ofNat m, negSucc n => subNatNat m (n + 1)
  | negSucc m, ofNat n => subNatNat n (m + 1)
  | negSucc m, negSucc n => negSucc (m + n + 1)
instance instAdd : Add Int := ⟨Int.add⟩
@[extern "lean_int_mul"] protected def mul (m n : Int) : Int :=
  match m, n with
  | ofNat m, ofNat n => ofNat (m * n)
  | ofNat m, negSucc n => negOfNat (m * (n + 1))
  | negSucc m, ofNat n => negOfNat ((m + 1) * n)
  | negSucc m, negSucc n => ofNat ((m + 1) * (n + 1))
instance instMul : Mul Int := ⟨Int.mul⟩
@[extern "lean_int_sub"] protected def sub (m n : Int) : Int := m + -n
instance instSub : Sub Int := ⟨Int.sub⟩
inductive NonNeg : Int → Prop where
  | mk (n : Nat) : NonNeg (ofNat n)
protected def le (a b : Int) : Prop := NonNeg (b - a)
instance instLEInt : LE Int := ⟨Int.le⟩
protected def lt (a b : Int) : Prop := (a + 1) ≤ b
instance instLTInt : LT Int := ⟨Int.lt⟩
@[extern "lean_int_dec_eq"] protected def decEq (a b : Int) : Decidable (a = b) :=
  match a, b with
  | ofNat a, ofNat b => decidable_of_iff (a = b) (by simp)
  | ofNat _, negSucc _ => isFalse nofun
  | negSucc _, ofNat _ => isFalse nofun
  | negSucc a, negSucc b => decidable_of_iff (a = b) (by simp)
instance instDecidableEq : DecidableEq Int := Int.decEq
@[extern "lean_int_dec_nonneg"] private def decNonneg (m : Int) : Decidable (NonNeg m) :=
  match m with
  | ofNat m => isTrue (.mk m)
  | negSucc _ => isFalse nofun
@[extern "lean_int_dec_le"] instance decLe (a b : Int) : Decidable (a ≤ b) := decNonneg _
@[extern "lean_int_dec_lt"] instance decLt (a b : Int) : Decidable (a < b) := decNonneg _
@[extern "lean_nat_abs"] def natAbs (m : Int) : Nat :=
  match m with
  | ofNat m => m
  | negSucc m => m + 1
def toNat : Int → Nat
  | ofNat n => n
  | negSucc _ => 0
def sign : Int → Int
  | ofNat (_ + 1) => 1
  | ofNat 0 => 0
  | negSucc _ => -1
/- Division rounds so that remainders are never negative. -/
@[extern "lean_int_ediv"] protected def div : Int → Int → Int
  | ofNat m, ofNat n => ofNat (m / n)
  | ofNat m, negSucc n => -ofNat (m / (n + 1))
  | negSucc _, ofNat 0 => 0
  | negSucc m, ofNat (n + 1) => negSucc (m / (n + 1))
  | negSucc m, negSucc n => ofNat (m / (n + 1) + 1)
@[extern "lean_int_emod"] protected def emod : Int → Int → Int
  | ofNat m, n => ofNat (m % natAbs n)
  | negSucc m, n => subNatNat (natAbs n) (m % natAbs n + 1)
instance instDiv : Div Int := ⟨Int.div⟩
instance instMod : Mod Int := ⟨Int.emod⟩
instance instDvd : Dvd Int := ⟨fun a b => ∃ c, b = a * c⟩
protected def pow (m : Int) : Nat → Int
  | 0 => 1
  | n + 1 => Int.pow m n * m
instance instNatPow : NatPow Int := ⟨Int.pow⟩
instance : Min Int := ⟨fun a b => if a ≤ b then a else b⟩
instance : Max Int := ⟨fun a b => if a ≤ b then b else a⟩
def bmod (x : Int) (m : Nat) : Int := if x % m < (m + 1) / 2 then x % m else x % m - m

/- Literals and casts. -/
theorem ofNat_eq_natCast (n : Nat) : ofNat n = n := rfl
@[simp] theorem ofNat_eq_coe {n : Nat} : ofNat n = n := rfl
theorem natCast_inj {m n : Nat} : (m : Int) = (n : Int) ↔ m = n := ⟨ofNat.inj, congrArg _⟩
theorem ofNat_inj {m n : Nat} : (m : Int) = (n : Int) ↔ m = n := natCast_inj
attribute [simp, norm_cast] natCast_inj
@[norm_cast] theorem natCast_zero : ((0 : Nat) : Int) = 0 := rfl
@[norm_cast] theorem natCast_one : ((1 : Nat) : Int) = 1 := rfl
theorem natCast_add (n m : Nat) : (↑(n + m) : Int) = n + m := rfl
theorem natCast_mul (n m : Nat) : (↑(n * m) : Int) = n * m := rfl
theorem natCast_succ (n : Nat) : (↑(n + 1) : Int) = n + 1 := rfl
theorem natCast_ediv (m n : Nat) : (↑(m / n) : Int) = ↑m / ↑n := rfl
theorem natCast_emod (m n : Nat) : (↑(m % n) : Int) = ↑m % ↑n := rfl
theorem ofNat_ediv (m n : Nat) : (↑(m / n) : Int) = ↑m / ↑n := rfl
theorem ofNat_emod (m n : Nat) : (↑(m % n) : Int) = ↑m % ↑n := rfl
theorem natCast_pow (b n : Nat) : ((b ^ n : Nat) : Int) = (b : Int) ^ n := by
  induction n with
  | zero => rfl
  | succ n ih => rw [Nat.pow_succ, natCast_mul, ih]; rfl
attribute [simp, norm_cast] natCast_add natCast_mul natCast_ediv natCast_emod natCast_pow
theorem neg_negSucc (n : Nat) : -(negSucc n) = ofNat (n + 1) := rfl
theorem negSucc_eq (n : Nat) : negSucc n = -((n : Int) + 1) := rfl
theorem neg_ofNat_succ (n : Nat) : -(ofNat (n + 1)) = negSucc n := rfl

/- Pairs. -/
theorem subNatNat_of_add (n k : Nat) : subNatNat (n + k) n = ofNat k := by
  rw [subNatNat, Nat.sub_eq_zero_of_le (Nat.le_add_right n k)]
  show ofNat (n + k - n) = ofNat k
  rw [Nat.add_sub_cancel_left]
theorem subNatNat_of_lt' (m k : Nat) : subNatNat m (m + k + 1) = negSucc k := by
  rw [subNatNat, Nat.add_assoc, Nat.add_sub_cancel_left]
theorem subNatNat_add_add (m n k : Nat) : subNatNat (m + k) (n + k) = subNatNat m n := by
  rw [subNatNat, subNatNat, Nat.add_sub_add_right, Nat.add_sub_add_right]
theorem subNatNat_add_left (k m n : Nat) : subNatNat (k + m) (k + n) = subNatNat m n := by
  rw [Nat.add_comm k, Nat.add_comm k, subNatNat_add_add]
@[elab_as_elim] private theorem pairs {motive : Nat → Nat → Int → Prop} (m n : Nat)
    (pos : ∀ n k, motive (n + k) n (ofNat k)) (neg : ∀ m k, motive m (m + k + 1) (negSucc k)) :
    motive m n (subNatNat m n) := by
  rcases Nat.lt_or_ge m n with h | h
  · obtain ⟨k, rfl⟩ := Nat.exists_eq_add_of_lt h; rw [subNatNat_of_lt']; exact neg m k
  · obtain ⟨k, rfl⟩ := Nat.exists_eq_add_of_le h; rw [subNatNat_of_add]; exact pos n k
private theorem ofNat_pair (n : Nat) : ofNat n = subNatNat n 0 := by
  rw [← subNatNat_of_add 0 n, Nat.zero_add]
private theorem negSucc_pair (n : Nat) : negSucc n = subNatNat 0 (n + 1) := by
  rw [← subNatNat_of_lt' 0 n, Nat.zero_add]
private theorem is_pair (a : Int) : ∃ m n, a = subNatNat m n := by
  cases a with
  | ofNat n => exact ⟨n, 0, ofNat_pair n⟩
  | negSucc n => exact ⟨0, n + 1, negSucc_pair n⟩
private theorem add_ac (a b c d : Nat) : (a + b) + (c + d) = (a + c) + (b + d) := Nat.add_add_add_comm a b c d
private theorem pair_add (a b c d : Nat) : subNatNat a b + subNatNat c d = subNatNat (a + c) (b + d) := by
  refine pairs (motive := fun a b x => x + subNatNat c d = subNatNat (a + c) (b + d)) a b (fun b k => ?_) (fun a k => ?_)
  · refine pairs (motive := fun c d y => ofNat k + y = subNatNat (b + k + c) (b + d)) c d (fun d l => ?_) (fun c l => ?_)
    · rw [add_ac, subNatNat_of_add]; rfl
    · rw [Nat.add_assoc b k c, subNatNat_add_left, Nat.add_comm k c, Nat.add_assoc c l 1, subNatNat_add_left]; rfl
  · refine pairs (motive := fun c d y => negSucc k + y = subNatNat (a + c) (a + k + 1 + d)) c d (fun d l => ?_) (fun c l => ?_)
    · rw [Nat.add_assoc a k 1, Nat.add_assoc a, subNatNat_add_left, Nat.add_comm (k + 1) d, subNatNat_add_left]; rfl
    · rw [show a + k + 1 + (c + l + 1) = a + c + (k + l + 1) + 1 by
        simp only [Nat.add_comm, Nat.add_left_comm, Nat.add_assoc], subNatNat_of_lt']; rfl
private theorem pair_neg (a b : Nat) : -subNatNat a b = subNatNat b a := by
  refine pairs (motive := fun a b x => -x = subNatNat b a) a b (fun b k => ?_) (fun a k => ?_)
  · cases k with
    | zero => rw [Nat.add_zero]; have := subNatNat_of_add b 0; rw [Nat.add_zero] at this; rw [this]; rfl
    | succ k => exact (subNatNat_of_lt' b k).symm
  · rw [Nat.add_assoc, subNatNat_of_add]; rfl
private theorem pair_mul (a b c d : Nat) : subNatNat a b * subNatNat c d = subNatNat (a * c + b * d) (a * d + b * c) := by
  have negOfNat_pair : ∀ n, negOfNat n = subNatNat 0 n := fun
    | 0 => rfl
    | n + 1 => negSucc_pair n
  refine pairs (motive := fun a b x => x * subNatNat c d = subNatNat (a * c + b * d) (a * d + b * c)) a b
    (fun b k => ?_) (fun a k => ?_)
  · refine pairs (motive := fun c d y => ofNat k * y = subNatNat ((b + k) * c + b * d) ((b + k) * d + b * c)) c d
      (fun d l => ?_) (fun c l => ?_)
    · rw [show (b + k) * (d + l) + b * d = ((b + k) * d + b * (d + l)) + k * l by
        simp only [Nat.add_mul, Nat.mul_add, Nat.add_comm, Nat.add_left_comm, Nat.add_assoc], subNatNat_of_add]; rfl
    · rw [show (b + k) * (c + l + 1) + b * c = ((b + k) * c + b * (c + l + 1)) + k * (l + 1) by
        simp only [Nat.add_mul, Nat.mul_add, Nat.add_comm, Nat.add_left_comm, Nat.add_assoc]]
      have := subNatNat_add_left ((b + k) * c + b * (c + l + 1)) 0 (k * (l + 1))
      rw [Nat.add_zero] at this; rw [this, ← negOfNat_pair]; rfl
  · refine pairs (motive := fun c d y => negSucc k * y = subNatNat (a * c + (a + k + 1) * d) (a * d + (a + k + 1) * c)) c d
      (fun d l => ?_) (fun c l => ?_)
    · rw [show a * d + (a + k + 1) * (d + l) = (a * (d + l) + (a + k + 1) * d) + (k + 1) * l by
        simp only [Nat.add_mul, Nat.mul_add, Nat.add_comm, Nat.add_left_comm, Nat.add_assoc]]
      have := subNatNat_add_left (a * (d + l) + (a + k + 1) * d) 0 ((k + 1) * l)
      rw [Nat.add_zero] at this; rw [this, ← negOfNat_pair]; rfl
    · rw [show a * c + (a + k + 1) * (c + l + 1) = (a * (c + l + 1) + (a + k + 1) * c) + (k + 1) * (l + 1) by
        simp only [Nat.add_mul, Nat.mul_add, Nat.add_comm, Nat.add_left_comm, Nat.add_assoc], subNatNat_of_add]; rfl
private theorem pair_eq {a b c d : Nat} (h : a + d = c + b) : subNatNat a b = subNatNat c d := by
  rw [← subNatNat_add_add a b d, ← subNatNat_add_add c d b, h, Nat.add_comm b d]

/- Ring laws. -/
protected theorem add_comm (a b : Int) : a + b = b + a := by
  obtain ⟨m, n, rfl⟩ := is_pair a; obtain ⟨k, l, rfl⟩ := is_pair b
  rw [pair_add, pair_add, Nat.add_comm m, Nat.add_comm n]
protected theorem add_assoc (a b c : Int) : a + b + c = a + (b + c) := by
  obtain ⟨m, n, rfl⟩ := is_pair a; obtain ⟨k, l, rfl⟩ := is_pair b; obtain ⟨i, j, rfl⟩ := is_pair c
  simp only [pair_add, Nat.add_assoc]
protected theorem add_left_comm (a b c : Int) : a + (b + c) = b + (a + c) := by
  rw [← Int.add_assoc, Int.add_comm a, Int.add_assoc]
protected theorem add_right_comm (a b c : Int) : a + b + c = a + c + b := by rw [Int.add_assoc, Int.add_comm b, Int.add_assoc]
@[simp] protected theorem add_zero : (a : Int) → a + 0 = a
  | ofNat _ => rfl
  | negSucc _ => rfl
@[simp] protected theorem zero_add (a : Int) : 0 + a = a := by rw [Int.add_comm, Int.add_zero]
protected theorem add_left_neg (a : Int) : -a + a = 0 := by
  obtain ⟨m, n, rfl⟩ := is_pair a
  rw [pair_neg, pair_add, Nat.add_comm]; exact subNatNat_of_add (m + n) 0
protected theorem add_right_neg (a : Int) : a + -a = 0 := by rw [Int.add_comm, Int.add_left_neg]
attribute [simp] Int.add_left_neg Int.add_right_neg
@[simp] protected theorem neg_neg (a : Int) : -(-a) = a := by
  obtain ⟨m, n, rfl⟩ := is_pair a; rw [pair_neg, pair_neg]
@[simp] protected theorem neg_zero : -(0 : Int) = 0 := rfl
protected theorem neg_add {a b : Int} : -(a + b) = -a + -b := by
  obtain ⟨m, n, rfl⟩ := is_pair a; obtain ⟨k, l, rfl⟩ := is_pair b; simp only [pair_add, pair_neg]
protected theorem neg_inj {a b : Int} : -a = -b ↔ a = b :=
  ⟨fun h => by rw [← Int.neg_neg a, h, Int.neg_neg], congrArg _⟩
protected theorem sub_eq_add_neg {a b : Int} : a - b = a + -b := rfl
protected theorem add_neg_eq_sub {a b : Int} : a + -b = a - b := rfl
protected theorem mul_comm (a b : Int) : a * b = b * a := by
  obtain ⟨m, n, rfl⟩ := is_pair a; obtain ⟨k, l, rfl⟩ := is_pair b
  simp only [pair_mul, Nat.mul_comm, Nat.add_comm]
protected theorem mul_assoc (a b c : Int) : a * b * c = a * (b * c) := by
  obtain ⟨m, n, rfl⟩ := is_pair a; obtain ⟨k, l, rfl⟩ := is_pair b; obtain ⟨i, j, rfl⟩ := is_pair c
  simp only [pair_mul, Nat.add_mul, Nat.mul_add, Nat.mul_assoc, Nat.add_assoc, Nat.add_comm, Nat.add_left_comm]
protected theorem mul_add (a b c : Int) : a * (b + c) = a * b + a * c := by
  obtain ⟨m, n, rfl⟩ := is_pair a; obtain ⟨k, l, rfl⟩ := is_pair b; obtain ⟨i, j, rfl⟩ := is_pair c
  simp only [pair_mul, pair_add, Nat.mul_add, Nat.add_assoc, Nat.add_comm, Nat.add_left_comm]
protected theorem add_mul (a b c : Int) : (a + b) * c = a * c + b * c := by
  rw [Int.mul_comm, Int.mul_add, Int.mul_comm c, Int.mul_comm c]
protected theorem mul_left_comm (a b c : Int) : a * (b * c) = b * (a * c) := by
  rw [← Int.mul_assoc, Int.mul_comm a, Int.mul_assoc]
protected theorem mul_right_comm (a b c : Int) : a * b * c = a * c * b := by rw [Int.mul_assoc, Int.mul_comm b, Int.mul_assoc]
@[simp] protected theorem mul_one (a : Int) : a * 1 = a := by
  cases a with
  | ofNat n => exact congrArg ofNat (Nat.mul_one n)
  | negSucc n => show negOfNat ((n + 1) * 1) = negSucc n; rw [Nat.mul_one]; rfl
@[simp] protected theorem one_mul (a : Int) : 1 * a = a := by rw [Int.mul_comm, Int.mul_one]
@[simp] protected theorem mul_zero : (a : Int) → a * 0 = 0
  | ofNat _ => rfl
  | negSucc _ => rfl
@[simp] protected theorem zero_mul (a : Int) : 0 * a = 0 := by rw [Int.mul_comm, Int.mul_zero]
protected theorem neg_mul (a b : Int) : -a * b = -(a * b) := by
  obtain ⟨m, n, rfl⟩ := is_pair a; obtain ⟨k, l, rfl⟩ := is_pair b
  simp only [pair_mul, pair_neg, Nat.add_comm]
protected theorem mul_neg (a b : Int) : a * -b = -(a * b) := by rw [Int.mul_comm, Int.neg_mul, Int.mul_comm]
attribute [simp] Int.neg_mul Int.mul_neg
protected theorem neg_mul_eq_neg_mul (a b : Int) : -(a * b) = -a * b := (Int.neg_mul a b).symm
protected theorem neg_mul_neg (a b : Int) : -a * -b = a * b := by rw [Int.neg_mul, Int.mul_neg, Int.neg_neg]
protected theorem neg_eq_neg_one_mul (a : Int) : -a = -1 * a := by rw [Int.neg_mul, Int.one_mul]
protected theorem sub_mul (a b c : Int) : (a - b) * c = a * c - b * c := by
  rw [Int.sub_eq_add_neg, Int.add_mul, Int.neg_mul]; rfl
protected theorem mul_sub (a b c : Int) : a * (b - c) = a * b - a * c := by
  rw [Int.sub_eq_add_neg, Int.mul_add, Int.mul_neg]; rfl
protected theorem two_mul (a : Int) : 2 * a = a + a := by rw [show (2 : Int) = 1 + 1 from rfl, Int.add_mul, Int.one_mul]
@[simp] protected theorem sub_self (a : Int) : a - a = 0 := Int.add_right_neg a
@[simp] protected theorem sub_zero (a : Int) : a - 0 = a := Int.add_zero a
@[simp] protected theorem zero_sub (a : Int) : 0 - a = -a := Int.zero_add (-a)
@[simp] protected theorem add_sub_cancel (a b : Int) : a + b - b = a := by
  rw [Int.sub_eq_add_neg, Int.add_assoc, Int.add_right_neg, Int.add_zero]
@[simp] protected theorem sub_add_cancel (a b : Int) : a - b + b = a := by
  rw [Int.sub_eq_add_neg, Int.add_assoc, Int.add_left_neg, Int.add_zero]
protected theorem neg_sub (a b : Int) : -(a - b) = b - a := by
  rw [Int.sub_eq_add_neg, Int.neg_add, Int.neg_neg, Int.add_comm]; rfl
protected theorem sub_sub (a b c : Int) : a - b - c = a - (b + c) := by
  simp only [Int.sub_eq_add_neg, Int.neg_add, Int.add_assoc]
protected theorem add_sub_assoc (a b c : Int) : a + b - c = a + (b - c) := Int.add_assoc a b (-c)
protected theorem sub_add_eq (a b c : Int) : a - (b + c) = a - b - c := (Int.sub_sub a b c).symm
protected theorem add_left_cancel {a b c : Int} (h : a + b = a + c) : b = c := by
  have : -a + (a + b) = -a + (a + c) := congrArg _ h
  rwa [← Int.add_assoc, ← Int.add_assoc, Int.add_left_neg, Int.zero_add, Int.zero_add] at this
protected theorem add_right_cancel {a b c : Int} (h : a + b = c + b) : a = c := by
  rw [Int.add_comm a, Int.add_comm c] at h; exact Int.add_left_cancel h
@[simp] protected theorem add_left_inj {i j : Int} (k : Int) : (i + k = j + k) ↔ i = j :=
  ⟨Int.add_right_cancel, congrArg (· + k)⟩
@[simp] protected theorem add_right_inj {i j : Int} (k : Int) : (k + i = k + j) ↔ i = j := ⟨Int.add_left_cancel, congrArg _⟩
protected theorem sub_eq_zero_of_eq {a b : Int} (h : a = b) : a - b = 0 := by rw [h, Int.sub_self]
protected theorem eq_of_sub_eq_zero {a b : Int} (h : a - b = 0) : a = b := by
  have := Int.sub_add_cancel a b; rwa [h, Int.zero_add, eq_comm] at this
protected theorem sub_eq_zero {a b : Int} : a - b = 0 ↔ a = b := ⟨Int.eq_of_sub_eq_zero, Int.sub_eq_zero_of_eq⟩
protected theorem eq_neg_of_add_eq_zero {a b : Int} (h : a + b = 0) : a = -b :=
  Int.add_right_cancel (h.trans (Int.add_left_neg b).symm)
@[simp] protected theorem pow_zero (b : Int) : b ^ 0 = 1 := rfl
protected theorem pow_succ (b : Int) (e : Nat) : b ^ (e + 1) = b ^ e * b := rfl
end Int
