-- honest 47: headers of whole files
-- case: options and scopes
-- statement: (p : Prop) (h : p) : p
-- mode: file
-- screen: accepted
-- lean: proved
import Mathlib
set_option linter.all false
set_option pp.numericTypes true in
open scoped BigOperators
open Nat (succ)
open Classical in
theorem goal (p : Prop) (h : p) : p := by
  exact h
-- case: indented
-- statement: (p : Prop) (h : p) : p
-- mode: file
-- screen: accepted
-- lean: proved
  import Mathlib

  theorem goal (p : Prop) (h : p) : p := by
    exact h
