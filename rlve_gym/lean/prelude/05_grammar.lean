/- The grammar: notations, tactics, macros and printers, which all lie compiled in the shared library; a name is enough to
put one to use. `#t name` is a tactic, `#e` a term, `#c` a step of `conv` (`#tt`, `#et`, `#ct`: such as begin with a
term), `#p` a piece of others, `#a` an attribute, `#m kind name` a macro for a kind, `#u constant name` a printer.

The names are what `nm -D libleanshared.so` lists, with Lean's mangling undone. -/
local macro "#p" x:ident : command => `(@[extern "n"] opaque $x : ParserDescr)
local macro "#t" x:ident : command => `(@[tactic_parser, extern "n"] opaque $x : ParserDescr)
local macro "#tt" x:ident : command => `(@[tactic_parser, extern "n"] opaque $x : TrailingParserDescr)
local macro "#e" x:ident : command => `(@[term_parser, extern "n"] opaque $x : ParserDescr)
local macro "#et" x:ident : command => `(@[term_parser, extern "n"] opaque $x : TrailingParserDescr)
local macro "#a" x:ident : command => `(@[attr_parser, extern "n"] opaque $x : ParserDescr)
local macro "#m" k:ident x:ident : command => `(@[macro $k, extern "n"] opaque $x : Macro)
local macro "#u" c:ident x:ident : command => `(@[app_unexpander $c, extern "n"] opaque $x : PrettyPrinter.Unexpander)
namespace Lean.Parser.Tactic
declare_syntax_cat rcasesPat
declare_syntax_cat rintroPat
#p location #p locationWildcard #p locationHyp #p locationType #p rwRule #p rwRuleSeq #p optConfig #p configItem
#p posConfigItem #p negConfigItem #p valConfigItem #p config #p discharger #p simpPre #p simpPost #p simpLemma
#p simpErase #p simpStar #p simpArg #p simpArgs #p dsimpArg #p dsimpArgs #p simpaArgsRest #p simpTraceArgsRest
#p simpAllTraceArgsRest #p dsimpTraceArgsRest #p elimTarget #p inductionAlt #p inductionAltLHS #p inductionAlts
#p caseArg #p generalizeArg #p rcasesPatMed #p rcasesPatLo #p clearValueArg #p clearValueHyp #p clearValueStar
#p SolveByElim.arg #p SolveByElim.args #p SolveByElim.erase #p SolveByElim.star #p SolveByElim.using_
@[rcasesPat_parser, extern "n"] opaque rcasesPat.one : ParserDescr
@[rcasesPat_parser, extern "n"] opaque rcasesPat.ignore : ParserDescr
@[rcasesPat_parser, extern "n"] opaque rcasesPat.clear : ParserDescr
@[rcasesPat_parser, extern "n"] opaque rcasesPat.explicit : ParserDescr
@[rcasesPat_parser, extern "n"] opaque rcasesPat.tuple : ParserDescr
@[rcasesPat_parser, extern "n"] opaque rcasesPat.paren : ParserDescr
@[rintroPat_parser, extern "n"] opaque rintroPat.one : ParserDescr
@[rintroPat_parser, extern "n"] opaque rintroPat.binder : ParserDescr
#t intro #t intros #t rename #t renameI #t revert #t clear #t subst #t substEqs #t substVars #t assumption
#t contradiction #t falseOrByContra #t apply #t applyAssumption #t applyRfl #t applyRules #t solveByElim #t exact
#t refine #t refine' #t constructor #t left #t right #t case #t case' #t allGoals #t anyGoals #t focus #t skip #t done
#t traceState #t traceMessage #t fail #t failIfSuccess #t first #t paren #t rotateLeft #t rotateRight #t withReducible
#t withReducibleAndInstances #t withUnfoldingAll #t withUnfoldingNone #t classical #t tacticTry_ #t tacticRepeat_
#t repeat' #t repeat1' #t tacticIterate____ #tt «tactic_<;>_» #t «tacticNext_=>_» #t tacticUnhygienic_ #t tacticStop_
#t eqRefl #t tacticRfl #t tacticRfl' #t acRfl #t symm #t symmSaturate #t congr #t tacticAnd_intros #t tacticSorry
#t tacticAdmit #t tacticInfer_instance #t tacticTrivial #t tacticExfalso #t tacticNofun #t «tacticNomatch_,,»
#t «tacticExists_,,» #t change #t «show» #t showTerm #t guardExpr #t guardHyp #t guardTarget #t sleep #t exposeNames
#t rewriteSeq #t rwSeq #t rwa #t rwaAt #t rwaAtLegacyLocation #t tacticErw___ #t simp #t simpAll #t dsimp #t simpa
#t simpTrace #t simpAllTrace #t dsimpTrace #t delta #t unfold #t split #t decide #t nativeDecide #t omega
#t tacticBv_omega #t tacticRefine_lift_ #t tacticRefine_lift'_ #t tacticHave__ #t tacticHave' #t tacticHaveI__
#t letrec #t tacticLet__ #t tacticLet'__ #t tacticLetI__ #t tacticSuffices_ #t replace #t specialize #t generalize #t injection
#t injections #t obtain #t rcases #t rintro #t clearValue #t extractLets #t liftLets #t induction #t cases
#t funInduction #t funCases #t tacIfThenElse #t tacDepIfThenElse #t exact? #t apply? #t runTac #t normCast0
#t tacticNorm_cast__ #t pushCast #t tacticExact_mod_cast_ #t tacticApply_mod_cast_ #t tacticRw_mod_cast___
#t tacticAssumption_mod_cast_
end Lean.Parser.Tactic

/- `conv`. -/
declare_syntax_cat conv (behavior := both)
local macro "#c" x:ident : command => `(@[conv_parser, extern "n"] opaque $x : ParserDescr)
local macro "#ct" x:ident : command => `(@[conv_parser, extern "n"] opaque $x : TrailingParserDescr)
namespace Lean.Parser.Tactic.Conv
#p argArg #p enterArg #p enterPattern #p occs #p occsIndexed #p occsWildcard #p convSeq #p convSeq1Indented
#p convSeqBracketed
#t conv
#c allGoals #c anyGoals #c arg #c case #c case' #c change #c congr #c convApply_ #c convArgs #c convConvSeq
#c convDone #c convErw__ #c convIntro___ #c convLeft #c «convNext__=>_» #c convRepeat_ #c convRfl #c convRight
#c convRw__ #c convTactic #c convTrace_state #c convTry_ #ct «conv_<;>_» #c «conv·_» #c delta #c dsimp #c enter #c ext
#c failIfSuccess #c first #c focus #c «fun» #c lhs #c rhs #c nestedConv #c nestedTactic #c nestedTacticCore #c paren
#c pattern #c reduce #c rewrite #c simp #c simpMatch #c skip #c unfold #c whnf #c zeta
end Lean.Parser.Tactic.Conv

/- Terms, and what stands between terms and tactics. -/
#p Lean.binderIdent #p Lean.unbracketedExplicitBinders #p Lean.bracketedExplicitBinders #p Lean.explicitBinders
#p Lean.calcFirstStep #p Lean.calcStep #p Lean.calcSteps #p Lean.cdotTk
namespace Lean
declare_syntax_cat binderPred
@[binderPred_parser, extern "n"] opaque «binderPred<_» : ParserDescr
@[binderPred_parser, extern "n"] opaque «binderPred>_» : ParserDescr
@[binderPred_parser, extern "n"] opaque «binderPred≤_» : ParserDescr
@[binderPred_parser, extern "n"] opaque «binderPred≥_» : ParserDescr
@[binderPred_parser, extern "n"] opaque «binderPred≠_» : ParserDescr
@[binderPred_parser, extern "n"] opaque «binderPred∈_» : ParserDescr
@[binderPred_parser, extern "n"] opaque «binderPred∉_» : ParserDescr
@[binderPred_parser, extern "n"] opaque «binderPred⊆_» : ParserDescr
@[term_parser, extern "n"] opaque «termSatisfies_binder_pred%__» : ParserDescr
end Lean
#et «term_=_» #et «term_≠_» #et «term_∧_» #et «term_∨_» #e «term¬_» #et «term_↔_» #et «term_<->_» #et «term_≍_»
#et «term_≤_» #et «term_<_» #et «term_≥_» #et «term_>_» #et «term_<=_» #et «term_>=_» #et «term_==_» #et «term_!=_»
#et «term_+_» #et «term_-_» #et «term_*_» #et «term_/_» #et «term_%_» #et «term_^_» #e «term-_» #et «term_∣_»
#et «term_&&&_» #et «term_|||_» #et «term_^^^_» #et «term_<<<_» #et «term_>>>_» #e «term~~~_» #e BitVec.«term__#__»
#e BitVec.«term__#'__» #et «term_&&_» #et «term_||_» #e term!_ #et Bool.«term_^^_» #e boolIfThenElse #e termIfThenElse
#e termDepIfThenElse #e termIfLet #et «term_++_» #et «term_::_» #e «term[_]» #e «term%[_|_]» #et «term_∈_»
#et «term_∉_» #e «term∅» #et «term_∪_» #et «term_∩_» #et «term_⊆_» #et «term_\_» #et «term_∘_» #et «term_<|_»
#et «term_|>_» #et «term_$__» #et «term_×_» #et «term_×'_» #et «term_⊕_» #e «term{_:_//_}» #et «term_<$>_»
#et «term_>>=_» #et «term_<*>_» #et «term_<*_» #et «term_*>_» #e «term∃_,_» #e «termExists_,_» #e Lean.«term∀__,_»
#e Lean.«term∃__,_» #e «term‹_›» #e coeNotation #e coeFunNotation #e coeSortNotation #e rawNatLit
#e termWithout_expected_type_ #e Lean.«calc» #e Lean.Parser.Tactic.showTermElab
#t tacticFunext___ #t «tacticBy_cases_:_» #t Lean.cdot #t Lean.calcTactic #t Lean.solveTactic
#t Lean.Elab.Tactic.Ext.ext #t Lean.Elab.Tactic.Ext.applyExtTheorem #t Lean.Elab.Tactic.Ext.tacticExt1___

/- Attributes with arguments. -/
namespace Lean.Parser.Attr
#p extFlat #p extIff #p normCastLabel #a simp #a ext #a norm_cast
end Lean.Parser.Attr

/- Priorities, precedences, and the repetitions of `syntax`. -/
local macro "#prio" x:ident : command => `(@[prio_parser, extern "n"] opaque $x : ParserDescr)
#prio prioDefault #prio prioHigh #prio prioLow #prio prioMid #prio «prio(_)»
local macro "#prec" x:ident : command => `(@[prec_parser, extern "n"] opaque $x : ParserDescr)
#prec precMax #prec precMin #prec precMin1 #prec precLead #prec precArg #prec «prec(_)»
local macro "#stx" x:ident : command => `(@[stx_parser, extern "n"] opaque $x : ParserDescr)
local macro "#stxt" x:ident : command => `(@[stx_parser, extern "n"] opaque $x : TrailingParserDescr)
#stxt «stx_*» #stxt «stx_+» #stxt stx_? #stxt «stx_,*» #stxt «stx_,+» #stxt «stx_,*,?» #stxt «stx_,+,?»
#stxt «stx_<|>_» #stx stx!_
@[prec_parser, extern "n"] opaque Lean.Parser.Syntax.addPrec : TrailingParserDescr
@[prec_parser, extern "n"] opaque Lean.Parser.Syntax.subPrec : TrailingParserDescr
@[prio_parser, extern "n"] opaque Lean.Parser.Syntax.addPrio : TrailingParserDescr
@[prio_parser, extern "n"] opaque Lean.Parser.Syntax.subPrio : TrailingParserDescr
#e Lean.termEval_prec_ #e Lean.termEval_prio_ #e «termMax_prec»

/- Macros: what most of the above expands to. -/
#m BitVec.«term__#'__» BitVec.«_aux_Init_Data_BitVec_Basic___macroRules_BitVec_term__#'___1»
#m BitVec.«term__#__» BitVec.«_aux_Init_Data_BitVec_Basic___macroRules_BitVec_term__#___1»
#m Bool.«term_^^_» Bool.«_aux_Init_Data_Bool___macroRules_Bool_term_^^__1»
#m Lean.Elab.Tactic.Ext.tacticExt1___ Lean.Elab.Tactic.Ext._aux_Init_Ext___macroRules_Lean_Elab_Tactic_Ext_tacticExt1____1
#m Lean.Parser.Syntax.addPrec Lean._aux_Init_Meta___macroRules_Lean_Parser_Syntax_addPrec_1
#m Lean.Parser.Syntax.addPrio Lean._aux_Init_Meta___macroRules_Lean_Parser_Syntax_addPrio_1
#m Lean.Parser.Syntax.subPrec Lean._aux_Init_Meta___macroRules_Lean_Parser_Syntax_subPrec_1
#m Lean.Parser.Syntax.subPrio Lean._aux_Init_Meta___macroRules_Lean_Parser_Syntax_subPrio_1
#m Lean.Parser.Tactic.Conv.allGoals Lean.Parser.Tactic.Conv._aux_Init_Conv___macroRules_Lean_Parser_Tactic_Conv_allGoals_1
#m Lean.Parser.Tactic.Conv.anyGoals Lean.Parser.Tactic.Conv._aux_Init_Conv___macroRules_Lean_Parser_Tactic_Conv_anyGoals_1
#m Lean.Parser.Tactic.Conv.case Lean.Parser.Tactic.Conv._aux_Init_Conv___macroRules_Lean_Parser_Tactic_Conv_case_1
#m Lean.Parser.Tactic.Conv.case' Lean.Parser.Tactic.Conv._aux_Init_Conv___macroRules_Lean_Parser_Tactic_Conv_case'_1
#m Lean.Parser.Tactic.Conv.convApply_ Lean.Parser.Tactic.Conv._aux_Init_Conv___macroRules_Lean_Parser_Tactic_Conv_convApply__1
#m Lean.Parser.Tactic.Conv.convArgs Lean.Parser.Tactic.Conv._aux_Init_Conv___macroRules_Lean_Parser_Tactic_Conv_convArgs_1
#m Lean.Parser.Tactic.Conv.convDone Lean.Parser.Tactic.Conv._aux_Init_Conv___macroRules_Lean_Parser_Tactic_Conv_convDone_1
#m Lean.Parser.Tactic.Conv.convErw__ Lean.Parser.Tactic.Conv._aux_Init_Conv___macroRules_Lean_Parser_Tactic_Conv_convErw___1
#m Lean.Parser.Tactic.Conv.convIntro___ Lean.Parser.Tactic.Conv._aux_Init_Conv___macroRules_Lean_Parser_Tactic_Conv_convIntro____1
#m Lean.Parser.Tactic.Conv.convLeft Lean.Parser.Tactic.Conv._aux_Init_Conv___macroRules_Lean_Parser_Tactic_Conv_convLeft_1
#m Lean.Parser.Tactic.Conv.«convNext__=>_» Lean.Parser.Tactic.Conv.«_aux_Init_Conv___macroRules_Lean_Parser_Tactic_Conv_convNext__=>__1»
#m Lean.Parser.Tactic.Conv.convRepeat_ Lean.Parser.Tactic.Conv._aux_Init_Conv___macroRules_Lean_Parser_Tactic_Conv_convRepeat__1
#m Lean.Parser.Tactic.Conv.convRfl Lean.Parser.Tactic.Conv._aux_Init_Conv___macroRules_Lean_Parser_Tactic_Conv_convRfl_1
#m Lean.Parser.Tactic.Conv.convRight Lean.Parser.Tactic.Conv._aux_Init_Conv___macroRules_Lean_Parser_Tactic_Conv_convRight_1
#m Lean.Parser.Tactic.Conv.convRw__ Lean.Parser.Tactic.Conv._aux_Init_Conv___macroRules_Lean_Parser_Tactic_Conv_convRw___1
#m Lean.Parser.Tactic.Conv.convTrace_state Lean.Parser.Tactic.Conv._aux_Init_Conv___macroRules_Lean_Parser_Tactic_Conv_convTrace_state_1
#m Lean.Parser.Tactic.Conv.convTry_ Lean.Parser.Tactic.Conv._aux_Init_Conv___macroRules_Lean_Parser_Tactic_Conv_convTry__1
#m Lean.Parser.Tactic.Conv.«conv_<;>_» Lean.Parser.Tactic.Conv.«_aux_Init_Conv___macroRules_Lean_Parser_Tactic_Conv_conv_<;>__1»
#m Lean.Parser.Tactic.Conv.«conv·_» Lean.Parser.Tactic.Conv.«_aux_Init_Conv___macroRules_Lean_Parser_Tactic_Conv_conv·__1»
#m Lean.Parser.Tactic.Conv.failIfSuccess Lean.Parser.Tactic.Conv._aux_Init_Conv___macroRules_Lean_Parser_Tactic_Conv_failIfSuccess_1
#m Lean.Parser.Tactic.Conv.focus Lean.Parser.Tactic.Conv._aux_Init_Conv___macroRules_Lean_Parser_Tactic_Conv_focus_1
#m Lean.Parser.Tactic.rwSeq Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_rwSeq_1
#m Lean.Parser.Tactic.rwaAtLegacyLocation Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_rwaAtLegacyLocation_1
#m Lean.Parser.Tactic.showTermElab Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_showTermElab_1
#m Lean.Parser.Tactic.tacDepIfThenElse Lean.Parser.Tactic._aux_Init_TacticsExtra___macroRules_Lean_Parser_Tactic_tacDepIfThenElse_1
#m Lean.Parser.Tactic.tacIfThenElse Lean.Parser.Tactic._aux_Init_TacticsExtra___macroRules_Lean_Parser_Tactic_tacIfThenElse_1
#m Lean.Parser.Tactic.tacticAdmit Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticAdmit_1
#m Lean.Parser.Tactic.tacticAnd_intros Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticAnd_intros_1
#m Lean.Parser.Tactic.tacticApply_mod_cast_ Lean.Parser.Tactic._aux_Init_TacticsExtra___macroRules_Lean_Parser_Tactic_tacticApply_mod_cast__1
#m Lean.Parser.Tactic.tacticAssumption_mod_cast_ Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticAssumption_mod_cast__1
#m Lean.Parser.Tactic.tacticBv_omega Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticBv_omega_1
#m Lean.Parser.Tactic.tacticErw___ Lean.Parser.Tactic._aux_Init_Meta___macroRules_Lean_Parser_Tactic_tacticErw____1
#m Lean.Parser.Tactic.tacticExact_mod_cast_ Lean.Parser.Tactic._aux_Init_TacticsExtra___macroRules_Lean_Parser_Tactic_tacticExact_mod_cast__1
#m Lean.Parser.Tactic.tacticExfalso Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticExfalso_1
#m Lean.Parser.Tactic.«tacticExists_,,» Lean.Parser.Tactic.«_aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticExists_,,_1»
#m Lean.Parser.Tactic.tacticHave' Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticHave'_1
#m Lean.Parser.Tactic.tacticHaveI__ Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticHaveI___1
#m Lean.Parser.Tactic.tacticHave__ Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticHave___1
#m Lean.Parser.Tactic.tacticInfer_instance Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticInfer_instance_1
#m Lean.Parser.Tactic.tacticIterate____ Lean.Parser.Tactic._aux_Init_TacticsExtra___macroRules_Lean_Parser_Tactic_tacticIterate_____1
#m Lean.Parser.Tactic.letrec Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_letrec_1
#m Lean.Parser.Tactic.tacticLet'__ Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticLet'___1
#m Lean.Parser.Tactic.tacticLetI__ Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticLetI___1
#m Lean.Parser.Tactic.tacticLet__ Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticLet___1
#m Lean.Parser.Tactic.«tacticNext_=>_» Lean.Parser.Tactic.«_aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticNext_=>__1»
#m Lean.Parser.Tactic.tacticNofun Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticNofun_1
#m Lean.Parser.Tactic.«tacticNomatch_,,» Lean.Parser.Tactic.«_aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticNomatch_,,_1»
#m Lean.Parser.Tactic.tacticNorm_cast__ Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticNorm_cast___1
#m Lean.Parser.Tactic.tacticRefine_lift'_ Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticRefine_lift'__1
#m Lean.Parser.Tactic.tacticRefine_lift_ Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticRefine_lift__1
#m Lean.Parser.Tactic.tacticRfl Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticRfl_1
#m Lean.Parser.Tactic.tacticRfl Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticRfl_2
#m Lean.Parser.Tactic.tacticRfl Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticRfl_3
#m Lean.Parser.Tactic.tacticRfl _aux_Init_Core___macroRules_Lean_Parser_Tactic_tacticRfl_1
#m Lean.Parser.Tactic.tacticRfl' Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticRfl'_1
#m Lean.Parser.Tactic.tacticRw_mod_cast___ Lean.Parser.Tactic._aux_Init_TacticsExtra___macroRules_Lean_Parser_Tactic_tacticRw_mod_cast____1
#m Lean.Parser.Tactic.tacticSorry Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticSorry_1
#m Lean.Parser.Tactic.tacticStop_ Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticStop__1
#m Lean.Parser.Tactic.tacticSuffices_ Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticSuffices__1
#m Lean.Parser.Tactic.tacticTrivial Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticTrivial_1
#m Lean.Parser.Tactic.tacticTrivial Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticTrivial_2
#m Lean.Parser.Tactic.tacticTrivial Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticTrivial_3
#m Lean.Parser.Tactic.tacticTrivial Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticTrivial_4
#m Lean.Parser.Tactic.tacticTrivial Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticTrivial_5
#m Lean.Parser.Tactic.tacticTrivial Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticTrivial_6
#m Lean.Parser.Tactic.tacticTry_ Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticTry__1
#m Lean.Parser.Tactic.tacticUnhygienic_ Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticUnhygienic__1
#m Lean.Parser.Tactic.«tactic_<;>_» Lean.Parser.Tactic.«_aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tactic_<;>__1»
#m Lean.solveTactic Lean._aux_Init_NotationExtra___macroRules_Lean_solveTactic_1
#m Lean.termEval_prec_ Lean._aux_Init_Meta___macroRules_Lean_termEval_prec__1
#m Lean.termEval_prio_ Lean._aux_Init_Meta___macroRules_Lean_termEval_prio__1
#m Lean.«termSatisfies_binder_pred%__» Lean.«_aux_Init_BinderPredicates___macroRules_Lean_termSatisfies_binder_pred%___1»
#m Lean.«termSatisfies_binder_pred%__» Lean.«_aux_Init_BinderPredicates___macroRules_Lean_termSatisfies_binder_pred%___10»
#m Lean.«termSatisfies_binder_pred%__» Lean.«_aux_Init_BinderPredicates___macroRules_Lean_termSatisfies_binder_pred%___11»
#m Lean.«termSatisfies_binder_pred%__» Lean.«_aux_Init_BinderPredicates___macroRules_Lean_termSatisfies_binder_pred%___2»
#m Lean.«termSatisfies_binder_pred%__» Lean.«_aux_Init_BinderPredicates___macroRules_Lean_termSatisfies_binder_pred%___3»
#m Lean.«termSatisfies_binder_pred%__» Lean.«_aux_Init_BinderPredicates___macroRules_Lean_termSatisfies_binder_pred%___4»
#m Lean.«termSatisfies_binder_pred%__» Lean.«_aux_Init_BinderPredicates___macroRules_Lean_termSatisfies_binder_pred%___5»
#m Lean.«termSatisfies_binder_pred%__» Lean.«_aux_Init_BinderPredicates___macroRules_Lean_termSatisfies_binder_pred%___6»
#m Lean.«termSatisfies_binder_pred%__» Lean.«_aux_Init_BinderPredicates___macroRules_Lean_termSatisfies_binder_pred%___7»
#m Lean.«termSatisfies_binder_pred%__» Lean.«_aux_Init_BinderPredicates___macroRules_Lean_termSatisfies_binder_pred%___8»
#m Lean.«termSatisfies_binder_pred%__» Lean.«_aux_Init_BinderPredicates___macroRules_Lean_termSatisfies_binder_pred%___9»
#m Lean.«term∀__,_» Lean.«_aux_Init_BinderPredicates___macroRules_Lean_term∀__,__1»
#m Lean.«term∃__,_» Lean.«_aux_Init_BinderPredicates___macroRules_Lean_term∃__,__1»
#m boolIfThenElse _aux_Init_Notation___macroRules_boolIfThenElse_1
#m «prec(_)» «_aux_Init_Notation___macroRules_prec(_)_1»
#m precArg _aux_Init_Notation___macroRules_precArg_1
#m precLead _aux_Init_Notation___macroRules_precLead_1
#m precMax _aux_Init_Notation___macroRules_precMax_1
#m precMin _aux_Init_Notation___macroRules_precMin_1
#m precMin1 _aux_Init_Notation___macroRules_precMin1_1
#m «prio(_)» «_aux_Init_Notation___macroRules_prio(_)_1»
#m prioDefault _aux_Init_Notation___macroRules_prioDefault_1
#m prioHigh _aux_Init_Notation___macroRules_prioHigh_1
#m prioLow _aux_Init_Notation___macroRules_prioLow_1
#m prioMid _aux_Init_Notation___macroRules_prioMid_1
#m stx!_ _aux_Init_Notation___macroRules_stx!__1
#m «stx_*» «_aux_Init_Notation___macroRules_stx_*_1»
#m «stx_+» «_aux_Init_Notation___macroRules_stx_+_1»
#m «stx_,*» «_aux_Init_Notation___macroRules_stx_,*_1»
#m «stx_,*,?» «_aux_Init_Notation___macroRules_stx_,*,?_1»
#m «stx_,+» «_aux_Init_Notation___macroRules_stx_,+_1»
#m «stx_,+,?» «_aux_Init_Notation___macroRules_stx_,+,?_1»
#m «stx_<|>_» «_aux_Init_Notation___macroRules_stx_<|>__1»
#m stx_? _aux_Init_Notation___macroRules_stx_?_1
#m «tacticBy_cases_:_» «_aux_Init_ByCases___macroRules_tacticBy_cases_:__1»
#m «tacticBy_cases_:_» «_aux_Init_ByCases___macroRules_tacticBy_cases_:__2»
#m tacticFunext___ _aux_Init_NotationExtra___macroRules_tacticFunext____1
#m term!_ _aux_Init_Notation___macroRules_term!__1
#m «term%[_|_]» «_aux_Init_NotationExtra___macroRules_term%[_|_]_1»
#m «term-_» «_aux_Init_Notation___macroRules_term-__1»
#m «term-_» «_aux_Init_Notation___macroRules_term-__2»
#m termDepIfThenElse _aux_Init_Notation___macroRules_termDepIfThenElse_1
#m «termExists_,_» «_aux_Init_NotationExtra___macroRules_termExists_,__1»
#m termIfLet _aux_Init_Notation___macroRules_termIfLet_1
#m termIfThenElse _aux_Init_Notation___macroRules_termIfThenElse_1
#m termMax_prec _aux_Init_Notation___macroRules_termMax_prec_1
#m termWithout_expected_type_ _aux_Init_Notation___macroRules_termWithout_expected_type__1
#m «term[_]» Lean.«_aux_Init_Data_List_Notation___macroRules_term[_]_1»
#m «term_!=_» «_aux_Init_Core___macroRules_term_!=__1»
#m «term_!=_» «_aux_Init_Core___macroRules_term_!=__2»
#m «term_$__» «_aux_Init_Notation___macroRules_term_$___1»
#m «term_%_» «_aux_Init_Notation___macroRules_term_%__1»
#m «term_%_» «_aux_Init_Notation___macroRules_term_%__2»
#m «term_&&&_» «_aux_Init_Notation___macroRules_term_&&&__1»
#m «term_&&&_» «_aux_Init_Notation___macroRules_term_&&&__2»
#m «term_&&_» «_aux_Init_Notation___macroRules_term_&&__1»
#m «term_*>_» «_aux_Init_Notation___macroRules_term_*>__1»
#m «term_*_» «_aux_Init_Notation___macroRules_term_*__1»
#m «term_*_» «_aux_Init_Notation___macroRules_term_*__2»
#m «term_++_» «_aux_Init_Notation___macroRules_term_++__1»
#m «term_++_» «_aux_Init_Notation___macroRules_term_++__2»
#m «term_+_» «_aux_Init_Notation___macroRules_term_+__1»
#m «term_+_» «_aux_Init_Notation___macroRules_term_+__2»
#m «term_-_» «_aux_Init_Notation___macroRules_term_-__1»
#m «term_-_» «_aux_Init_Notation___macroRules_term_-__2»
#m «term_/_» «_aux_Init_Notation___macroRules_term_/__1»
#m «term_/_» «_aux_Init_Notation___macroRules_term_/__2»
#m «term_::_» «_aux_Init_Notation___macroRules_term_::__1»
#m «term_<$>_» «_aux_Init_Notation___macroRules_term_<$>__1»
#m «term_<*>_» «_aux_Init_Notation___macroRules_term_<*>__1»
#m «term_<*_» «_aux_Init_Notation___macroRules_term_<*__1»
#m «term_<->_» «_aux_Init_Core___macroRules_term_<->__1»
#m «term_<<<_» «_aux_Init_Notation___macroRules_term_<<<__1»
#m «term_<=_» «_aux_Init_Notation___macroRules_term_<=__1»
#m «term_<=_» «_aux_Init_Notation___macroRules_term_<=__2»
#m «term_<_» «_aux_Init_Notation___macroRules_term_<__1»
#m «term_<_» «_aux_Init_Notation___macroRules_term_<__2»
#m «term_<|_» «_aux_Init_Notation___macroRules_term_<|__1»
#m «term_==_» «_aux_Init_Notation___macroRules_term_==__1»
#m «term_==_» «_aux_Init_Notation___macroRules_term_==__2»
#m «term_=_» «_aux_Init_Notation___macroRules_term_=__1»
#m «term_=_» «_aux_Init_Notation___macroRules_term_=__2»
#m «term_>=_» «_aux_Init_Notation___macroRules_term_>=__1»
#m «term_>=_» «_aux_Init_Notation___macroRules_term_>=__2»
#m «term_>>=_» «_aux_Init_Notation___macroRules_term_>>=__1»
#m «term_>>>_» «_aux_Init_Notation___macroRules_term_>>>__1»
#m «term_>_» «_aux_Init_Notation___macroRules_term_>__1»
#m «term_>_» «_aux_Init_Notation___macroRules_term_>__2»
#m «term_\_» «_aux_Init_Core___macroRules_term_\__1»
#m «term_^^^_» «_aux_Init_Notation___macroRules_term_^^^__1»
#m «term_^^^_» «_aux_Init_Notation___macroRules_term_^^^__2»
#m «term_^_» «_aux_Init_Notation___macroRules_term_^__1»
#m «term_^_» «_aux_Init_Notation___macroRules_term_^__2»
#m «term_|>_» «_aux_Init_Notation___macroRules_term_|>__1»
#m «term_||_» «_aux_Init_Notation___macroRules_term_||__1»
#m «term_|||_» «_aux_Init_Notation___macroRules_term_|||__1»
#m «term_|||_» «_aux_Init_Notation___macroRules_term_|||__2»
#m «term_×'_» «_aux_Init_Notation___macroRules_term_×'__1»
#m «term_×_» «_aux_Init_Notation___macroRules_term_×__1»
#m «term_↔_» «_aux_Init_Core___macroRules_term_↔__1»
#m «term_∈_» «_aux_Init_Notation___macroRules_term_∈__1»
#m «term_∉_» «_aux_Init_Notation___macroRules_term_∉__1»
#m «term_∘_» «_aux_Init_Notation___macroRules_term_∘__1»
#m «term_∣_» «_aux_Init_Notation___macroRules_term_∣__1»
#m «term_∧_» «_aux_Init_Notation___macroRules_term_∧__1»
#m «term_∨_» «_aux_Init_Notation___macroRules_term_∨__1»
#m «term_∩_» «_aux_Init_Core___macroRules_term_∩__1»
#m «term_∪_» «_aux_Init_Core___macroRules_term_∪__1»
#m «term_≍_» «_aux_Init_Notation___macroRules_term_≍__1»
#m «term_≠_» «_aux_Init_Core___macroRules_term_≠__1»
#m «term_≠_» «_aux_Init_Core___macroRules_term_≠__2»
#m «term_≤_» «_aux_Init_Notation___macroRules_term_≤__1»
#m «term_≤_» «_aux_Init_Notation___macroRules_term_≤__2»
#m «term_≥_» «_aux_Init_Notation___macroRules_term_≥__1»
#m «term_≥_» «_aux_Init_Notation___macroRules_term_≥__2»
#m «term_⊆_» «_aux_Init_Core___macroRules_term_⊆__1»
#m «term_⊕_» «_aux_Init_Core___macroRules_term_⊕__1»
#m «term{_:_//_}» «_aux_Init_Notation___macroRules_term{_:_//_}_1»
#m «term~~~_» «_aux_Init_Notation___macroRules_term~~~__1»
#m «term¬_» «_aux_Init_Notation___macroRules_term¬__1»
#m «term‹_›» «_aux_Init_Tactics___macroRules_term‹_›_1»
#m «term∃_,_» «_aux_Init_NotationExtra___macroRules_term∃_,__1»
#m «term∅» «_aux_Init_Core___macroRules_term∅_1»

/- How terms are printed. -/
#u And _aux_Init_Notation___unexpand_And_1 #u Or _aux_Init_Notation___unexpand_Or_1
#u Not _aux_Init_Notation___unexpand_Not_1 #u Iff _aux_Init_Core___unexpand_Iff_1
#u Iff _aux_Init_Core___unexpand_Iff_2 #u Eq _aux_Init_Notation___unexpand_Eq_1 #u Ne _aux_Init_Core___unexpand_Ne_1
#u HEq _aux_Init_Notation___unexpand_HEq_1 #u HAdd.hAdd _aux_Init_Notation___unexpand_HAdd_hAdd_1
#u HSub.hSub _aux_Init_Notation___unexpand_HSub_hSub_1 #u HMul.hMul _aux_Init_Notation___unexpand_HMul_hMul_1
#u HDiv.hDiv _aux_Init_Notation___unexpand_HDiv_hDiv_1 #u HMod.hMod _aux_Init_Notation___unexpand_HMod_hMod_1
#u HPow.hPow _aux_Init_Notation___unexpand_HPow_hPow_1 #u Neg.neg _aux_Init_Notation___unexpand_Neg_neg_1
#u LE.le _aux_Init_Notation___unexpand_LE_le_1 #u LE.le _aux_Init_Notation___unexpand_LE_le_2
#u LT.lt _aux_Init_Notation___unexpand_LT_lt_1 #u GE.ge _aux_Init_Notation___unexpand_GE_ge_1
#u GE.ge _aux_Init_Notation___unexpand_GE_ge_2 #u GT.gt _aux_Init_Notation___unexpand_GT_gt_1
#u BEq.beq _aux_Init_Notation___unexpand_BEq_beq_1 #u bne _aux_Init_Core___unexpand_bne_1
#u Dvd.dvd _aux_Init_Notation___unexpand_Dvd_dvd_1 #u HAnd.hAnd _aux_Init_Notation___unexpand_HAnd_hAnd_1
#u HOr.hOr _aux_Init_Notation___unexpand_HOr_hOr_1 #u HXor.hXor _aux_Init_Notation___unexpand_HXor_hXor_1
#u HShiftLeft.hShiftLeft _aux_Init_Notation___unexpand_HShiftLeft_hShiftLeft_1
#u HShiftRight.hShiftRight _aux_Init_Notation___unexpand_HShiftRight_hShiftRight_1
#u Complement.complement _aux_Init_Notation___unexpand_Complement_complement_1
#u List.cons _aux_Init_Notation___unexpand_List_cons_1
#u HAppend.hAppend _aux_Init_Notation___unexpand_HAppend_hAppend_1
#u Bool.and _aux_Init_Notation___unexpand_Bool_and_1 #u Bool.or _aux_Init_Notation___unexpand_Bool_or_1
#u Bool.not _aux_Init_Notation___unexpand_Bool_not_1 #u Bool.xor Bool._aux_Init_Data_Bool___unexpand_Bool_xor_1
#u Prod _aux_Init_Notation___unexpand_Prod_1 #u PProd _aux_Init_Notation___unexpand_PProd_1
#u Sum _aux_Init_Core___unexpand_Sum_1 #u Membership.mem _aux_Init_Notation___unexpand_Membership_mem_1
#u EmptyCollection.emptyCollection _aux_Init_Core___unexpand_EmptyCollection_emptyCollection_1
#u EmptyCollection.emptyCollection _aux_Init_Core___unexpand_EmptyCollection_emptyCollection_2
#u Union.union _aux_Init_Core___unexpand_Union_union_1 #u Inter.inter _aux_Init_Core___unexpand_Inter_inter_1
#u HasSubset.Subset _aux_Init_Core___unexpand_HasSubset_Subset_1
#u SDiff.sdiff _aux_Init_Core___unexpand_SDiff_sdiff_1 #u Function.comp _aux_Init_Notation___unexpand_Function_comp_1
#u Functor.map _aux_Init_Notation___unexpand_Functor_map_1 #u Bind.bind _aux_Init_Notation___unexpand_Bind_bind_1
#u Exists unexpandExists #u ite unexpandIte #u List.nil unexpandListNil #u List.cons unexpandListCons
#u Prod.mk unexpandProdMk #u PUnit.unit unexpandUnit #u Subtype unexpandSubtype #u Eq.ndrec unexpandEqNDRec
#u Eq.rec unexpandEqRec
