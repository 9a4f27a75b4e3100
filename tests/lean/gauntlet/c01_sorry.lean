-- row 1: holes that are only a warning
-- case: sorry
-- statement: : 1 = 2
-- mode: tactics
-- screen: sorry
-- lean: sorry
sorry
-- case: admit
-- statement: : 1 = 2
-- mode: tactics
-- screen: sorry
-- lean: sorry
admit
-- case: stop
-- statement: : 1 = 2
-- mode: tactics
-- screen: sorry
-- lean: sorry
stop
rfl
-- case: sorry in one case of many
-- statement: : 1 = 2
-- mode: tactics
-- screen: sorry
-- lean: sorry
have h : 1 = 2 ∧ True := by
  refine ⟨?a, ?b⟩
  case b => trivial
  case a => sorry
exact h.1
-- case: sorry as a term
-- statement: : 1 = 2
-- mode: term
-- screen: sorry
-- lean: sorry
sorry
-- case: sorry behind a focus dot
-- statement: : 1 = 2
-- mode: tactics
-- screen: sorry
-- lean: sorry
. sorry
-- case: an unnamed hole
-- statement: : 1 = 2
-- mode: tactics
-- screen: accepted
-- lean: lean_error
exact ?_
-- case: a placeholder
-- statement: : 1 = 2
-- mode: term
-- screen: accepted
-- lean: lean_error
_
