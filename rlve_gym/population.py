"""Population: the members of an iteration of evolution strategies, what each is asked, and what came of it.

Who finishes first leaves no trace: everything is read by member and attempt.

`_N` members, `_A` attempts of a member: its prompts in order, `samples` completions of each.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from rlve_gym.engines.base import Completion, Finish, Member
from rlve_gym.evolution import member_rewards
from rlve_gym.fleets.base import Key
from rlve_gym.fleets.follower import Attempts
from rlve_gym.history import Missing
from rlve_gym.judging import Verifier
from rlve_gym.problem import Spec
from rlve_gym.registry import load
from rlve_gym.rollout import Group, Rollout, judge_keys, sample_seed
from rlve_gym.timeline import Timeline
from rlve_gym.verdict import Reward, Verdict

UNPERTURBED = -1
"""Stands where a member's number would: the weights as they are."""


@dataclass
class Population:
    """specs: the prompts of each member, all of equal length; a single list is every member's.

    seed_key: of sampling, JSON values. same_numbers: members sample with the same random numbers (which is where shared
    prompts lead to the same completions unless the weights make a difference). with_unperturbed: the weights as they
    are get the first list of prompts, too. style: of prompts.
    """

    specs: Sequence[Sequence[Spec]]
    members: Sequence[Member]
    samples: int
    seed_key: tuple
    same_numbers: bool = True
    with_unperturbed: bool = False
    style: str = "tags"
    _found: dict[tuple[int, int], Rollout] = field(default_factory=dict)
    _asked: dict[int, tuple[tuple[int, int], ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        known: dict[str, int] = {}
        self._places = [[known.setdefault(self._prompt(spec), len(known)) for spec in specs] for specs in self.specs]
        self.prompts = tuple(known)
        """Each once, as `Attempts` refer to them."""

    def _prompt(self, spec: Spec) -> str:
        return spec.problem().prompt(self.style)

    @property
    def attempts(self) -> int:
        """Of a member."""
        return len(self.specs[0]) * self.samples

    def spec(self, member: int, attempt: int) -> Spec:
        """What is asked."""
        return self.specs[max(member, 0) % len(self.specs)][attempt // self.samples]

    def calls(self, iteration: int, together: int = 1) -> Iterator[tuple[Key, Attempts]]:
        """What a fleet of followers is asked, by iteration and first member. together: members of one call."""
        if self.with_unperturbed:
            yield (iteration, UNPERTURBED), Attempts(self._attempts(UNPERTURBED))
        for first in range(0, len(self.members), together):
            crowd = self.members[first : first + together]
            attempts = [attempt for n in range(first, first + len(crowd)) for attempt in self._attempts(n)]
            yield (iteration, first), Attempts(tuple(attempts), tuple(crowd))

    def of(self, first: int, number: int) -> tuple[int, int]:
        """(member, attempt) of a completion of a call."""
        return (
            (UNPERTURBED, number) if first == UNPERTURBED else (first + number // self.attempts, number % self.attempts)
        )

    def _attempts(self, member: int) -> tuple[tuple[int, int], ...]:
        """(place of the prompt, seed) of each attempt."""
        whose = UNPERTURBED if self.same_numbers and len(self.specs) == 1 else member
        if whose not in self._asked:
            places = self._places[max(member, 0) % len(self.specs)]
            key = self.seed_key if self.same_numbers else (*self.seed_key, member)
            self._asked[whose] = tuple(
                (places[at // self.samples], sample_seed(key, self.spec(member, at), at % self.samples))
                for at in range(self.attempts)
            )
        return self._asked[whose]

    def add(self, member: int, attempt: int, rollout: Rollout) -> None:
        """Take what came of an attempt."""
        self._found[member, attempt] = rollout

    def _row(self, member: int) -> list[Rollout]:
        """[A]"""
        return [self._found[member, at] for at in range(self.attempts)]

    def _rows(self) -> list[list[Rollout]]:
        """[N][A]"""
        return [self._row(n) for n in range(len(self.members))]

    @property
    def rollouts(self) -> list[Rollout]:
        """Of all members, member after member."""
        return [rollout for row in self._rows() for rollout in row]

    @property
    def unperturbed(self) -> list[Rollout]:
        """Of the weights as they are; empty if they were not asked."""
        return self._row(UNPERTURBED) if self.with_unperturbed else []

    def rewards(self, rule: Missing) -> list[float | None]:
        """[N], see `member_rewards`."""
        return member_rewards(rule, [[rollout.reward for rollout in row] for row in self._rows()])

    def groups(self) -> list[Group]:
        """The members' rollouts by prompt, member after member in each."""
        rows = self._rows()
        crowds = [rows] if len(self.specs) == 1 else [[row] for row in rows]
        found = []
        for crowd in crowds:
            for at in range(0, self.attempts, self.samples):
                its = [rollout for row in crowd for rollout in row[at : at + self.samples]]
                found.append(Group(len(found), its[0].spec, its))
        return found


class Pending:
    """Completions of a population that the judge has. open: the judge's key -> (spec, text, finish).

    Members that differ little write the same again and again: equal answers to a problem are judged once for all.
    timeline: told when what happens, its rows are the members.
    """

    def __init__(self, judge: Verifier, population: Population, reward: Reward, timeline: Timeline | None = None):
        self.judge, self.population, self.reward, self.timeline = judge, population, reward, timeline or Timeline()
        self.open: dict[int, tuple[Spec, str, Finish]] = {}
        self._waiting: dict[tuple[Spec, str, Finish], list[tuple[int, int, Completion, float]]] = {}
        self._known: dict[tuple[Spec, str, Finish], Verdict] = {}

    def submit(self, member: int, attempt: int, completion: Completion) -> None:
        """Give a completion to the judge."""
        spec, since = self.population.spec(member, attempt), self.timeline.generated(member)
        answer = (spec, completion.text, completion.finish)
        if answer in self._known:
            self.timeline.verified(member, since)
            self._add(spec, self._known[answer], member, attempt, completion)
        elif answer in self._waiting:
            self._waiting[answer].append((member, attempt, completion, since))
        else:
            self._waiting[answer] = [(member, attempt, completion, since)]
            key = next(judge_keys)
            self.open[key] = answer
            self.judge.submit(key, spec, completion)
        self.timeline.queued(member)

    def take(self, timeout_s: float) -> None:
        """Put the verdicts that are there into the population; wait for the first for so long."""
        assert not self.open or self.judge.pending, "another user of the judge has taken verdicts away"
        for key, verdict in self.judge.finished(timeout_s) if self.open else ():
            if key in self.open:
                answer = self.open.pop(key)
                self._known[answer] = verdict
                for member, attempt, completion, since in self._waiting.pop(answer):
                    self.timeline.verified(member, since, key)
                    self._add(answer[0], verdict, member, attempt, completion)

    def _add(self, spec: Spec, verdict: Verdict, member: int, attempt: int, completion: Completion) -> None:
        reward = self.reward(verdict, load(spec.env).beta)
        self.population.add(member, attempt, Rollout(spec, completion, verdict, reward))
