-- own 11: matches and calculations with gaps
-- case: nofun
-- statement: : 1 = 1 → 1 = 2
-- mode: tactics
-- screen: accepted
-- lean: lean_error
nofun
-- case: nomatch
-- statement: : 1 = 2
-- mode: tactics
-- screen: accepted
-- lean: lean_error
exact nomatch (1 : Nat)
-- case: a case that is left out
-- statement: (n : Nat) : n = 0
-- mode: tactics
-- screen: accepted
-- lean: lean_error
match n with
| 0 => rfl
-- case: injection
-- statement: : 1 = 2
-- mode: tactics
-- screen: accepted
-- lean: lean_error
have h : Nat.succ 1 = Nat.succ 1 := rfl
injection h with h
exact h
-- case: calc with a hole
-- statement: : 1 = 2
-- mode: tactics
-- screen: accepted
-- lean: lean_error
calc 1 = 1 := rfl
  _ = 2 := _
-- case: calc that proves something else
-- statement: : 1 = 2
-- mode: tactics
-- screen: accepted
-- lean: lean_error
calc 1 = 1 := rfl
  _ = 1 := rfl
-- case: calc over a relation of one's own
-- statement: : 1 = 2
-- mode: tactics
-- screen: accepted
-- lean: lean_error
letI : Trans (α := Nat) (β := Nat) (γ := Nat) Eq LE.le Eq := ⟨fun h _ => h⟩
exact calc 1 = 1 := rfl
  _ ≤ 2 := Nat.le.step .refl
-- case: change
-- statement: : 1 = 2
-- mode: tactics
-- screen: accepted
-- lean: lean_error
change True
trivial
-- case: show from
-- statement: : 1 = 2
-- mode: tactics
-- screen: accepted
-- lean: lean_error
exact show 1 = 2 from (show True from trivial)
