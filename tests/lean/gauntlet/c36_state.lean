-- row 36: state that is left for the next proof: every source begins with the same import, and has its own process here
-- case: initialize with a reference
-- statement: : 1 = 2
-- mode: file
-- screen: metaprogram
-- lean: lean_error
theorem aux : True := trivial
initialize r : IO.Ref Nat ← IO.mkRef 0
theorem goal : 1 = 2 := by
  rfl
-- case: a lemma of the proof before
-- statement: : 1 = 2
-- mode: tactics
-- screen: accepted
-- lean: lean_error
exact aux
