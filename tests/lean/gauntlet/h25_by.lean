-- honest 25: by before the proof
-- case: on its own line
-- statement: (p q : Prop) (hp : p) (hq : q) : p ∧ q
-- mode: tactics
-- screen: accepted
-- lean: proved
by
  constructor
  · exact hp
  · exact hq
-- case: on the first line
-- statement: (p q : Prop) (hp : p) (hq : q) : p ∧ q
-- mode: tactics
-- screen: accepted
-- lean: proved
by constructor
   · exact hp
   · exact hq
-- case: in term mode
-- statement: (p q : Prop) (hp : p) (hq : q) : p ∧ q
-- mode: term
-- screen: accepted
-- lean: proved
by
  exact ⟨hp, hq⟩
-- case: in a file, aligned
-- statement: (p q : Prop) (hp : p) (hq : q) : p ∧ q
-- mode: file
-- screen: accepted
-- lean: proved
theorem goal (p q : Prop) (hp : p) (hq : q) : p ∧ q := by constructor
                                                          · exact hp
                                                          · exact hq
-- case: behind :=
-- statement: (p q : Prop) (hp : p) (hq : q) : p ∧ q
-- mode: tactics
-- screen: accepted
-- lean: proved
:= by
  constructor
  · exact hp
  · exact hq
