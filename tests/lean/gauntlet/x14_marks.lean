-- own 14: tags and fences in odd places
-- case: CRLF
-- statement: : 1 = 1
-- mode: completion
-- verdict: correct
-- note: true; uncleaned, the leading by is not removed
-- screen: accepted
-- lean: lean_error
```lean4<U+000D>
by<U+000D>
  rfl<U+000D>
```<U+000D>
-- case: a closing tag in a comment
-- statement: : 1 = 1
-- mode: completion
-- screen: unterminated_comment
-- lean: not run
<answer>rfl /- </answer> -/
-- case: an end of thinking in a comment
-- statement: : 1 = 1
-- mode: completion
-- screen: malformed
-- lean: not run
<answer>sorry -- </think>
</answer>
-- case: an answer inside of an answer
-- statement: : 1 = 1
-- mode: completion
-- note: true: the innermost is the last that is opened
-- screen: accepted
-- lean: proved
<answer>sorry <answer>rfl</answer></answer>
-- case: a block that another fence closes
-- statement: : 1 = 1
-- mode: completion
-- note: true
-- screen: accepted
-- lean: proved
```lean4
rfl
```
```python
sorry
```
-- case: a block of another language, then prose
-- statement: : 1 = 1
-- mode: completion
-- screen: malformed
-- lean: not run
```python
rfl
```
