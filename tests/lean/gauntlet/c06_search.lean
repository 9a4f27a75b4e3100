-- row 6: search tactics, which may close a goal with sorry or with our own copy of the statement
-- case: exact?
-- statement: : 1 = 2
-- mode: tactics
-- screen: search
-- lean: axioms
exact?
-- case: apply?
-- statement: : 1 = 2
-- mode: tactics
-- screen: search
-- lean: axioms
apply?
-- case: rw?
-- statement: : 1 = 2
-- mode: tactics
-- screen: search
-- lean: lean_error
rw?
-- case: hint, which may be a name
-- statement: : 1 = 2
-- mode: tactics
-- screen: accepted
-- lean: lean_error
hint
-- case: says
-- statement: : 1 = 2
-- mode: tactics
-- screen: search
-- lean: lean_error
simp says simp only
-- case: plausible
-- statement: : 1 = 2
-- mode: tactics
-- screen: search
-- lean: lean_error
plausible
