/- What `decide` can go through: bounded quantifiers over numbers, and the finite types `Fin n`. Then transitivity for
`calc`, associativity and commutativity, and functions. -/
namespace Nat
instance decidableBallLT : (n : Nat) → (P : ∀ k, k < n → Prop) → [∀ n h, Decidable (P n h)] → Decidable (∀ n h, P n h)
  | 0, _, _ => isTrue fun _ h => (Nat.not_lt_zero _ h).elim
  | n + 1, P, H =>
    match decidableBallLT n (fun k h => P k (.step h)) with
    | isFalse f => isFalse fun k => f fun m h => k m (.step h)
    | isTrue h =>
      match H n .refl with
      | isFalse f => isFalse fun k => f (k n .refl)
      | isTrue p => isTrue fun m hm =>
        (Nat.lt_or_eq_of_le (le_of_lt_succ hm)).elim (fun l => h m l) fun e => by subst e; exact p
instance decidableForallFin {n : Nat} (P : Fin n → Prop) [DecidablePred P] : Decidable (∀ i, P i) :=
  decidable_of_iff (∀ k h, P ⟨k, h⟩) ⟨fun h ⟨k, l⟩ => h k l, fun h k l => h ⟨k, l⟩⟩
instance decidableBallLE (n : Nat) (P : ∀ k, k ≤ n → Prop) [∀ n h, Decidable (P n h)] : Decidable (∀ n h, P n h) :=
  decidable_of_iff (∀ k (h : k < n + 1), P k (le_of_lt_succ h))
    ⟨fun m k h => m k (lt_succ_of_le h), fun m k _ => m k _⟩
instance decidableExistsLT {p : Nat → Prop} [h : DecidablePred p] : DecidablePred fun n => ∃ m, m < n ∧ p m
  | 0 => isFalse fun ⟨_, h, _⟩ => Nat.not_lt_zero _ h
  | n + 1 =>
    match decidableExistsLT (p := p) n with
    | isTrue k => isTrue (k.imp fun _ => And.imp_left .step)
    | isFalse f =>
      match h n with
      | isTrue k => isTrue ⟨n, .refl, k⟩
      | isFalse g => isFalse fun ⟨m, l, k⟩ =>
        (Nat.lt_or_eq_of_le (le_of_lt_succ l)).elim (fun l => f ⟨m, l, k⟩) fun e => g (e ▸ k)
instance decidableExistsLE {p : Nat → Prop} [DecidablePred p] : DecidablePred fun n => ∃ m, m ≤ n ∧ p m :=
  fun n => decidable_of_iff (∃ m, m < n + 1 ∧ p m)
    ⟨.imp fun _ => And.imp_left le_of_lt_succ, .imp fun _ => And.imp_left lt_succ_of_le⟩
instance decidableExistsLT' {k : Nat} {p : (m : Nat) → m < k → Prop} [I : ∀ m h, Decidable (p m h)] :
    Decidable (∃ m : Nat, ∃ h : m < k, p m h) :=
  decidable_of_iff (¬∀ m h, ¬p m h) (by simp)
instance decidableExistsLE' {k : Nat} {p : (m : Nat) → m ≤ k → Prop} [I : ∀ m h, Decidable (p m h)] :
    Decidable (∃ m : Nat, ∃ h : m ≤ k, p m h) :=
  decidable_of_iff (¬∀ m h, ¬p m h) (by simp)
instance decidableExistsFin {n : Nat} (P : Fin n → Prop) [DecidablePred P] : Decidable (∃ i, P i) :=
  decidable_of_iff (¬∀ i, ¬P i) (by simp)
instance instNeZeroSucc {n : Nat} : NeZero (n + 1) := ⟨succ_ne_zero n⟩
theorem pos_of_neZero (n : Nat) [h : NeZero n] : 0 < n := pos_of_ne_zero h.out
end Nat
theorem NeZero.ne {R : Type u} [Zero R] (n : R) [h : NeZero n] : n ≠ 0 := h.out
theorem NeZero.pos {n : Nat} [h : NeZero n] : 0 < n := Nat.pos_of_ne_zero h.out

namespace Fin
variable {n : Nat}
instance coeToNat : CoeOut (Fin n) Nat := ⟨fun v => v.val⟩
theorem eq_of_val_eq {i j : Fin n} (h : i.val = j.val) : i = j := by cases i; cases j; cases h; rfl
theorem val_eq_of_eq {i j : Fin n} (h : i = j) : i.val = j.val := h ▸ rfl
theorem val_inj {a b : Fin n} : a.val = b.val ↔ a = b := ⟨eq_of_val_eq, val_eq_of_eq⟩
theorem val_ne_of_ne {i j : Fin n} (h : i ≠ j) : i.val ≠ j.val := mt eq_of_val_eq h
@[ext] protected theorem ext {a b : Fin n} (h : (a : Nat) = b) : a = b := eq_of_val_eq h
@[simp] theorem is_lt (a : Fin n) : (a : Nat) < n := a.isLt
@[simp] theorem eta (a : Fin n) (h : a.val < n) : (⟨a, h⟩ : Fin n) = a := rfl
theorem val_mk {m : Nat} (h : m < n) : (⟨m, h⟩ : Fin n).val = m := rfl
instance instDecidableEq : DecidableEq (Fin n) := fun i j => decidable_of_iff (i.val = j.val) val_inj
instance instLE : LE (Fin n) := ⟨fun a b => a.val ≤ b.val⟩
instance instLT : LT (Fin n) := ⟨fun a b => a.val < b.val⟩
instance decLe (a b : Fin n) : Decidable (a ≤ b) := Nat.decLe ..
instance decLt (a b : Fin n) : Decidable (a < b) := Nat.decLt ..
theorem le_def {a b : Fin n} : a ≤ b ↔ a.val ≤ b.val := .rfl
theorem lt_def {a b : Fin n} : a < b ↔ a.val < b.val := .rfl
theorem pos' (i : Fin n) : 0 < n := Nat.pos_of_lt i.isLt
protected def ofNat (n : Nat) [NeZero n] (a : Nat) : Fin n := ⟨a % n, Nat.mod_lt a NeZero.pos⟩
instance instOfNat {n : Nat} [NeZero n] {i : Nat} : OfNat (Fin n) i := ⟨Fin.ofNat n i⟩
instance instInhabited [NeZero n] : Inhabited (Fin n) := ⟨0⟩
protected def add : Fin n → Fin n → Fin n | ⟨a, h⟩, ⟨b, _⟩ => ⟨(a + b) % n, Nat.mod_lt _ (Nat.pos_of_lt h)⟩
protected def mul : Fin n → Fin n → Fin n | ⟨a, h⟩, ⟨b, _⟩ => ⟨(a * b) % n, Nat.mod_lt _ (Nat.pos_of_lt h)⟩
protected def sub : Fin n → Fin n → Fin n | ⟨a, h⟩, ⟨b, _⟩ => ⟨((n - b) + a) % n, Nat.mod_lt _ (Nat.pos_of_lt h)⟩
protected def mod : Fin n → Fin n → Fin n | ⟨a, h⟩, ⟨b, _⟩ => ⟨a % b, Nat.lt_of_le_of_lt (Nat.mod_le a b) h⟩
protected def div : Fin n → Fin n → Fin n | ⟨a, h⟩, ⟨b, _⟩ => ⟨a / b, Nat.lt_of_le_of_lt (Nat.div_le_self a b) h⟩
instance instAdd : Add (Fin n) := ⟨Fin.add⟩
instance instSub : Sub (Fin n) := ⟨Fin.sub⟩
instance instMul : Mul (Fin n) := ⟨Fin.mul⟩
instance instMod : Mod (Fin n) := ⟨Fin.mod⟩
instance instDiv : Div (Fin n) := ⟨Fin.div⟩
theorem val_add (a b : Fin n) : (a + b).val = (a.val + b.val) % n := rfl
theorem val_mul (a b : Fin n) : (a * b).val = (a.val * b.val) % n := rfl
theorem sub_def (a b : Fin n) : a - b = ⟨((n - b.val) + a.val) % n, Nat.mod_lt _ (Nat.pos_of_lt a.isLt)⟩ := rfl
@[simp] theorem val_ofNat (n : Nat) [NeZero n] (a : Nat) : (Fin.ofNat n a).val = a % n := rfl
@[simp] theorem val_zero (n : Nat) [NeZero n] : ((0 : Fin n) : Nat) = 0 := Nat.zero_mod n
protected def succ : Fin n → Fin (n + 1) | ⟨i, h⟩ => ⟨i + 1, Nat.succ_lt_succ h⟩
def castSucc : Fin n → Fin (n + 1) | ⟨i, h⟩ => ⟨i, .step h⟩
def last (n : Nat) : Fin (n + 1) := ⟨n, .refl⟩
@[simp] theorem val_succ (j : Fin n) : (j.succ : Nat) = j + 1 := rfl
@[simp] theorem val_castSucc (j : Fin n) : (j.castSucc : Nat) = j := rfl
@[simp] theorem val_last (n : Nat) : (last n).val = n := rfl
def elim0 {α : Sort u} (x : Fin 0) : α := (Nat.not_lt_zero _ x.isLt).elim
instance : Subsingleton (Fin 1) :=
  ⟨fun ⟨a, h⟩ ⟨b, k⟩ => Fin.ext ((Nat.eq_zero_of_le_zero (Nat.le_of_lt_succ h)).trans
    (Nat.eq_zero_of_le_zero (Nat.le_of_lt_succ k)).symm)⟩
end Fin
instance instDecidableEqFin (n : Nat) : DecidableEq (Fin n) := Fin.instDecidableEq

/- Characters and texts. -/
protected def Char.toNat (c : Char) : Nat := c.val
theorem Char.eq_of_val_eq : {c d : Char} → c.val = d.val → c = d
  | ⟨_, _⟩, ⟨_, _⟩, rfl => rfl
instance instDecidableEqChar : DecidableEq Char := fun c d => decidable_of_iff (c.val = d.val) ⟨Char.eq_of_val_eq, (· ▸ rfl)⟩
instance Char.instInhabited : Inhabited Char := ⟨'A'⟩
theorem String.toList_inj : {s t : String} → s.toList = t.toList ↔ s = t
  | ⟨_⟩, ⟨_⟩ => by simp
theorem String.ofList_injective {l₁ l₂ : List Char} (h : String.ofList l₁ = String.ofList l₂) : l₁ = l₂ := ofList.inj h
@[extern "lean_string_dec_eq"] protected def String.decEq (s t : String) : Decidable (s = t) :=
  decidable_of_iff (s.toList = t.toList) String.toList_inj
instance instDecidableEqString : DecidableEq String := String.decEq
instance instInhabitedString : Inhabited String := ⟨""⟩

/- `calc`. -/
instance Nat.instTransLt : Trans (α := Nat) (· < ·) (· < ·) (· < ·) := ⟨Nat.lt_trans⟩
instance Nat.instTransLe : Trans (α := Nat) (· ≤ ·) (· ≤ ·) (· ≤ ·) := ⟨Nat.le_trans⟩
instance Nat.instTransLtLe : Trans (α := Nat) (· < ·) (· ≤ ·) (· < ·) := ⟨Nat.lt_of_lt_of_le⟩
instance Nat.instTransLeLt : Trans (α := Nat) (· ≤ ·) (· < ·) (· < ·) := ⟨Nat.lt_of_le_of_lt⟩
instance Nat.instTransDvd : Trans (α := Nat) (· ∣ ·) (· ∣ ·) (· ∣ ·) := ⟨Nat.dvd_trans⟩

/- Laws of operations as classes. -/
namespace Std
variable {α : Sort u} {β : Sort v}
class Associative (op : α → α → α) : Prop where
  assoc : (a b c : α) → op (op a b) c = op a (op b c)
class Commutative (op : α → α → α) : Prop where
  comm : (a b : α) → op a b = op b a
class IdempotentOp (op : α → α → α) : Prop where
  idempotent : (x : α) → op x x = x
class LeftIdentity (op : α → β → β) (o : outParam α) : Prop
class RightIdentity (op : α → β → α) (o : outParam β) : Prop
class LawfulLeftIdentity (op : α → β → β) (o : outParam α) : Prop extends LeftIdentity op o where
  left_id : ∀ a, op o a = a
class LawfulRightIdentity (op : α → β → α) (o : outParam β) : Prop extends RightIdentity op o where
  right_id : ∀ a, op a o = a
class Identity (op : α → α → α) (o : outParam α) : Prop extends LeftIdentity op o, RightIdentity op o
class LawfulIdentity (op : α → α → α) (o : outParam α) : Prop
    extends Identity op o, LawfulLeftIdentity op o, LawfulRightIdentity op o
class LawfulCommIdentity (op : α → α → α) (o : outParam α) [hc : Commutative op] : Prop extends LawfulIdentity op o where
  left_id a := Eq.trans (hc.comm o a) (right_id a)
  right_id a := Eq.trans (hc.comm a o) (left_id a)
end Std
instance : Std.Associative (α := Nat) (· + ·) := ⟨Nat.add_assoc⟩
instance : Std.Commutative (α := Nat) (· + ·) := ⟨Nat.add_comm⟩
instance : Std.LawfulIdentity (α := Nat) (· + ·) 0 where
  left_id := Nat.zero_add
  right_id := Nat.add_zero
instance : Std.Associative (α := Nat) (· * ·) := ⟨Nat.mul_assoc⟩
instance : Std.Commutative (α := Nat) (· * ·) := ⟨Nat.mul_comm⟩
instance : Std.LawfulIdentity (α := Nat) (· * ·) 1 where
  left_id := Nat.one_mul
  right_id := Nat.mul_one
instance {α : Type u} : Std.Associative (α := List α) (· ++ ·) := ⟨List.append_assoc⟩
instance {α : Type u} : Std.LawfulIdentity (α := List α) (· ++ ·) [] where
  left_id := List.nil_append
  right_id := List.append_nil
instance : Std.Associative (· && ·) := ⟨Bool.and_assoc⟩
instance : Std.Commutative (· && ·) := ⟨Bool.and_comm⟩
instance : Std.IdempotentOp (· && ·) := ⟨Bool.and_self⟩
instance : Std.LawfulIdentity (· && ·) true where
  left_id := Bool.true_and
  right_id := Bool.and_true
instance : Std.Associative (· || ·) := ⟨Bool.or_assoc⟩
instance : Std.Commutative (· || ·) := ⟨Bool.or_comm⟩
instance : Std.IdempotentOp (· || ·) := ⟨Bool.or_self⟩
instance : Std.LawfulIdentity (· || ·) false where
  left_id := Bool.false_or
  right_id := Bool.or_false
instance : Std.Associative (α := Prop) And := ⟨fun _ _ _ => propext and_assoc⟩
instance : Std.Commutative (α := Prop) And := ⟨fun _ _ => propext and_comm⟩
instance : Std.IdempotentOp (α := Prop) And := ⟨and_self⟩
instance : Std.Associative (α := Prop) Or := ⟨fun _ _ _ => propext or_assoc⟩
instance : Std.Commutative (α := Prop) Or := ⟨fun _ _ => propext or_comm⟩
instance : Std.IdempotentOp (α := Prop) Or := ⟨or_self⟩

/- Functions. -/
namespace Function
variable {α : Sort u} {β : Sort v} {δ : Sort w}
theorem comp_def (f : β → δ) (g : α → β) : f ∘ g = fun x => f (g x) := rfl
@[simp] theorem comp_apply {f : β → δ} {g : α → β} {x : α} : comp f g x = f (g x) := rfl
theorem const_apply {y : β} {x : α} : const α y x = y := rfl
@[simp] theorem const_comp {f : α → β} {c : δ} : const β c ∘ f = const α c := rfl
@[simp] theorem id_comp (f : α → β) : id ∘ f = f := rfl
@[simp] theorem comp_id (f : α → β) : f ∘ id = f := rfl
theorem comp_assoc {φ : Sort w} (f : δ → φ) (g : β → δ) (h : α → β) : (f ∘ g) ∘ h = f ∘ g ∘ h := rfl
def Injective (f : α → β) : Prop := ∀ ⦃a₁ a₂⦄, f a₁ = f a₂ → a₁ = a₂
def Surjective (f : α → β) : Prop := ∀ b, ∃ a, f a = b
def LeftInverse (g : β → α) (f : α → β) : Prop := ∀ x, g (f x) = x
def RightInverse (g : β → α) (f : α → β) : Prop := LeftInverse f g
theorem LeftInverse.injective {g : β → α} {f : α → β} (h : LeftInverse g f) : Injective f :=
  fun a b e => by rw [← h a, e, h b]
theorem Injective.comp {g : β → δ} {f : α → β} (hg : Injective g) (hf : Injective f) : Injective (g ∘ f) :=
  fun _ _ h => hf (hg h)
theorem Surjective.comp {g : β → δ} {f : α → β} (hg : Surjective g) (hf : Surjective f) : Surjective (g ∘ f) :=
  fun c => let ⟨b, hb⟩ := hg c; let ⟨a, ha⟩ := hf b; ⟨a, by rw [comp_apply, ha, hb]⟩
theorem injective_id : Injective (@id α) := fun _ _ h => h
end Function
@[simp] theorem id_eq {α : Sort u} (a : α) : id a = a := rfl
def Nat.repeat {α : Type u} (f : α → α) : (n : Nat) → (a : α) → α
  | 0, a => a
  | n + 1, a => f (Nat.repeat f n a)
