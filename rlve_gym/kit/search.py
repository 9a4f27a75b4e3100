"""Search among the states of a puzzle, which moves lead from one to another."""

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import TypeVar

State = TypeVar("State", bound=Hashable)
Move = TypeVar("Move")


def shortest_moves(
    start: State, moves: Iterable[Move], after: Callable[[State, Move], State], reached: Callable[[State], bool]
) -> list[Move]:
    """The fewest moves that lead to a state that is `reached`, by breadth-first search; of several the first in order.

    moves: those that are tried in every state. after: where a move leads; the state itself where it is impossible.
    Raises ValueError if no such state can be reached; where there are infinitely many states, one must be.
    """
    moves = list(moves)
    ways: dict[State, list[Move]] = {start: []}
    queue = [start]
    for state in queue:
        if reached(state):
            return ways[state]
        for move in moves:
            following = after(state, move)
            if following not in ways:
                ways[following] = [*ways[state], move]
                queue.append(following)
    raise ValueError("no moves lead there")


def layers(start: State, onward: Callable[[State], Iterable[State]]) -> Iterator[set[State]]:
    """The states at a distance of 0, 1, 2, ... steps from `start`, until there are no more.

    onward: the states that are one step from a state.
    """
    layer = {start}
    seen = set(layer)
    while layer:
        yield layer
        layer = {after for state in layer for after in onward(state)} - seen
        seen |= layer


def distance(start: State, goal: State, onward: Callable[[State], Iterable[State]]) -> int:
    """The least number of steps from one state to another, where every step can be taken back: from both ends.

    Raises ValueError if there is no way.
    """
    one, other = layers(start, onward), layers(goal, onward)
    reached, opposite, steps = next(one), next(other), 0
    while not reached & opposite:
        if len(reached) > len(opposite):
            one, other, reached, opposite = other, one, opposite, reached
        if not (reached := next(one, set())):
            raise ValueError(f"no steps lead from {start} to {goal}")
        steps += 1
    return steps
