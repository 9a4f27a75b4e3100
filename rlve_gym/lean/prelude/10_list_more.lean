/- Lists, continued: the other functions, and membership. Then `Option` and `Prod`. -/
namespace List
variable {α : Type u} {β : Type v} {γ : Type w}

/- Folds, `filter`, `replicate`, `flatten`, `take` and `drop`. -/
@[simp] theorem foldl_nil {f : β → α → β} {b : β} : [].foldl f b = b := rfl
@[simp] theorem foldl_cons {f : β → α → β} {b : β} {a : α} {l : List α} : (a :: l).foldl f b = l.foldl f (f b a) := rfl
@[simp] theorem foldr_nil {f : α → β → β} {b : β} : [].foldr f b = b := rfl
@[simp] theorem foldr_cons {f : α → β → β} {b : β} {a : α} {l : List α} : (a :: l).foldr f b = f a (l.foldr f b) := rfl
@[simp] theorem foldl_append {f : β → α → β} {b : β} {l l' : List α} :
    (l ++ l').foldl f b = l'.foldl f (l.foldl f b) := by
  induction l generalizing b with
  | nil => rfl
  | cons a l ih => exact ih
@[simp] theorem foldr_append {f : α → β → β} {b : β} {l l' : List α} :
    (l ++ l').foldr f b = l.foldr f (l'.foldr f b) := by
  induction l with
  | nil => rfl
  | cons a l ih => rw [cons_append, foldr_cons, ih, foldr_cons]
theorem foldl_map {f : α → β} {g : γ → β → γ} {l : List α} {init : γ} :
    (l.map f).foldl g init = l.foldl (fun x y => g x (f y)) init := by
  induction l generalizing init with
  | nil => rfl
  | cons a l ih => exact ih
theorem foldr_map {f : α → β} {g : β → γ → γ} {l : List α} {init : γ} :
    (l.map f).foldr g init = l.foldr (fun x y => g (f x) y) init := by
  induction l with
  | nil => rfl
  | cons a l ih => rw [map_cons, foldr_cons, ih]; rfl
theorem foldl_reverse {l : List α} {f : β → α → β} {b : β} : l.reverse.foldl f b = l.foldr (fun x y => f y x) b := by
  induction l with
  | nil => rfl
  | cons a l ih => rw [reverse_cons, foldl_append, ih]; rfl
attribute [simp] foldl_reverse
theorem foldr_reverse {l : List α} {f : α → β → β} {b : β} : l.reverse.foldr f b = l.foldl (fun x y => f y x) b := by
  rw [← reverse_reverse l, foldl_reverse, reverse_reverse]
attribute [simp] foldr_reverse
@[simp] theorem filter_nil {p : α → Bool} : filter p [] = [] := rfl
@[simp] theorem filter_cons_of_pos {p : α → Bool} {a : α} {l : List α} (pa : p a) : filter p (a :: l) = a :: filter p l := by
  rw [filter, pa]
@[simp] theorem filter_cons_of_neg {p : α → Bool} {a : α} {l : List α} (pa : ¬p a) : filter p (a :: l) = filter p l := by
  rw [filter, Bool.of_not_eq_true pa]
theorem filter_cons {p : α → Bool} {x : α} {xs : List α} :
    (x :: xs).filter p = if p x then x :: (xs.filter p) else xs.filter p := by
  split
  · rw [filter_cons_of_pos ‹_›]
  · rw [filter_cons_of_neg ‹_›]
@[simp] theorem filter_append {p : α → Bool} (l₁ l₂ : List α) : filter p (l₁ ++ l₂) = filter p l₁ ++ filter p l₂ := by
  induction l₁ with
  | nil => rfl
  | cons a l ih => by_cases h : p a <;> simp [h, ih]
theorem length_filter_le (p : α → Bool) (l : List α) : (l.filter p).length ≤ l.length := by
  induction l with
  | nil => exact .refl
  | cons a l ih =>
    by_cases h : p a
    · rw [filter_cons_of_pos h]; exact Nat.succ_le_succ ih
    · rw [filter_cons_of_neg h]; exact .step ih
@[simp] theorem filter_filter {p q : α → Bool} {l : List α} : filter p (filter q l) = filter (fun a => p a && q a) l := by
  induction l with
  | nil => rfl
  | cons a l ih => by_cases hp : p a <;> by_cases hq : q a <;> simp [hp, hq, ih]
@[simp] theorem replicate_zero {a : α} : replicate 0 a = [] := rfl
theorem replicate_succ {n : Nat} {a : α} : replicate (n + 1) a = a :: replicate n a := rfl
@[simp] theorem map_replicate {n : Nat} {a : α} {f : α → β} : (replicate n a).map f = replicate n (f a) := by
  induction n with
  | zero => rfl
  | succ n ih => rw [replicate_succ, map_cons, ih, replicate_succ]
@[simp] theorem replicate_append_replicate {n m : Nat} {a : α} : replicate n a ++ replicate m a = replicate (n + m) a := by
  induction n with
  | zero => rw [Nat.zero_add]; rfl
  | succ n ih => rw [replicate_succ, cons_append, ih, Nat.add_right_comm]; rfl
@[simp] theorem flatten_nil : ([] : List (List α)).flatten = [] := rfl
@[simp] theorem flatten_cons {l : List α} {L : List (List α)} : (l :: L).flatten = l ++ L.flatten := rfl
@[simp] theorem flatten_append {L₁ L₂ : List (List α)} : (L₁ ++ L₂).flatten = L₁.flatten ++ L₂.flatten := by
  induction L₁ with
  | nil => rfl
  | cons l L ih => rw [cons_append, flatten_cons, ih, flatten_cons, append_assoc]
@[simp] theorem take_zero {l : List α} : l.take 0 = [] := rfl
@[simp] theorem take_nil {i : Nat} : ([] : List α).take i = [] := by cases i <;> rfl
@[simp] theorem take_succ_cons {a : α} {as : List α} {i : Nat} : (a :: as).take (i + 1) = a :: as.take i := rfl
@[simp] theorem drop_zero {l : List α} : l.drop 0 = l := rfl
@[simp] theorem drop_nil {i : Nat} : ([] : List α).drop i = [] := by cases i <;> rfl
@[simp] theorem drop_succ_cons {a : α} {l : List α} {i : Nat} : (a :: l).drop (i + 1) = l.drop i := rfl
@[simp] theorem take_append_drop (i : Nat) (l : List α) : l.take i ++ l.drop i = l := by
  induction i generalizing l with
  | zero => rfl
  | succ i ih => cases l with
    | nil => rfl
    | cons a l => rw [take_succ_cons, drop_succ_cons, cons_append, ih]
@[simp] theorem length_drop {i : Nat} {l : List α} : (drop i l).length = l.length - i := by
  induction i generalizing l with
  | zero => rfl
  | succ i ih => cases l with
    | nil => rw [drop_nil, length_nil, Nat.zero_sub]
    | cons a l => rw [drop_succ_cons, ih, length_cons, Nat.add_sub_add_right]
@[simp] theorem length_take {i : Nat} {l : List α} : (take i l).length = min i l.length := by
  induction i generalizing l with
  | zero => rw [Nat.zero_min]; rfl
  | succ i ih => cases l with
    | nil => rw [length_nil, Nat.min_zero]; rfl
    | cons a l =>
      rw [take_succ_cons, length_cons, length_cons, ih]
      rcases Nat.le_total i l.length with h | h
      · rw [Nat.min_eq_left h, Nat.min_eq_left (Nat.succ_le_succ h)]
      · rw [Nat.min_eq_right h, Nat.min_eq_right (Nat.succ_le_succ h)]
@[simp] theorem sum_nil [Add α] [Zero α] : ([] : List α).sum = 0 := rfl
@[simp] theorem sum_cons [Add α] [Zero α] {a : α} {l : List α} : (a :: l).sum = a + l.sum := rfl

/- `∈`. -/
@[simp] theorem not_mem_nil {a : α} : ¬a ∈ ([] : List α) := (nomatch ·)
@[simp] theorem mem_cons {a b : α} {l : List α} : a ∈ b :: l ↔ a = b ∨ a ∈ l :=
  ⟨fun | .head _ => .inl rfl | .tail _ h => .inr h, fun | .inl e => e ▸ .head _ | .inr h => .tail _ h⟩
theorem mem_cons_self {a : α} {l : List α} : a ∈ a :: l := .head _
theorem mem_cons_of_mem (y : α) {a : α} {l : List α} (h : a ∈ l) : a ∈ y :: l := .tail _ h
theorem mem_singleton {a b : α} : a ∈ [b] ↔ a = b := by simp
@[simp] theorem mem_append {a : α} {s t : List α} : a ∈ s ++ t ↔ a ∈ s ∨ a ∈ t := by
  induction s with
  | nil => simp
  | cons b s ih => simp [ih, or_assoc]
theorem mem_append_left {a : α} {as : List α} (bs : List α) (h : a ∈ as) : a ∈ as ++ bs := mem_append.2 (.inl h)
theorem mem_append_right {b : α} {bs : List α} (as : List α) (h : b ∈ bs) : b ∈ as ++ bs := mem_append.2 (.inr h)
@[simp] theorem mem_reverse {x : α} {as : List α} : x ∈ reverse as ↔ x ∈ as := by
  induction as with
  | nil => exact .rfl
  | cons a as ih => simp [ih, or_comm]
@[simp] theorem mem_map {b : β} {f : α → β} {l : List α} : b ∈ l.map f ↔ ∃ a, a ∈ l ∧ f a = b := by
  induction l with
  | nil => simp
  | cons a l ih =>
    rw [map_cons, mem_cons, ih]
    exact ⟨fun | .inl e => ⟨a, .head _, e.symm⟩ | .inr ⟨c, h, e⟩ => ⟨c, .tail _ h, e⟩,
      fun | ⟨_, .head _, e⟩ => .inl e.symm | ⟨c, .tail _ h, e⟩ => .inr ⟨c, h, e⟩⟩
theorem mem_map_of_mem {a : α} {l : List α} {f : α → β} (h : a ∈ l) : f a ∈ map f l := mem_map.2 ⟨a, h, rfl⟩
@[simp] theorem mem_filter {x : α} {p : α → Bool} {as : List α} : x ∈ filter p as ↔ x ∈ as ∧ p x := by
  induction as with
  | nil => simp
  | cons a as ih =>
    by_cases h : p a
    · rw [filter_cons_of_pos h, mem_cons, mem_cons, ih]
      exact ⟨fun | .inl e => ⟨.inl e, e ▸ h⟩ | .inr k => ⟨.inr k.1, k.2⟩, fun ⟨k, q⟩ => k.imp_right (⟨·, q⟩)⟩
    · rw [filter_cons_of_neg h, mem_cons, ih]
      exact ⟨fun k => ⟨.inr k.1, k.2⟩, fun ⟨k, q⟩ => k.elim (fun e => (h (e ▸ q)).elim) (⟨·, q⟩)⟩
theorem eq_nil_iff_forall_not_mem {l : List α} : l = [] ↔ ∀ a, ¬a ∈ l := by
  cases l with
  | nil => simp
  | cons a l => exact iff_of_false (cons_ne_nil a l) fun h => h a (.head _)
theorem forall_mem_cons {p : α → Prop} {a : α} {l : List α} :
    (∀ x, x ∈ a :: l → p x) ↔ p a ∧ ∀ x, x ∈ l → p x :=
  ⟨fun h => ⟨h a (.head _), fun x k => h x (.tail _ k)⟩,
   fun h x => fun | .head _ => h.1 | .tail _ k => h.2 x k⟩
theorem length_pos_of_mem {a : α} {l : List α} (h : a ∈ l) : 0 < l.length := by
  cases h <;> exact Nat.zero_lt_succ _
instance decidableBEx (p : α → Prop) [DecidablePred p] : (l : List α) → Decidable (∃ x, x ∈ l ∧ p x)
  | [] => isFalse fun ⟨_, h, _⟩ => nomatch h
  | x :: xs =>
    if h : p x then isTrue ⟨x, .head _, h⟩ else
      match decidableBEx p xs with
      | isTrue k => isTrue (let ⟨y, hy, hp⟩ := k; ⟨y, .tail _ hy, hp⟩)
      | isFalse n => isFalse fun | ⟨_, .head _, k⟩ => h k | ⟨y, .tail _ hy, k⟩ => n ⟨y, hy, k⟩
instance decidableBAll (p : α → Prop) [DecidablePred p] : (l : List α) → Decidable (∀ x, x ∈ l → p x)
  | [] => isTrue fun _ h => nomatch h
  | x :: xs =>
    if h : p x then
      match decidableBAll p xs with
      | isTrue k => isTrue (forall_mem_cons.2 ⟨h, k⟩)
      | isFalse n => isFalse fun k => n (forall_mem_cons.1 k).2
    else isFalse fun k => h (k x (.head _))
instance instDecidableMemOfLawfulBEq [DecidableEq α] (a : α) : (as : List α) → Decidable (a ∈ as)
  | [] => isFalse (nomatch ·)
  | b :: bs =>
    if h : a = b then isTrue (h ▸ .head _) else
      match instDecidableMemOfLawfulBEq a bs with
      | isTrue k => isTrue (.tail _ k)
      | isFalse n => isFalse fun k => (mem_cons.1 k).elim h n
end List

/- `Option`, `Prod`, `Sum`. -/
namespace Option
variable {α : Type u} {β : Type v} {γ : Type w}
protected def map (f : α → β) : Option α → Option β
  | some x => some (f x)
  | none => none
protected def bind : Option α → (α → Option β) → Option β
  | none, _ => none
  | some a, f => f a
def isSome : Option α → Bool
  | some _ => true
  | none => false
def isNone : Option α → Bool
  | some _ => false
  | none => true
def getD (opt : Option α) (dflt : α) : α := match opt with | some x => x | none => dflt
def join : Option (Option α) → Option α
  | some x => x
  | none => none
def filter (p : α → Bool) : Option α → Option α
  | some a => if p a then some a else none
  | none => none
protected def orElse : Option α → (Unit → Option α) → Option α
  | some a, _ => some a
  | none, b => b ()
def toList : Option α → List α
  | none => []
  | some a => [a]
instance : Monad Option where
  pure := some
  bind := Option.bind
  map := Option.map
instance instDecidableEq [DecidableEq α] : DecidableEq (Option α)
  | none, none => isTrue rfl
  | none, some _ => isFalse (nomatch ·)
  | some _, none => isFalse (nomatch ·)
  | some a, some b => decidable_of_iff (a = b) (by simp)
@[simp] theorem map_none {f : α → β} : none.map f = none := rfl
@[simp] theorem map_some {a : α} {f : α → β} : (some a).map f = some (f a) := rfl
@[simp] theorem bind_none {f : α → Option β} : none.bind f = none := rfl
@[simp] theorem bind_some {a : α} {f : α → Option β} : (some a).bind f = f a := rfl
theorem bind_fun_some (x : Option α) : x.bind some = x := by cases x <;> rfl
attribute [simp] bind_fun_some
theorem bind_assoc (x : Option α) (f : α → Option β) (g : β → Option γ) :
    (x.bind f).bind g = x.bind fun y => (f y).bind g := by cases x <;> rfl
@[simp] theorem map_map {h : β → γ} {g : α → β} {x : Option α} : (x.map g).map h = x.map (h ∘ g) := by cases x <;> rfl
@[simp] theorem map_id_fun : Option.map (id : α → α) = id := by funext x; cases x <;> rfl
theorem map_id {x : Option α} : x.map id = x := by cases x <;> rfl
@[simp] theorem isSome_none : (none : Option α).isSome = false := rfl
@[simp] theorem isSome_some {a : α} : (some a).isSome = true := rfl
@[simp] theorem isNone_none : (none : Option α).isNone = true := rfl
@[simp] theorem isNone_some {a : α} : (some a).isNone = false := rfl
@[simp] theorem isSome_map {f : α → β} {x : Option α} : (x.map f).isSome = x.isSome := by cases x <;> rfl
@[simp] theorem getD_none {a : α} : getD none a = a := rfl
@[simp] theorem getD_some {a b : α} : getD (some a) b = a := rfl
theorem some_ne_none (x : α) : some x ≠ none := (nomatch ·)
theorem some_inj {a b : α} : some a = some b ↔ a = b := by simp
@[ext] theorem ext : {o₁ o₂ : Option α} → (∀ a, o₁ = some a ↔ o₂ = some a) → o₁ = o₂
  | none, none, _ => rfl
  | some _, _, h => ((h _).1 rfl).symm
  | none, some _, h => (h _).2 rfl
end Option

namespace Prod
variable {α : Type u} {β : Type v}
def map {α₁ : Type u} {α₂ : Type v} {β₁ β₂ : Type w} (f : α₁ → α₂) (g : β₁ → β₂) : α₁ × β₁ → α₂ × β₂
  | (a, b) => (f a, g b)
def swap : α × β → β × α | (a, b) => (b, a)
@[ext] protected theorem ext : {p q : α × β} → p.fst = q.fst → p.snd = q.snd → p = q
  | (_, _), (_, _), rfl, rfl => rfl
@[simp] theorem mk.eta {p : α × β} : (p.1, p.2) = p := rfl
@[simp] theorem swap_swap (x : α × β) : swap (swap x) = x := rfl
@[simp] theorem fst_swap {p : α × β} : (swap p).1 = p.2 := rfl
@[simp] theorem snd_swap {p : α × β} : (swap p).2 = p.1 := rfl
@[simp] theorem swap_prod_mk {a : α} {b : β} : swap (a, b) = (b, a) := rfl
@[simp] theorem «forall» {p : α × β → Prop} : (∀ x, p x) ↔ ∀ a b, p (a, b) := ⟨fun h a b => h (a, b), fun h (a, b) => h a b⟩
@[simp] theorem «exists» {p : α × β → Prop} : (∃ x, p x) ↔ ∃ a b, p (a, b) :=
  ⟨fun ⟨(a, b), h⟩ => ⟨a, b, h⟩, fun ⟨a, b, h⟩ => ⟨(a, b), h⟩⟩
end Prod
@[ext] theorem PUnit.ext (x y : PUnit.{u}) : x = y := rfl
@[ext] protected theorem Subtype.ext {α : Sort u} {p : α → Prop} : {a1 a2 : {x // p x}} → a1.val = a2.val → a1 = a2
  | ⟨_, _⟩, ⟨_, _⟩, rfl => rfl
