-- honest 5: strings with marks of comments and brackets
-- case: comment marks
-- statement: : 1 = 1
-- mode: tactics
-- screen: accepted
-- lean: proved
have s : String := "-- (no comment /- "
rfl
-- case: a denied word
-- statement: : 1 = 1
-- mode: tactics
-- screen: accepted
-- lean: proved
have s : String := "sorry"
rfl
-- case: an escaped quotation mark
-- statement: : 1 = 1
-- mode: tactics
-- screen: accepted
-- lean: proved
have s : String := "a \" ) b"
rfl
