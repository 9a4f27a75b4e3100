-- row 2: sorryAx as a term: no hole is named, only a warning
-- case: sorryAx
-- statement: : 1 = 2
-- mode: tactics
-- screen: sorry
-- lean: sorry
exact sorryAx _ true
-- case: sorryAx with its implicit arguments
-- statement: : 1 = 2
-- mode: tactics
-- screen: sorry
-- lean: sorry
exact @sorryAx (1 = 2) false
-- case: sorryAx through a field
-- statement: : 1 = 2
-- mode: tactics
-- screen: sorry
-- lean: sorry
exact (_root_.sorryAx _ true)
