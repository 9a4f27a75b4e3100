-- row 37: work without end
-- case: a loop
-- statement: : 1 = 2
-- mode: tactics
-- screen: accepted
-- lean: timeout
repeat (have := 1)
-- case: a decision that is too long
-- statement: : 1 = 2
-- mode: tactics
-- screen: accepted
-- lean: lean_error
have : ∀ x : Nat, x < 2305843009213693951 → x = 0 := by decide
rfl
-- case: brackets
-- statement: : 1 = 2
-- mode: tactics
-- screen: too_deep
-- lean: lean_error
exact <<400 times:(>>rfl<<400 times:)>>
-- case: a numeral
-- statement: : 1 = 2
-- mode: tactics
-- screen: numeral
-- lean: lean_error
exact (<<500 times:9>> : Nat)
-- case: output without end
-- statement: : 1 = 1
-- mode: tactics
-- screen: accepted
-- lean: crash
iterate 200 trace "<<500 times:x>>"
rfl
-- case: a text that is too long
-- statement: : 1 = 2
-- mode: tactics
-- screen: too_long
-- lean: not run
<<70000 times:x>>
