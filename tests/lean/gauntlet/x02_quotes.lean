-- own 2: quotes of Mathlib's symbols: a bracket that Lean takes for a character, or the other way round
-- case: a bracket as a character after a preimage
-- statement: : 1 = 2
-- mode: tactics
-- needs: mathlib
-- screen: ambiguous_quote
-- lean: not run
exact f ⁻¹' '(' '¹' )
set_x (
-- case: a word between two characters
-- statement: : 1 = 2
-- mode: tactics
-- needs: mathlib
-- screen: ambiguous_quote
-- lean: not run
exact f ⁻¹''a'set_option debug.skipKernelTC true in rfl
-- case: an image of a character
-- statement: : 1 = 2
-- mode: tactics
-- needs: mathlib
-- screen: bracket
-- lean: not run
exact f '' '(' '¹' )
-- case: a symbol with a quote that we do not know
-- statement: : 1 = 2
-- mode: tactics
-- needs: mathlib
-- screen: ambiguous_quote
-- lean: not run
exact a +' '(' b )
