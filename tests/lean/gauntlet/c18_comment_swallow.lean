-- row 18: a comment that swallows what follows
-- case: opened at the end
-- statement: : 1 = 2
-- mode: tactics
-- screen: unterminated_comment
-- lean: lean_error
rfl /-
-- case: opened inside of a string for simple readers
-- statement: : 1 = 1
-- mode: tactics
-- screen: accepted
-- lean: proved
have s : String := "/-"
rfl
-- case: closed without being opened
-- statement: : 1 = 2
-- mode: tactics
-- screen: accepted
-- lean: lean_error
rfl -/
-- case: nested
-- statement: : 1 = 2
-- mode: tactics
-- screen: unterminated_comment
-- lean: lean_error
rfl /- /- -/
-- case: a doc comment at the end
-- statement: : 1 = 2
-- mode: tactics
-- screen: unterminated_comment
-- lean: lean_error
rfl /-- x
-- case: a line comment at the end of the last line
-- statement: : 1 = 1
-- mode: tactics
-- screen: accepted
-- lean: proved
rfl -- )
