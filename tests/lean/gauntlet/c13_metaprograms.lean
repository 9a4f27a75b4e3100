-- row 13: metaprograms that change the environment without the kernel
-- case: run_tac
-- statement: : 1 = 2
-- mode: tactics
-- screen: metaprogram
-- lean: lean_error
run_tac pure ()
-- case: run_cmd
-- statement: : 1 = 2
-- mode: file
-- screen: metaprogram
-- lean: lean_error
theorem aux : True := trivial
run_cmd pure ()
theorem goal : 1 = 2 := by
  exact bad
-- case: elab
-- statement: : 1 = 2
-- mode: file
-- screen: syntax
-- lean: lean_error
theorem aux : True := trivial
elab "foo" : tactic => pure ()
theorem goal : 1 = 2 := by
  foo
-- case: by_elab
-- statement: : 1 = 2
-- mode: tactics
-- screen: metaprogram
-- lean: lean_error
exact by_elab return default
-- case: eval%
-- statement: : 1 = 2
-- mode: tactics
-- screen: metaprogram
-- lean: lean_error
exact eval% default
-- case: #eval in a file
-- statement: : 1 = 2
-- mode: file
-- screen: command
-- lean: lean_error
theorem aux : True := trivial
#eval 1
theorem goal : 1 = 2 := by
  exact bad
-- case: Lean's own interface
-- statement: : 1 = 2
-- mode: tactics
-- screen: metaprogram
-- lean: lean_error
exact (Lean.Environment.addDecl default default).1
