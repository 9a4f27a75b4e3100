-- honest 17: structured induction
-- case: with
-- statement: (n : Nat) : 0 + n = n
-- mode: tactics
-- screen: accepted
-- lean: proved
induction n with
| zero => rfl
| succ k ih =>
  rw [Nat.add_succ, ih]
-- case: with dots
-- statement: (n : Nat) : 0 + n = n
-- mode: tactics
-- screen: accepted
-- lean: proved
induction n
· rfl
· rename_i k ih
  rw [Nat.add_succ, ih]
-- case: one line
-- statement: (n : Nat) : 0 + n = n
-- mode: tactics
-- screen: accepted
-- lean: proved
induction n with | zero => rfl | succ k ih => rw [Nat.add_succ, ih]
