-- honest 45: layouts
-- case: deeply indented
-- statement: (p q : Prop) (hp : p) (hq : q) : p ∧ q
-- mode: tactics
-- screen: accepted
-- lean: proved
          constructor
          · exact hp
          · exact hq
-- case: by at the end of a line
-- statement: (p q : Prop) (hp : p) (hq : q) : p ∧ q
-- mode: tactics
-- screen: accepted
-- lean: proved
exact ⟨by
  exact hp, by
    exact hq⟩
-- case: a term over lines
-- statement: (p q : Prop) (hp : p) (hq : q) : p ∧ q
-- mode: term
-- screen: accepted
-- lean: proved
⟨hp,
    hq⟩
