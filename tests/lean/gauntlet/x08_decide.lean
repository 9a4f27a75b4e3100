-- own 8: decisions of one's own
-- case: by choice
-- statement: : 1 = 2
-- mode: tactics
-- screen: accepted
-- lean: lean_error
exact @of_decide_eq_true _ (Classical.propDecidable _) rfl
-- case: a structure by hand
-- statement: : 1 = 2
-- mode: tactics
-- screen: accepted
-- lean: lean_error
exact @of_decide_eq_true (1 = 2) ⟨true, rfl⟩ rfl
-- case: of another proposition
-- statement: : 1 = 2
-- mode: tactics
-- screen: accepted
-- lean: lean_error
exact @of_decide_eq_true (1 = 2) (inferInstanceAs (Decidable (1 = 1))) rfl
-- case: from a local hypothesis
-- statement: : 1 = 2
-- mode: tactics
-- screen: accepted
-- lean: lean_error
have d : Decidable (1 = 2) := Classical.propDecidable _
decide
-- case: by the kernel alone
-- statement: : 1 = 2
-- mode: tactics
-- screen: accepted
-- lean: lean_error
decide +kernel
-- case: simp with decide
-- statement: : 1 = 2
-- mode: tactics
-- screen: accepted
-- lean: lean_error
simp (config := { decide := true })
-- case: if
-- statement: : 1 = 2
-- mode: tactics
-- screen: accepted
-- lean: lean_error
if h : 1 = 2 then exact h else exact absurd rfl h
