-- own 16: options by other spellings
-- case: guillemets
-- statement: : 1 = 2
-- mode: tactics
-- screen: option
-- lean: axioms
set_option «debug».skipKernelTC true in
decide +kernel
-- case: over two lines
-- statement: : 1 = 2
-- mode: tactics
-- screen: option
-- lean: axioms
set_option
  debug.skipKernelTC
  true in
decide +kernel
-- case: after an allowed one
-- statement: : 1 = 2
-- mode: tactics
-- screen: option
-- lean: axioms
set_option maxRecDepth 1000 in set_option debug.skipKernelTC true in
decide +kernel
-- case: an allowed one that ends otherwise
-- statement: : 1 = 2
-- mode: tactics
-- screen: option
-- lean: lean_error
set_option maxHeartbeats.x 5 in rfl
-- case: behind a focus dot
-- statement: : 1 = 2
-- mode: tactics
-- screen: option
-- lean: axioms
· set_option debug.skipKernelTC true in decide +kernel
-- case: as the field of a number
-- statement: : 1 = 2
-- mode: tactics
-- screen: option
-- lean: axioms
exact 1.set_option debug.skipKernelTC true in 2
