-- honest 40: names that contain denied words
-- case: as parts of longer names
-- statement: (p : Prop) (h : p) : p
-- mode: tactics
-- screen: accepted
-- lean: proved
have my_theorem_def := h
have axiomatic := my_theorem_def
have openness := axiomatic
exact openness
-- case: hint
-- statement: (p : Prop) (h : p) : p
-- mode: tactics
-- screen: accepted
-- lean: proved
have hint : p := h
exact hint
-- case: in an honest file
-- statement: (p : Prop) (h : p) : p
-- mode: file
-- screen: accepted
-- lean: proved
theorem sorry_free_end (p : Prop) (h : p) : p := h

theorem goal (p : Prop) (h : p) : p := by
  exact sorry_free_end p h
