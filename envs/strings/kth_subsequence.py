"""The k-th distinct subsequence of a string over a and b, in the order of a dictionary.

The length stops growing at 300 (level 38), where k has some sixty digits.
"""

from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Self

from rlve_gym import Problem, Word, exact, grow


@dataclass(frozen=True)
class KthSubsequence(Problem):
    text: str
    k: int

    template = (
        "Consider this string over the letters a and b:\n{self.text}\n\n"
        "A subsequence is what is left after deleting any number of letters, possibly none. List the distinct non-empty"
        " subsequences of the string, each once, in dictionary order (a before b, and a string before all its longer"
        " continuations). Which one is number {self.k} in this list, counting from 1?"
    )
    answer = Word("ab", "subsequence")
    difficulty = {"n": grow(3, cap=300)}
    unique = True

    @classmethod
    def generate(cls, rng: Random, n: int) -> Self:
        share = rng.random()
        text = "".join(["a" if rng.random() < share else "b" for _ in range(n)])
        return cls(text, rng.randint(1, _counts(text)[0] - 1))

    def solve(self) -> str:
        """Letter by letter: each letter is matched at its next place, which makes every subsequence once."""
        counts, found, place, left = _counts(self.text), "", 0, self.k
        while left:
            after, other = (self.text.find(letter, place) + 1 for letter in "ab")
            with_a = counts[after] if after else 0
            if left > with_a:
                after, left = other, left - with_a
            found, place, left = found + self.text[after - 1], after, left - 1
        return found

    def brute(self) -> str:
        """Sort all subsequences. For up to 15 letters."""
        n = len(self.text)
        return sorted({"".join(kept) for size in range(1, n + 1) for kept in combinations(self.text, size)})[self.k - 1]

    def score(self, answer: str) -> float:
        return exact(self.reference, answer)


def _counts(text: str) -> list[int]:
    """counts[i]: the distinct subsequences of text[i:], the empty one too."""
    counts, after = [1], {"a": 0, "b": 0}
    for letter in reversed(text):
        after[letter] = counts[-1]
        counts.append(1 + after["a"] + after["b"])
    return counts[::-1]
