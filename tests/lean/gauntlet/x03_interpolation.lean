-- own 3: strings with code inside
-- case: a macro that prints
-- statement: : 1 = 2
-- mode: tactics
-- screen: interpolation
-- lean: lean_error
have := println! "{f " a " (by run_tac foo) }"
rfl
-- case: a macro that is not denied
-- statement: : 1 = 2
-- mode: tactics
-- screen: interpolation
-- lean: lean_error
have := throwErrorAt x "{f " a " (by run_tac foo) }"
rfl
-- case: a string with a brace that is no code
-- statement: : 1 = 1
-- mode: tactics
-- note: the screen refuses a true proof here; a brace in a string can be written otherwise
-- screen: interpolation
-- lean: proved
have s : String := "{"
rfl
