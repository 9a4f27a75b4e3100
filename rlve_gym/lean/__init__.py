"""Lean 4: theorems as problems, proofs as answers, and a reward that holds against someone who tries to cheat.

The way of a proof, one module a step: `statement` (what is to be proved), `extract` (the proof in a completion),
`lexer` and `screen` (what a proof may contain), `assembly` (the file that Lean sees), `backend` and its siblings
`embedded`, `process`, `repl` and `kimina` (Lean itself), `report` (what its messages mean), `checker` (many in flight).
"""
