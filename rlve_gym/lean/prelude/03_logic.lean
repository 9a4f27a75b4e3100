/- Logic: equality, propositions, the three axioms, and what the tactics write into proofs by name.

Still without notation. The statements are those of the stock library as far as its names are known to be used; the
proofs are ours. -/
open Lean

/- Equality, continued. -/
theorem Eq.substr {α : Sort u} {p : α → Prop} {a b : α} (h₁ : Eq b a) : p a → p b := fun h => h₁.symm.rec h
abbrev Eq.mp {α β : Sort u} (h : Eq α β) (a : α) : β := h.rec a
abbrev Eq.mpr {α β : Sort u} (h : Eq α β) (b : β) : α := h.symm.rec b
abbrev Ne {α : Sort u} (a b : α) : Prop := Not (Eq a b)
theorem Ne.symm {α : Sort u} {a b : α} (h : Ne a b) : Ne b a := fun e => h e.symm
theorem Ne.intro {α : Sort u} {a b : α} (h : Eq a b → False) : Ne a b := h
theorem Ne.elim {α : Sort u} {a b : α} (h : Ne a b) : Eq a b → False := h
theorem Ne.irrefl {α : Sort u} {a : α} (h : Ne a a) : False := h rfl
theorem ne_of_eq_of_ne {α : Sort u} {a b c : α} (h₁ : Eq a b) (h₂ : Ne b c) : Ne a c := h₁.symm.rec h₂
theorem ne_of_ne_of_eq {α : Sort u} {a b c : α} (h₁ : Ne a b) (h₂ : Eq b c) : Ne a c := h₂.rec h₁
theorem ne_comm {α : Sort u} {a b : α} : Iff (Ne a b) (Ne b a) := ⟨Ne.symm, Ne.symm⟩
theorem eq_comm {α : Sort u} {a b : α} : Iff (Eq a b) (Eq b a) := ⟨Eq.symm, Eq.symm⟩
theorem HEq.rfl {α : Sort u} {a : α} : HEq a a := .refl a
theorem HEq.symm {α β : Sort u} {a : α} {b : β} (h : HEq a b) : HEq b a := h.rec (.refl a)
theorem HEq.trans {α β φ : Sort u} {a : α} {b : β} {c : φ} (h₁ : HEq a b) (h₂ : HEq b c) : HEq a c := h₂.rec h₁
abbrev HEq.ndrec.{u1, u2} {α : Sort u2} {a : α} {motive : {β : Sort u2} → β → Sort u1} (m : motive a) {β : Sort u2}
    {b : β} (h : HEq a b) : motive b := h.rec m
/- The eliminators that `noConfusion` of a structure with dependent fields is written with. -/
abbrev Eq.ndrec_symm.{u1, u2} {α : Sort u2} {a : α} {motive : α → Sort u1} (m : motive a) {b : α} (h : Eq b a) :
    motive b := h.symm.ndrec m
abbrev HEq.homo_ndrec.{u1, u2} {α : Sort u2} {a : α} {motive : α → Sort u1} (m : motive a) {b : α} (h : HEq a b) :
    motive b := (eq_of_heq h).ndrec m
abbrev HEq.homo_ndrec_symm.{u1, u2} {α : Sort u2} {a : α} {motive : α → Sort u1} (m : motive a) {b : α} (h : HEq b a) :
    motive b := (eq_of_heq h).symm.ndrec m
attribute [symm] Eq.symm Ne.symm HEq.symm

/- Quotients are the kernel's own; from them comes that functions are equal which agree everywhere. -/
init_quot
axiom propext {a b : Prop} : Iff a b → Eq a b
axiom Quot.sound {α : Sort u} {r : α → α → Prop} {a b : α} : r a b → Eq (Quot.mk r a) (Quot.mk r b)
axiom Classical.choice {α : Sort u} : Nonempty α → α
noncomputable def Quot.funApp {α : Sort u} {β : α → Sort v}
    (q : Quot fun (f g : (x : α) → β x) => (x : α) → Eq (f x) (g x)) (x : α) : β x :=
  Quot.lift (fun f => f x) (fun _ _ h => h x) q
theorem funext {α : Sort u} {β : α → Sort v} {f g : (x : α) → β x} (h : (x : α) → Eq (f x) (g x)) : Eq f g :=
  show Eq (Quot.funApp (Quot.mk _ f)) (Quot.funApp (Quot.mk _ g)) from congrArg Quot.funApp (Quot.sound h)
/- What `sorry` and every mistake in a source is; the report of axioms shows it. -/
axiom sorryAx (α : Sort u) (synthetic : Bool) : α

/- Propositions. -/
abbrev Not.elim {a : Prop} {α : Sort v} (h₁ : Not a) (h₂ : a) : α := (h₁ h₂).elim
theorem not_not_intro {p : Prop} (h : p) : Not (Not p) := fun n => n h
theorem mt {a b : Prop} (h₁ : a → b) (h₂ : Not b) : Not a := fun ha => h₂ (h₁ ha)
abbrev And.elim {a b : Prop} {α : Sort v} (f : a → b → α) (h : And a b) : α := f h.left h.right
theorem And.symm {a b : Prop} (h : And a b) : And b a := ⟨h.2, h.1⟩
theorem And.imp {a b c d : Prop} (f : a → c) (g : b → d) (h : And a b) : And c d := ⟨f h.1, g h.2⟩
theorem Or.elim {a b c : Prop} (h : Or a b) (left : a → c) (right : b → c) : c := h.rec left right
theorem Or.symm {a b : Prop} (h : Or a b) : Or b a := h.rec .inr .inl
theorem Or.resolve_left {a b : Prop} (h : Or a b) (na : Not a) : b := h.rec (fun ha => (na ha).elim) id
theorem Or.resolve_right {a b : Prop} (h : Or a b) (nb : Not b) : a := h.rec id (fun hb => (nb hb).elim)
theorem Or.imp {a b c d : Prop} (f : a → c) (g : b → d) (h : Or a b) : Or c d := h.rec (fun x => .inl (f x)) (fun x => .inr (g x))
abbrev Or.intro_left {a : Prop} (b : Prop) (h : a) : Or a b := .inl h
abbrev Or.intro_right {b : Prop} (a : Prop) (h : b) : Or a b := .inr h
theorem Iff.refl (a : Prop) : Iff a a := ⟨id, id⟩
theorem Iff.rfl {a : Prop} : Iff a a := .refl a
theorem Iff.of_eq {a b : Prop} (h : Eq a b) : Iff a b := h.rec .rfl
theorem Iff.symm {a b : Prop} (h : Iff a b) : Iff b a := ⟨h.2, h.1⟩
theorem Iff.trans {a b c : Prop} (h₁ : Iff a b) (h₂ : Iff b c) : Iff a c :=
  ⟨fun x => h₂.1 (h₁.1 x), fun x => h₁.2 (h₂.2 x)⟩
theorem iff_of_eq {a b : Prop} (h : Eq a b) : Iff a b := .of_eq h
theorem iff_comm {a b : Prop} : Iff (Iff a b) (Iff b a) := ⟨Iff.symm, Iff.symm⟩
theorem iff_of_true {a b : Prop} (ha : a) (hb : b) : Iff a b := ⟨fun _ => hb, fun _ => ha⟩
theorem iff_of_false {a b : Prop} (ha : Not a) (hb : Not b) : Iff a b := ⟨fun h => (ha h).elim, fun h => (hb h).elim⟩
theorem not_congr {a b : Prop} (h : Iff a b) : Iff (Not a) (Not b) := ⟨mt h.2, mt h.1⟩
theorem Iff.not {a b : Prop} (h : Iff a b) : Iff (Not a) (Not b) := not_congr h
abbrev Iff.elim {a b : Prop} {α : Sort v} (f : (a → b) → (b → a) → α) (h : Iff a b) : α := f h.1 h.2
attribute [symm] Iff.symm
attribute [refl] Iff.refl
theorem Exists.elim {α : Sort u} {p : α → Prop} {b : Prop} (h₁ : Exists p) (h₂ : (a : α) → p a → b) : b := h₁.rec h₂
theorem Nonempty.elim {α : Sort u} {p : Prop} (h₁ : Nonempty α) (h₂ : α → p) : p := h₁.rec h₂

/- Between propositions and their being equal to `True` or `False`: the currency of `simp`. -/
theorem of_eq_true {p : Prop} (h : Eq p True) : p := h.symm.rec trivial
theorem of_eq_false {p : Prop} (h : Eq p False) : Not p := fun x => Eq.mp h x
theorem eq_true {p : Prop} (h : p) : Eq p True := propext ⟨fun _ => trivial, fun _ => h⟩
theorem eq_false {p : Prop} (h : Not p) : Eq p False := propext ⟨h, False.elim⟩
theorem eq_false' {p : Prop} (h : p → False) : Eq p False := eq_false h
theorem eq_self {α : Sort u} (a : α) : Eq (Eq a a) True := eq_true rfl
theorem implies_congr {p₁ p₂ : Sort u} {q₁ q₂ : Sort v} (h₁ : Eq p₁ p₂) (h₂ : Eq q₁ q₂) : Eq (p₁ → q₁) (p₂ → q₂) :=
  h₁.rec (h₂.rec rfl)
theorem implies_congr_left {p₁ p₂ : Sort u} {q : Sort v} (h : Eq p₁ p₂) : Eq (p₁ → q) (p₂ → q) := h.rec rfl
theorem implies_congr_right {p : Sort u} {q₁ q₂ : Sort v} (h : Eq q₁ q₂) : Eq (p → q₁) (p → q₂) := h.rec rfl
theorem implies_dep_congr_ctx {p₁ p₂ q₁ : Prop} (h₁ : Eq p₁ p₂) {q₂ : p₂ → Prop} (h₂ : (h : p₂) → Eq q₁ (q₂ h)) :
    Eq (p₁ → q₁) ((h : p₂) → q₂ h) :=
  propext ⟨fun f y => Eq.mp (h₂ y) (f (Eq.mpr h₁ y)), fun f x => Eq.mpr (h₂ (Eq.mp h₁ x)) (f (Eq.mp h₁ x))⟩
theorem implies_congr_ctx {p₁ p₂ q₁ q₂ : Prop} (h₁ : Eq p₁ p₂) (h₂ : p₂ → Eq q₁ q₂) : Eq (p₁ → q₁) (p₂ → q₂) :=
  implies_dep_congr_ctx h₁ h₂
theorem forall_congr {α : Sort u} {p q : α → Prop} (h : (a : α) → Eq (p a) (q a)) :
    Eq ((a : α) → p a) ((a : α) → q a) :=
  propext ⟨fun f a => Eq.mp (h a) (f a), fun f a => Eq.mpr (h a) (f a)⟩
theorem forall_prop_domain_congr {p₁ p₂ : Prop} {q : p₁ → Prop} (h : Eq p₁ p₂) :
    Eq ((a : p₁) → q a) ((a : p₂) → q (h.substr (p := fun p : Prop => p) a)) :=
  propext ⟨fun f a => f (h.substr (p := fun p : Prop => p) a), fun f a => f (Eq.mp h a)⟩
theorem forall_prop_congr_dom {p₁ p₂ : Prop} (h : Eq p₁ p₂) (q : p₁ → Prop) :
    Eq ((a : p₁) → q a) ((a : p₂) → q (h.substr (p := fun p : Prop => p) a)) := forall_prop_domain_congr h
theorem pi_congr {α : Sort u} {β β' : α → Sort v} (h : (a : α) → Eq (β a) (β' a)) : Eq ((a : α) → β a) ((a : α) → β' a) :=
  (funext h : Eq β β').rec rfl
theorem let_congr {α : Sort u} {β : Sort v} {a a' : α} {b b' : α → β} (h₁ : Eq a a') (h₂ : (x : α) → Eq (b x) (b' x)) :
    Eq (let x := a; b x) (let x := a'; b' x) := h₁.rec ((funext h₂ : Eq b b').rec rfl)
theorem let_val_congr {α : Sort u} {β : Sort v} {a a' : α} (b : α → β) (h : Eq a a') :
    Eq (let x := a; b x) (let x := a'; b x) := h.rec rfl
theorem let_body_congr {α : Sort u} {β : α → Sort v} {b b' : (a : α) → β a} (a : α) (h : (x : α) → Eq (b x) (b' x)) :
    Eq (let x := a; b x) (let x := a; b' x) := (funext h : Eq b b').rec rfl
theorem have_unused' {α : Sort u} {β : Sort v} (a : α) {b b' : β} (h : Eq b b') : Eq (have _x := a; b) b' := h
theorem have_unused_dep' {α : Sort u} {β : Sort v} (a : α) {b : α → β} {b' : β} (h : (x : α) → Eq (b x) b') :
    Eq (have x := a; b x) b' := h a
theorem have_congr' {α : Sort u} {β : Sort v} {a a' : α} {f f' : α → β} (h₁ : Eq a a') (h₂ : (x : α) → Eq (f x) (f' x)) :
    Eq (have x := a; f x) (have x := a'; f' x) := h₁.rec ((funext h₂ : Eq f f').rec rfl)
theorem have_val_congr' {α : Sort u} {β : Sort v} {a a' : α} {f : α → β} (h : Eq a a') :
    Eq (have x := a; f x) (have x := a'; f x) := h.rec rfl
theorem have_body_congr' {α : Sort u} {β : Sort v} (a : α) {f f' : α → β} (h : (x : α) → Eq (f x) (f' x)) :
    Eq (have x := a; f x) (have x := a; f' x) := h a
theorem Eq.propIntro {a b : Prop} (h₁ : a → b) (h₂ : b → a) : Eq a b := propext ⟨h₁, h₂⟩

/- Decidability. An instance first computes its answer and then proves it, so the kernel evaluates little. -/
export Decidable (decide isTrue isFalse)
abbrev DecidablePred {α : Sort u} (r : α → Prop) := (a : α) → Decidable (r a)
abbrev DecidableRel {α : Sort u} {β : Sort v} (r : α → β → Prop) := (a : α) → (b : β) → Decidable (r a b)
abbrev DecidableEq (α : Sort u) := (a b : α) → Decidable (Eq a b)
@[inline] def decEq {α : Sort u} [inst : DecidableEq α] (a b : α) : Decidable (Eq a b) := inst a b
theorem of_decide_eq_true {p : Prop} [h : Decidable p] (e : Eq (decide p) true) : p :=
  e.rec (motive := fun b _ => cond b p (Not p)) h.of_decide
theorem of_decide_eq_false {p : Prop} [h : Decidable p] (e : Eq (decide p) false) : Not p :=
  e.rec (motive := fun b _ => cond b p (Not p)) h.of_decide
theorem decide_eq_true {p : Prop} [h : Decidable p] (y : p) : Eq (decide p) true :=
  h.rec fun b => b.rec (fun n => (n y).elim) (fun _ => rfl)
theorem decide_eq_false {p : Prop} [h : Decidable p] (n : Not p) : Eq (decide p) false :=
  h.rec fun b => b.rec (fun _ => rfl) (fun y => (n y).elim)
theorem eq_true_of_decide {p : Prop} [Decidable p] (h : Eq (decide p) true) : Eq p True := eq_true (of_decide_eq_true h)
theorem eq_false_of_decide {p : Prop} {_ : Decidable p} (h : Eq (decide p) false) : Eq p False :=
  eq_false (of_decide_eq_false h)
abbrev Decidable.byCases {p : Prop} {q : Sort u} [Decidable p] (h1 : p → q) (h2 : Not p → q) : q := dite p h1 h2
theorem Decidable.em (p : Prop) [Decidable p] : Or p (Not p) := byCases .inl .inr
theorem Decidable.byContradiction {p : Prop} [Decidable p] (h : Not p → False) : p := byCases id (fun n => (h n).elim)
theorem Decidable.of_not_not {p : Prop} [Decidable p] (h : Not (Not p)) : p := byContradiction h
theorem Decidable.not_not {p : Prop} [Decidable p] : Iff (Not (Not p)) p := ⟨of_not_not, not_not_intro⟩
@[inline] def decidable_of_decidable_of_iff {p q : Prop} [Decidable p] (h : Iff p q) : Decidable q :=
  dite p (fun hp => isTrue (h.1 hp)) (fun hn => isFalse (fun hq => hn (h.2 hq)))
@[inline] def decidable_of_decidable_of_eq {p q : Prop} [Decidable p] (h : Eq p q) : Decidable q :=
  decidable_of_decidable_of_iff (.of_eq h)
@[inline] def decidable_of_iff {b : Prop} (a : Prop) (h : Iff a b) [Decidable a] : Decidable b :=
  decidable_of_decidable_of_iff h
instance instDecidableTrue : Decidable True := isTrue trivial
instance instDecidableFalse : Decidable False := isFalse id
instance instDecidableAnd {p q : Prop} [dp : Decidable p] [dq : Decidable q] : Decidable (And p q) :=
  dite p (fun hp => dite q (fun hq => isTrue ⟨hp, hq⟩) fun n => isFalse fun h => n h.2) fun n => isFalse fun h => n h.1
instance instDecidableOr {p q : Prop} [dp : Decidable p] [dq : Decidable q] : Decidable (Or p q) :=
  dite p (fun hp => isTrue (.inl hp)) fun np =>
    dite q (fun hq => isTrue (.inr hq)) fun nq => isFalse fun h => h.rec np nq
instance instDecidableNot {p : Prop} [Decidable p] : Decidable (Not p) := dite p (fun hp => isFalse (fun n => n hp)) isTrue
instance instDecidableForall {p q : Prop} [Decidable p] [Decidable q] : Decidable (p → q) :=
  dite p (fun hp => dite q (fun hq => isTrue fun _ => hq) fun nq => isFalse fun f => nq (f hp))
    fun np => isTrue fun hp => (np hp).elim
instance instDecidableIff {p q : Prop} [Decidable p] [Decidable q] : Decidable (Iff p q) :=
  dite p (fun hp => dite q (fun hq => isTrue (iff_of_true hp hq)) fun nq => isFalse fun h => nq (h.1 hp))
    fun np => dite q (fun hq => isFalse fun h => np (h.2 hq)) fun nq => isTrue (iff_of_false np nq)
instance instDecidableEqNat : DecidableEq Nat := Nat.decEq
def Bool.decEq (a b : Bool) : Decidable (Eq a b) :=
  match a, b with
  | false, false => isTrue rfl
  | false, true => isFalse (fun h => nomatch h)
  | true, false => isFalse (fun h => nomatch h)
  | true, true => isTrue rfl
instance instDecidableEqBool : DecidableEq Bool := Bool.decEq
instance instDecidableEqOfIff {p q : Prop} [Decidable (Iff p q)] : Decidable (Eq p q) :=
  decidable_of_decidable_of_iff ⟨propext, Iff.of_eq⟩

/- `if`. -/
theorem dif_pos {c : Prop} {h : Decidable c} (hc : c) {α : Sort u} {t : c → α} {e : Not c → α} :
    Eq (dite c t e) (t hc) := h.rec fun b => b.rec (fun n => (n hc).elim) (fun _ => rfl)
theorem dif_neg {c : Prop} {h : Decidable c} (hnc : Not c) {α : Sort u} {t : c → α} {e : Not c → α} :
    Eq (dite c t e) (e hnc) := h.rec fun b => b.rec (fun _ => rfl) (fun y => (hnc y).elim)
theorem if_pos {c : Prop} {h : Decidable c} (hc : c) {α : Sort u} {t e : α} : Eq (ite c t e) t :=
  h.rec fun b => b.rec (fun n => (n hc).elim) (fun _ => rfl)
theorem if_neg {c : Prop} {h : Decidable c} (hnc : Not c) {α : Sort u} {t e : α} : Eq (ite c t e) e :=
  h.rec fun b => b.rec (fun _ => rfl) (fun y => (hnc y).elim)
theorem ite_eq_left_of_eq_true {α : Sort u} {c : Prop} {_ : Decidable c} (a b : α) (h : Eq c True) : Eq (ite c a b) a :=
  if_pos (of_eq_true h)
theorem ite_eq_right_of_eq_false {α : Sort u} {c : Prop} {_ : Decidable c} (a b : α) (h : Eq c False) :
    Eq (ite c a b) b := if_neg (of_eq_false h)
theorem dite_eq_left_of_eq_true {α : Sort u} {c : Prop} {_ : Decidable c} {t : c → α} {e : Not c → α} (h : Eq c True) :
    Eq (dite c t e) (t (of_eq_true h)) := dif_pos (of_eq_true h)
theorem dite_eq_right_of_eq_false {α : Sort u} {c : Prop} {_ : Decidable c} {t : c → α} {e : Not c → α}
    (h : Eq c False) : Eq (dite c t e) (e (of_eq_false h)) := dif_neg (of_eq_false h)

theorem ite_eq_left {c : Prop} {h : Decidable c} (hc : c) {α : Sort u} {t e : α} : Eq (ite c t e) t := if_pos hc
theorem ite_eq_right {c : Prop} {h : Decidable c} (hc : Not c) {α : Sort u} {t e : α} : Eq (ite c t e) e := if_neg hc
theorem dite_eq_left {c : Prop} {h : Decidable c} (hc : c) {α : Sort u} {t : c → α} {e : Not c → α} :
    Eq (dite c t e) (t hc) := dif_pos hc
theorem dite_eq_right {c : Prop} {h : Decidable c} (hc : Not c) {α : Sort u} {t : c → α} {e : Not c → α} :
    Eq (dite c t e) (e hc) := dif_neg hc

/- `calc`. -/
class Trans.{u1, u2, u3, v1, v2, v3} {α : Sort v1} {β : Sort v2} {γ : Sort v3} (r : α → β → Sort u1)
    (s : β → γ → Sort u2) (t : outParam (α → γ → Sort u3)) where
  trans {a : α} {b : β} {c : γ} : r a b → s b c → t a c
export Trans (trans)
instance instTransEq {α : Sort u} {γ : Sort v} (r : α → γ → Sort w) : Trans Eq r r := ⟨fun h₁ h₂ => h₁.symm.rec h₂⟩
instance instTransEq_1 {α : Sort u} {β : Sort v} (r : α → β → Sort w) : Trans r Eq r := ⟨fun h₁ h₂ => h₂.rec h₁⟩
instance instTransIff : Trans Iff Iff Iff := ⟨Iff.trans⟩

/- Types with at most one element; functions. -/
class Subsingleton (α : Sort u) : Prop where
  intro ::
  allEq : (a b : α) → Eq a b
/- Lean replaces one proof of decidability by another where it finds this instance. -/
instance instSubsingletonDecidable (p : Prop) : Subsingleton (Decidable p) where
  allEq
    | isTrue _, isTrue _ => rfl
    | isTrue h, isFalse n => absurd h n
    | isFalse n, isTrue h => absurd h n
    | isFalse _, isFalse _ => rfl
theorem Subsingleton.elim {α : Sort u} [h : Subsingleton α] : (a b : α) → Eq a b := h.allEq
instance instSubsingletonProp (p : Prop) : Subsingleton p := ⟨fun _ _ => rfl⟩
instance instSubsingletonPUnit : Subsingleton PUnit := ⟨fun _ _ => rfl⟩
abbrev Function.comp {α : Sort u} {β : Sort v} {δ : Sort w} (f : β → δ) (g : α → β) : α → δ := fun x => f (g x)
set_option checkBinderAnnotations false in
abbrev inferInstance {α : Sort u} [i : α] : α := i
instance instInhabitedNat : Inhabited Nat := ⟨.zero⟩
instance instInhabitedBool : Inhabited Bool := ⟨false⟩
instance instInhabitedProp : Inhabited Prop := ⟨True⟩
instance instInhabitedPUnit : Inhabited PUnit := ⟨.unit⟩
instance instInhabitedList {α : Type u} : Inhabited (List α) := ⟨.nil⟩
instance instInhabitedOption {α : Type u} : Inhabited (Option α) := ⟨.none⟩
instance instInhabitedProd {α : Type u} {β : Type v} [Inhabited α] [Inhabited β] : Inhabited (Prod α β) :=
  ⟨⟨default, default⟩⟩
instance instInhabitedForall {α : Sort u} {β : α → Sort v} [(a : α) → Inhabited (β a)] : Inhabited ((a : α) → β a) :=
  ⟨fun _ => default⟩
