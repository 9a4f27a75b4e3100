-- honest 22: a whole file as Kimina's models write it
-- case: with comments and a doc comment
-- statement: (p q : Prop) (h : p ∧ q) : q ∧ p
-- mode: file
-- screen: accepted
-- lean: proved
import Mathlib
import Aesop

set_option maxHeartbeats 400000

open Nat

/-- Conjunction is symmetric: no `sorry` here. -/
theorem goal (p q : Prop) (h : p ∧ q) : q ∧ p := by
  -- first take it apart
  obtain ⟨hp, hq⟩ := h
  /- then build it -/
  exact ⟨hq, hp⟩
-- case: in a completion with thoughts
-- statement: (p : Prop) (h : p) : p
-- mode: completion
-- screen: accepted
-- lean: proved
<think>
I try
```tactics
sorry
```
and then `exact h`.
</think>
Here it is:

```lean4
import Mathlib
import Aesop

set_option maxHeartbeats 400000

open Nat

theorem goal (p : Prop) (h : p) : p := by
  exact h
```
