-- honest 7: comments everywhere
-- case: nested
-- statement: (p : Prop) (h : p) : p
-- mode: tactics
-- screen: accepted
-- lean: proved
/- a /- nested -/ comment with sorry -/
exact h -- done, no axiom
-- case: between words
-- statement: (p : Prop) (h : p) : p
-- mode: tactics
-- screen: accepted
-- lean: proved
exact /- the hypothesis -/ h
-- case: hidden characters inside
-- statement: (p : Prop) (h : p) : p
-- mode: tactics
-- screen: accepted
-- lean: proved
-- <U+200B>yes<U+FEFF>
exact h
-- case: a denied word at the end
-- statement: (p : Prop) (h : p) : p
-- mode: tactics
-- screen: accepted
-- lean: proved
exact h --sorry
-- case: empty
-- statement: (p : Prop) (h : p) : p
-- mode: tactics
-- screen: accepted
-- lean: proved
/- -/
exact h --
