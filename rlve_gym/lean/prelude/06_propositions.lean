/- Propositions again, with notation and tactics at hand: the lemmas that `simp` works with, and what proofs cite. -/
attribute [ext] funext
attribute [simp] eq_self
theorem Lean.injEq_helper {P Q R : Prop} (h : P → Q → R) : P ∧ Q → R := fun hpq => h hpq.1 hpq.2
/- Constructors are injective: for the types that are older than what these theorems are written with. -/
gen_injective_theorems% PProd
gen_injective_theorems% Prod
gen_injective_theorems% PULift
gen_injective_theorems% ULift
gen_injective_theorems% Nat
gen_injective_theorems% List
gen_injective_theorems% Option
gen_injective_theorems% Sum
gen_injective_theorems% Subtype
gen_injective_theorems% Fin
gen_injective_theorems% Char
gen_injective_theorems% String
instance (priority := 300) Zero.toOfNat0 {α : Type u} [Zero α] : OfNat α (nat_lit 0) := ⟨Zero.zero⟩
instance (priority := 200) Zero.ofOfNat0 {α : Type u} [OfNat α (nat_lit 0)] : Zero α := ⟨0⟩
instance (priority := 300) One.toOfNat1 {α : Type u} [One α] : OfNat α (nat_lit 1) := ⟨One.one⟩
instance (priority := 200) One.ofOfNat1 {α : Type u} [OfNat α (nat_lit 1)] : One α := ⟨1⟩
class NeZero {R : Type u} [Zero R] (n : R) : Prop where
  out : n ≠ 0

/- `∧`, `∨`, `¬`, `→`, `↔` with `True`, `False` and themselves. -/
@[simp] theorem ne_eq {α : Sort u} (a b : α) : (a ≠ b) = ¬(a = b) := rfl
@[simp] theorem and_true (p : Prop) : (p ∧ True) = p := propext ⟨And.left, fun h => ⟨h, trivial⟩⟩
@[simp] theorem true_and (p : Prop) : (True ∧ p) = p := propext ⟨And.right, fun h => ⟨trivial, h⟩⟩
@[simp] theorem and_false (p : Prop) : (p ∧ False) = False := propext ⟨And.right, False.elim⟩
@[simp] theorem false_and (p : Prop) : (False ∧ p) = False := propext ⟨And.left, False.elim⟩
@[simp] theorem and_self (p : Prop) : (p ∧ p) = p := propext ⟨And.left, fun h => ⟨h, h⟩⟩
@[simp] theorem or_true (p : Prop) : (p ∨ True) = True := eq_true (.inr trivial)
@[simp] theorem true_or (p : Prop) : (True ∨ p) = True := eq_true (.inl trivial)
@[simp] theorem or_false (p : Prop) : (p ∨ False) = p := propext ⟨fun h => h.elim id False.elim, .inl⟩
@[simp] theorem false_or (p : Prop) : (False ∨ p) = p := propext ⟨fun h => h.elim False.elim id, .inr⟩
@[simp] theorem or_self (p : Prop) : (p ∨ p) = p := propext ⟨fun h => h.elim id id, .inl⟩
@[simp] theorem not_true_eq_false : (¬True) = False := eq_false (not_not_intro trivial)
@[simp] theorem not_false_eq_true : (¬False) = True := eq_true id
theorem not_true : ¬True ↔ False := .of_eq not_true_eq_false
theorem not_false : ¬False := id
theorem not_false_iff : ¬False ↔ True := .of_eq not_false_eq_true
@[simp] theorem implies_true (α : Sort u) : (α → True) = True := eq_true fun _ => trivial
@[simp] theorem true_implies (p : Prop) : (True → p) = p := propext ⟨fun h => h trivial, fun h _ => h⟩
@[simp] theorem false_implies (p : Prop) : (False → p) = True := eq_true False.elim
@[simp] theorem forall_false (p : False → Prop) : (∀ h : False, p h) = True := eq_true fun h => h.elim
@[simp] theorem forall_true_left {p : True → Prop} : (∀ x, p x) ↔ p trivial := ⟨fun h => h _, fun h _ => h⟩
@[simp] theorem imp_false {a : Prop} : (a → False) ↔ ¬a := .rfl
@[simp] theorem imp_self {a : Prop} : (a → a) ↔ True := iff_of_true id trivial
@[simp] theorem iff_self (p : Prop) : (p ↔ p) = True := eq_true .rfl
@[simp] theorem iff_true (p : Prop) : (p ↔ True) = p := propext ⟨fun h => h.2 trivial, fun h => iff_of_true h trivial⟩
@[simp] theorem true_iff (p : Prop) : (True ↔ p) = p := propext ⟨fun h => h.1 trivial, fun h => iff_of_true trivial h⟩
@[simp] theorem iff_false (p : Prop) : (p ↔ False) = ¬p := propext ⟨fun h => h.1, fun h => iff_of_false h id⟩
@[simp] theorem false_iff (p : Prop) : (False ↔ p) = ¬p := propext ⟨fun h => h.2, fun h => iff_of_false id h⟩
@[simp] theorem and_not_self {a : Prop} : ¬(a ∧ ¬a) := fun h => h.2 h.1
@[simp] theorem not_and_self {a : Prop} : ¬(¬a ∧ a) := fun h => h.1 h.2
theorem not_iff_self {a : Prop} : ¬(¬a ↔ a) := fun h => have n : ¬a := fun x => h.2 x x; n (h.1 n)
theorem iff_not_self {a : Prop} : ¬(a ↔ ¬a) := fun h => have n : ¬a := fun x => h.1 x x; n (h.2 n)
attribute [simp] not_iff_self iff_not_self
@[simp] theorem heq_eq_eq {α : Sort u} (a b : α) : (a ≍ b) = (a = b) := propext ⟨eq_of_heq, heq_of_eq⟩

/- Rearrangement. -/
theorem and_comm {a b : Prop} : a ∧ b ↔ b ∧ a := ⟨And.symm, And.symm⟩
theorem And.comm {a b : Prop} : a ∧ b ↔ b ∧ a := and_comm
theorem or_comm {a b : Prop} : a ∨ b ↔ b ∨ a := ⟨Or.symm, Or.symm⟩
theorem Or.comm {a b : Prop} : a ∨ b ↔ b ∨ a := or_comm
theorem and_assoc {a b c : Prop} : (a ∧ b) ∧ c ↔ a ∧ (b ∧ c) := ⟨fun ⟨⟨x, y⟩, z⟩ => ⟨x, y, z⟩, fun ⟨x, y, z⟩ => ⟨⟨x, y⟩, z⟩⟩
theorem or_assoc {a b c : Prop} : (a ∨ b) ∨ c ↔ a ∨ (b ∨ c) :=
  ⟨fun | .inl (.inl x) => .inl x | .inl (.inr y) => .inr (.inl y) | .inr z => .inr (.inr z),
   fun | .inl x => .inl (.inl x) | .inr (.inl y) => .inl (.inr y) | .inr (.inr z) => .inr z⟩
theorem And.imp_left {a b c : Prop} (h : a → b) : a ∧ c → b ∧ c := .imp h id
theorem And.imp_right {a b c : Prop} (h : a → b) : c ∧ a → c ∧ b := .imp id h
theorem Or.imp_left {a b c : Prop} (h : a → b) : a ∨ c → b ∨ c := .imp h id
theorem Or.imp_right {a b c : Prop} (h : b → c) : a ∨ b → a ∨ c := .imp id h
theorem and_congr {a b c d : Prop} (h₁ : a ↔ c) (h₂ : b ↔ d) : a ∧ b ↔ c ∧ d := ⟨.imp h₁.1 h₂.1, .imp h₁.2 h₂.2⟩
theorem or_congr {a b c d : Prop} (h₁ : a ↔ c) (h₂ : b ↔ d) : a ∨ b ↔ c ∨ d := ⟨.imp h₁.1 h₂.1, .imp h₁.2 h₂.2⟩
theorem imp_congr {a b c d : Prop} (h₁ : a ↔ c) (h₂ : b ↔ d) : (a → b) ↔ (c → d) :=
  ⟨fun f x => h₂.1 (f (h₁.2 x)), fun f x => h₂.2 (f (h₁.1 x))⟩
theorem iff_congr {a b c d : Prop} (h₁ : a ↔ c) (h₂ : b ↔ d) : (a ↔ b) ↔ (c ↔ d) :=
  ⟨fun h => h₁.symm.trans (h.trans h₂), fun h => h₁.trans (h.trans h₂.symm)⟩
theorem and_congr_right {a b c : Prop} (h : a → (b ↔ c)) : a ∧ b ↔ a ∧ c :=
  ⟨fun x => ⟨x.1, (h x.1).1 x.2⟩, fun x => ⟨x.1, (h x.1).2 x.2⟩⟩
theorem and_congr_left {a b c : Prop} (h : c → (a ↔ b)) : a ∧ c ↔ b ∧ c :=
  ⟨fun x => ⟨(h x.2).1 x.1, x.2⟩, fun x => ⟨(h x.2).2 x.1, x.2⟩⟩
theorem and_left_comm {a b c : Prop} : a ∧ b ∧ c ↔ b ∧ a ∧ c := ⟨fun ⟨x, y, z⟩ => ⟨y, x, z⟩, fun ⟨x, y, z⟩ => ⟨y, x, z⟩⟩
theorem and_right_comm {a b c : Prop} : (a ∧ b) ∧ c ↔ (a ∧ c) ∧ b :=
  ⟨fun ⟨⟨x, y⟩, z⟩ => ⟨⟨x, z⟩, y⟩, fun ⟨⟨x, y⟩, z⟩ => ⟨⟨x, z⟩, y⟩⟩
theorem or_left_comm {a b c : Prop} : a ∨ (b ∨ c) ↔ b ∨ (a ∨ c) :=
  or_assoc.symm.trans ((or_congr or_comm .rfl).trans or_assoc)
theorem or_right_comm {a b c : Prop} : (a ∨ b) ∨ c ↔ (a ∨ c) ∨ b :=
  or_assoc.trans ((or_congr .rfl or_comm).trans or_assoc.symm)
@[simp] theorem and_self_left {a b : Prop} : a ∧ (a ∧ b) ↔ a ∧ b := ⟨And.right, fun h => ⟨h.1, h⟩⟩
@[simp] theorem and_self_right {a b : Prop} : (a ∧ b) ∧ b ↔ a ∧ b := ⟨And.left, fun h => ⟨h, h.2⟩⟩
@[simp] theorem or_self_left {a b : Prop} : a ∨ a ∨ b ↔ a ∨ b := ⟨fun h => h.elim .inl id, .inr⟩
@[simp] theorem or_self_right {a b : Prop} : (a ∨ b) ∨ b ↔ a ∨ b := ⟨fun h => h.elim id .inr, .inl⟩
theorem and_or_left {a b c : Prop} : a ∧ (b ∨ c) ↔ (a ∧ b) ∨ (a ∧ c) :=
  ⟨fun ⟨x, h⟩ => h.imp (.intro x) (.intro x), fun h => h.elim (.imp_right .inl) (.imp_right .inr)⟩
theorem or_and_right {a b c : Prop} : (a ∨ b) ∧ c ↔ (a ∧ c) ∨ (b ∧ c) := by
  rw [and_comm, and_or_left, and_comm, @and_comm c b]
theorem or_and_left {a b c : Prop} : a ∨ (b ∧ c) ↔ (a ∨ b) ∧ (a ∨ c) :=
  ⟨fun h => h.elim (fun x => ⟨.inl x, .inl x⟩) (.imp .inr .inr),
   fun ⟨h, k⟩ => h.elim .inl fun y => k.elim .inl fun z => .inr ⟨y, z⟩⟩
theorem and_or_right {a b c : Prop} : (a ∧ b) ∨ c ↔ (a ∨ c) ∧ (b ∨ c) := by
  rw [or_comm, or_and_left, or_comm, @or_comm c b]
@[simp] theorem and_imp {a b c : Prop} : (a ∧ b → c) ↔ (a → b → c) := ⟨fun h x y => h ⟨x, y⟩, fun h x => h x.1 x.2⟩
theorem or_imp {a b c : Prop} : (a ∨ b → c) ↔ (a → c) ∧ (b → c) :=
  ⟨fun h => ⟨fun x => h (.inl x), fun y => h (.inr y)⟩, fun h x => x.elim h.1 h.2⟩
theorem imp_and {α : Sort u} {b c : Prop} : (α → b ∧ c) ↔ (α → b) ∧ (α → c) :=
  ⟨fun h => ⟨fun x => (h x).1, fun x => (h x).2⟩, fun h x => ⟨h.1 x, h.2 x⟩⟩
@[simp] theorem not_and {a b : Prop} : ¬(a ∧ b) ↔ (a → ¬b) := and_imp
theorem not_and' {a b : Prop} : ¬(a ∧ b) ↔ (b → ¬a) := ⟨fun h y x => h ⟨x, y⟩, fun h x => h x.2 x.1⟩
@[simp] theorem not_or {p q : Prop} : ¬(p ∨ q) ↔ ¬p ∧ ¬q := or_imp
theorem not_not_em (a : Prop) : ¬¬(a ∨ ¬a) := fun h => h (.inr fun x => h (.inl x))
theorem imp_not_comm {a b : Prop} : (a → ¬b) ↔ (b → ¬a) := ⟨fun h y x => h x y, fun h x y => h y x⟩
theorem imp.swap {α : Sort u} {β : Sort v} {c : Prop} : (α → β → c) ↔ (β → α → c) := ⟨fun h y x => h x y, fun h x y => h y x⟩
theorem iff_def {a b : Prop} : (a ↔ b) ↔ (a → b) ∧ (b → a) := ⟨fun h => ⟨h.1, h.2⟩, fun h => ⟨h.1, h.2⟩⟩
theorem iff_iff_implies_and_implies {a b : Prop} : (a ↔ b) ↔ (a → b) ∧ (b → a) := iff_def
theorem and_iff_left_of_imp {a b : Prop} (h : a → b) : a ∧ b ↔ a := ⟨And.left, fun x => ⟨x, h x⟩⟩
theorem and_iff_right_of_imp {a b : Prop} (h : b → a) : a ∧ b ↔ b := ⟨And.right, fun x => ⟨h x, x⟩⟩
theorem or_iff_left_of_imp {a b : Prop} (h : b → a) : a ∨ b ↔ a := ⟨fun x => x.elim id h, .inl⟩
theorem or_iff_right_of_imp {a b : Prop} (h : a → b) : a ∨ b ↔ b := ⟨fun x => x.elim h id, .inr⟩
@[simp] theorem and_iff_left_iff_imp {a b : Prop} : (a ∧ b ↔ a) ↔ (a → b) := ⟨fun h x => (h.2 x).2, and_iff_left_of_imp⟩
@[simp] theorem and_iff_right_iff_imp {a b : Prop} : (a ∧ b ↔ b) ↔ (b → a) := ⟨fun h x => (h.2 x).1, and_iff_right_of_imp⟩
@[simp] theorem or_iff_left_iff_imp {a b : Prop} : (a ∨ b ↔ a) ↔ (b → a) := ⟨fun h x => h.1 (.inr x), or_iff_left_of_imp⟩
@[simp] theorem or_iff_right_iff_imp {a b : Prop} : (a ∨ b ↔ b) ↔ (a → b) := ⟨fun h x => h.1 (.inl x), or_iff_right_of_imp⟩
theorem and_iff_left {a b : Prop} (hb : b) : a ∧ b ↔ a := and_iff_left_of_imp fun _ => hb
theorem and_iff_right {a b : Prop} (ha : a) : a ∧ b ↔ b := and_iff_right_of_imp fun _ => ha
@[simp] theorem and_congr_right_iff {a b c : Prop} : (a ∧ b ↔ a ∧ c) ↔ (a → (b ↔ c)) :=
  ⟨fun h x => ⟨fun y => (h.1 ⟨x, y⟩).2, fun y => (h.2 ⟨x, y⟩).2⟩, and_congr_right⟩
@[simp] theorem and_congr_left_iff {a b c : Prop} : (a ∧ c ↔ b ∧ c) ↔ (c → (a ↔ b)) :=
  ⟨fun h x => ⟨fun y => (h.1 ⟨y, x⟩).1, fun y => (h.2 ⟨y, x⟩).1⟩, and_congr_left⟩
theorem imp_congr_left {a b c : Prop} (h : a ↔ b) : (a → c) ↔ (b → c) := imp_congr h .rfl
theorem imp_congr_right {a b c : Prop} (h : a → (b ↔ c)) : (a → b) ↔ (a → c) :=
  ⟨fun f x => (h x).1 (f x), fun f x => (h x).2 (f x)⟩
theorem imp_iff_right {b a : Prop} (ha : a) : (a → b) ↔ b := ⟨fun f => f ha, fun y _ => y⟩
theorem or_iff_left {b a : Prop} (hb : ¬b) : a ∨ b ↔ a := or_iff_left_of_imp fun y => (hb y).elim
theorem or_iff_right {a b : Prop} (ha : ¬a) : a ∨ b ↔ b := or_iff_right_of_imp fun x => (ha x).elim
@[simp] theorem eq_iff_iff {a b : Prop} : (a = b) ↔ (a ↔ b) := ⟨Iff.of_eq, propext⟩

/- Quantifiers. -/
theorem forall_imp {α : Sort u} {p q : α → Prop} (h : ∀ a, p a → q a) : (∀ a, p a) → ∀ a, q a := fun f a => h a (f a)
theorem Exists.imp {α : Sort u} {p q : α → Prop} (h : ∀ a, p a → q a) : (∃ a, p a) → ∃ a, q a := fun ⟨w, k⟩ => ⟨w, h w k⟩
theorem forall_congr' {α : Sort u} {p q : α → Prop} (h : ∀ a, p a ↔ q a) : (∀ a, p a) ↔ ∀ a, q a :=
  ⟨fun f a => (h a).1 (f a), fun f a => (h a).2 (f a)⟩
theorem exists_congr {α : Sort u} {p q : α → Prop} (h : ∀ a, p a ↔ q a) : (∃ a, p a) ↔ ∃ a, q a :=
  ⟨.imp fun a => (h a).1, .imp fun a => (h a).2⟩
@[simp] theorem exists_imp {α : Sort u} {p : α → Prop} {b : Prop} : ((∃ x, p x) → b) ↔ ∀ x, p x → b :=
  ⟨fun h x k => h ⟨x, k⟩, fun h ⟨x, k⟩ => h x k⟩
@[simp] theorem forall_exists_index {α : Sort u} {p : α → Prop} {q : (∃ x, p x) → Prop} :
    (∀ h, q h) ↔ ∀ x (h : p x), q ⟨x, h⟩ := ⟨fun h x k => h ⟨x, k⟩, fun h ⟨x, k⟩ => h x k⟩
@[simp] theorem not_exists {α : Sort u} {p : α → Prop} : (¬∃ x, p x) ↔ ∀ x, ¬p x := exists_imp
theorem forall_not_of_not_exists {α : Sort u} {p : α → Prop} (h : ¬∃ x, p x) : ∀ x, ¬p x := not_exists.1 h
theorem not_exists_of_forall_not {α : Sort u} {p : α → Prop} (h : ∀ x, ¬p x) : ¬∃ x, p x := not_exists.2 h
theorem not_forall_of_exists_not {α : Sort u} {p : α → Prop} : (∃ x, ¬p x) → ¬∀ x, p x := fun ⟨x, n⟩ h => n (h x)
theorem forall_and {α : Sort u} {p q : α → Prop} : (∀ x, p x ∧ q x) ↔ (∀ x, p x) ∧ (∀ x, q x) :=
  ⟨fun h => ⟨fun x => (h x).1, fun x => (h x).2⟩, fun h x => ⟨h.1 x, h.2 x⟩⟩
theorem exists_or {α : Sort u} {p q : α → Prop} : (∃ x, p x ∨ q x) ↔ (∃ x, p x) ∨ ∃ x, q x :=
  ⟨fun | ⟨x, .inl h⟩ => .inl ⟨x, h⟩ | ⟨x, .inr h⟩ => .inr ⟨x, h⟩,
   fun | .inl ⟨x, h⟩ => ⟨x, .inl h⟩ | .inr ⟨x, h⟩ => ⟨x, .inr h⟩⟩
@[simp] theorem exists_and_left {α : Sort u} {p : α → Prop} {b : Prop} : (∃ x, b ∧ p x) ↔ b ∧ (∃ x, p x) :=
  ⟨fun ⟨x, h, k⟩ => ⟨h, x, k⟩, fun ⟨h, x, k⟩ => ⟨x, h, k⟩⟩
@[simp] theorem exists_and_right {α : Sort u} {p : α → Prop} {b : Prop} : (∃ x, p x ∧ b) ↔ (∃ x, p x) ∧ b :=
  ⟨fun ⟨x, h, k⟩ => ⟨⟨x, h⟩, k⟩, fun ⟨⟨x, h⟩, k⟩ => ⟨x, h, k⟩⟩
@[simp] theorem exists_false {α : Sort u} : ¬(∃ _a : α, False) := fun ⟨_, h⟩ => h
@[simp] theorem forall_const (α : Sort u) [i : Nonempty α] {b : Prop} : (α → b) ↔ b := ⟨fun h => i.elim h, fun h _ => h⟩
@[simp] theorem exists_const (α : Sort u) [i : Nonempty α] {b : Prop} : (∃ _ : α, b) ↔ b :=
  ⟨fun ⟨_, h⟩ => h, fun h => i.elim fun a => ⟨a, h⟩⟩
@[simp] theorem forall_eq {α : Sort u} {p : α → Prop} {a' : α} : (∀ a, a = a' → p a) ↔ p a' :=
  ⟨fun h => h a' rfl, fun h _ e => e.symm ▸ h⟩
@[simp] theorem forall_eq' {α : Sort u} {p : α → Prop} {a' : α} : (∀ a, a' = a → p a) ↔ p a' :=
  ⟨fun h => h a' rfl, fun h _ e => e ▸ h⟩
@[simp] theorem exists_eq {α : Sort u} {a' : α} : ∃ a, a = a' := ⟨a', rfl⟩
@[simp] theorem exists_eq' {α : Sort u} {a' : α} : ∃ a, a' = a := ⟨a', rfl⟩
@[simp] theorem exists_eq_left {α : Sort u} {p : α → Prop} {a' : α} : (∃ a, a = a' ∧ p a) ↔ p a' :=
  ⟨fun ⟨_, e, h⟩ => e ▸ h, fun h => ⟨a', rfl, h⟩⟩
@[simp] theorem exists_eq_right {α : Sort u} {p : α → Prop} {a' : α} : (∃ a, p a ∧ a = a') ↔ p a' :=
  ⟨fun ⟨_, h, e⟩ => e ▸ h, fun h => ⟨a', h, rfl⟩⟩
@[simp] theorem exists_eq_left' {α : Sort u} {p : α → Prop} {a' : α} : (∃ a, a' = a ∧ p a) ↔ p a' :=
  ⟨fun ⟨_, e, h⟩ => e ▸ h, fun h => ⟨a', rfl, h⟩⟩
@[simp] theorem exists_eq_right' {α : Sort u} {p : α → Prop} {a' : α} : (∃ a, p a ∧ a' = a) ↔ p a' :=
  ⟨fun ⟨_, h, e⟩ => e ▸ h, fun h => ⟨a', h, rfl⟩⟩
@[simp] theorem exists_prop {a b : Prop} : (∃ _h : a, b) ↔ a ∧ b := ⟨fun ⟨h, k⟩ => ⟨h, k⟩, fun ⟨h, k⟩ => ⟨h, k⟩⟩
theorem exists_comm {α : Sort u} {β : Sort v} {p : α → β → Prop} : (∃ a b, p a b) ↔ ∃ b a, p a b :=
  ⟨fun ⟨a, b, h⟩ => ⟨b, a, h⟩, fun ⟨b, a, h⟩ => ⟨a, b, h⟩⟩
theorem forall_comm {α : Sort u} {β : Sort v} {p : α → β → Prop} : (∀ a b, p a b) ↔ ∀ b a, p a b :=
  ⟨fun h b a => h a b, fun h a b => h b a⟩
