"""A worker for tests of what a trainer does while it waits: a follower without a model, which waits for files."""

import time
from collections.abc import Iterator
from pathlib import Path

from rlve_gym.engines.base import Completion
from rlve_gym.fleets.follower import SECONDS, Attempts, Seconds, Work


class Follower:
    """Answers with `text`, in which NUMBER is another one every time. last: a file that the last completion of the last
    member waits for."""

    def __init__(self, text: str, members: int, last: str):
        self.text, self.members, self.last = text, members, Path(last)

    def base(self, argument: None, common: None) -> Iterator[tuple[str, str]]:
        yield "fingerprint", "0" * 32
        yield "dtype", "float32"

    def sample(self, argument: Attempts, work: Work) -> Iterator[tuple[int, Completion | Seconds]]:
        first, count = argument.members[0].index, len(argument.attempts)
        for n in range(count):
            if n == count - 1 and argument.members[-1].index == self.members - 1:
                until = time.monotonic() + 60
                while not self.last.exists():
                    assert time.monotonic() < until, f"{self.last} did not come while the last completion was awaited"
                    time.sleep(0.005)
            yield n, Completion(self.text.replace("NUMBER", f"{first}_{n}"), (1,), (0.0,))
        yield SECONDS, Seconds(follow=0.001, perturb=0.001, generate=0.01)
