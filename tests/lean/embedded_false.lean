---- Nat.pow redefined
def Nat.pow (_ _ : Nat) : Nat := 0
theorem t : False := by have h : Nat.pow 2 3 = 0 := rfl; exact absurd h (by decide)
---- Nat.log2 redefined
def Nat.log2 (_ : Nat) : Nat := 7
theorem t : False := absurd (rfl : Nat.log2 8 = 7) (by decide)
---- Nat.gcd redefined in its namespace
namespace Nat
def gcd (_ _ : Nat) : Nat := 0
end Nat
theorem t : False := absurd (rfl : Nat.gcd 2 4 = 0) (by decide)
---- Nat.mod in another namespace
namespace A
def Nat.mod (_ _ : Nat) : Nat := 0
theorem _root_.t : False := absurd (rfl : 5 % 3 = 0) (by decide)
end A
---- Bool with a third value
inductive Bool where | true | false | maybe
theorem t : False := by cases (Bool.maybe) <;> contradiction
---- implemented_by
@[implemented_by Nat.add] def f (a b : Nat) : Nat := 0
theorem t : False := absurd (rfl : f 1 1 = 2) (by decide)
---- two texts
theorem t : False := (rfl : "a" = "b") |> nofun
---- two characters
theorem t : False := (rfl : 'a' = Char.ofNat 98) |> nofun
---- a text and a list
theorem t : False := absurd (rfl : String.ofList ['a'] = "b") (by decide)
---- truncated subtraction
theorem t : False := absurd (show 2 - 3 + 1 = 0 from rfl) (by decide)
---- division by zero
theorem t : False := absurd (show 7 / 0 = 7 from rfl) (by decide)
---- itself
theorem t : False := t
---- partial
partial def t : False := t
---- unsafe
unsafe def u : False := u
theorem t : False := u
---- opaque
opaque t : False
---- a wrong decision procedure
instance : Decidable False := ⟨true, trivial⟩
theorem t : False := by decide
---- the quotient again
init_quot
theorem t : False := absurd (Quot.sound (r := fun _ _ => True) trivial : Quot.mk _ 1 = Quot.mk _ 2) nofun
---- a negative type
structure S where
  f : S → False
theorem t : False := (fun s => S.f s s) ⟨fun s => s.f s⟩
---- native_decide
theorem t : False := by native_decide
---- prelude in the middle
prelude
theorem t : False := trivial
