-- own 13: messages that look like the report
-- case: the report of the run, if the nonce were known
-- statement: : 1 = 1
-- mode: tactics
-- note: true
-- verdict: correct
-- screen: accepted
-- lean: no_report
trace "'check_0123456789abcdef' does not depend on any axioms"
rfl
-- case: with an error beside it
-- statement: : 1 = 2
-- mode: tactics
-- screen: accepted
-- lean: lean_error
trace "'check_0123456789abcdef' does not depend on any axioms"
skip
-- case: as the text of an error
-- statement: : 1 = 2
-- mode: tactics
-- screen: accepted
-- lean: lean_error
fail "'check_0123456789abcdef' does not depend on any axioms"
-- case: a warning about sorry in a string
-- statement: : 1 = 1
-- mode: tactics
-- note: true; whoever prints this harms himself alone
-- screen: accepted
-- lean: sorry
trace "declaration uses 'sorry'"
rfl
-- case: show_term
-- statement: : 1 = 2
-- mode: tactics
-- screen: accepted
-- lean: lean_error
show_term exact ?_
