/- Integers, continued: order and division. -/
namespace Int
/- Order. -/
theorem le_def {a b : Int} : a ≤ b ↔ NonNeg (b - a) := .rfl
theorem lt_iff_add_one_le {a b : Int} : a < b ↔ a + 1 ≤ b := .rfl
theorem le.intro_sub {a b : Int} (n : Nat) (h : b - a = n) : a ≤ b := by rw [le_def, h]; exact .mk n
theorem le.intro {a b : Int} (n : Nat) (h : a + n = b) : a ≤ b :=
  le.intro_sub n (by rw [← h, Int.add_comm, Int.add_sub_cancel])
theorem le.dest_sub {a b : Int} (h : a ≤ b) : ∃ n : Nat, b - a = n := by
  rw [le_def] at h; generalize b - a = d at h; cases h with | mk n => exact ⟨n, rfl⟩
theorem le.dest {a b : Int} (h : a ≤ b) : ∃ n : Nat, a + n = b :=
  have ⟨n, hn⟩ := le.dest_sub h; ⟨n, by rw [← hn, Int.add_comm, Int.sub_add_cancel]⟩
theorem natCast_nonneg (n : Nat) : 0 ≤ (n : Int) := le.intro n (Int.zero_add _)
theorem ofNat_zero_le (n : Nat) : 0 ≤ (n : Int) := natCast_nonneg n
attribute [simp] natCast_nonneg
theorem eq_ofNat_of_zero_le {a : Int} (h : 0 ≤ a) : ∃ n : Nat, a = n := have ⟨n, hn⟩ := le.dest_sub h; ⟨n, by rw [← hn, Int.sub_zero]⟩
theorem ofNat_le {m n : Nat} : (m : Int) ≤ n ↔ m ≤ n :=
  ⟨fun h => have ⟨k, hk⟩ := le.dest h; Nat.le.intro (k := k) (ofNat.inj hk),
   fun h => have ⟨k, hk⟩ := Nat.le.dest h; le.intro k (congrArg ofNat hk)⟩
theorem ofNat_lt {n m : Nat} : (n : Int) < m ↔ n < m := ofNat_le (m := n + 1)
theorem natCast_le {n m : Nat} : (n : Int) ≤ m ↔ n ≤ m := ofNat_le
theorem natCast_lt {n m : Nat} : (n : Int) < m ↔ n < m := ofNat_lt
attribute [simp, norm_cast] natCast_le natCast_lt
@[simp] protected theorem le_refl (a : Int) : a ≤ a := le.intro 0 (Int.add_zero a)
protected theorem le_rfl {a : Int} : a ≤ a := Int.le_refl a
attribute [refl] Int.le_refl
protected theorem le_trans {a b c : Int} (h₁ : a ≤ b) (h₂ : b ≤ c) : a ≤ c := by
  obtain ⟨m, rfl⟩ := le.dest h₁; obtain ⟨n, rfl⟩ := le.dest h₂
  exact le.intro (m + n) (Int.add_assoc a m n).symm
protected theorem le_antisymm {a b : Int} (h₁ : a ≤ b) (h₂ : b ≤ a) : a = b := by
  obtain ⟨m, rfl⟩ := le.dest h₁; obtain ⟨n, hn⟩ := le.dest h₂
  rw [Int.add_assoc] at hn
  have zero : ((m + n : Nat) : Int) = (0 : Nat) := Int.add_left_cancel (hn.trans (Int.add_zero a).symm)
  rw [(Nat.eq_zero_of_add_eq_zero (natCast_inj.1 zero)).1]; exact (Int.add_zero a).symm
protected theorem le_total (a b : Int) : a ≤ b ∨ b ≤ a := by
  cases h : b - a with
  | ofNat n => exact .inl (le.intro_sub n h)
  | negSucc n => refine .inr (le.intro_sub (n + 1) ?_); rw [← Int.neg_sub, h]; rfl
protected theorem add_le_add_left {a b : Int} (h : a ≤ b) (c : Int) : c + a ≤ c + b := by
  obtain ⟨n, rfl⟩ := le.dest h; exact le.intro n (Int.add_assoc c a n)
protected theorem add_le_add_right {a b : Int} (h : a ≤ b) (c : Int) : a + c ≤ b + c := by
  rw [Int.add_comm a, Int.add_comm b]; exact Int.add_le_add_left h c
protected theorem add_le_add {a b c d : Int} (h₁ : a ≤ b) (h₂ : c ≤ d) : a + c ≤ b + d :=
  Int.le_trans (Int.add_le_add_right h₁ c) (Int.add_le_add_left h₂ b)
protected theorem le_of_add_le_add_left {a b c : Int} (h : a + b ≤ a + c) : b ≤ c := by
  have := Int.add_le_add_left h (-a)
  rwa [← Int.add_assoc, ← Int.add_assoc, Int.add_left_neg, Int.zero_add, Int.zero_add] at this
protected theorem le_of_add_le_add_right {a b c : Int} (h : a + b ≤ c + b) : a ≤ c := by
  rw [Int.add_comm a, Int.add_comm c] at h; exact Int.le_of_add_le_add_left h
@[simp] protected theorem add_le_add_iff_left {b c : Int} (a : Int) : a + b ≤ a + c ↔ b ≤ c :=
  ⟨Int.le_of_add_le_add_left, fun h => Int.add_le_add_left h a⟩
@[simp] protected theorem add_le_add_iff_right {a b : Int} (c : Int) : a + c ≤ b + c ↔ a ≤ b :=
  ⟨Int.le_of_add_le_add_right, fun h => Int.add_le_add_right h c⟩
protected theorem sub_nonneg_of_le {a b : Int} (h : b ≤ a) : 0 ≤ a - b := by
  have := Int.add_le_add_right h (-b); rwa [Int.add_right_neg] at this
protected theorem le_of_sub_nonneg {a b : Int} (h : 0 ≤ a - b) : b ≤ a := by
  have := Int.add_le_add_right h b; rwa [Int.sub_add_cancel, Int.zero_add] at this
protected theorem sub_nonneg {a b : Int} : 0 ≤ a - b ↔ b ≤ a := ⟨Int.le_of_sub_nonneg, Int.sub_nonneg_of_le⟩
protected theorem neg_le_neg {a b : Int} (h : a ≤ b) : -b ≤ -a := by
  have := Int.add_le_add_left h (-a + -b)
  rwa [Int.add_assoc, Int.add_comm (-b), ← Int.add_assoc, Int.add_left_neg, Int.zero_add, Int.add_assoc,
    Int.add_left_neg, Int.add_zero] at this
protected theorem neg_nonneg_of_nonpos {a : Int} (h : a ≤ 0) : 0 ≤ -a := Int.neg_le_neg h
protected theorem neg_nonpos_of_nonneg {a : Int} (h : 0 ≤ a) : -a ≤ 0 := Int.neg_le_neg h
theorem add_one_le_of_lt {a b : Int} (h : a < b) : a + 1 ≤ b := h
theorem lt_of_add_one_le {a b : Int} (h : a + 1 ≤ b) : a < b := h
theorem lt_add_one_of_le {a b : Int} (h : a ≤ b) : a < b + 1 := Int.add_le_add_right h 1
theorem le_of_lt_add_one {a b : Int} (h : a < b + 1) : a ≤ b := Int.le_of_add_le_add_right h
theorem lt_add_one_iff {a b : Int} : a < b + 1 ↔ a ≤ b := ⟨le_of_lt_add_one, lt_add_one_of_le⟩
protected theorem lt_add_one (a : Int) : a < a + 1 := Int.le_refl _
protected theorem le_of_lt {a b : Int} (h : a < b) : a ≤ b := Int.le_trans (le.intro 1 rfl) h
protected theorem lt_of_le_of_lt {a b c : Int} (h₁ : a ≤ b) (h₂ : b < c) : a < c :=
  Int.le_trans (Int.add_le_add_right h₁ 1) h₂
protected theorem lt_of_lt_of_le {a b c : Int} (h₁ : a < b) (h₂ : b ≤ c) : a < c := Int.le_trans h₁ h₂
protected theorem lt_trans {a b c : Int} (h₁ : a < b) (h₂ : b < c) : a < c := Int.lt_of_lt_of_le h₁ (Int.le_of_lt h₂)
@[simp] protected theorem lt_irrefl (a : Int) : ¬a < a := fun h => by
  obtain ⟨n, hn⟩ := le.dest (show a + 1 ≤ a from h)
  rw [Int.add_assoc] at hn
  have zero : ((1 + n : Nat) : Int) = (0 : Nat) := Int.add_left_cancel (hn.trans (Int.add_zero a).symm)
  exact absurd (Nat.eq_zero_of_add_eq_zero (natCast_inj.1 zero)).1 Nat.one_ne_zero
protected theorem ne_of_lt {a b : Int} (h : a < b) : a ≠ b := fun e => Int.lt_irrefl a (e ▸ h)
protected theorem ne_of_gt {a b : Int} (h : b < a) : a ≠ b := (Int.ne_of_lt h).symm
protected theorem not_le_of_gt {a b : Int} (h : b < a) : ¬a ≤ b := fun k => Int.lt_irrefl b (Int.lt_of_lt_of_le h k)
protected theorem not_lt_of_ge {a b : Int} (h : b ≤ a) : ¬a < b := fun k => Int.lt_irrefl a (Int.lt_of_lt_of_le k h)
protected theorem lt_or_ge (a b : Int) : a < b ∨ b ≤ a := by
  by_cases e : a = b
  · exact .inr (e ▸ Int.le_refl a)
  · refine (Int.le_total a b).imp_left fun h => ?_
    obtain ⟨n, rfl⟩ := le.dest h
    cases n with
    | zero => exact (e (Int.add_zero a).symm).elim
    | succ n => exact le.intro n (by rw [natCast_succ, Int.add_comm (n : Int), Int.add_assoc])
protected theorem lt_of_not_ge {a b : Int} (h : ¬b ≤ a) : a < b := (Int.lt_or_ge a b).resolve_right h
protected theorem lt_of_not_le {a b : Int} (h : ¬a ≤ b) : b < a := Int.lt_of_not_ge h
protected theorem le_of_not_gt {a b : Int} (h : ¬b < a) : a ≤ b := (Int.lt_or_ge b a).resolve_left h
protected theorem le_of_not_lt {a b : Int} (h : ¬a < b) : b ≤ a := Int.le_of_not_gt h
@[simp] protected theorem not_le {a b : Int} : ¬a ≤ b ↔ b < a := ⟨Int.lt_of_not_ge, Int.not_le_of_gt⟩
@[simp] protected theorem not_lt {a b : Int} : ¬a < b ↔ b ≤ a := ⟨Int.le_of_not_gt, Int.not_lt_of_ge⟩
protected theorem not_le_eq (a b : Int) : (¬a ≤ b) = (b + 1 ≤ a) := propext Int.not_le
protected theorem not_lt_eq (a b : Int) : (¬a < b) = (b ≤ a) := propext Int.not_lt
protected theorem lt_or_gt_of_ne {a b : Int} (h : a ≠ b) : a < b ∨ b < a :=
  (Int.lt_or_ge a b).imp_right fun k => (Int.lt_or_ge b a).resolve_right fun l => h (Int.le_antisymm l k)
protected theorem lt_trichotomy (a b : Int) : a < b ∨ a = b ∨ b < a := by
  by_cases e : a = b
  · exact .inr (.inl e)
  · exact (Int.lt_or_gt_of_ne e).imp_right .inr
protected theorem lt_iff_le_and_ne {a b : Int} : a < b ↔ a ≤ b ∧ a ≠ b :=
  ⟨fun h => ⟨Int.le_of_lt h, Int.ne_of_lt h⟩,
   fun h => (Int.lt_or_gt_of_ne h.2).resolve_right (Int.not_lt_of_ge h.1)⟩
protected theorem le_of_eq {a b : Int} (h : a = b) : a ≤ b := h ▸ Int.le_refl a
protected theorem add_lt_add_left {a b : Int} (h : a < b) (c : Int) : c + a < c + b := by
  have := Int.add_le_add_left (show a + 1 ≤ b from h) c; rwa [← Int.add_assoc] at this
protected theorem add_lt_add_right {a b : Int} (h : a < b) (c : Int) : a + c < b + c := by
  rw [Int.add_comm a, Int.add_comm b]; exact Int.add_lt_add_left h c
protected theorem mul_nonneg {a b : Int} (ha : 0 ≤ a) (hb : 0 ≤ b) : 0 ≤ a * b := by
  obtain ⟨m, rfl⟩ := eq_ofNat_of_zero_le ha; obtain ⟨n, rfl⟩ := eq_ofNat_of_zero_le hb
  exact natCast_nonneg (m * n)
protected theorem mul_pos {a b : Int} (ha : 0 < a) (hb : 0 < b) : 0 < a * b := by
  obtain ⟨m, rfl⟩ := eq_ofNat_of_zero_le (Int.le_of_lt ha); obtain ⟨n, rfl⟩ := eq_ofNat_of_zero_le (Int.le_of_lt hb)
  exact ofNat_lt.2 (Nat.mul_pos (ofNat_lt.1 ha) (ofNat_lt.1 hb))
protected theorem mul_le_mul_of_nonneg_left {a b c : Int} (h₁ : a ≤ b) (h₂ : 0 ≤ c) : c * a ≤ c * b := by
  have := Int.mul_nonneg h₂ (Int.sub_nonneg_of_le h₁); rw [Int.mul_sub] at this; exact Int.le_of_sub_nonneg this
protected theorem mul_le_mul_of_nonneg_right {a b c : Int} (h₁ : a ≤ b) (h₂ : 0 ≤ c) : a * c ≤ b * c := by
  rw [Int.mul_comm a, Int.mul_comm b]; exact Int.mul_le_mul_of_nonneg_left h₁ h₂
protected theorem mul_le_mul_of_nonpos_left {a b c : Int} (h₁ : b ≤ a) (h₂ : c ≤ 0) : c * a ≤ c * b := by
  have := Int.mul_le_mul_of_nonneg_left h₁ (Int.neg_nonneg_of_nonpos h₂)
  rw [Int.neg_mul, Int.neg_mul] at this
  have := Int.neg_le_neg this; rwa [Int.neg_neg, Int.neg_neg] at this
theorem natAbs_of_nonneg {a : Int} (h : 0 ≤ a) : (natAbs a : Int) = a := by
  obtain ⟨n, rfl⟩ := eq_ofNat_of_zero_le h; rfl
theorem toNat_of_nonneg {a : Int} (h : 0 ≤ a) : (toNat a : Int) = a := by
  obtain ⟨n, rfl⟩ := eq_ofNat_of_zero_le h; rfl
theorem toNat_natCast (n : Nat) : toNat n = n := rfl
attribute [simp] toNat_natCast
protected theorem min_def (a b : Int) : min a b = if a ≤ b then a else b := rfl
protected theorem max_def (a b : Int) : max a b = if a ≤ b then b else a := rfl
protected theorem min_le_left (a b : Int) : min a b ≤ a := by
  rw [Int.min_def]; split
  · exact Int.le_refl a
  · exact Int.le_of_lt (Int.not_le.1 ‹_›)
protected theorem min_le_right (a b : Int) : min a b ≤ b := by
  rw [Int.min_def]; split
  · assumption
  · exact Int.le_refl b
protected theorem le_max_left (a b : Int) : a ≤ max a b := by
  rw [Int.max_def]; split
  · assumption
  · exact Int.le_refl a
protected theorem le_max_right (a b : Int) : b ≤ max a b := by
  rw [Int.max_def]; split
  · exact Int.le_refl b
  · exact Int.le_of_lt (Int.not_le.1 ‹_›)
theorem toNat_eq_max : (a : Int) → (toNat a : Int) = max a 0
  | ofNat n => by
    rw [Int.max_def]; split
    · exact Int.le_antisymm ‹_› (natCast_nonneg n)
    · rfl
  | negSucc n => (if_pos (Int.le_of_lt (le.intro n (by rw [negSucc_eq, Int.neg_add, Int.add_assoc, Int.add_assoc, Int.add_comm 1, ← Int.add_assoc (-1), Int.add_comm (-1), Int.add_assoc (n : Int), Int.add_left_neg, Int.add_zero, Int.add_left_neg])))).symm
theorem le_natAbs {a : Int} : a ≤ natAbs a := by
  cases a with
  | ofNat n => exact Int.le_refl _
  | negSucc n => exact Int.le_trans (Int.neg_le_neg (natCast_nonneg (n + 1))) (natCast_nonneg (n + 1))

/- Division. -/
@[simp] protected theorem ediv_zero : (a : Int) → a / 0 = 0
  | ofNat _ => rfl
  | negSucc _ => rfl
@[simp] theorem emod_zero : (a : Int) → a % 0 = a
  | ofNat _ => congrArg ofNat (Nat.mod_zero _)
  | negSucc _ => congrArg negSucc (Nat.mod_zero _)
theorem emod_add_mul_ediv (a b : Int) : a % b + b * (a / b) = a := by
  cases a with
  | ofNat m => cases b with
    | ofNat n => exact congrArg ofNat (Nat.mod_add_div m n)
    | negSucc n =>
      show ofNat (m % (n + 1)) + negSucc n * -ofNat (m / (n + 1)) = ofNat m
      rw [negSucc_eq, Int.neg_mul_neg]; exact congrArg ofNat (Nat.mod_add_div m (n + 1))
  | negSucc m =>
    have main : ∀ n : Nat, subNatNat (n + 1) (m % (n + 1) + 1) + ((n : Int) + 1) * negSucc (m / (n + 1)) = negSucc m := by
      intro n
      have q : ((n : Int) + 1) * negSucc (m / (n + 1)) = subNatNat 0 ((n + 1) * (m / (n + 1) + 1)) := by
        rw [negSucc_eq, Int.mul_neg]
        show -((((n + 1) * (m / (n + 1) + 1) : Nat)) : Int) = _
        rw [← ofNat_eq_natCast, ofNat_pair, pair_neg]
      rw [q, pair_add, negSucc_pair m]
      apply pair_eq
      rw [Nat.add_zero, Nat.zero_add, Nat.mul_add_one, Nat.add_right_comm (m % (n + 1)), ← Nat.add_assoc (m % (n + 1)),
        Nat.mod_add_div, Nat.add_right_comm m (n + 1) 1, Nat.add_comm]
    cases b with
    | ofNat n => cases n with
      | zero => rw [show ofNat 0 = 0 from rfl, emod_zero, Int.zero_mul, Int.add_zero]
      | succ n => exact main n
    | negSucc n =>
      show subNatNat (n + 1) (m % (n + 1) + 1) + negSucc n * ofNat (m / (n + 1) + 1) = negSucc m
      rw [show negSucc n * ofNat (m / (n + 1) + 1) = ((n : Int) + 1) * negSucc (m / (n + 1)) from ?_]
      · exact main n
      · rw [negSucc_eq, negSucc_eq, Int.neg_mul, Int.mul_neg]; rfl
theorem emod_add_ediv (a b : Int) : a % b + b * (a / b) = a := emod_add_mul_ediv a b
theorem mul_ediv_add_emod (a b : Int) : b * (a / b) + a % b = a := by rw [Int.add_comm, emod_add_mul_ediv]
theorem ediv_add_emod (a b : Int) : b * (a / b) + a % b = a := mul_ediv_add_emod a b
theorem emod_def (a b : Int) : a % b = a - b * (a / b) := by
  rw [← Int.add_sub_cancel (a % b) (b * (a / b)), emod_add_mul_ediv]
theorem emod_nonneg : (a : Int) → {b : Int} → b ≠ 0 → 0 ≤ a % b
  | ofNat _, _, _ => natCast_nonneg _
  | negSucc m, b, h => by
    have pos : 0 < natAbs b := Nat.pos_of_ne_zero fun e => h (by
      cases b with
      | ofNat n => exact congrArg ofNat e
      | negSucc n => exact absurd e (Nat.succ_ne_zero n))
    obtain ⟨k, hk⟩ := Nat.exists_eq_add_of_le (Nat.mod_lt m pos)
    show 0 ≤ subNatNat (natAbs b) (m % natAbs b + 1)
    generalize m % natAbs b = r at *
    rw [hk, ← Nat.succ_eq_add_one, subNatNat_of_add]; exact natCast_nonneg k
theorem emod_lt_of_pos (a : Int) {b : Int} (h : 0 < b) : a % b < b := by
  obtain ⟨n, rfl⟩ := eq_ofNat_of_zero_le (Int.le_of_lt h)
  have pos := ofNat_lt.1 h
  cases a with
  | ofNat m => exact ofNat_lt.2 (Nat.mod_lt m pos)
  | negSucc m =>
    show subNatNat n (m % n + 1) < n
    obtain ⟨k, hk⟩ := Nat.exists_eq_add_of_le (Nat.mod_lt m pos)
    generalize m % n = r at *
    rw [hk, ← Nat.succ_eq_add_one, subNatNat_of_add, Nat.add_comm]
    exact ofNat_lt.2 (Nat.lt_add_of_pos_right (Nat.zero_lt_succ r))
@[simp] theorem emod_one (a : Int) : a % 1 = 0 :=
  Int.le_antisymm (le_of_lt_add_one (emod_lt_of_pos a (by decide))) (emod_nonneg a (by decide))
@[simp] protected theorem ediv_one (a : Int) : a / 1 = a := by
  have := emod_add_mul_ediv a 1; rwa [emod_one, Int.zero_add, Int.one_mul] at this
theorem mul_ediv_self_le {x k : Int} (h : k ≠ 0) : k * (x / k) ≤ x := by
  have := Int.add_le_add_right (emod_nonneg x h) (k * (x / k)); rwa [emod_add_mul_ediv, Int.zero_add] at this
theorem lt_mul_ediv_self_add {x k : Int} (h : 0 < k) : x < k * (x / k) + k := by
  have := Int.add_lt_add_left (emod_lt_of_pos x h) (k * (x / k)); rwa [mul_ediv_add_emod] at this
private theorem small {k : Int} {q : Int} (h₁ : -k < k * q) (h₂ : k * q < k) (hk : 0 < k) : q = 0 := by
  rcases Int.lt_trichotomy q 0 with h | h | h
  · refine (Int.lt_irrefl _ (Int.lt_of_lt_of_le h₁ ?_)).elim
    have := Int.mul_le_mul_of_nonneg_left (show q ≤ -1 from Int.le_of_add_le_add_right (b := 1) h) (Int.le_of_lt hk)
    rwa [Int.mul_neg, Int.mul_one] at this
  · exact h
  · refine (Int.lt_irrefl _ (Int.lt_of_lt_of_le h₂ ?_)).elim
    have := Int.mul_le_mul_of_nonneg_left (show 1 ≤ q from h) (Int.le_of_lt hk)
    rwa [Int.mul_one] at this
/- Quotient and remainder are the only ones. -/
theorem ediv_emod_unique {a b r q : Int} (h : 0 < b) : a / b = q ∧ a % b = r ↔ r + b * q = a ∧ 0 ≤ r ∧ r < b := by
  refine ⟨fun ⟨h₁, h₂⟩ => ?_, fun ⟨e, h₁, h₂⟩ => ?_⟩
  · subst h₁; subst h₂; exact ⟨emod_add_mul_ediv a b, emod_nonneg a (Int.ne_of_gt h), emod_lt_of_pos a h⟩
  · have same : b * (q - a / b) = a % b - r := by
      rw [Int.mul_sub]
      apply Int.add_right_cancel (b := b * (a / b) + r)
      rw [← Int.add_assoc, Int.sub_add_cancel, Int.add_comm (b * q), e, Int.add_comm (b * (a / b)), ← Int.add_assoc,
        Int.sub_add_cancel, emod_add_mul_ediv]
    have lo : -b < b * (q - a / b) := by
      rw [same]
      have := Int.add_lt_add_left (Int.lt_of_lt_of_le h₂ (show b ≤ a % b + b from by
        have := Int.add_le_add_right (emod_nonneg a (Int.ne_of_gt h)) b; rwa [Int.zero_add] at this)) (-r + -b)
      rw [Int.add_assoc, Int.add_comm (-b), ← Int.add_assoc, Int.add_left_neg, Int.zero_add, Int.add_comm (a % b),
        Int.add_assoc, ← Int.add_assoc (-b), Int.add_left_neg, Int.zero_add, Int.add_comm] at this
      exact this
    have hi : b * (q - a / b) < b := by
      rw [same]
      have := Int.add_lt_add_right (emod_lt_of_pos a h) (-r)
      refine Int.lt_of_lt_of_le this ?_
      have := Int.add_le_add_left (Int.neg_nonpos_of_nonneg h₁) b; rwa [Int.add_zero] at this
    have e0 := small lo hi h
    rw [e0, Int.mul_zero] at same
    exact ⟨(Int.eq_of_sub_eq_zero e0).symm, Int.eq_of_sub_eq_zero same.symm⟩
theorem add_mul_emod_self_left (a b c : Int) : (a + b * c) % b = a % b := by
  have pos : ∀ {b : Int}, 0 < b → ∀ c, (a + b * c) % b = a % b := fun {b} h c =>
    ((ediv_emod_unique h (q := a / b + c)).2 ⟨by rw [Int.mul_add, ← Int.add_assoc, emod_add_mul_ediv],
      emod_nonneg a (Int.ne_of_gt h), emod_lt_of_pos a h⟩).2
  have absolute : ∀ x y : Int, x % y = x % (natAbs y : Int) := fun x y => by cases x <;> rfl
  rcases Int.lt_trichotomy b 0 with h | rfl | h
  · have h' : 0 < -b := by have := Int.add_lt_add_left h (-b); rwa [Int.add_left_neg, Int.add_zero] at this
    have abs_b : (natAbs b : Int) = -b := by
      cases b with
      | ofNat n => exact absurd h (Int.not_lt_of_ge (natCast_nonneg n))
      | negSucc n => rfl
    rw [absolute, absolute a, abs_b, ← pos h' (-c), Int.neg_mul_neg]
  · rw [Int.zero_mul, Int.add_zero]
  · exact pos h c
@[simp] theorem add_mul_emod_self_right (a b c : Int) : (a + b * c) % c = a % c := by
  rw [Int.mul_comm, add_mul_emod_self_left]
attribute [simp] add_mul_emod_self_left
@[simp] theorem mul_emod_right (a b : Int) : a * b % a = 0 := by
  have := add_mul_emod_self_left 0 a b; rw [Int.zero_add] at this; rw [this]
  exact congrArg ofNat (Nat.zero_mod _)
@[simp] theorem mul_emod_left (a b : Int) : a * b % b = 0 := by rw [Int.mul_comm, mul_emod_right]
@[simp] theorem emod_self {a : Int} : a % a = 0 := by have := mul_emod_right a 1; rwa [Int.mul_one] at this
@[simp] theorem emod_emod (a b : Int) : a % b % b = a % b := by
  conv => rhs; rw [← emod_add_mul_ediv a b, add_mul_emod_self_left]
theorem add_emod (a b n : Int) : (a + b) % n = (a % n + b % n) % n := by
  conv => lhs; rw [← emod_add_mul_ediv a n, ← emod_add_mul_ediv b n]
  rw [Int.add_assoc, Int.add_left_comm (n * _), ← Int.add_assoc, ← Int.mul_add, add_mul_emod_self_left]
theorem mul_emod (a b n : Int) : a * b % n = (a % n) * (b % n) % n := by
  conv => lhs; rw [← emod_add_mul_ediv a n, ← emod_add_mul_ediv b n]
  rw [Int.mul_add, Int.add_mul, Int.mul_left_comm, Int.mul_assoc, Int.add_assoc, ← Int.mul_add, add_mul_emod_self_left]
theorem emod_eq_zero_of_dvd {a b : Int} (h : a ∣ b) : b % a = 0 := by obtain ⟨c, rfl⟩ := h; exact mul_emod_right a c
theorem dvd_of_emod_eq_zero {a b : Int} (h : b % a = 0) : a ∣ b :=
  ⟨b / a, by have := emod_add_mul_ediv b a; rw [h, Int.zero_add] at this; exact this.symm⟩
theorem dvd_iff_emod_eq_zero {a b : Int} : a ∣ b ↔ b % a = 0 := ⟨emod_eq_zero_of_dvd, dvd_of_emod_eq_zero⟩
theorem emod_pos_of_not_dvd {a b : Int} (h : ¬a ∣ b) : a = 0 ∨ 0 < b % a := by
  by_cases e : a = 0
  · exact .inl e
  · exact .inr (Int.lt_iff_le_and_ne.2 ⟨emod_nonneg b e, fun k => h (dvd_of_emod_eq_zero k.symm)⟩)
instance decidableDvd : DecidableRel (α := Int) (· ∣ ·) := fun _ _ => decidable_of_iff _ dvd_iff_emod_eq_zero.symm
theorem dvd_refl (a : Int) : a ∣ a := ⟨1, (Int.mul_one a).symm⟩
protected theorem dvd_zero (a : Int) : a ∣ 0 := ⟨0, (Int.mul_zero a).symm⟩
protected theorem dvd_mul_right (a b : Int) : a ∣ a * b := ⟨b, rfl⟩
protected theorem dvd_mul_left (a b : Int) : a ∣ b * a := ⟨b, Int.mul_comm b a⟩
protected theorem dvd_trans {a b c : Int} : a ∣ b → b ∣ c → a ∣ c
  | ⟨d, hd⟩, ⟨e, he⟩ => ⟨d * e, by rw [he, hd, Int.mul_assoc]⟩
protected theorem dvd_add {a b c : Int} : a ∣ b → a ∣ c → a ∣ b + c
  | ⟨d, hd⟩, ⟨e, he⟩ => ⟨d + e, by rw [hd, he, Int.mul_add]⟩
protected theorem dvd_sub {a b c : Int} : a ∣ b → a ∣ c → a ∣ b - c
  | ⟨d, hd⟩, ⟨e, he⟩ => ⟨d - e, by rw [hd, he, Int.mul_sub]⟩
theorem ofNat_dvd {m n : Nat} : (m : Int) ∣ n ↔ m ∣ n := by
  rw [dvd_iff_emod_eq_zero, Nat.dvd_iff_mod_eq_zero, ← natCast_emod]; exact natCast_inj (n := 0)
theorem natCast_dvd_natCast {m n : Nat} : (m : Int) ∣ n ↔ m ∣ n := ofNat_dvd
end Int
instance : Trans (α := Int) (· < ·) (· < ·) (· < ·) := ⟨Int.lt_trans⟩
instance : Trans (α := Int) (· ≤ ·) (· ≤ ·) (· ≤ ·) := ⟨Int.le_trans⟩
instance : Trans (α := Int) (· < ·) (· ≤ ·) (· < ·) := ⟨Int.lt_of_lt_of_le⟩
instance : Trans (α := Int) (· ≤ ·) (· < ·) (· < ·) := ⟨Int.lt_of_le_of_lt⟩
instance : Std.Associative (α := Int) (· + ·) := ⟨Int.add_assoc⟩
instance : Std.Commutative (α := Int) (· + ·) := ⟨Int.add_comm⟩
instance : Std.Associative (α := Int) (· * ·) := ⟨Int.mul_assoc⟩
instance : Std.Commutative (α := Int) (· * ·) := ⟨Int.mul_comm⟩
