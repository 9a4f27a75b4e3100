-- own 5: leaving the bracket
-- case: closed and opened again
-- statement: : 1 = 1
-- mode: tactics
-- screen: bracket
-- lean: proved
rfl)
theorem aux : True := (by trivial
-- case: crossed kinds
-- statement: : 1 = 2
-- mode: tactics
-- screen: bracket
-- lean: lean_error
exact ⟨(rfl⟩)
-- case: a bracket in a character
-- statement: : 1 = 2
-- mode: tactics
-- screen: accepted
-- lean: lean_error
have c : Char := ')'
rfl
-- case: a bracket in a string
-- statement: : 1 = 2
-- mode: tactics
-- screen: accepted
-- lean: lean_error
have s : String := ")"
rfl
-- case: a term that is closed and applied
-- statement: : 1 = 2
-- mode: term
-- screen: bracket
-- lean: lean_error
fun _ => rfl) (rfl
-- case: a bracket that a comment hides from us
-- statement: : 1 = 2
-- mode: tactics
-- screen: bracket
-- lean: lean_error
rfl /- ( -/ )
-- case: a bracket that a string hides from us
-- statement: : 1 = 2
-- mode: tactics
-- screen: ambiguous_quote
-- lean: lean_error
rfl"(" )
-- case: a bracket from an escape
-- statement: : 1 = 2
-- mode: tactics
-- screen: unterminated_string
-- lean: lean_error
have s : String := "\" )
rfl
