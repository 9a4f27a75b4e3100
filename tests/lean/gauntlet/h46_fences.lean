-- honest 46: fences in tags and out of them
-- case: a block in the tags
-- statement: (p : Prop) (h : p) : p
-- mode: completion
-- screen: accepted
-- lean: proved
I think so:
<answer>
```lean4
by
  exact h
```
</answer>
-- case: a block without a language in the tags
-- statement: (p : Prop) (h : p) : p
-- mode: completion
-- screen: accepted
-- lean: proved
<answer>
```
exact h
```
</answer>
-- case: closed on the line of the tag
-- statement: (p : Prop) (h : p) : p
-- mode: completion
-- screen: accepted
-- lean: proved
<answer>```lean4
exact h
```</answer>
-- case: CRLF
-- statement: (p : Prop) (h : p) : p
-- mode: completion
-- screen: accepted
-- lean: proved
```lean4<U+000D>
exact h<U+000D>
```<U+000D>
-- case: a completion of an open block
-- statement: (p : Prop) (h : p) : p
-- mode: completion
-- screen: accepted
-- lean: proved

  exact h
```
-- case: several blocks
-- statement: (p : Prop) (h : p) : p
-- mode: completion
-- screen: accepted
-- lean: proved
```lean4
sorry
```
no, better
```lean4
exact h
```
