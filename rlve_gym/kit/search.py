"""Search among the states of a puzzle, which moves lead from one to another."""

from collections.abc import Callable, Hashable, Iterable
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
