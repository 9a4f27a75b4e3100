/- Enough of Lean's own data to run the notations, macros and tactics that are compiled into the library.

`@[extern "n"] opaque name : type` stands for what the shared library holds under the mangled `name`; the text in
quotation marks is not used. These declarations are of the real shape; so are the fields of structures that native code
reads (a wrong layout is a crash, not an error). Native code is also taken for an ordinary `def` whose name exists in the
library, so the monad functions that are simpler here than there are inlined. -/
inductive Lean.Name where
  | anonymous : Name
  | str (pre : Name) (str : String)
  | num (pre : Name) (i : Nat)
abbrev Lean.SyntaxNodeKind : Type := Name
abbrev Lean.SyntaxNodeKinds : Type := List SyntaxNodeKind
/- The real `Name` carries a hash, so names are made by native code alone. -/
namespace Lean.Name
@[extern "n"] opaque str._override (p : Name) (s : String) : Name := p
@[extern "n"] opaque num._override (p : Name) (i : Nat) : Name := p
abbrev mkStr (p : Name) (s : String) : Name := str._override p s
abbrev mkNum (p : Name) (i : Nat) : Name := num._override p i
@[extern "n"] opaque mkStr1 (a : String) : Name := .anonymous
@[extern "n"] opaque mkStr2 (a b : String) : Name := .anonymous
@[extern "n"] opaque mkStr3 (a b c : String) : Name := .anonymous
@[extern "n"] opaque mkStr4 (a b c d : String) : Name := .anonymous
@[extern "n"] opaque mkStr5 (a b c d e : String) : Name := .anonymous
@[extern "n"] opaque mkStr6 (a b c d e f : String) : Name := .anonymous
end Lean.Name

/- What `syntax` produces. -/
inductive Lean.ParserDescr where
  | const (name : Name)
  | unary (name : Name) (p : ParserDescr)
  | binary (name : Name) (p₁ p₂ : ParserDescr)
  | node (kind : SyntaxNodeKind) (prec : Nat) (p : ParserDescr)
  | trailingNode (kind : SyntaxNodeKind) (prec lhsPrec : Nat) (p : ParserDescr)
  | symbol (val : String)
  | nonReservedSymbol (val : String) (includeIdent : Bool)
  | cat (catName : Name) (rbp : Nat)
  | parser (declName : Name)
  | nodeWithAntiquot (name : String) (kind : SyntaxNodeKind) (p : ParserDescr)
  | sepBy (p : ParserDescr) (sep : String) (psep : ParserDescr) (allowTrailingSep : Bool)
  | sepBy1 (p : ParserDescr) (sep : String) (psep : ParserDescr) (allowTrailingSep : Bool)
  | unicodeSymbol (val asciiVal : String) (preserveForPrint : Bool)
abbrev Lean.TrailingParserDescr : Type := ParserDescr
instance : Inhabited Lean.ParserDescr := ⟨.const .anonymous⟩
structure Lean.Parser.Category where

/- What parsers produce and macros transform. -/
inductive Lean.SourceInfo where
  | original (leading : String) (pos : Nat) (trailing : String) (endPos : Nat)
  | synthetic (pos endPos : Nat) (canonical : Bool)
  | none
structure Substring.Raw where
  str : String
  startPos : Nat
  stopPos : Nat
@[extern "n"] opaque String.toRawSubstring' (s : String) : Substring.Raw := ⟨s, .zero, .zero⟩
inductive Lean.Syntax.Preresolved where
  | namespace (ns : Name)
  | decl (n : Name) (fields : List String)
inductive Lean.Syntax where
  | missing
  | node (info : SourceInfo) (kind : SyntaxNodeKind) (args : Array Syntax)
  | atom (info : SourceInfo) (val : String)
  | ident (info : SourceInfo) (rawVal : Substring.Raw) (val : Name) (preresolved : List Syntax.Preresolved)
structure Lean.TSyntax (ks : Lean.SyntaxNodeKinds) where
  raw : Syntax
@[extern "n"] opaque Array.mkArray0 {α : Type u} : Array α := ⟨.nil⟩
namespace Lean.Syntax
@[extern "n"] opaque isOfKind (stx : Syntax) (k : SyntaxNodeKind) : Bool := true
@[extern "n"] opaque getArg (stx : Syntax) (i : Nat) : Syntax := stx
@[extern "n"] opaque matchesNull (stx : Syntax) (n : Nat) : Bool := true
@[extern "n"] opaque node1 (i : SourceInfo) (k : SyntaxNodeKind) (a₁ : Syntax) : Syntax := a₁
@[extern "n"] opaque node2 (i : SourceInfo) (k : SyntaxNodeKind) (a₁ a₂ : Syntax) : Syntax := a₁
@[extern "n"] opaque node3 (i : SourceInfo) (k : SyntaxNodeKind) (a₁ a₂ a₃ : Syntax) : Syntax := a₁
@[extern "n"] opaque node4 (i : SourceInfo) (k : SyntaxNodeKind) (a₁ a₂ a₃ a₄ : Syntax) : Syntax := a₁
@[extern "n"] opaque node5 (i : SourceInfo) (k : SyntaxNodeKind) (a₁ a₂ a₃ a₄ a₅ : Syntax) : Syntax := a₁
@[extern "n"] opaque node6 (i : SourceInfo) (k : SyntaxNodeKind) (a₁ a₂ a₃ a₄ a₅ a₆ : Syntax) : Syntax := a₁
@[extern "n"] opaque node7 (i : SourceInfo) (k : SyntaxNodeKind) (a₁ a₂ a₃ a₄ a₅ a₆ a₇ : Syntax) : Syntax := a₁
@[extern "n"] opaque node8 (i : SourceInfo) (k : SyntaxNodeKind) (a₁ a₂ a₃ a₄ a₅ a₆ a₇ a₈ : Syntax) : Syntax := a₁
end Lean.Syntax

/- The classes of monads, of which macros need the first half, and proofs about `Option` and the like the rest. -/
class Functor (f : Type u → Type v) where
  map {α β : Type u} : (α → β) → f α → f β
  mapConst {α β : Type u} : α → f β → f α := fun a => map (fun _ => a)
class Pure (f : Type u → Type v) where
  pure {α : Type u} : α → f α
class Seq (f : Type u → Type v) where
  seq {α β : Type u} : f (α → β) → (Unit → f α) → f β
class SeqLeft (f : Type u → Type v) where
  seqLeft {α β : Type u} : f α → (Unit → f β) → f α
class SeqRight (f : Type u → Type v) where
  seqRight {α β : Type u} : f α → (Unit → f β) → f β
class Bind (m : Type u → Type v) where
  bind {α β : Type u} : m α → (α → m β) → m β
class Applicative (f : Type u → Type v) extends Functor f, Pure f, Seq f, SeqLeft f, SeqRight f where
  map := fun g x => seq (pure g) (fun _ => x)
  seqLeft := fun a b => seq (map (fun a _ => a) a) b
  seqRight := fun a b => seq (map (fun _ b => b) a) b
class Monad (m : Type u → Type v) extends Applicative m, Bind m where
  map := fun f x => bind x (fun a => pure (f a))
  seq := fun f x => bind f (fun g => map g (x .unit))
  seqLeft := fun x y => bind x (fun a => map (fun _ => a) (y .unit))
  seqRight := fun x y => bind x (fun _ => y .unit)
class MonadExcept (ε : outParam (Type u)) (m : Type v → Type w) where
  throw {α : Type v} : ε → m α
export Functor (map)
export Pure (pure)
export Bind (bind)
export MonadExcept (throw)

/- The monads of macros and of the unexpanders that print terms, which differ only in what they read and keep. -/
inductive EStateM.Result (ε σ α : Type u) where
  | ok (a : α) (s : σ)
  | error (e : ε) (s : σ)
namespace Lean
inductive Macro.Exception where
  | error (ref : Syntax) (msg : String)
  | unsupportedSyntax
structure Macro.Context where
  methods : Nat
  quotContext : Name
  currMacroScope : Nat
  currRecDepth : Nat
  maxRecDepth : Nat
  ref : Syntax
structure Macro.State where
  macroScope : Nat
  traceMsgs : List Nat
def ReaderEStateM (ρ σ ε α : Type) : Type := ρ → σ → EStateM.Result ε σ α
abbrev MacroM := ReaderEStateM Macro.Context Macro.State Macro.Exception
abbrev PrettyPrinter.UnexpandM := ReaderEStateM Syntax Unit Unit
def Macro : Type := Syntax → MacroM Syntax
def PrettyPrinter.Unexpander : Type := Syntax → PrettyPrinter.UnexpandM Syntax
instance {ρ σ ε : Type} : Monad (ReaderEStateM ρ σ ε) where
  pure a := fun _ s => .ok a s
  bind x f := fun r s => match x r s with | .ok a s => f a r s | .error e s => .error e s
instance {ρ σ ε : Type} : MonadExcept ε (ReaderEStateM ρ σ ε) := ⟨fun e _ s => .error e s⟩
instance : Inhabited Macro := ⟨fun stx => pure stx⟩
instance : Inhabited PrettyPrinter.Unexpander := ⟨fun stx => pure stx⟩

@[extern "n"] opaque SourceInfo.fromRef (ref : Syntax) (canonical : Bool) : SourceInfo := .none
@[extern "n"] opaque addMacroScope (mainModule n : Name) (scp : Nat) : Name := n
class MonadQuotation' (m : Type → Type) where
  info : m SourceInfo
  scope : m Nat
  context : m Name
  withRef {α : Type} : Syntax → m α → m α
instance : MonadQuotation' MacroM where
  info := fun c s => .ok (.fromRef c.ref false) s
  scope := fun c s => .ok c.currMacroScope s
  context := fun c s => .ok c.quotContext s
  withRef := fun ref x c s => x ⟨c.methods, c.quotContext, c.currMacroScope, c.currRecDepth, c.maxRecDepth, ref⟩ s
instance : MonadQuotation' PrettyPrinter.UnexpandM where
  info := fun ref s => .ok (.fromRef ref false) s
  scope := fun _ s => .ok .zero s
  context := fun _ s => .ok .anonymous s
  withRef := fun ref x _ s => x ref s
@[inline] def MonadRef.mkInfoFromRefPos {m : Type → Type} [MonadQuotation' m] : m SourceInfo := MonadQuotation'.info
@[inline] def MonadQuotation.getCurrMacroScope {m : Type → Type} [MonadQuotation' m] : m Nat := MonadQuotation'.scope
@[inline] def MonadQuotation.getContext {m : Type → Type} [MonadQuotation' m] : m Name := MonadQuotation'.context
@[inline] def withRef {m : Type → Type} [MonadQuotation' m] {α : Type} (ref : Syntax) (x : m α) : m α :=
  MonadQuotation'.withRef ref x
end Lean

/- Coercions, in the order in which a chain of them is built: heads, then any number of `Coe`, then tails. -/
@[reducible] def semiOutParam (α : Sort u) : Sort u := α
class Coe (α : semiOutParam (Sort u)) (β : Sort v) where
  coe : α → β
class CoeTC (α : Sort u) (β : Sort v) where
  coe : α → β
class CoeOut (α : Sort u) (β : semiOutParam (Sort v)) where
  coe : α → β
class CoeOTC (α : Sort u) (β : Sort v) where
  coe : α → β
class CoeHead (α : Sort u) (β : semiOutParam (Sort v)) where
  coe : α → β
class CoeHTC (α : Sort u) (β : Sort v) where
  coe : α → β
class CoeTail (α : semiOutParam (Sort u)) (β : Sort v) where
  coe : α → β
class CoeHTCT (α : Sort u) (β : Sort v) where
  coe : α → β
class CoeDep (α : Sort u) (_ : α) (β : Sort v) where
  coe : β
class CoeT (α : Sort u) (_ : α) (β : Sort v) where
  coe : β
class CoeFun (α : Sort u) (γ : outParam (α → Sort v)) where
  coe : (f : α) → γ f
class CoeSort (α : Sort u) (β : outParam (Sort v)) where
  coe : α → β
attribute [coe_decl] Coe.coe CoeTC.coe CoeOut.coe CoeOTC.coe CoeHead.coe CoeHTC.coe CoeTail.coe CoeHTCT.coe
attribute [coe_decl] CoeDep.coe CoeT.coe CoeFun.coe CoeSort.coe
section
variable {α : Sort u} {β : Sort v} {γ : Sort w}
@[coe_decl] instance [Coe β γ] [CoeTC α β] : CoeTC α γ := ⟨fun a => Coe.coe (CoeTC.coe a : β)⟩
@[coe_decl] instance [Coe α β] : CoeTC α β := ⟨fun a => Coe.coe a⟩
@[coe_decl] instance [CoeOut α β] [CoeOTC β γ] : CoeOTC α γ := ⟨fun a => CoeOTC.coe (CoeOut.coe a : β)⟩
@[coe_decl] instance [CoeTC α β] : CoeOTC α β := ⟨fun a => CoeTC.coe a⟩
@[coe_decl] instance : CoeOTC α α := ⟨fun a => a⟩
@[coe_decl] instance [CoeHead α β] [CoeOTC β γ] : CoeHTC α γ := ⟨fun a => CoeOTC.coe (CoeHead.coe a : β)⟩
@[coe_decl] instance [CoeOTC α β] : CoeHTC α β := ⟨fun a => CoeOTC.coe a⟩
@[coe_decl] instance : CoeHTC α α := ⟨fun a => a⟩
@[coe_decl] instance [CoeTail β γ] [CoeHTC α β] : CoeHTCT α γ := ⟨fun a => CoeTail.coe (CoeHTC.coe a : β)⟩
@[coe_decl] instance [CoeHTC α β] : CoeHTCT α β := ⟨fun a => CoeHTC.coe a⟩
@[coe_decl] instance : CoeHTCT α α := ⟨fun a => a⟩
@[coe_decl] instance (a : α) [CoeHTCT α β] : CoeT α a β := ⟨CoeHTCT.coe a⟩
@[coe_decl] instance (a : α) [CoeDep α a β] : CoeT α a β := ⟨CoeDep.coe a⟩
@[coe_decl] instance (a : α) : CoeT α a α := ⟨a⟩
end
@[coe_decl] instance boolToProp : Coe Bool Prop := ⟨fun b => Eq b true⟩
@[coe_decl] instance boolToSort : CoeSort Bool Prop := ⟨fun b => Eq b true⟩
@[coe_decl] instance decPropToBool (p : Prop) [Decidable p] : CoeDep Prop p Bool := ⟨Decidable.decide p⟩
@[coe_decl] instance optionCoe {α : Type u} : Coe α (Option α) := ⟨some⟩
@[coe_decl] instance subtypeCoe {α : Sort u} {p : α → Prop} : CoeOut (Subtype p) α := ⟨fun v => v.val⟩

/- Those that `macro` itself needs. -/
namespace Lean
@[coe_decl] instance (n : Name) : CoeDep Name n SyntaxNodeKinds := ⟨.cons n .nil⟩
@[coe_decl] instance {ks : SyntaxNodeKinds} : CoeOut (TSyntax ks) Syntax := ⟨fun stx => stx.raw⟩
@[coe_decl] instance : Coe (TSyntax (.cons `ident .nil)) (TSyntax (.cons `Lean.Parser.Command.declId .nil)) :=
  ⟨fun id => ⟨.node2 .none `Lean.Parser.Command.declId id.raw (.node .none `null .mkArray0)⟩⟩
@[coe_decl] instance : Coe (TSyntax (.cons `ident .nil)) (TSyntax (.cons `prio (.cons `ident .nil))) :=
  ⟨fun id => ⟨id.raw⟩⟩
end Lean
