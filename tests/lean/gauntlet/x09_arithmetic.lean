-- own 9: the kernel's arithmetic on literals
-- case: division by zero
-- statement: : Nat.div 1 0 = 1
-- mode: tactics
-- screen: accepted
-- lean: lean_error
exact (rfl : Nat.div 1 0 = 1)
-- case: subtraction below zero
-- statement: : 2 - 3 ≠ 0
-- mode: tactics
-- screen: accepted
-- lean: lean_error
decide
-- case: a successor of a literal
-- statement: : 1 = 2
-- mode: tactics
-- screen: accepted
-- lean: lean_error
exact Nat.noConfusion (rfl : Nat.succ 0 = 1)
-- case: zero by two names
-- statement: : Nat.zero ≠ 0
-- mode: tactics
-- screen: accepted
-- lean: lean_error
nofun
-- case: a literal without its class
-- statement: : 1 = 2
-- mode: tactics
-- screen: accepted
-- lean: lean_error
exact (rfl : nat_lit 1 = nat_lit 2)
-- case: a power that is too large
-- statement: : Nat.pow 2 (Nat.pow 2 64) = 0
-- mode: tactics
-- screen: accepted
-- lean: lean_error
exact (rfl : Nat.pow 2 (Nat.pow 2 64) = 0)
-- case: large numbers that differ at the end
-- statement: : 340282366920938463463374607431768211456 = 340282366920938463463374607431768211457
-- mode: tactics
-- screen: accepted
-- lean: lean_error
decide
-- case: large numbers that wrap around
-- statement: : 18446744073709551616 = 0
-- mode: tactics
-- screen: accepted
-- lean: lean_error
rfl
