/- Lists: the functions that theorems about lists speak of, and their algebra. Then `Option` and `Prod`. -/
namespace List
variable {α : Type u} {β : Type v} {γ : Type w}

protected def append : (xs ys : List α) → List α
  | [], bs => bs
  | a :: as, bs => a :: List.append as bs
instance instAppend : Append (List α) := ⟨List.append⟩
def length : List α → Nat
  | [] => 0
  | _ :: as => length as + 1
def map (f : α → β) : (l : List α) → List β
  | [] => []
  | a :: as => f a :: map f as
def reverseAux : List α → List α → List α
  | [], r => r
  | a :: l, r => reverseAux l (a :: r)
def reverse (as : List α) : List α := reverseAux as []
def filter (p : α → Bool) : (l : List α) → List α
  | [] => []
  | a :: as => match p a with | true => a :: filter p as | false => filter p as
def foldl {α : Type u} {β : Type v} (f : α → β → α) : (init : α) → List β → α
  | a, [] => a
  | a, b :: l => foldl f (f a b) l
def foldr (f : α → β → β) (init : β) : (l : List α) → β
  | [] => init
  | a :: as => f a (foldr f init as)
def flatten : List (List α) → List α
  | [] => []
  | l :: L => l ++ flatten L
def replicate : (n : Nat) → (a : α) → List α
  | 0, _ => []
  | n + 1, a => a :: replicate n a
def take : (n : Nat) → (xs : List α) → List α
  | 0, _ => []
  | _ + 1, [] => []
  | n + 1, a :: as => a :: take n as
def drop : (n : Nat) → (xs : List α) → List α
  | 0, as => as
  | _ + 1, [] => []
  | n + 1, _ :: as => drop n as
def head? : List α → Option α
  | [] => none
  | a :: _ => some a
/- `simp` tells texts apart with it. -/
def get!Internal [Inhabited α] : List α → Nat → α
  | a :: _, 0 => a
  | _ :: as, n + 1 => get!Internal as n
  | [], _ => default
def tail : List α → List α
  | [] => []
  | _ :: as => as
def isEmpty : List α → Bool
  | [] => true
  | _ :: _ => false
def all : List α → (α → Bool) → Bool
  | [], _ => true
  | h :: t, p => p h && all t p
def any : List α → (α → Bool) → Bool
  | [], _ => false
  | h :: t, p => p h || any t p
def concat : List α → α → List α
  | [], b => [b]
  | a :: as, b => a :: concat as b
def zip : List α → List β → List (α × β)
  | a :: as, b :: bs => (a, b) :: zip as bs
  | _, _ => []
protected def sum {α : Type u} [Add α] [Zero α] : List α → α := foldr (· + ·) 0
inductive Mem (a : α) : List α → Prop where
  | head (as : List α) : Mem a (a :: as)
  | tail (b : α) {as : List α} : Mem a as → Mem a (b :: as)
instance instMembership : Membership α (List α) := ⟨fun l a => Mem a l⟩
protected def hasDecEq [DecidableEq α] : (a b : List α) → Decidable (a = b)
  | [], [] => isTrue rfl
  | _ :: _, [] => isFalse (nomatch ·)
  | [], _ :: _ => isFalse (nomatch ·)
  | a :: as, b :: bs =>
    match decEq a b with
    | isFalse n => isFalse fun h => n (cons.inj h).1
    | isTrue e => match List.hasDecEq as bs with
      | isFalse n => isFalse fun h => n (cons.inj h).2
      | isTrue e' => isTrue (e ▸ e' ▸ rfl)
instance instDecidableEqList [DecidableEq α] : DecidableEq (List α) := List.hasDecEq

/- `++`. -/
@[simp] theorem nil_append (as : List α) : [] ++ as = as := rfl
@[simp] theorem cons_append {a : α} {as bs : List α} : (a :: as) ++ bs = a :: (as ++ bs) := rfl
@[simp] theorem append_eq {as bs : List α} : List.append as bs = as ++ bs := rfl
@[simp] theorem append_nil (as : List α) : as ++ [] = as := by
  induction as with
  | nil => rfl
  | cons a as ih => rw [cons_append, ih]
@[simp] theorem append_assoc (as bs cs : List α) : (as ++ bs) ++ cs = as ++ (bs ++ cs) := by
  induction as with
  | nil => rfl
  | cons a as ih => rw [cons_append, cons_append, cons_append, ih]
theorem singleton_append {x : α} {l : List α} : [x] ++ l = x :: l := rfl
attribute [simp] singleton_append
theorem append_cons (as : List α) (b : α) (bs : List α) : as ++ b :: bs = as ++ [b] ++ bs := by rw [append_assoc]; rfl
@[simp] theorem concat_eq_append {as : List α} {a : α} : as.concat a = as ++ [a] := by
  induction as with
  | nil => rfl
  | cons b as ih => rw [concat, ih]; rfl
theorem append_inj : {s₁ s₂ t₁ t₂ : List α} → s₁ ++ t₁ = s₂ ++ t₂ → length s₁ = length s₂ → s₁ = s₂ ∧ t₁ = t₂
  | [], [], _, _, h, _ => ⟨rfl, h⟩
  | _ :: _, [], _, _, _, h => nomatch h
  | [], _ :: _, _, _, _, h => nomatch h
  | _ :: _, _ :: _, _, _, h, hl =>
    have ⟨e₁, e₂⟩ := cons.inj h
    have ⟨e₃, e₄⟩ := append_inj e₂ (Nat.succ.inj hl)
    ⟨e₁ ▸ e₃ ▸ rfl, e₄⟩
theorem append_cancel_left {as bs cs : List α} (h : as ++ bs = as ++ cs) : bs = cs := (append_inj h rfl).2
@[simp] theorem append_cancel_left_eq (as bs cs : List α) : (as ++ bs = as ++ cs) = (bs = cs) :=
  propext ⟨append_cancel_left, congrArg _⟩
theorem append_right_inj {t₁ t₂ : List α} (s : List α) : s ++ t₁ = s ++ t₂ ↔ t₁ = t₂ := .of_eq (append_cancel_left_eq s t₁ t₂)
@[simp] theorem append_eq_nil_iff {p q : List α} : p ++ q = [] ↔ p = [] ∧ q = [] := by
  cases p <;> simp
@[simp] theorem nil_ne_cons {a : α} {as : List α} : [] ≠ a :: as := (nomatch ·)
@[simp] theorem cons_ne_nil (a : α) (as : List α) : a :: as ≠ [] := (nomatch ·)
theorem cons_inj_right (a : α) {l l' : List α} : a :: l = a :: l' ↔ l = l' := ⟨fun h => (cons.inj h).2, congrArg _⟩
theorem cons_eq_cons {a b : α} {l l' : List α} : a :: l = b :: l' ↔ a = b ∧ l = l' := .of_eq (cons.injEq ..)

/- `length`. -/
@[simp] theorem length_nil : length ([] : List α) = 0 := rfl
@[simp] theorem length_cons {a : α} {as : List α} : (a :: as).length = as.length + 1 := rfl
theorem length_singleton {a : α} : length [a] = 1 := rfl
attribute [simp] length_singleton
@[simp] theorem length_append {as bs : List α} : (as ++ bs).length = as.length + bs.length := by
  induction as with
  | nil => exact (Nat.zero_add _).symm
  | cons a as ih => rw [cons_append, length_cons, length_cons, ih, Nat.add_right_comm]
@[simp] theorem length_map {as : List α} (f : α → β) : (as.map f).length = as.length := by
  induction as with
  | nil => rfl
  | cons a as ih => rw [map, length_cons, ih, length_cons]
theorem length_reverseAux {as bs : List α} : (as.reverseAux bs).length = as.length + bs.length := by
  induction as generalizing bs with
  | nil => exact (Nat.zero_add _).symm
  | cons a as ih => rw [reverseAux, ih, length_cons, length_cons, Nat.add_assoc, Nat.add_comm 1]
@[simp] theorem length_reverse {as : List α} : as.reverse.length = as.length := length_reverseAux
@[simp] theorem length_replicate {n : Nat} {a : α} : (replicate n a).length = n := by
  induction n with
  | zero => rfl
  | succ n ih => rw [replicate, length_cons, ih]
theorem eq_nil_of_length_eq_zero {l : List α} (h : l.length = 0) : l = [] := by cases l with | nil => rfl | cons => nomatch h
@[simp] theorem length_eq_zero_iff {l : List α} : l.length = 0 ↔ l = [] := ⟨eq_nil_of_length_eq_zero, (· ▸ rfl)⟩
theorem length_pos_iff {l : List α} : 0 < l.length ↔ l ≠ [] := by rw [Nat.pos_iff_ne_zero, ne_eq, length_eq_zero_iff]
theorem ne_nil_of_length_pos {l : List α} (h : 0 < l.length) : l ≠ [] := length_pos_iff.1 h

/- `map`. -/
@[simp] theorem map_nil {f : α → β} : map f [] = [] := rfl
@[simp] theorem map_cons {f : α → β} {a : α} {l : List α} : map f (a :: l) = f a :: map f l := rfl
theorem map_singleton {f : α → β} {a : α} : map f [a] = [f a] := rfl
@[simp] theorem map_append {f : α → β} {l₁ l₂ : List α} : map f (l₁ ++ l₂) = map f l₁ ++ map f l₂ := by
  induction l₁ with
  | nil => rfl
  | cons a l ih => rw [cons_append, map_cons, map_cons, ih, cons_append]
@[simp] theorem map_map {g : β → γ} {f : α → β} {l : List α} : map g (map f l) = map (g ∘ f) l := by
  induction l with
  | nil => rfl
  | cons a l ih => rw [map_cons, map_cons, map_cons, ih]
theorem map_id_fun : map (id : α → α) = id := by
  funext l
  induction l with
  | nil => rfl
  | cons a l ih => rw [map_cons, ih]; rfl
attribute [simp] map_id_fun
theorem map_id (l : List α) : map (id : α → α) l = l := by rw [map_id_fun]; rfl
theorem map_id' (l : List α) : map (fun a : α => a) l = l := map_id l
theorem map_id'' {f : α → α} (h : ∀ x, f x = x) (l : List α) : map f l = l := by rw [show f = id from funext h, map_id]
theorem map_congr_left {f g : α → β} {l : List α} (h : ∀ a, a ∈ l → f a = g a) : map f l = map g l := by
  induction l with
  | nil => rfl
  | cons a l ih => rw [map_cons, map_cons, h a (.head _), ih fun b hb => h b (.tail _ hb)]
@[simp] theorem map_eq_nil_iff {f : α → β} {l : List α} : map f l = [] ↔ l = [] := by cases l <;> simp

/- `reverse`. -/
@[simp] theorem reverse_nil : reverse ([] : List α) = [] := rfl
theorem reverseAux_eq_append {as bs : List α} : reverseAux as bs = reverse as ++ bs := by
  rw [reverse]
  induction as generalizing bs with
  | nil => rfl
  | cons a as ih => rw [reverseAux, reverseAux, ih, ih (bs := [a]), append_assoc]; rfl
theorem reverseAux_eq {as bs : List α} : reverseAux as bs = reverse as ++ bs := reverseAux_eq_append
@[simp] theorem reverse_cons {a : α} {as : List α} : reverse (a :: as) = reverse as ++ [a] := reverseAux_eq_append (as := as)
@[simp] theorem reverse_append {as bs : List α} : (as ++ bs).reverse = bs.reverse ++ as.reverse := by
  induction as with
  | nil => rw [nil_append, reverse_nil, append_nil]
  | cons a as ih => rw [cons_append, reverse_cons, ih, append_assoc, reverse_cons]
@[simp] theorem reverse_reverse (as : List α) : as.reverse.reverse = as := by
  induction as with
  | nil => rfl
  | cons a as ih => rw [reverse_cons, reverse_append, ih]; rfl
theorem reverse_singleton {a : α} : reverse [a] = [a] := rfl
theorem reverse_concat {l : List α} {a : α} : (l ++ [a]).reverse = a :: l.reverse := by rw [reverse_append]; rfl
theorem map_reverse {f : α → β} {l : List α} : l.reverse.map f = (l.map f).reverse := by
  induction l with
  | nil => rfl
  | cons a l ih => rw [reverse_cons, map_append, ih, map_cons, map_cons, reverse_cons]; rfl
attribute [simp] map_reverse
theorem reverse_map {f : α → β} {l : List α} : (l.map f).reverse = l.reverse.map f := map_reverse.symm
theorem reverse_inj {xs ys : List α} : xs.reverse = ys.reverse ↔ xs = ys :=
  ⟨fun h => by rw [← reverse_reverse xs, h, reverse_reverse], congrArg _⟩
attribute [simp] reverse_inj
@[simp] theorem reverse_eq_nil_iff {xs : List α} : xs.reverse = [] ↔ xs = [] := by rw [← reverse_inj, reverse_reverse]; rfl
theorem reverse_eq_iff {as bs : List α} : as.reverse = bs ↔ as = bs.reverse := by rw [← reverse_inj, reverse_reverse]
theorem append_cancel_right {as bs cs : List α} (h : as ++ bs = cs ++ bs) : as = cs := by
  rw [← reverse_inj, reverse_append, reverse_append] at h; exact reverse_inj.1 (append_cancel_left h)
@[simp] theorem append_cancel_right_eq (as bs cs : List α) : (as ++ bs = cs ++ bs) = (as = cs) :=
  propext ⟨append_cancel_right, congrArg (· ++ bs)⟩
theorem append_left_inj {s₁ s₂ : List α} (t : List α) : s₁ ++ t = s₂ ++ t ↔ s₁ = s₂ := .of_eq (append_cancel_right_eq s₁ t s₂)
end List
