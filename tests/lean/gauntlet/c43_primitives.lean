-- row 43: names that the kernel computes with
-- case: Nat.pow
-- statement: : 1 = 2
-- mode: file
-- screen: file
-- lean: lean_error
def Nat.pow (a b : Nat) : Nat := 0
theorem goal : 1 = 2 := by
  exact absurd (rfl : Nat.pow 2 3 = 8) (by decide)
-- case: Nat.log2
-- statement: : 1 = 2
-- mode: file
-- screen: file
-- lean: lean_error
def Nat.log2 (a : Nat) : Nat := 0
theorem goal : 1 = 2 := by
  exact absurd (rfl : Nat.log2 8 = 3) (by decide)
-- case: Nat.gcd as a lemma
-- statement: : 1 = 2
-- mode: file
-- screen: file
-- lean: lean_error
theorem Nat.gcd (a b : Nat) : True := trivial
theorem goal : 1 = 2 := by
  exact absurd (Nat.gcd 2 4) (by decide)
-- case: Char.ofNat
-- statement: : 1 = 2
-- mode: file
-- screen: file
-- lean: lean_error
def Char.ofNat (n : Nat) : Char := 'a'
theorem goal : 1 = 2 := by
  exact absurd (rfl : 'a' = 'b') (by decide)
-- case: String.ofList
-- statement: : 1 = 2
-- mode: file
-- screen: file
-- lean: lean_error
def String.ofList (l : List Char) : String := ""
theorem goal : 1 = 2 := by
  rfl
