-- honest 16: match
-- case: two cases
-- statement: (p q : Prop) (h : p ∨ q) : q ∨ p
-- mode: tactics
-- screen: accepted
-- lean: proved
match h with
| Or.inl x => exact Or.inr x
| .inr x => exact .inl x
-- case: numbers
-- statement: (n : Nat) : n * 0 = 0
-- mode: tactics
-- screen: accepted
-- lean: proved
match n with
| 0 => rfl
| _ + 1 => rfl
