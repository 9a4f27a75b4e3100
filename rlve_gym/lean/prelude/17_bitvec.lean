/- Bit vectors. -/
instance Nat.instNeZeroPow {b e : Nat} [h : NeZero b] : NeZero (b ^ e) := ⟨Nat.ne_of_gt (Nat.pow_pos (Nat.pos_of_ne_zero h.out))⟩
structure BitVec (w : Nat) where
  ofFin ::
  toFin : Fin (2 ^ w)
namespace BitVec
variable {w : Nat}
protected def toNat (x : BitVec w) : Nat := x.toFin.val
theorem isLt (x : BitVec w) : x.toNat < 2 ^ w := x.toFin.isLt
@[simp] theorem toNat_lt (x : BitVec w) : x.toNat < 2 ^ w := x.isLt
@[match_pattern] protected def ofNat (w : Nat) (i : Nat) : BitVec w := ⟨Fin.ofNat (2 ^ w) i⟩
@[match_pattern] protected def ofNatLT {w : Nat} (i : Nat) (p : i < 2 ^ w) : BitVec w := ⟨⟨i, p⟩⟩
instance instOfNat {i : Nat} : OfNat (BitVec w) i := ⟨BitVec.ofNat w i⟩
instance instNatCast : NatCast (BitVec w) := ⟨BitVec.ofNat w⟩
instance instInhabited : Inhabited (BitVec w) := ⟨BitVec.ofNat w 0⟩
theorem eq_of_toNat_eq {x y : BitVec w} (h : x.toNat = y.toNat) : x = y := by
  rcases x with ⟨⟨x, hx⟩⟩; rcases y with ⟨⟨y, hy⟩⟩; cases (show x = y from h); rfl
theorem toNat_inj {x y : BitVec w} : x.toNat = y.toNat ↔ x = y := ⟨eq_of_toNat_eq, (· ▸ rfl)⟩
theorem toNat_eq {x y : BitVec w} : x = y ↔ x.toNat = y.toNat := toNat_inj.symm
theorem toNat_ne {x y : BitVec w} : x ≠ y ↔ x.toNat ≠ y.toNat := not_congr toNat_eq
protected def decEq (x y : BitVec w) : Decidable (x = y) := decidable_of_iff (x.toNat = y.toNat) toNat_inj
end BitVec
instance instDecidableEqBitVec {w : Nat} : DecidableEq (BitVec w) := BitVec.decEq
namespace BitVec
variable {w : Nat}
def allOnes (w : Nat) : BitVec w := .ofNatLT (2 ^ w - 1) (Nat.sub_lt (Nat.two_pow_pos w) Nat.one_pos)
protected def add (x y : BitVec w) : BitVec w := .ofNat w (x.toNat + y.toNat)
protected def sub (x y : BitVec w) : BitVec w := .ofNat w ((2 ^ w - y.toNat) + x.toNat)
protected def neg (x : BitVec w) : BitVec w := .ofNat w (2 ^ w - x.toNat)
protected def mul (x y : BitVec w) : BitVec w := .ofNat w (x.toNat * y.toNat)
protected def and (x y : BitVec w) : BitVec w := .ofNatLT (x.toNat &&& y.toNat) (Nat.and_lt_two_pow _ y.isLt)
protected def or (x y : BitVec w) : BitVec w := .ofNatLT (x.toNat ||| y.toNat) (Nat.or_lt_two_pow x.isLt y.isLt)
protected def xor (x y : BitVec w) : BitVec w := .ofNatLT (x.toNat ^^^ y.toNat) (Nat.xor_lt_two_pow x.isLt y.isLt)
protected def not (x : BitVec w) : BitVec w := BitVec.xor (allOnes w) x
def udiv (x y : BitVec w) : BitVec w := .ofNatLT (x.toNat / y.toNat) (Nat.lt_of_le_of_lt (Nat.div_le_self ..) x.isLt)
def umod (x y : BitVec w) : BitVec w := .ofNatLT (x.toNat % y.toNat) (Nat.lt_of_le_of_lt (Nat.mod_le ..) x.isLt)
protected def shiftLeft (x : BitVec w) (s : Nat) : BitVec w := .ofNat w (x.toNat <<< s)
def ushiftRight (x : BitVec w) (s : Nat) : BitVec w :=
  .ofNatLT (x.toNat >>> s) (Nat.shiftRight_eq_div_pow .. ▸ Nat.lt_of_le_of_lt (Nat.div_le_self ..) x.isLt)
protected def ult (x y : BitVec w) : Bool := x.toNat < y.toNat
protected def ule (x y : BitVec w) : Bool := x.toNat ≤ y.toNat
instance instAdd : Add (BitVec w) := ⟨BitVec.add⟩
instance instSub : Sub (BitVec w) := ⟨BitVec.sub⟩
instance instNeg : Neg (BitVec w) := ⟨BitVec.neg⟩
instance instMul : Mul (BitVec w) := ⟨BitVec.mul⟩
instance instDiv : Div (BitVec w) := ⟨udiv⟩
instance instMod : Mod (BitVec w) := ⟨umod⟩
instance instAndOp : AndOp (BitVec w) := ⟨BitVec.and⟩
instance instOrOp : OrOp (BitVec w) := ⟨BitVec.or⟩
instance instXorOp : XorOp (BitVec w) := ⟨BitVec.xor⟩
instance instComplement : Complement (BitVec w) := ⟨BitVec.not⟩
instance instHShiftLeftNat : HShiftLeft (BitVec w) Nat (BitVec w) := ⟨BitVec.shiftLeft⟩
instance instHShiftRightNat : HShiftRight (BitVec w) Nat (BitVec w) := ⟨ushiftRight⟩
instance : LT (BitVec w) := ⟨fun x y => x.toNat < y.toNat⟩
instance : LE (BitVec w) := ⟨fun x y => x.toNat ≤ y.toNat⟩
instance (x y : BitVec w) : Decidable (x < y) := Nat.decLt ..
instance (x y : BitVec w) : Decidable (x ≤ y) := Nat.decLe ..

/- What an operation does to the number. -/
theorem lt_def {x y : BitVec w} : x < y ↔ x.toNat < y.toNat := .rfl
theorem le_def {x y : BitVec w} : x ≤ y ↔ x.toNat ≤ y.toNat := .rfl
@[simp] theorem toNat_ofNat (x w : Nat) : (BitVec.ofNat w x).toNat = x % 2 ^ w := rfl
@[simp] theorem toNat_ofNatLT {w : Nat} (x : Nat) (p : x < 2 ^ w) : (BitVec.ofNatLT x p).toNat = x := rfl
@[simp] theorem ofNat_eq_ofNat {w n : Nat} : (OfNat.ofNat n : BitVec w) = BitVec.ofNat w n := rfl
@[simp] theorem toNat_add (x y : BitVec w) : (x + y).toNat = (x.toNat + y.toNat) % 2 ^ w := rfl
@[simp] theorem toNat_sub (x y : BitVec w) : (x - y).toNat = ((2 ^ w - y.toNat) + x.toNat) % 2 ^ w := rfl
@[simp] theorem toNat_neg (x : BitVec w) : (-x).toNat = (2 ^ w - x.toNat) % 2 ^ w := rfl
@[simp] theorem toNat_mul (x y : BitVec w) : (x * y).toNat = x.toNat * y.toNat % 2 ^ w := rfl
@[simp] theorem toNat_and (x y : BitVec w) : (x &&& y).toNat = x.toNat &&& y.toNat := rfl
@[simp] theorem toNat_or (x y : BitVec w) : (x ||| y).toNat = x.toNat ||| y.toNat := rfl
@[simp] theorem toNat_xor (x y : BitVec w) : (x ^^^ y).toNat = x.toNat ^^^ y.toNat := rfl
@[simp] theorem toNat_udiv (x y : BitVec w) : (x / y).toNat = x.toNat / y.toNat := rfl
@[simp] theorem toNat_umod (x y : BitVec w) : (x % y).toNat = x.toNat % y.toNat := rfl
theorem toNat_allOnes : (allOnes w).toNat = 2 ^ w - 1 := rfl
attribute [bitvec_to_nat] toNat_eq toNat_ne lt_def le_def toNat_ofNat toNat_ofNatLT toNat_add toNat_sub toNat_neg toNat_mul
attribute [bitvec_to_nat] toNat_udiv toNat_umod
@[simp] theorem toNat_mod_cancel (x : BitVec w) : x.toNat % 2 ^ w = x.toNat := Nat.mod_eq_of_lt x.isLt

/- Laws. -/
protected theorem add_comm (x y : BitVec w) : x + y = y + x := eq_of_toNat_eq (by simp [Nat.add_comm])
protected theorem add_assoc (x y z : BitVec w) : x + y + z = x + (y + z) := eq_of_toNat_eq (by simp [Nat.add_assoc])
protected theorem mul_comm (x y : BitVec w) : x * y = y * x := eq_of_toNat_eq (by simp [Nat.mul_comm])
protected theorem mul_assoc (x y z : BitVec w) : x * y * z = x * (y * z) := eq_of_toNat_eq (by simp [Nat.mul_assoc])
theorem and_comm (x y : BitVec w) : x &&& y = y &&& x := eq_of_toNat_eq (Nat.and_comm ..)
theorem and_assoc (x y z : BitVec w) : x &&& y &&& z = x &&& (y &&& z) := eq_of_toNat_eq (Nat.and_assoc ..)
theorem or_comm (x y : BitVec w) : x ||| y = y ||| x := eq_of_toNat_eq (Nat.or_comm ..)
theorem or_assoc (x y z : BitVec w) : x ||| y ||| z = x ||| (y ||| z) := eq_of_toNat_eq (Nat.or_assoc ..)
theorem xor_comm (x y : BitVec w) : x ^^^ y = y ^^^ x := eq_of_toNat_eq (Nat.xor_comm ..)
theorem xor_assoc (x y z : BitVec w) : x ^^^ y ^^^ z = x ^^^ (y ^^^ z) := eq_of_toNat_eq (Nat.xor_assoc ..)
@[simp] protected theorem add_zero (x : BitVec w) : x + 0#w = x := eq_of_toNat_eq (by simp)
@[simp] protected theorem zero_add (x : BitVec w) : 0#w + x = x := eq_of_toNat_eq (by simp)
@[simp] protected theorem sub_zero (x : BitVec w) : x - 0#w = x := eq_of_toNat_eq (by simp)
@[simp] protected theorem sub_self (x : BitVec w) : x - x = 0#w := by
  apply eq_of_toNat_eq; rw [toNat_sub, Nat.sub_add_cancel (Nat.le_of_lt x.isLt)]; simp
@[simp] protected theorem mul_zero (x : BitVec w) : x * 0#w = 0#w := eq_of_toNat_eq (by simp)
@[simp] protected theorem zero_mul (x : BitVec w) : 0#w * x = 0#w := eq_of_toNat_eq (by simp)
@[simp] protected theorem mul_one (x : BitVec w) : x * 1#w = x := eq_of_toNat_eq (by simp)
@[simp] protected theorem one_mul (x : BitVec w) : 1#w * x = x := eq_of_toNat_eq (by simp)
@[simp] theorem and_self {x : BitVec w} : x &&& x = x := eq_of_toNat_eq (Nat.and_self _)
@[simp] theorem or_self {x : BitVec w} : x ||| x = x := eq_of_toNat_eq (Nat.or_self _)
@[simp] theorem xor_self {x : BitVec w} : x ^^^ x = 0#w := eq_of_toNat_eq (by simp)
@[simp] theorem and_zero {x : BitVec w} : x &&& 0#w = 0#w := eq_of_toNat_eq (by simp)
@[simp] theorem zero_and {x : BitVec w} : 0#w &&& x = 0#w := eq_of_toNat_eq (by simp)
@[simp] theorem or_zero {x : BitVec w} : x ||| 0#w = x := eq_of_toNat_eq (by simp)
@[simp] theorem zero_or {x : BitVec w} : 0#w ||| x = x := eq_of_toNat_eq (by simp)
@[simp] theorem xor_zero {x : BitVec w} : x ^^^ 0#w = x := eq_of_toNat_eq (by simp)
@[simp] theorem zero_xor {x : BitVec w} : 0#w ^^^ x = x := eq_of_toNat_eq (by simp)
theorem not_def {x : BitVec w} : ~~~x = allOnes w ^^^ x := rfl
@[simp] protected theorem not_not {x : BitVec w} : ~~~(~~~x) = x := by
  rw [not_def, not_def, ← xor_assoc, xor_self, zero_xor]
protected theorem neg_eq_zero_sub (x : BitVec w) : -x = 0#w - x := eq_of_toNat_eq (by simp)
theorem add_neg_eq_sub {x y : BitVec w} : x + -y = x - y := eq_of_toNat_eq (by simp [Nat.add_comm])
protected theorem le_refl (x : BitVec w) : x ≤ x := Nat.le_refl _
protected theorem le_trans {x y z : BitVec w} (h₁ : x ≤ y) (h₂ : y ≤ z) : x ≤ z := Nat.le_trans h₁ h₂
protected theorem lt_trans {x y z : BitVec w} (h₁ : x < y) (h₂ : y < z) : x < z := Nat.lt_trans h₁ h₂
protected theorem le_of_lt {x y : BitVec w} (h : x < y) : x ≤ y := Nat.le_of_lt h
protected theorem lt_of_le_of_lt {x y z : BitVec w} (h₁ : x ≤ y) (h₂ : y < z) : x < z := Nat.lt_of_le_of_lt h₁ h₂
protected theorem lt_of_lt_of_le {x y z : BitVec w} (h₁ : x < y) (h₂ : y ≤ z) : x < z := Nat.lt_of_lt_of_le h₁ h₂
protected theorem le_antisymm {x y : BitVec w} (h₁ : x ≤ y) (h₂ : y ≤ x) : x = y := eq_of_toNat_eq (Nat.le_antisymm h₁ h₂)
protected theorem le_total (x y : BitVec w) : x ≤ y ∨ y ≤ x := Nat.le_total ..
@[simp] protected theorem not_le {x y : BitVec w} : ¬x ≤ y ↔ y < x := Nat.not_le
@[simp] protected theorem not_lt {x y : BitVec w} : ¬x < y ↔ y ≤ x := Nat.not_lt
instance : Std.Associative (α := BitVec w) (· + ·) := ⟨BitVec.add_assoc⟩
instance : Std.Commutative (α := BitVec w) (· + ·) := ⟨BitVec.add_comm⟩
instance : Std.LawfulIdentity (α := BitVec w) (· + ·) (0#w) := { left_id := BitVec.zero_add, right_id := BitVec.add_zero }
instance : Std.Associative (α := BitVec w) (· * ·) := ⟨BitVec.mul_assoc⟩
instance : Std.Commutative (α := BitVec w) (· * ·) := ⟨BitVec.mul_comm⟩
instance : Std.Associative (α := BitVec w) (· &&& ·) := ⟨BitVec.and_assoc⟩
instance : Std.Commutative (α := BitVec w) (· &&& ·) := ⟨BitVec.and_comm⟩
instance : Std.IdempotentOp (α := BitVec w) (· &&& ·) := ⟨fun _ => BitVec.and_self⟩
instance : Std.Associative (α := BitVec w) (· ||| ·) := ⟨BitVec.or_assoc⟩
instance : Std.Commutative (α := BitVec w) (· ||| ·) := ⟨BitVec.or_comm⟩
instance : Std.IdempotentOp (α := BitVec w) (· ||| ·) := ⟨fun _ => BitVec.or_self⟩
instance : Std.Associative (α := BitVec w) (· ^^^ ·) := ⟨BitVec.xor_assoc⟩
instance : Std.Commutative (α := BitVec w) (· ^^^ ·) := ⟨BitVec.xor_comm⟩
end BitVec
