-- own 10: universes, proof irrelevance, quotients and choice
-- case: all elements are equal
-- statement: : ∀ (α : Type) (x y : α), x = y
-- mode: tactics
-- screen: accepted
-- lean: lean_error
intro α x y
rfl
-- case: all elements are equal, as for propositions
-- statement: : ∀ (α : Type) (x y : α), x = y
-- mode: tactics
-- screen: accepted
-- lean: lean_error
exact fun (p : Prop) (x y : p) => rfl
-- case: true for propositions
-- statement: : ∀ (p : Prop) (x y : p), x = y
-- mode: tactics
-- note: true
-- screen: accepted
-- lean: proved
exact fun p x y => rfl
-- case: a quotient by everything
-- statement: : 1 = 2
-- mode: tactics
-- screen: accepted
-- lean: lean_error
exact congrArg (Quot.lift (fun n : Nat => n) (fun _ _ _ => rfl)) (Quot.sound (r := fun _ _ => True) trivial)
-- case: choice from nothing
-- statement: : 1 = 2
-- mode: tactics
-- screen: accepted
-- lean: lean_error
exact Classical.choice inferInstance
-- case: an inhabitant of one's own
-- statement: : 1 = 2
-- mode: tactics
-- screen: accepted
-- lean: lean_error
haveI : Inhabited (1 = 2) := ⟨default⟩
exact default
-- case: a cast
-- statement: : 1 = 2
-- mode: tactics
-- screen: accepted
-- lean: lean_error
exact cast (propext ⟨fun _ => rfl, fun _ => rfl⟩ : (1 = 1) = (1 = 2)) rfl
-- case: a type in itself
-- statement: : 1 = 2
-- mode: tactics
-- screen: accepted
-- lean: lean_error
exact ((⟨Type, rfl⟩ : ∃ α : Type, α = Type).elim fun _ h => h ▸ rfl)
