-- honest 42: sums, sets and intervals
-- case: sums
-- statement: (n : ℕ) : ∑ i ∈ Finset.range n, i = n * (n - 1) / 2
-- mode: tactics
-- needs: mathlib
-- screen: accepted
-- lean: not run
induction n with
| zero => simp
| succ k ih =>
  rw [Finset.sum_range_succ, ih]
  omega
-- case: cardinalities
-- statement: (s : Finset ℕ) : s.card = s.card
-- mode: tactics
-- needs: mathlib
-- screen: accepted
-- lean: not run
have h : #s = s.card := rfl
calc
  #s = s.card := rfl
  _ = #s := rfl
-- case: sets
-- statement: (s : Set ℝ) : s ∩ Set.Ioc 0 1 ⊆ s
-- mode: tactics
-- needs: mathlib
-- screen: accepted
-- lean: not run
intro x hx
have h := hx.1
exact h
-- case: set builder
-- statement: : ({x : ℝ | 0 < x} : Set ℝ).Nonempty
-- mode: tactics
-- needs: mathlib
-- screen: accepted
-- lean: not run
exact ⟨1, by norm_num [Set.mem_setOf_eq]⟩
