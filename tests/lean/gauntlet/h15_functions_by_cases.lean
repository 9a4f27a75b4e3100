-- honest 15: fun with cases
-- case: constructors
-- statement: (p q : Prop) : p ∨ q → q ∨ p
-- mode: tactics
-- screen: accepted
-- lean: proved
exact fun
  | .inl x => .inr x
  | .inr x => .inl x
-- case: as a term
-- statement: (p q : Prop) : p ∨ q → q ∨ p
-- mode: term
-- screen: accepted
-- lean: proved
fun
  | Or.inl x => Or.inr x
  | Or.inr x => Or.inl x
