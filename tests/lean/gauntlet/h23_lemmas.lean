-- honest 23: a whole file with lemmas before the theorem
-- case: two lemmas
-- statement: (a b : Nat) : a + b = b + a
-- mode: file
-- screen: accepted
-- lean: proved
import Mathlib
import Aesop

set_option maxHeartbeats 400000

open Nat

theorem aux₁ (n : Nat) : 0 + n = n := by
  induction n with
  | zero => rfl
  | succ k ih => rw [Nat.add_succ, ih]

/-- the second -/
private theorem aux₂ (n m : Nat) : n.succ + m = (n + m).succ := by
  induction m with
  | zero => rfl
  | succ k ih => exact congrArg Nat.succ ih

theorem goal (a b : Nat) : a + b = b + a := by
  induction a with
  | zero => exact aux₁ b
  | succ k ih => rw [aux₂, ih, Nat.add_succ]
-- case: lemma as the word of all
-- statement: (p : Prop) (h : p) : p
-- mode: file
-- screen: accepted
-- lean: proved
lemma aux' (p : Prop) (h : p) : p := h

lemma goal (p : Prop) (h : p) : p := aux' p h
