-- own 15: texts that are dear to read
-- case: many open
-- statement: : 1 = 2
-- mode: tactics
-- screen: scope
-- lean: not run
<<5000 times:open >>in rfl
-- case: many open in
-- statement: : 1 = 2
-- mode: tactics
-- screen: accepted
-- lean: lean_error
<<300 times:open A in >>rfl
-- case: many fields
-- statement: : 1 = 2
-- mode: tactics
-- screen: accepted
-- lean: lean_error
exact x<<1000 times:.1>>
-- case: many quotes
-- statement: : 1 = 2
-- mode: tactics
-- screen: ambiguous_quote
-- lean: not run
<<60000 times:'>>
