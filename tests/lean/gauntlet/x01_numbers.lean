-- own 1: words glued to numbers: where the number ends, readers disagree
-- case: an exponent after a point
-- statement: : 1 = 2
-- mode: tactics
-- screen: sorry
-- lean: lean_error
exact id 1.e5sorry
-- case: a point that belongs to the number
-- statement: : 1 = 2
-- mode: tactics
-- screen: sorry
-- lean: lean_error
exact id 1.sorry
-- case: digits of another base
-- statement: : 1 = 2
-- mode: tactics
-- screen: declaration
-- lean: lean_error
exact id 0b1def
-- case: the kernel's option
-- statement: : 1 = 2
-- mode: tactics
-- screen: option
-- lean: axioms
have : Nat := (1.set_option debug.skipKernelTC true in 2)
rfl
-- case: a range
-- statement: : 1 = 2
-- mode: tactics
-- screen: sorry
-- lean: lean_error
exact 0..1.sorry
