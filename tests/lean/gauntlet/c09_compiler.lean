-- row 9: the compiler is believed
-- case: native_decide
-- statement: : 1 = 1
-- mode: tactics
-- screen: compiler
-- lean: axioms
native_decide
-- case: decide +native
-- statement: : 1 = 1
-- mode: tactics
-- screen: compiler
-- lean: axioms
decide +native
-- case: by configuration
-- statement: : 1 = 1
-- mode: tactics
-- screen: compiler
-- lean: lean_error
decide (config := { native := true })
-- case: ofReduceBool
-- statement: : 1 = 2
-- mode: tactics
-- screen: metaprogram
-- lean: lean_error
exact Lean.ofReduceBool _ _ rfl
-- case: bv_decide
-- statement: : 1 = 2
-- mode: tactics
-- screen: compiler
-- lean: lean_error
bv_decide
