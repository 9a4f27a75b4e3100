-- own 4: symbols that end with letters: Lean reads the rest of our word as a word of its own
-- case: the kernel's option after a congruence
-- statement: : 1 = 2
-- mode: tactics
-- needs: mathlib
-- screen: option
-- lean: not run
have : a ≡ b [MODset_option debug.skipKernelTC true in 5] := by decide
rfl
-- case: sorry after a congruence
-- statement: : 1 = 2
-- mode: tactics
-- needs: mathlib
-- screen: sorry
-- lean: not run
have : a ≡ b [ZMODsorry] := rfl
-- case: the kernel's option after a norm
-- statement: : 1 = 2
-- mode: tactics
-- needs: mathlib
-- screen: option
-- lean: not run
have := ⟪x, y⟫_set_option debug.skipKernelTC true in ℝ
-- case: a command glued to its argument
-- statement: : 1 = 2
-- mode: file
-- screen: command
-- lean: lean_error
theorem aux : True := trivial #evalx
theorem goal : 1 = 2 := by
  rfl
-- case: a command in the middle of a line
-- statement: : 1 = 2
-- mode: file
-- screen: command
-- lean: no_report
theorem aux : True := trivial #exit
theorem goal : 1 = 2 := by
  rfl
