-- honest 24: CRLF, tabs, blank lines
-- case: CRLF
-- statement: (p q : Prop) (hp : p) (hq : q) : p ∧ q
-- mode: tactics
-- screen: accepted
-- lean: proved
constructor<U+000D>
· exact hp<U+000D>
· exact hq
-- case: tabs
-- statement: (p q : Prop) (hp : p) (hq : q) : p ∧ q
-- mode: tactics
-- screen: accepted
-- lean: proved
constructor
·<U+0009> exact hp
·<U+0009> exact hq
-- case: blank lines and blanks at ends
-- statement: (p q : Prop) (hp : p) (hq : q) : p ∧ q
-- mode: tactics
-- screen: accepted
-- lean: proved


  constructor   

  · exact hp  

  · exact hq
