-- row 39: characters that are not what they seem
-- case: a letter of another alphabet
-- statement: : 1 = 2
-- mode: tactics
-- screen: accepted
-- lean: lean_error
s<U+043E>rry
-- case: a zero-width blank in a word
-- statement: : 1 = 2
-- mode: tactics
-- screen: hidden_character
-- lean: lean_error
so<U+200B>rry
-- case: a change of direction
-- statement: : 1 = 2
-- mode: tactics
-- screen: hidden_character
-- lean: lean_error
rfl <U+202E>
-- case: NUL
-- statement: : 1 = 2
-- mode: tactics
-- screen: hidden_character
-- lean: lean_error
rfl<U+0000>
-- case: a carriage return as the end of a comment
-- statement: : 1 = 1
-- mode: tactics
-- screen: accepted
-- lean: proved
rfl -- <U+000D> sorry
-- case: guillemets
-- statement: : 1 = 2
-- mode: tactics
-- screen: guillemets
-- lean: lean_error
exact «sorry»
-- case: full-width letters
-- statement: : 1 = 2
-- mode: tactics
-- screen: accepted
-- lean: lean_error
<U+FF53><U+FF4F><U+FF52><U+FF52><U+FF59>
-- case: an accent beside a word
-- statement: : 1 = 2
-- mode: tactics
-- screen: sorry
-- lean: lean_error
exact id <U+00E9>sorry
