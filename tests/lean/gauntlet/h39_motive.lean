-- honest 39: recursors
-- case: rec
-- statement: (n : Nat) : 0 + n = n
-- mode: tactics
-- screen: accepted
-- lean: proved
exact Nat.rec (motive := fun n => 0 + n = n) rfl (fun k ih => congrArg Nat.succ ih) n
