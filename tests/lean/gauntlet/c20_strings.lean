-- row 20: strings that one reader closes and another does not
-- case: never closed
-- statement: : 1 = 2
-- mode: tactics
-- screen: unterminated_string
-- lean: lean_error
have s : String := "
sorry
-- case: raw
-- statement: : 1 = 2
-- mode: tactics
-- screen: raw_string
-- lean: sorry
have s : String := r"\"; sorry --"
-- case: raw with number signs
-- statement: : 1 = 2
-- mode: tactics
-- screen: raw_string
-- lean: sorry
have s : String := r#"""#
sorry
-- case: interpolated
-- statement: : 1 = 2
-- mode: tactics
-- screen: interpolation
-- lean: lean_error
have s : String := s! "{ " a " sorry }"
-- case: interpolated by a macro that is not denied
-- statement: : 1 = 2
-- mode: tactics
-- screen: interpolation
-- lean: lean_error
have s := println2! "{f " a " sorry }"
-- case: a quotation mark as a character
-- statement: : 1 = 2
-- mode: tactics
-- screen: ambiguous_quote
-- lean: sorry
have c : Char := '"'
sorry -- "
-- case: an escaped quotation mark as a character
-- statement: : 1 = 2
-- mode: tactics
-- screen: sorry
-- lean: sorry
have c : Char := '\"'
sorry -- "
