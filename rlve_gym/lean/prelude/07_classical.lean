/- Excluded middle, from choice (Diaconescu), and the laws that need it; then decidable propositions, `if`, and `Bool`. -/
namespace Classical
noncomputable def indefiniteDescription {α : Sort u} (p : α → Prop) (h : ∃ x, p x) : {x // p x} :=
  choice (h.elim fun x k => ⟨⟨x, k⟩⟩)
noncomputable def choose {α : Sort u} {p : α → Prop} (h : ∃ x, p x) : α := (indefiniteDescription p h).val
theorem choose_spec {α : Sort u} {p : α → Prop} (h : ∃ x, p x) : p (choose h) := (indefiniteDescription p h).property
/- Of the sets {x | x = True ∨ p} and {x | x = False ∨ p} choose an element each: they differ, or `p` holds. If `p` does,
the sets are equal, and so are the choices. -/
theorem em (p : Prop) : p ∨ ¬p := by
  have hU : ∃ x : Prop, x = True ∨ p := ⟨True, .inl rfl⟩
  have hV : ∃ x : Prop, x = False ∨ p := ⟨False, .inl rfl⟩
  have same : p → choose hU = choose hV := by
    intro hp
    have sets : (fun x : Prop => x = True ∨ p) = (fun x => x = False ∨ p) :=
      funext fun x => propext ⟨fun _ => .inr hp, fun _ => .inr hp⟩
    have choices : ∀ hU hV, @choose _ (fun x : Prop => x = True ∨ p) hU = @choose _ (fun x => x = False ∨ p) hV := by
      rw [sets]; intro _ _; rfl
    exact choices hU hV
  cases choose_spec hU with
  | inr h => exact .inl h
  | inl a => cases choose_spec hV with
    | inr h => exact .inl h
    | inl b => exact .inr fun hp => Eq.mp (a.symm.trans ((same hp).trans b)) trivial
theorem byContradiction {p : Prop} (h : ¬p → False) : p := (em p).elim id fun n => (h n).elim
theorem byCases {p q : Prop} (hpq : p → q) (hnpq : ¬p → q) : q := (em p).elim hpq hnpq
theorem exists_true_of_nonempty {α : Sort u} : Nonempty α → ∃ _ : α, True := fun ⟨x⟩ => ⟨x, trivial⟩
noncomputable def ofNonempty {α : Sort u} [h : Nonempty α] : α := choice h
noncomputable scoped instance (priority := low) propDecidable (a : Prop) : Decidable a :=
  choice ((em a).elim (fun h => ⟨isTrue h⟩) (fun n => ⟨isFalse n⟩))
theorem propComplete (a : Prop) : a = True ∨ a = False := (em a).imp eq_true eq_false
@[simp] theorem not_not {a : Prop} : ¬¬a ↔ a := ⟨fun h => byContradiction h, not_not_intro⟩
@[simp] theorem not_forall {α : Sort u} {p : α → Prop} : (¬∀ x, p x) ↔ ∃ x, ¬p x :=
  ⟨fun h => byContradiction fun n => h fun x => byContradiction fun k => n ⟨x, k⟩, not_forall_of_exists_not⟩
theorem not_exists_not {α : Sort u} {p : α → Prop} : (¬∃ x, ¬p x) ↔ ∀ x, p x := by simp
theorem forall_or_exists_not {α : Sort u} (p : α → Prop) : (∀ a, p a) ∨ ∃ a, ¬p a := by
  rw [← not_forall]; exact em _
theorem exists_or_forall_not {α : Sort u} (p : α → Prop) : (∃ a, p a) ∨ ∀ a, ¬p a := by
  rw [← not_exists]; exact em _
theorem or_iff_not_imp_left {a b : Prop} : a ∨ b ↔ (¬a → b) :=
  ⟨Or.resolve_left, fun h => (em a).elim .inl fun n => .inr (h n)⟩
theorem or_iff_not_imp_right {a b : Prop} : a ∨ b ↔ (¬b → a) := or_comm.trans or_iff_not_imp_left
theorem imp_iff_not_or {a b : Prop} : (a → b) ↔ (¬a ∨ b) := by rw [or_iff_not_imp_left, not_not]
theorem not_imp_iff_and_not {a b : Prop} : ¬(a → b) ↔ (a ∧ ¬b) :=
  ⟨fun h => ⟨byContradiction fun n => h fun x => (n x).elim, fun y => h fun _ => y⟩, fun h f => h.2 (f h.1)⟩
@[simp] theorem not_imp {a b : Prop} : ¬(a → b) ↔ a ∧ ¬b := not_imp_iff_and_not
theorem not_and_iff_not_or_not {a b : Prop} : ¬(a ∧ b) ↔ ¬a ∨ ¬b := by rw [not_and, imp_iff_not_or]
theorem not_and_iff_or_not_not {a b : Prop} : ¬(a ∧ b) ↔ ¬a ∨ ¬b := not_and_iff_not_or_not
theorem not_iff {a b : Prop} : ¬(a ↔ b) ↔ (¬a ↔ b) :=
  ⟨fun h => ⟨fun na => byContradiction fun nb => h (iff_of_false na nb), fun y x => h (iff_of_true x y)⟩,
   fun h k => not_iff_self (h.trans k.symm)⟩
theorem imp_or {a b c : Prop} : (a → b ∨ c) ↔ (a → b) ∨ (a → c) :=
  ⟨fun h => (em b).elim (fun y => .inl fun _ => y) fun n => .inr fun x => (h x).resolve_left n,
   fun h x => h.elim (fun f => .inl (f x)) (fun f => .inr (f x))⟩
end Classical
export Classical (imp_iff_not_or not_not)
theorem not_imp_not {a b : Prop} : (¬a → ¬b) ↔ (b → a) := ⟨fun h y => Classical.byContradiction fun n => h n y, mt⟩
theorem of_not_not {a : Prop} : ¬¬a → a := not_not.1
theorem not_forall {α : Sort u} {p : α → Prop} : (¬∀ x, p x) ↔ ∃ x, ¬p x := Classical.not_forall
theorem not_imp {a b : Prop} : ¬(a → b) ↔ a ∧ ¬b := Classical.not_imp
theorem or_iff_not_imp_left {a b : Prop} : a ∨ b ↔ (¬a → b) := Classical.or_iff_not_imp_left
theorem or_iff_not_imp_right {a b : Prop} : a ∨ b ↔ (¬b → a) := Classical.or_iff_not_imp_right
theorem not_iff {a b : Prop} : ¬(a ↔ b) ↔ (¬a ↔ b) := Classical.not_iff
noncomputable def Exists.choose {α : Sort u} {p : α → Prop} (h : ∃ a, p a) : α := Classical.choose h
theorem Exists.choose_spec {α : Sort u} {p : α → Prop} (h : ∃ a, p a) : p h.choose := Classical.choose_spec h
noncomputable def Classical.arbitrary (α : Sort u) [h : Nonempty α] : α := choice h

namespace Decidable
variable {a b c : Prop}
theorem not_imp_symm [Decidable a] (h : ¬a → b) (hb : ¬b) : a := byContradiction fun n => hb (h n)
theorem not_imp_comm [Decidable a] [Decidable b] : (¬a → b) ↔ (¬b → a) := ⟨not_imp_symm, not_imp_symm⟩
theorem or_iff_not_imp_left [Decidable a] : a ∨ b ↔ (¬a → b) := Classical.or_iff_not_imp_left
theorem or_iff_not_imp_right [Decidable b] : a ∨ b ↔ (¬b → a) := Classical.or_iff_not_imp_right
theorem not_or_of_imp [Decidable a] (h : a → b) : ¬a ∨ b := Classical.imp_iff_not_or.1 h
theorem imp_iff_not_or [Decidable a] : (a → b) ↔ (¬a ∨ b) := Classical.imp_iff_not_or
theorem not_imp_iff_and_not [Decidable a] : ¬(a → b) ↔ a ∧ ¬b := Classical.not_imp
theorem not_and_iff_or_not_not [Decidable a] : ¬(a ∧ b) ↔ ¬a ∨ ¬b := Classical.not_and_iff_not_or_not
theorem not_and_iff_not_or_not [Decidable a] : ¬(a ∧ b) ↔ ¬a ∨ ¬b := Classical.not_and_iff_not_or_not
theorem not_iff_not [Decidable a] [Decidable b] : (¬a ↔ ¬b) ↔ (a ↔ b) :=
  ⟨fun h => ⟨not_imp_not.1 h.2, not_imp_not.1 h.1⟩, not_congr⟩
theorem not_iff [Decidable b] : ¬(a ↔ b) ↔ (¬a ↔ b) := Classical.not_iff
theorem iff_iff_and_or_not_and_not [Decidable b] : (a ↔ b) ↔ (a ∧ b) ∨ (¬a ∧ ¬b) :=
  ⟨fun h => (Classical.em b).elim (fun y => .inl ⟨h.2 y, y⟩) fun n => .inr ⟨fun x => n (h.1 x), n⟩,
   fun h => h.elim (fun k => iff_of_true k.1 k.2) (fun k => iff_of_false k.1 k.2)⟩
end Decidable
theorem iff_iff_and_or_not_and_not {a b : Prop} : (a ↔ b) ↔ (a ∧ b) ∨ (¬a ∧ ¬b) :=
  open scoped Classical in Decidable.iff_iff_and_or_not_and_not

/- `if`. -/
@[simp] theorem ite_true {α : Sort u} (a b : α) : (if True then a else b) = a := rfl
@[simp] theorem ite_false {α : Sort u} (a b : α) : (if False then a else b) = b := rfl
@[simp] theorem dite_true {α : Sort u} {t : True → α} {e : ¬True → α} : dite True t e = t trivial := rfl
@[simp] theorem dite_false {α : Sort u} {t : False → α} {e : ¬False → α} : dite False t e = e not_false := rfl
@[simp] theorem ite_self {α : Sort u} {c : Prop} {d : Decidable c} (a : α) : ite c a a = a := by
  by_cases h : c
  · exact if_pos h
  · exact if_neg h
@[simp] theorem dite_eq_ite {α : Sort u} {P : Prop} {a b : α} [Decidable P] : (dite P (fun _ => a) fun _ => b) = ite P a b :=
  rfl
theorem ite_congr {α : Sort u} {b c : Prop} {x y u v : α} {s : Decidable b} [Decidable c] (h₁ : b = c)
    (h₂ : c → x = u) (h₃ : ¬c → y = v) : ite b x y = ite c u v := by
  subst h₁
  by_cases h : b
  · rw [if_pos h, if_pos h]; exact h₂ h
  · rw [if_neg h, if_neg h]; exact h₃ h
theorem ite_cond_congr {α : Sort u} {b c : Prop} {s : Decidable b} [t : Decidable c] {x y : α} (h : b = c) :
    ite b x y = ite c x y := ite_congr h (fun _ => rfl) (fun _ => rfl)
theorem dite_cond_congr {α : Sort u} {b c : Prop} {s : Decidable b} [t : Decidable c] {x : b → α} {y : ¬b → α}
    (h : b = c) : dite b x y = dite c (fun k => x (h.substr (p := id) k)) (fun k => y (fun z => k (Eq.mp h z))) := by
  subst h; cases Subsingleton.elim s t; rfl
theorem apply_ite {α : Sort u} {β : Sort v} (f : α → β) (P : Prop) [Decidable P] (x y : α) :
    f (ite P x y) = ite P (f x) (f y) := by
  by_cases h : P
  · rw [if_pos h, if_pos h]
  · rw [if_neg h, if_neg h]
@[simp] theorem ite_not {α : Sort u} (p : Prop) [Decidable p] (x y : α) : ite (¬p) x y = ite p y x := by
  by_cases h : p
  · rw [if_pos h, if_neg (not_not_intro h)]
  · rw [if_neg h, if_pos h]
theorem ite_eq_iff {α : Sort u} {p : Prop} [Decidable p] {a b c : α} :
    ite p a b = c ↔ p ∧ a = c ∨ ¬p ∧ b = c := by
  by_cases h : p
  · rw [if_pos h]; simp [h]
  · rw [if_neg h]; simp [h]
@[simp] theorem ite_eq_left_iff {α : Sort u} {p : Prop} [Decidable p] {x y : α} : ite p x y = x ↔ (¬p → y = x) := by
  by_cases h : p
  · rw [if_pos h]; simp [h]
  · rw [if_neg h]; simp [h]
@[simp] theorem ite_eq_right_iff {α : Sort u} {p : Prop} [Decidable p] {x y : α} : ite p x y = y ↔ (p → x = y) := by
  by_cases h : p
  · rw [if_pos h]; simp [h]
  · rw [if_neg h]; simp [h]
@[simp] theorem if_true_left {p q : Prop} [Decidable p] : ite p True q ↔ ¬p → q := by by_cases h : p <;> simp [h]
@[simp] theorem if_false_left {p q : Prop} [Decidable p] : ite p False q ↔ ¬p ∧ q := by by_cases h : p <;> simp [h]
@[simp] theorem if_true_right {p q : Prop} [Decidable p] : ite p q True ↔ p → q := by by_cases h : p <;> simp [h]
@[simp] theorem if_false_right {p q : Prop} [Decidable p] : ite p q False ↔ p ∧ q := by by_cases h : p <;> simp [h]
