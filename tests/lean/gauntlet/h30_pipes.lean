-- honest 30: pipes and dollars
-- case: to the left
-- statement: (p : Prop) (h : p) : p
-- mode: tactics
-- screen: accepted
-- lean: proved
exact id <| id <| h
-- case: to the right
-- statement: (p : Prop) (h : p) : p
-- mode: tactics
-- screen: accepted
-- lean: proved
exact h |> id |> fun x => x
-- case: dollar
-- statement: (p : Prop) (h : p) : p
-- mode: tactics
-- screen: accepted
-- lean: proved
exact id $ h
