-- honest 32: let and have
-- case: let
-- statement: : ∃ n : Nat, n = 2
-- mode: tactics
-- screen: accepted
-- lean: proved
let k : Nat := 2
exact ⟨k, rfl⟩
-- case: have without a name
-- statement: (p : Prop) (h : p) : p
-- mode: tactics
-- screen: accepted
-- lean: proved
have hp : p := by
  exact h
have : p := hp
exact this
-- case: haveI
-- statement: : Nonempty Nat
-- mode: tactics
-- screen: accepted
-- lean: proved
haveI : Inhabited Nat := ⟨0⟩
exact ⟨default⟩
