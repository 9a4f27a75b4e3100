-- row 34: programs that run while Lean reads the proof
-- case: #eval
-- statement: : 1 = 2
-- mode: tactics
-- screen: command
-- lean: lean_error
#eval IO.FS.readFile "secret"
rfl
-- case: initialize
-- statement: : 1 = 2
-- mode: file
-- screen: metaprogram
-- lean: lean_error
theorem aux : True := trivial
initialize x : Nat ← pure 1
theorem goal : 1 = 2 := by
  rfl
-- case: a process
-- statement: : 1 = 2
-- mode: tactics
-- screen: metaprogram
-- lean: lean_error
have := IO.Process.spawn { cmd := "sh" }
rfl
-- case: include_str
-- statement: : 1 = 2
-- mode: tactics
-- screen: metaprogram
-- lean: lean_error
have : String := include_str "Init.lean"
rfl
-- case: a file of another module
-- statement: : 1 = 2
-- mode: file
-- screen: accepted
-- lean: lean_error
import Secret
theorem goal : 1 = 2 := by
  exact Secret.answer
