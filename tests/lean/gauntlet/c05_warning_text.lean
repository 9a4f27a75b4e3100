-- row 5: text tests of a warning whose words change between versions
-- case: a hole inside of a lemma
-- statement: : 1 = 2
-- mode: file
-- screen: sorry
-- lean: sorry
theorem aux : 1 = 2 := by
  sorry
theorem goal : 1 = 2 := by
  exact aux
-- case: a hole inside of have
-- statement: : 1 = 2
-- mode: tactics
-- screen: sorry
-- lean: sorry
have h : 1 = 2 := sorry
exact h
