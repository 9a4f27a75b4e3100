-- honest 6: characters
-- case: brackets
-- statement: : 1 = 1
-- mode: tactics
-- screen: accepted
-- lean: proved
have c : Char := '('
rfl
-- case: escapes
-- statement: : 1 = 1
-- mode: tactics
-- screen: accepted
-- lean: proved
have c : Char := '\''
have d : Char := '\n'
rfl
-- case: minus
-- statement: : 1 = 1
-- mode: tactics
-- screen: accepted
-- lean: proved
have c : Char := '-'
rfl
