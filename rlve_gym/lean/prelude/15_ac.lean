/- What `ac_rfl` writes into its proofs: both sides as trees over numbered atoms, whose normal forms are lists of atoms,
without neutral elements, sorted if the operation commutes, and without repetitions if it is idempotent. -/
structure PLift (α : Sort u) : Type u where
  up :: down : α
namespace Lean.Data.AC
open Std
inductive Expr where
  | var (x : Nat)
  | op (lhs rhs : Expr)
structure Variable {α : Sort u} (op : α → α → α) : Type u where
  value : α
  neutral : Option (PLift (LawfulIdentity op value))
structure Context (α : Sort u) where
  op : α → α → α
  assoc : Associative op
  comm : Option (PLift (Commutative op))
  idem : Option (PLift (IdempotentOp op))
  vars : List (Variable op)
  arbitrary : α
namespace Context
variable {α : Sort u} (ctx : Context α)
def at? {β : Type u} : List β → Nat → Option β
  | [], _ => none
  | x :: _, 0 => some x
  | _ :: xs, i + 1 => at? xs i
def value (i : Nat) : α := match at? ctx.vars i with | some v => v.value | none => ctx.arbitrary
def isNeutral (i : Nat) : Bool := match at? ctx.vars i with | some v => v.neutral.isSome | none => false
def eval : Expr → α
  | .var x => ctx.value x
  | .op l r => ctx.op (eval l) (eval r)
def evalList : List Nat → α
  | [] => ctx.arbitrary
  | [x] => ctx.value x
  | x :: y :: xs => ctx.op (ctx.value x) (evalList (y :: xs))
def flat : Expr → List Nat
  | .var x => [x]
  | .op l r => flat l ++ flat r
def insert (x : Nat) : List Nat → List Nat
  | [] => [x]
  | y :: ys => if x < y then x :: y :: ys else y :: insert x ys
def sort : List Nat → List Nat
  | [] => []
  | x :: xs => insert x (sort xs)
def merge : List Nat → List Nat
  | [] => []
  | [x] => [x]
  | x :: y :: xs => if x = y then merge (y :: xs) else x :: merge (y :: xs)
def proper (xs : List Nat) : List Nat := xs.filter (!ctx.isNeutral ·)
def removeNeutrals : List Nat → List Nat
  | [] => []
  | x :: xs => match ctx.proper (x :: xs) with | [] => [x] | ys => ys
def norm (e : Expr) : List Nat :=
  let xs := ctx.removeNeutrals (flat e)
  let xs := if ctx.comm.isSome then sort xs else xs
  if ctx.idem.isSome then merge xs else xs

variable {ctx}
theorem evalList_cons {x : Nat} : {xs : List Nat} → xs ≠ [] → ctx.evalList (x :: xs) = ctx.op (ctx.value x) (ctx.evalList xs)
  | [], h => (h rfl).elim
  | _ :: _, _ => rfl
theorem evalList_append {xs ys : List Nat} (hx : xs ≠ []) (hy : ys ≠ []) :
    ctx.evalList (xs ++ ys) = ctx.op (ctx.evalList xs) (ctx.evalList ys) := by
  induction xs with
  | nil => exact (hx rfl).elim
  | cons x xs ih =>
    rw [List.cons_append]
    by_cases e : xs = []
    · subst e; exact evalList_cons hy
    · rw [evalList_cons (fun h => e (List.append_eq_nil_iff.1 h).1), ih e, evalList_cons e, ctx.assoc.assoc]
theorem flat_ne_nil : (e : Expr) → flat e ≠ []
  | .var x => List.cons_ne_nil x []
  | .op l _ => fun h => flat_ne_nil l (List.append_eq_nil_iff.1 h).1
theorem evalList_flat : (e : Expr) → ctx.evalList (flat e) = ctx.eval e
  | .var _ => rfl
  | .op l r => by rw [flat, evalList_append (flat_ne_nil l) (flat_ne_nil r), evalList_flat l, evalList_flat r]; rfl
theorem insert_ne_nil (x : Nat) (ys : List Nat) : insert x ys ≠ [] := by
  cases ys with
  | nil => exact List.cons_ne_nil x []
  | cons y ys => rw [insert]; split <;> exact List.cons_ne_nil _ _
theorem evalList_insert (comm : Commutative ctx.op) (x : Nat) {ys : List Nat} (h : ys ≠ []) :
    ctx.evalList (insert x ys) = ctx.op (ctx.value x) (ctx.evalList ys) := by
  induction ys with
  | nil => exact (h rfl).elim
  | cons y ys ih =>
    rw [insert]; split
    · rfl
    · rw [evalList_cons (insert_ne_nil x ys)]
      by_cases e : ys = []
      · subst e; exact comm.comm _ _
      · rw [ih e, evalList_cons e, ← ctx.assoc.assoc, comm.comm (ctx.value y), ctx.assoc.assoc]
theorem sort_ne_nil {xs : List Nat} (h : xs ≠ []) : sort xs ≠ [] := by
  cases xs with
  | nil => exact (h rfl).elim
  | cons x xs => exact insert_ne_nil x _
theorem evalList_sort (comm : Commutative ctx.op) (xs : List Nat) : ctx.evalList (sort xs) = ctx.evalList xs := by
  induction xs with
  | nil => rfl
  | cons x xs ih =>
    by_cases e : xs = []
    · subst e; rfl
    · rw [sort, evalList_insert comm x (sort_ne_nil e), ih, evalList_cons e]
theorem merge_ne_nil : {xs : List Nat} → xs ≠ [] → merge xs ≠ []
  | [], h => (h rfl).elim
  | [x], _ => List.cons_ne_nil x []
  | x :: y :: xs, _ => by
    rw [merge]; split
    · exact merge_ne_nil (List.cons_ne_nil y xs)
    · exact List.cons_ne_nil _ _
theorem evalList_merge (idem : IdempotentOp ctx.op) (xs : List Nat) : ctx.evalList (merge xs) = ctx.evalList xs := by
  induction xs with
  | nil => rfl
  | cons x ys ih => cases ys with
    | nil => rfl
    | cons y xs =>
      rw [merge, evalList_cons (List.cons_ne_nil y xs)]; split
      · subst ‹x = y›
        rw [ih]
        by_cases e : xs = []
        · subst e; exact (idem.idempotent _).symm
        · rw [evalList_cons e, ← ctx.assoc.assoc, idem.idempotent]
      · rw [evalList_cons (merge_ne_nil (List.cons_ne_nil y xs)), ih]
theorem neutral {x : Nat} (h : ctx.isNeutral x = true) (a : α) :
    ctx.op (ctx.value x) a = a ∧ ctx.op a (ctx.value x) = a := by
  rw [isNeutral] at h; rw [value]
  cases e : at? ctx.vars x with
  | none => rw [e] at h; exact absurd h Bool.false_ne_true
  | some v =>
    rw [e] at h
    replace h : v.neutral.isSome = true := h
    cases n : v.neutral with
    | none => rw [n] at h; exact absurd h Bool.false_ne_true
    | some l => exact ⟨l.down.left_id a, l.down.right_id a⟩
/- Neutral elements may go, as long as something stays. -/
theorem evalList_proper (xs : List Nat) :
    (ctx.proper xs ≠ [] → ctx.evalList (ctx.proper xs) = ctx.evalList xs) ∧
    (ctx.proper xs = [] → ∀ x, ctx.isNeutral x = true → ctx.evalList (x :: xs) = ctx.value x) := by
  induction xs with
  | nil => exact ⟨fun h => (h rfl).elim, fun _ _ _ => rfl⟩
  | cons y ys ih =>
    cases hy : ctx.isNeutral y with
    | true =>
      have skip : ctx.proper (y :: ys) = ctx.proper ys := List.filter_cons_of_neg (by simp [hy])
      rw [skip]
      refine ⟨fun h => ?_, fun h x hx => ?_⟩
      · rw [ih.1 h, evalList_cons (fun e => h (by rw [e]; rfl)), (neutral hy _).1]
      · rw [evalList_cons (List.cons_ne_nil y ys), ih.2 h y hy, (neutral hy _).2]
    | false =>
      have keep : ctx.proper (y :: ys) = y :: ctx.proper ys := List.filter_cons_of_pos (by simp [hy])
      rw [keep]
      refine ⟨fun _ => ?_, fun h => (List.cons_ne_nil _ _ h).elim⟩
      by_cases e : ctx.proper ys = []
      · rw [e]
        cases ys with
        | nil => rfl
        | cons z zs =>
          have hz : ctx.isNeutral z = true := by
            cases hz : ctx.isNeutral z with
            | true => rfl
            | false =>
              rw [show ctx.proper (z :: zs) = z :: ctx.proper zs from List.filter_cons_of_pos (by simp [hz])] at e
              exact (List.cons_ne_nil _ _ e).elim
          have e' : ctx.proper zs = [] := by
            rwa [show ctx.proper (z :: zs) = ctx.proper zs from
              List.filter_cons_of_neg (by simp [hz])] at e
          have rest : ctx.evalList (z :: zs) = ctx.value z := by
            by_cases k : zs = []
            · subst k; rfl
            · have := ih.2 e z hz
              rw [evalList_cons (List.cons_ne_nil z zs), (neutral hz _).1] at this; exact this
          rw [evalList_cons (List.cons_ne_nil z zs), rest, (neutral hz _).2]; rfl
      · rw [evalList_cons e, ih.1 e, evalList_cons (fun k => e (by rw [k]; rfl))]
theorem evalList_removeNeutrals (xs : List Nat) : ctx.evalList (ctx.removeNeutrals xs) = ctx.evalList xs := by
  cases xs with
  | nil => rfl
  | cons x xs =>
    rw [removeNeutrals]
    split
    · have e : ctx.proper (x :: xs) = [] := by assumption
      cases hx : ctx.isNeutral x with
      | true =>
        have e' : ctx.proper xs = [] := by
          rwa [show ctx.proper (x :: xs) = ctx.proper xs from
            List.filter_cons_of_neg (by simp [hx])] at e
        exact ((evalList_proper xs).2 e' x hx).symm
      | false =>
        rw [show ctx.proper (x :: xs) = x :: ctx.proper xs from List.filter_cons_of_pos (by simp [hx])] at e
        exact (List.cons_ne_nil _ _ e).elim
    · exact (evalList_proper (x :: xs)).1 (by assumption)
theorem evalList_norm (ctx : Context α) (e : Expr) : ctx.evalList (ctx.norm e) = ctx.eval e := by
  rw [norm, ← evalList_flat e, ← evalList_removeNeutrals (flat e)]
  generalize ctx.removeNeutrals (flat e) = xs
  have sorted : ctx.evalList (if ctx.comm.isSome then sort xs else xs) = ctx.evalList xs := by
    cases h : ctx.comm with
    | none => rfl
    | some c => exact evalList_sort c.down xs
  show ctx.evalList (if ctx.idem.isSome then merge _ else _) = _
  rw [← sorted]
  cases h : ctx.idem with
  | none => rfl
  | some i => exact evalList_merge i.down _
theorem eq_of_norm (ctx : Context α) (a b : Expr) (h : ctx.norm a == ctx.norm b) : ctx.eval a = ctx.eval b := by
  rw [← evalList_norm, ← evalList_norm, eq_of_beq h]
end Context
end Lean.Data.AC
