/- `Bool`, `decide` and `==`. Laws of Boolean algebra are proved by trying all values. -/
instance Bool.instDecidableForallOfDecidablePred (p : Bool → Prop) [inst : DecidablePred p] : Decidable (∀ x, p x) :=
  match inst true, inst false with
  | isFalse ht, _ => isFalse fun h => ht (h true)
  | _, isFalse hf => isFalse fun h => hf (h false)
  | isTrue ht, isTrue hf => isTrue fun | true => ht | false => hf
instance Bool.instDecidableExistsOfDecidablePred (p : Bool → Prop) [inst : DecidablePred p] : Decidable (∃ x, p x) :=
  match inst true, inst false with
  | isTrue ht, _ => isTrue ⟨true, ht⟩
  | _, isTrue hf => isTrue ⟨false, hf⟩
  | isFalse ht, isFalse hf => isFalse fun | ⟨true, h⟩ => ht h | ⟨false, h⟩ => hf h

@[simp] theorem cond_true {α : Sort u} {a b : α} : cond true a b = a := rfl
@[simp] theorem cond_false {α : Sort u} {a b : α} : cond false a b = b := rfl
theorem Bool.cond_eq_if {α : Type u} {b : Bool} {x y : α} : (bif b then x else y) = if b then x else y := by cases b <;> rfl
@[simp] theorem decide_eq_true_eq {p : Prop} [Decidable p] : (decide p = true) = p :=
  propext ⟨of_decide_eq_true, decide_eq_true⟩
@[simp] theorem decide_eq_false_iff_not {p : Prop} {_ : Decidable p} : decide p = false ↔ ¬p :=
  ⟨of_decide_eq_false, decide_eq_false⟩
theorem decide_eq_true_iff {p : Prop} [Decidable p] : decide p = true ↔ p := .of_eq decide_eq_true_eq
theorem decide_true_eq_true (h : Decidable True) : @decide True h = true := decide_eq_true trivial
theorem decide_false_eq_false (h : Decidable False) : @decide False h = false := decide_eq_false id
@[simp] theorem decide_true {h : Decidable True} : @decide True h = true := decide_eq_true trivial
@[simp] theorem decide_false {h : Decidable False} : @decide False h = false := decide_eq_false id
@[simp] theorem decide_not {p : Prop} [g : Decidable p] [h : Decidable (¬p)] : decide (¬p) = !decide p := by
  by_cases k : p
  · rw [decide_eq_true k, decide_eq_false (not_not_intro k)]
  · rw [decide_eq_false k, decide_eq_true k]
theorem not_decide_eq_true {p : Prop} [h : Decidable p] : ((!decide p) = true) = ¬p := by
  by_cases k : p
  · rw [decide_eq_true k]; exact propext ⟨(nomatch ·), fun n => (n k).elim⟩
  · rw [decide_eq_false k]; exact propext ⟨fun _ => k, fun _ => rfl⟩
theorem decide_eq_decide {p q : Prop} {_ : Decidable p} {_ : Decidable q} : decide p = decide q ↔ (p ↔ q) :=
  ⟨fun h => by rw [← decide_eq_true_iff (p := p), h, decide_eq_true_iff],
   fun h => by by_cases k : p
               · rw [decide_eq_true k, decide_eq_true (h.1 k)]
               · rw [decide_eq_false k, decide_eq_false (mt h.2 k)]⟩
attribute [simp] decide_eq_decide

namespace Bool
theorem eq_false_or_eq_true : (b : Bool) → b = true ∨ b = false | true => .inl rfl | false => .inr rfl
theorem eq_false_iff {b : Bool} : b = false ↔ b ≠ true := by cases b <;> simp
theorem ne_false_iff {b : Bool} : b ≠ false ↔ b = true := by cases b <;> simp
theorem eq_iff_iff {a b : Bool} : a = b ↔ (a = true ↔ b = true) := by cases a <;> cases b <;> simp
@[simp] theorem not_eq_true (b : Bool) : (¬(b = true)) = (b = false) := by cases b <;> simp
@[simp] theorem not_eq_false (b : Bool) : (¬(b = false)) = (b = true) := by cases b <;> simp
theorem of_not_eq_true {b : Bool} (h : ¬b = true) : b = false := (not_eq_true b).mp h
theorem of_not_eq_false {b : Bool} (h : ¬b = false) : b = true := (not_eq_false b).mp h
@[simp] theorem false_ne_true : ¬(false = true) := (nomatch ·)
theorem false_eq_true : (false = true) = False := eq_false (nomatch ·)
theorem true_eq_false : (true = false) = False := eq_false (nomatch ·)
@[simp] theorem not_not (b : Bool) : (!!b) = b := by cases b <;> rfl
@[simp] theorem not_true : (!true) = false := rfl
@[simp] theorem not_false : (!false) = true := rfl
@[simp] theorem and_true (b : Bool) : (b && true) = b := by cases b <;> rfl
@[simp] theorem true_and (b : Bool) : (true && b) = b := rfl
@[simp] theorem and_false (b : Bool) : (b && false) = false := by cases b <;> rfl
@[simp] theorem false_and (b : Bool) : (false && b) = false := rfl
@[simp] theorem and_self (b : Bool) : (b && b) = b := by cases b <;> rfl
@[simp] theorem or_true (b : Bool) : (b || true) = true := by cases b <;> rfl
@[simp] theorem true_or (b : Bool) : (true || b) = true := rfl
@[simp] theorem or_false (b : Bool) : (b || false) = b := by cases b <;> rfl
@[simp] theorem false_or (b : Bool) : (false || b) = b := rfl
@[simp] theorem or_self (b : Bool) : (b || b) = b := by cases b <;> rfl
@[simp] theorem and_not_self (b : Bool) : (b && !b) = false := by cases b <;> rfl
@[simp] theorem not_and_self (b : Bool) : (!b && b) = false := by cases b <;> rfl
@[simp] theorem or_not_self (b : Bool) : (b || !b) = true := by cases b <;> rfl
@[simp] theorem not_or_self (b : Bool) : (!b || b) = true := by cases b <;> rfl
@[simp] theorem and_eq_true (a b : Bool) : ((a && b) = true) = (a = true ∧ b = true) := by cases a <;> cases b <;> simp
@[simp] theorem or_eq_true (a b : Bool) : ((a || b) = true) = (a = true ∨ b = true) := by cases a <;> cases b <;> simp
theorem and_eq_true_iff {x y : Bool} : (x && y) = true ↔ x = true ∧ y = true := .of_eq (and_eq_true x y)
theorem or_eq_true_iff {x y : Bool} : (x || y) = true ↔ x = true ∨ y = true := .of_eq (or_eq_true x y)
@[simp] theorem and_eq_false_iff {x y : Bool} : (x && y) = false ↔ x = false ∨ y = false := by cases x <;> cases y <;> simp
@[simp] theorem or_eq_false_iff {x y : Bool} : (x || y) = false ↔ x = false ∧ y = false := by cases x <;> cases y <;> simp
@[simp] theorem not_eq_true' (b : Bool) : ((!b) = true) = (b = false) := by cases b <;> simp
@[simp] theorem not_eq_false' (b : Bool) : ((!b) = false) = (b = true) := by cases b <;> simp
@[simp] theorem not_eq_not {a b : Bool} : ¬a = !b ↔ a = b := by cases a <;> cases b <;> simp
@[simp] theorem not_not_eq {a b : Bool} : ¬(!a) = b ↔ a = b := by cases a <;> cases b <;> simp
theorem not_inj {x y : Bool} : (!x) = (!y) → x = y := by cases x <;> cases y <;> simp
theorem not_inj_iff {x y : Bool} : (!x) = (!y) ↔ x = y := by cases x <;> cases y <;> simp

theorem and_comm (x y : Bool) : (x && y) = (y && x) := by cases x <;> cases y <;> rfl
theorem or_comm (x y : Bool) : (x || y) = (y || x) := by cases x <;> cases y <;> rfl
theorem and_assoc (x y z : Bool) : (x && y && z) = (x && (y && z)) := by cases x <;> rfl
theorem or_assoc (x y z : Bool) : (x || y || z) = (x || (y || z)) := by cases x <;> rfl
theorem and_left_comm (x y z : Bool) : (x && (y && z)) = (y && (x && z)) := by cases x <;> cases y <;> rfl
theorem and_right_comm (x y z : Bool) : (x && y && z) = (x && z && y) := by cases x <;> cases y <;> cases z <;> rfl
theorem or_left_comm (x y z : Bool) : (x || (y || z)) = (y || (x || z)) := by cases x <;> cases y <;> rfl
theorem or_right_comm (x y z : Bool) : (x || y || z) = (x || z || y) := by cases x <;> cases y <;> cases z <;> rfl
theorem and_or_distrib_left (x y z : Bool) : (x && (y || z)) = (x && y || x && z) := by cases x <;> rfl
theorem and_or_distrib_right (x y z : Bool) : ((x || y) && z) = (x && z || y && z) := by cases x <;> cases y <;> cases z <;> rfl
theorem or_and_distrib_left (x y z : Bool) : (x || y && z) = ((x || y) && (x || z)) := by cases x <;> rfl
theorem or_and_distrib_right (x y z : Bool) : (x && y || z) = ((x || z) && (y || z)) := by cases x <;> cases y <;> cases z <;> rfl
theorem and_xor_distrib_left (x y z : Bool) : (x && (xor y z)) = (xor (x && y) (x && z)) := by cases x <;> cases y <;> cases z <;> rfl
theorem and_xor_distrib_right (x y z : Bool) : ((xor x y) && z) = (xor (x && z) (y && z)) := by cases x <;> cases y <;> cases z <;> rfl
@[simp] theorem not_and (x y : Bool) : (!(x && y)) = (!x || !y) := by cases x <;> rfl
@[simp] theorem not_or (x y : Bool) : (!(x || y)) = (!x && !y) := by cases x <;> rfl
@[simp] theorem and_self_left (a b : Bool) : (a && (a && b)) = (a && b) := by cases a <;> rfl
@[simp] theorem and_self_right (a b : Bool) : ((a && b) && b) = (a && b) := by cases a <;> cases b <;> rfl
@[simp] theorem or_self_left (a b : Bool) : (a || (a || b)) = (a || b) := by cases a <;> rfl
@[simp] theorem or_self_right (a b : Bool) : ((a || b) || b) = (a || b) := by cases a <;> cases b <;> rfl
theorem and_or_self (x y : Bool) : (x && (x || y)) = x := by cases x <;> cases y <;> rfl
theorem or_and_self (x y : Bool) : (x || (x && y)) = x := by cases x <;> cases y <;> rfl
@[simp] theorem false_xor (x : Bool) : (xor false x) = x := rfl
@[simp] theorem xor_false (x : Bool) : (xor x false) = x := by cases x <;> rfl
@[simp] theorem true_xor (x : Bool) : (xor true x) = !x := rfl
@[simp] theorem xor_true (x : Bool) : (xor x true) = !x := by cases x <;> rfl
@[simp] theorem xor_self (x : Bool) : (xor x x) = false := by cases x <;> rfl
@[simp] theorem not_xor_self (x : Bool) : (xor (!x) x) = true := by cases x <;> rfl
@[simp] theorem xor_not_self (x : Bool) : (xor x (!x)) = true := by cases x <;> rfl
@[simp] theorem not_xor_not (x y : Bool) : (xor (!x) (!y)) = (xor x y) := by cases x <;> cases y <;> rfl
@[simp] theorem not_xor (x y : Bool) : (xor (!x) y) = !(xor x y) := by cases x <;> cases y <;> rfl
@[simp] theorem xor_not (x y : Bool) : (xor x (!y)) = !(xor x y) := by cases x <;> cases y <;> rfl
@[simp] theorem xor_self_left (x y : Bool) : (xor x (xor x y)) = y := by cases x <;> cases y <;> rfl
@[simp] theorem xor_self_right (x y : Bool) : (xor (xor x y) y) = x := by cases x <;> cases y <;> rfl
theorem xor_comm (x y : Bool) : (xor x y) = (xor y x) := by cases x <;> cases y <;> rfl
theorem xor_assoc (x y z : Bool) : (xor (xor x y) z) = (xor x (xor y z)) := by cases x <;> cases y <;> cases z <;> rfl
theorem xor_left_comm (x y z : Bool) : (xor x (xor y z)) = (xor y (xor x z)) := by cases x <;> cases y <;> cases z <;> rfl
theorem xor_right_comm (x y z : Bool) : (xor (xor x y) z) = (xor (xor x z) y) := by cases x <;> cases y <;> cases z <;> rfl
theorem xor_left_inj {x y z : Bool} : (xor x y) = (xor x z) ↔ y = z := by cases x <;> cases y <;> cases z <;> simp
@[simp] theorem if_true_left (p : Prop) [h : Decidable p] (f : Bool) : (ite p true f) = (p || f) := by by_cases k : p <;> simp [k]
@[simp] theorem if_false_left (p : Prop) [h : Decidable p] (f : Bool) : (ite p false f) = (!p && f) := by by_cases k : p <;> simp [k]
@[simp] theorem if_true_right (p : Prop) [h : Decidable p] (t : Bool) : (ite p t true) = (!(p : Bool) || t) := by by_cases k : p <;> simp [k]
@[simp] theorem if_false_right (p : Prop) [h : Decidable p] (t : Bool) : (ite p t false) = (p && t) := by by_cases k : p <;> simp [k]
@[simp] theorem cond_not {α : Type u} (b : Bool) (t e : α) : (bif !b then t else e) = bif b then e else t := by cases b <;> rfl
@[simp] theorem cond_self {α : Type u} (c : Bool) (t : α) : (bif c then t else t) = t := by cases c <;> rfl
end Bool
@[simp] theorem ite_eq_true_else_eq_false {q : Prop} {b : Bool} : (if b = true then q else b = false) ↔ (b = true → q) := by
  cases b <;> simp

theorem decide_and (p q : Prop) [dpq : Decidable (p ∧ q)] [dp : Decidable p] [dq : Decidable q] :
    decide (p ∧ q) = (decide p && decide q) := by
  by_cases hp : p <;> by_cases hq : q <;> simp [hp, hq]
theorem decide_or (p q : Prop) [dpq : Decidable (p ∨ q)] [dp : Decidable p] [dq : Decidable q] :
    decide (p ∨ q) = (decide p || decide q) := by
  by_cases hp : p <;> by_cases hq : q <;> simp [hp, hq]

/- `==`, which agrees with `=` where there is a `LawfulBEq`. -/
class ReflBEq (α : Type u) [BEq α] : Prop where
  rfl {a : α} : (a == a) = true
class LawfulBEq (α : Type u) [BEq α] : Prop extends ReflBEq α where
  eq_of_beq {a b : α} : (a == b) = true → a = b
export LawfulBEq (eq_of_beq)
theorem BEq.rfl {α : Type u} [BEq α] [ReflBEq α] {a : α} : (a == a) = true := ReflBEq.rfl
theorem beq_of_eq {α : Type u} [BEq α] [ReflBEq α] {a b : α} (h : a = b) : (a == b) = true := h ▸ ReflBEq.rfl
instance {α : Type u} [DecidableEq α] : LawfulBEq α where
  rfl := decide_eq_true rfl
  eq_of_beq := of_decide_eq_true
instance instLawfulBEqBool : LawfulBEq Bool := inferInstance
@[simp] theorem beq_self_eq_true {α : Type u} [BEq α] [ReflBEq α] (a : α) : (a == a) = true := ReflBEq.rfl
@[simp] theorem beq_iff_eq {α : Type u} [BEq α] [LawfulBEq α] {a b : α} : (a == b) = true ↔ a = b := ⟨eq_of_beq, beq_of_eq⟩
@[simp] theorem beq_eq_false_iff_ne {α : Type u} [BEq α] [LawfulBEq α] {a b : α} : (a == b) = false ↔ a ≠ b := by
  rw [← Bool.not_eq_true, beq_iff_eq]
@[simp] theorem bne_self_eq_false {α : Type u} [BEq α] [ReflBEq α] (a : α) : (a != a) = false := by simp [bne]
@[simp] theorem bne_iff_ne {α : Type u} [BEq α] [LawfulBEq α] {a b : α} : (a != b) = true ↔ a ≠ b := by simp [bne]
theorem ne_of_beq_false {α : Type u} [BEq α] [ReflBEq α] {a b : α} (h : (a == b) = false) : a ≠ b := by
  intro e; subst e; simp at h
theorem bne_eq_false_iff_eq {α : Type u} [BEq α] [LawfulBEq α] {a b : α} : (a != b) = false ↔ a = b := by simp [bne]
namespace Bool
@[simp] theorem beq_true (b : Bool) : (b == true) = b := by cases b <;> rfl
@[simp] theorem true_beq (b : Bool) : (true == b) = b := by cases b <;> rfl
@[simp] theorem beq_false (b : Bool) : (b == false) = !b := by cases b <;> rfl
@[simp] theorem false_beq (b : Bool) : (false == b) = !b := by cases b <;> rfl
@[simp] theorem bne_true (b : Bool) : (b != true) = !b := by cases b <;> rfl
@[simp] theorem true_bne (b : Bool) : (true != b) = !b := by cases b <;> rfl
@[simp] theorem bne_false (b : Bool) : (b != false) = b := by cases b <;> rfl
@[simp] theorem false_bne (b : Bool) : (false != b) = b := by cases b <;> rfl
theorem beq_comm {a b : Bool} : (a == b) = (b == a) := by cases a <;> cases b <;> rfl
theorem beq_eq_decide_eq (x y : Bool) : (x == y) = decide (x = y) := rfl
end Bool
instance instDecidableEqProd {α : Type u} {β : Type v} [DecidableEq α] [DecidableEq β] : DecidableEq (α × β) :=
  fun (a, b) (a', b') => decidable_of_iff (a = a' ∧ b = b') (by simp)
