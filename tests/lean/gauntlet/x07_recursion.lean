-- own 7: a theorem that proves itself
-- case: at once
-- statement: : 1 = 2
-- mode: tactics
-- screen: accepted
-- lean: lean_error
exact goal
-- case: at the same number
-- statement: (n : Nat) : n = n + 1
-- mode: tactics
-- screen: accepted
-- lean: lean_error
exact goal n
-- case: at a smaller number, but for the first
-- statement: (n : Nat) : n = n + 1
-- mode: tactics
-- screen: accepted
-- lean: lean_error
cases n with
| zero => exact goal 0
| succ k => exact congrArg Nat.succ (goal k)
-- case: a local function
-- statement: : 1 = 2
-- mode: tactics
-- screen: accepted
-- lean: lean_error
let rec f : 1 = 2 := f
exact f
-- case: a local function with a measure
-- statement: : 1 = 2
-- mode: tactics
-- screen: accepted
-- lean: lean_error
let rec f (n : Nat) : 1 = 2 := f (n + 1)
termination_by n
exact f 0
-- case: two lemmas
-- statement: : 1 = 2
-- mode: file
-- screen: accepted
-- lean: lean_error
theorem a : 1 = 2 := b
theorem b : 1 = 2 := a
theorem goal : 1 = 2 := by
  exact b
-- case: where
-- statement: : 1 = 2
-- mode: file
-- screen: accepted
-- lean: lean_error
theorem goal : 1 = 2 := h
where h : 1 = 2 := h
-- case: termination_by after the proof
-- statement: : 1 = 2
-- mode: file
-- screen: accepted
-- lean: lean_error
theorem goal : 1 = 2 := goal
termination_by 0
decreasing_by trivial
