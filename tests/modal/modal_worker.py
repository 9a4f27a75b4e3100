"""A worker for tests of the fleet on Modal: a follower that tells how much of a history it applied."""

from collections.abc import Iterator

from rlve_gym.fleets.follower import Follower


class Counting(Follower):
    """What a fleet's recipe makes in tests."""

    def count(self, argument: None, history: bytes) -> Iterator[tuple[str, int | str]]:
        before = self._replica.iterations if self._replica else 0
        yield from self.fingerprint(argument, history)
        assert self._replica is not None
        yield "applied", self._replica.iterations - before
