-- row 25: constants of the statement under another meaning
-- case: a definition of a name that is open
-- statement: : x = 2
-- mode: file
-- preamble: namespace A\ndef x : Nat := 1\nend A\nnamespace B\ndef x : Nat := 2\nend B
-- opens: A
-- screen: declaration
-- lean: lean_error
theorem aux : True := trivial
def x : Nat := 2
theorem goal : x = 2 := by
  rfl
-- case: open before the theorem
-- statement: : x = 2
-- mode: file
-- preamble: namespace A\ndef x : Nat := 1\nend A\nnamespace B\ndef x : Nat := 2\nend B
-- opens: A
-- screen: scope
-- lean: lean_error
theorem aux : True := trivial
open B
theorem goal : x = 2 := by
  rfl
-- case: open in before the theorem, which Lean then finds ambiguous
-- statement: : x = 2
-- mode: file
-- preamble: namespace A\ndef x : Nat := 1\nend A\nnamespace B\ndef x : Nat := 2\nend B
-- opens: A
-- screen: accepted
-- lean: lean_error
theorem aux : True := trivial
open B in
theorem goal : x = 2 := by
  rfl
-- case: open hiding
-- statement: : x = 2
-- mode: tactics
-- preamble: namespace A\ndef x : Nat := 1\nend A\nnamespace B\ndef x : Nat := 2\nend B
-- opens: A
-- screen: scope
-- lean: lean_error
open A hiding x in
rfl
-- case: export
-- statement: : x = 2
-- mode: file
-- preamble: namespace A\ndef x : Nat := 1\nend A\nnamespace B\ndef x : Nat := 2\nend B
-- opens: A
-- screen: scope
-- lean: lean_error
theorem aux : True := trivial
export B (x)
theorem goal : x = 2 := by
  rfl
-- case: a lemma of the name that the statement uses
-- statement: : x = 2
-- mode: file
-- preamble: namespace A\ndef x : Nat := 1\nend A\nnamespace B\ndef x : Nat := 2\nend B
-- opens: A
-- screen: accepted
-- lean: lean_error
theorem x : 2 = 2 := rfl
theorem goal : x = 2 := by
  rfl
-- case: a local definition in the proof
-- statement: : x = 2
-- mode: tactics
-- preamble: namespace A\ndef x : Nat := 1\nend A\nnamespace B\ndef x : Nat := 2\nend B
-- opens: A
-- screen: accepted
-- lean: lean_error
let x := 2
exact (rfl : x = 2)
