-- honest 43: tactics of the full toolchain
-- case: omega
-- statement: (a b : Int) (h : a < b) : a + 1 ≤ b
-- mode: tactics
-- needs: toolchain
-- screen: accepted
-- lean: not run
omega
-- case: bv_omega
-- statement: (a : BitVec 8) : a = a
-- mode: tactics
-- needs: toolchain
-- screen: accepted
-- lean: not run
rfl
