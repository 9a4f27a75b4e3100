/- The types that Lean's own machinery asks for, and the numbers. This folder's files, in the order of their names, are the
one module `Init`.

Elaborator, kernel and compiler are the real ones; what they lack here is the library that they lean on. Every
`inductive` makes Lean write auxiliary definitions, and every `def` compiles, so the order of this file is the order in
which those ask for things. There is no notation yet (that is `05_grammar`), hence `Eq a b` for `a = b`. -/
prelude
set_option autoImplicit false
set_option linter.all false
universe u v w

/- Marks of erased code. Without them no `def` compiles. -/
unsafe axiom lcErased : Type
unsafe axiom lcAny : Type
unsafe axiom lcVoid : Type
axiom lcProof {α : Prop} : α
unsafe axiom lcUnreachable {α : Sort u} : α
unsafe axiom lcCast {α : Sort u} {β : Sort v} (a : α) : β

@[inline] def id {α : Sort u} (a : α) : α := a
abbrev Function.const {α : Sort u} (β : Sort v) (a : α) : β → α := fun _ => a
/- To the kernel a hint to evaluate its argument eagerly, by this name. -/
abbrev eagerReduce {α : Sort u} (a : α) : α := a

/- `PUnit` first: `casesOn` is made with it. -/
set_option bootstrap.inductiveCheckResultingUniverse false in
inductive PUnit : Sort u where
  | unit : PUnit
abbrev Unit : Type := PUnit
@[match_pattern] abbrev Unit.unit : Unit := PUnit.unit

/- Equality before all types of several constructors, whose `noConfusion` speaks of it. -/
inductive Eq {α : Sort u} : α → α → Prop where
  | refl (a : α) : Eq a a
abbrev Eq.ndrec.{u1, u2} {α : Sort u2} {a : α} {motive : α → Sort u1} (m : motive a) {b : α} (h : Eq a b) : motive b :=
  h.rec m
inductive HEq {α : Sort u} : α → {β : Sort u} → β → Prop where
  | refl (a : α) : HEq a a
set_option linter.defProp false in
@[match_pattern] def rfl {α : Sort u} {a : α} : Eq a a := Eq.refl a
theorem Eq.symm {α : Sort u} {a b : α} (h : Eq a b) : Eq b a := h.rec rfl
theorem Eq.trans {α : Sort u} {a b c : α} (h₁ : Eq a b) (h₂ : Eq b c) : Eq a c := h₂.rec h₁
theorem Eq.subst {α : Sort u} {motive : α → Prop} {a b : α} (h₁ : Eq a b) (h₂ : motive a) : motive b := h₁.rec h₂
abbrev cast {α β : Sort u} (h : Eq α β) (a : α) : β := h.rec a
theorem congrArg {α : Sort u} {β : Sort v} {a₁ a₂ : α} (f : α → β) (h : Eq a₁ a₂) : Eq (f a₁) (f a₂) := h.rec rfl
theorem congr {α : Sort u} {β : Sort v} {f₁ f₂ : α → β} {a₁ a₂ : α} (h₁ : Eq f₁ f₂) (h₂ : Eq a₁ a₂) :
    Eq (f₁ a₁) (f₂ a₂) := h₁.rec (h₂.rec rfl)
theorem congrFun {α : Sort u} {β : α → Sort v} {f g : (x : α) → β x} (h : Eq f g) (a : α) : Eq (f a) (g a) := h.rec rfl
theorem congrFun' {α : Sort u} {β : Sort v} {f g : α → β} (h : Eq f g) (a : α) : Eq (f a) (g a) := h.rec rfl
theorem heq_of_eq {α : Sort u} {a a' : α} (h : Eq a a') : HEq a a' := h.rec (.refl a)
theorem eq_of_heq {α : Sort u} {a a' : α} (h : HEq a a') : Eq a a' :=
  have all : {β : Sort u} → {b : β} → HEq a b → (e : Eq α β) → Eq (cast e a) b := fun h => h.rec (fun _ => rfl)
  all h rfl

/- What structural recursion (`below`, `brecOn`) and constructor elimination are made of. -/
structure PProd (α : Sort u) (β : Sort v) where
  fst : α
  snd : β
structure Prod (α : Type u) (β : Type v) where
  fst : α
  snd : β
structure PULift.{r, s} (α : Sort s) : Sort (max s 1 r) where
  up :: down : α
structure ULift.{r, s} (α : Type s) : Type (max s r) where
  up :: down : α

inductive False : Prop
abbrev False.elim {C : Sort u} (h : False) : C := h.rec
inductive True : Prop where
  | intro : True
theorem trivial : True := .intro
def Not (a : Prop) : Prop := a → False
abbrev absurd {a : Prop} {b : Sort v} (h₁ : a) (h₂ : Not a) : b := (h₂ h₁).elim
inductive Empty : Type
abbrev Empty.elim {C : Sort u} (h : Empty) : C := h.rec
inductive Bool where
  | false
  | true
export Bool (false true)
/- `match` is not usable before `Nat` and `Decidable`. -/
abbrev cond {α : Sort u} (c : Bool) (x y : α) : α := c.casesOn y x

/- The compiler takes a `Decidable` to be a bare `Bool`, so it is one with a proof. -/
class Decidable (p : Prop) where
  intro ::
  decide : Bool
  of_decide : cond decide p (Not p)
@[inline, match_pattern] def Decidable.isTrue {p : Prop} (h : p) : Decidable p := ⟨true, h⟩
@[inline, match_pattern] def Decidable.isFalse {p : Prop} (h : Not p) : Decidable p := ⟨false, h⟩
@[macro_inline] def dite {α : Sort u} (c : Prop) [h : Decidable c] (t : c → α) (e : Not c → α) : α :=
  h.decide.casesOn (motive := fun b => cond b c (Not c) → α) e t h.of_decide
@[macro_inline] def ite {α : Sort u} (c : Prop) [h : Decidable c] (t e : α) : α :=
  h.decide.casesOn (motive := fun b => cond b c (Not c) → α) (fun _ => e) (fun _ => t) h.of_decide

structure And (a b : Prop) : Prop where
  intro ::
  left : a
  right : b
inductive Or (a b : Prop) : Prop where
  | inl (h : a) : Or a b
  | inr (h : b) : Or a b
structure Iff (a b : Prop) : Prop where
  intro ::
  mp : a → b
  mpr : b → a
inductive Exists {α : Sort u} (p : α → Prop) : Prop where
  | intro (w : α) (h : p w) : Exists p

/- `Nat`. Its own `ctorIdx` would be made with the functions below, so it is written by hand.

The kernel computes add, sub, mul, div, mod, gcd, pow, beq, ble, land, lor, xor, shiftLeft and shiftRight of numerals
itself, whatever they are defined to be: by their names, in one step, with big numbers. A definition here that disagreed
with it, or a name left for a source to define, would prove `False`. -/
set_option genCtorIdx false in
inductive Nat where
  | zero : Nat
  | succ (n : Nat) : Nat
@[extern "lean_nat_add"] protected def Nat.add : Nat → Nat → Nat
  | n, .zero => n
  | n, .succ m => .succ (Nat.add n m)
@[extern "lean_nat_mul"] protected def Nat.mul : Nat → Nat → Nat
  | _, .zero => .zero
  | n, .succ m => Nat.add (Nat.mul n m) n
@[extern "lean_nat_pred"] def Nat.pred : Nat → Nat
  | .zero => .zero
  | .succ n => n
@[extern "lean_nat_sub"] protected def Nat.sub : Nat → Nat → Nat
  | n, .zero => n
  | n, .succ m => Nat.pred (Nat.sub n m)
@[extern "lean_nat_dec_eq"] def Nat.beq : Nat → Nat → Bool
  | .zero, .zero => true
  | .zero, .succ _ => false
  | .succ _, .zero => false
  | .succ n, .succ m => beq n m
@[extern "lean_nat_dec_le"] def Nat.ble : Nat → Nat → Bool
  | .zero, _ => true
  | .succ _, .zero => false
  | .succ n, .succ m => ble n m
def Nat.blt (n m : Nat) : Bool := ble n.succ m
def Bool.ctorIdx : Bool → Nat := fun b => b.casesOn .zero (.succ .zero)
noncomputable def Nat.ctorIdx : Nat → Nat := fun n => n.casesOn .zero (fun _ => .succ .zero)
theorem noConfusion_of_Nat {α : Sort u} (f : α → Nat) {a b : α} (h : Eq a b) :
    (Nat.beq (f a) (f b)).rec False True := h.rec ((f a).rec .intro (fun _ h => h))

theorem Nat.eq_of_beq_eq_true : {n m : Nat} → Eq (n.beq m) true → Eq n m
  | .zero, .zero, _ => rfl
  | .zero, .succ _, h => nomatch h
  | .succ _, .zero, h => nomatch h
  | .succ _, .succ _, h => congrArg succ (eq_of_beq_eq_true h)
theorem Nat.beq_refl : (n : Nat) → Eq (n.beq n) true
  | .zero => rfl
  | .succ n => beq_refl n
theorem Nat.ne_of_beq_eq_false {n m : Nat} (h : Eq (n.beq m) false) : Not (Eq n m) :=
  fun e => nomatch h.symm.trans (e.rec (beq_refl n))
/- The answer is computed first and proved after, so that the kernel evaluates no more than `Nat.beq`. -/
def Nat.decEq (n m : Nat) : Decidable (Eq n m) :=
  ⟨n.beq m, (n.beq m).rec (motive := fun b => Eq (n.beq m) b → cond b (Eq n m) (Not (Eq n m)))
    ne_of_beq_eq_false eq_of_beq_eq_true rfl⟩

/- Division and its kin are recursions on the fuel in their first argument, which is always enough. -/
def Nat.div.loop (y : Nat) : Nat → Nat → Nat
  | .zero, _ => .zero
  | .succ fuel, x => cond (ble y x) (.succ (loop y fuel (Nat.sub x y))) .zero
@[extern "lean_nat_div"] protected def Nat.div (x y : Nat) : Nat := cond (y.beq .zero) .zero (div.loop y x x)
def Nat.mod.loop (y : Nat) : Nat → Nat → Nat
  | .zero, x => x
  | .succ fuel, x => cond (ble y x) (loop y fuel (Nat.sub x y)) x
@[extern "lean_nat_mod"] protected def Nat.mod (x y : Nat) : Nat := cond (y.beq .zero) x (mod.loop y x x)
def Nat.gcd.loop : Nat → Nat → Nat → Nat
  | .zero, _, n => n
  | .succ fuel, m, n => cond (m.beq .zero) n (loop fuel (Nat.mod n m) m)
@[extern "lean_nat_gcd"] def Nat.gcd (m n : Nat) : Nat := gcd.loop m m n
@[extern "lean_nat_pow"] protected def Nat.pow (m : Nat) : Nat → Nat
  | .zero => .succ .zero
  | .succ n => Nat.mul (Nat.pow m n) m
/- Bit by bit: `low` is what the lowest bits give, `high` the result for the rest. -/
def Nat.bitwise.join (low : Bool) (high : Nat) : Nat := cond low (.succ (Nat.add high high)) (Nat.add high high)
def Nat.bitwise.loop (f : Bool → Bool → Bool) : Nat → Nat → Nat → Nat
  | .zero, _, m => cond (f false true) m .zero
  | .succ fuel, n, m =>
    cond (n.beq .zero) (cond (f false true) m .zero) (cond (m.beq .zero) (cond (f true false) n .zero)
      (join (f (beq (Nat.mod n (succ (succ zero))) (succ zero)) (beq (Nat.mod m (succ (succ zero))) (succ zero)))
        (loop f fuel (Nat.div n (succ (succ zero))) (Nat.div m (succ (succ zero))))))
def Nat.bitwise (f : Bool → Bool → Bool) (n m : Nat) : Nat := bitwise.loop f n n m
@[extern "lean_nat_land"] def Nat.land : Nat → Nat → Nat := bitwise (fun a b => cond a b false)
@[extern "lean_nat_lor"] def Nat.lor : Nat → Nat → Nat := bitwise (fun a b => cond a true b)
@[extern "lean_nat_lxor"] def Nat.xor : Nat → Nat → Nat := bitwise (fun a b => cond a (cond b false true) b)
@[extern "lean_nat_shiftl"] def Nat.shiftLeft : Nat → Nat → Nat
  | n, .zero => n
  | n, .succ m => shiftLeft (Nat.mul (succ (succ zero)) n) m
@[extern "lean_nat_shiftr"] def Nat.shiftRight : Nat → Nat → Nat
  | n, .zero => n
  | n, .succ m => Nat.div (shiftRight n m) (succ (succ zero))
def Nat.log2.loop : Nat → Nat → Nat
  | .zero, _ => .zero
  | .succ fuel, n => cond (ble (succ (succ zero)) n) (succ (loop fuel (Nat.div n (succ (succ zero))))) .zero
@[extern "lean_nat_log2"] def Nat.log2 (n : Nat) : Nat := log2.loop n n

inductive Nat.le (n : Nat) : Nat → Prop where
  | refl : Nat.le n n
  | step {m : Nat} : Nat.le n m → Nat.le n (.succ m)
protected abbrev Nat.lt (n m : Nat) : Prop := Nat.le n.succ m

/- The remaining types that carry names, texts and lists; the kernel writes a text as `String.ofList` of characters. -/
@[reducible] def outParam (α : Sort u) : Sort u := α
class OfNat (α : Type u) (_ : Nat) where
  ofNat : α
@[default_instance 100] instance instOfNatNat (n : Nat) : OfNat Nat n := ⟨n⟩
class Inhabited (α : Sort u) where
  default : α
export Inhabited (default)
class inductive Nonempty (α : Sort u) : Prop where
  | intro (val : α) : Nonempty α
instance (priority := 100) instNonemptyOfInhabited {α : Sort u} [Inhabited α] : Nonempty α := ⟨default⟩
inductive List (α : Type u) where
  | nil : List α
  | cons (head : α) (tail : List α) : List α
inductive Option (α : Type u) where
  | none : Option α
  | some (val : α) : Option α
export Option (none some)
inductive Sum (α : Type u) (β : Type v) where
  | inl (val : α) : Sum α β
  | inr (val : β) : Sum α β
structure Subtype {α : Sort u} (p : α → Prop) where
  val : α
  property : p val
structure Fin (n : Nat) where
  val : Nat
  isLt : Nat.lt val n
structure Array (α : Type u) where
  mk :: toList : List α
/- 55296 to 57343 (surrogates) and what is above 1114111 is no character; `Char.ofNat` makes it the character 0. -/
def Nat.isValidChar (n : Nat) : Bool := cond (blt n 55296) true (cond (blt 57343 n) (blt n 1114112) false)
structure Char where
  val : Nat
  valid : Eq val.isValidChar true
@[extern "lean_char_of_nat"] def Char.ofNat (n : Nat) : Char :=
  n.isValidChar.rec (motive := fun b => Eq n.isValidChar b → Char) (fun _ => ⟨.zero, rfl⟩) (fun h => ⟨n, h⟩) rfl
structure String where
  ofList :: toList : List Char
