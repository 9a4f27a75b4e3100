-- row 41: memory without types
-- case: unsafeCast
-- statement: : 1 = 2
-- mode: tactics
-- screen: metaprogram
-- lean: lean_error
exact unsafeCast rfl
-- case: ptrAddrUnsafe
-- statement: : 1 = 2
-- mode: tactics
-- screen: metaprogram
-- lean: lean_error
have := ptrAddrUnsafe 1
rfl
-- case: unsafe term
-- statement: : 1 = 2
-- mode: tactics
-- screen: metaprogram
-- lean: lean_error
exact unsafe rfl
-- case: dbgStackTrace
-- statement: : 1 = 2
-- mode: tactics
-- screen: metaprogram
-- lean: lean_error
exact dbgStackTrace fun _ => rfl
-- case: lcUnreachable
-- statement: : 1 = 2
-- mode: tactics
-- screen: axiom
-- lean: lean_error
exact lcUnreachable
