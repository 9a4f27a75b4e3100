-- honest 19: if with a name
-- case: tactic
-- statement: (p : Prop) [Decidable p] (h : ¬¬p) : p
-- mode: tactics
-- screen: accepted
-- lean: proved
if k : p then exact k else exact absurd k h
-- case: over lines
-- statement: (p : Prop) [Decidable p] (h : ¬¬p) : p
-- mode: tactics
-- screen: accepted
-- lean: proved
if k : p then
  exact k
else
  exact absurd k h
