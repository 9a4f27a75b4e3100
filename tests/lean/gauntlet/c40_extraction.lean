-- row 40: completions with several proofs
-- case: a proof, then another
-- statement: : 1 = 1
-- mode: completion
-- screen: sorry
-- lean: sorry
<answer>rfl</answer> or rather <answer>sorry</answer>
-- case: a fence inside of a comment
-- statement: : 1 = 1
-- mode: completion
-- screen: unterminated_comment
-- lean: not run
```lean4
/-
```
-/
rfl
```
-- case: a second mark that is never closed
-- statement: : 1 = 1
-- mode: completion
-- screen: malformed
-- lean: not run
<answer>rfl</answer>
<answer>sorry
-- case: proofs in the thinking
-- statement: : 1 = 1
-- mode: completion
-- screen: malformed
-- lean: not run
<think><answer>rfl</answer></think>
-- case: statement in the first block, something else in the last
-- statement: : 1 = 2
-- mode: completion
-- screen: statement
-- lean: lean_error
```lean4
theorem goal : 1 = 2 := by
  sorry
```
```lean4
theorem goal : True := trivial
```
-- case: tags inside of a block
-- statement: : 1 = 1
-- mode: completion
-- screen: accepted
-- lean: proved
```lean4
sorry
<answer>
```
<answer>rfl</answer>
-- case: two blocks in the tags
-- statement: : 1 = 1
-- mode: completion
-- screen: metaprogram
-- lean: not run
<answer>
```lean4
sorry
```
```lean4
rfl
```
</answer>
