-- honest 3: case
-- case: named holes
-- statement: (p q : Prop) (hp : p) (hq : q) : p ∧ q
-- mode: tactics
-- screen: accepted
-- lean: proved
refine ⟨?left, ?right⟩
case left => exact hp
case right => exact hq
-- case: with names
-- statement: (p q : Prop) (h : p ∨ q) : q ∨ p
-- mode: tactics
-- screen: accepted
-- lean: proved
cases h
case inl x => exact Or.inr x
case inr x => exact Or.inl x
