-- honest 26: terms
-- case: lambda
-- statement: (p q : Prop) : p → q → p
-- mode: term
-- screen: accepted
-- lean: proved
fun hp _ => hp
-- case: the old lambda
-- statement: (p q : Prop) : p → q → p
-- mode: term
-- screen: accepted
-- lean: proved
λ hp _ => hp
-- case: a file
-- statement: (p q : Prop) : p → q → p
-- mode: file
-- screen: accepted
-- lean: proved
theorem goal (p q : Prop) : p → q → p :=
  fun hp _ => hp
-- case: placeholders
-- statement: (a : Nat) : ∃ b, b = a
-- mode: term
-- screen: accepted
-- lean: proved
⟨_, rfl⟩
