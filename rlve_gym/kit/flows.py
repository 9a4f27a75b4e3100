"""Flows: a maximum flow of least cost."""

from collections.abc import Sequence
from heapq import heappop, heappush


def cheapest_max_flow(n: int, arcs: Sequence[Sequence[int]], source: int, sink: int) -> list[int]:
    """The flow on each arc [tail, head, capacity, cost] of a maximum flow of least total cost.

    Capacities and costs are integers that are not negative. Successive shortest paths (Edmonds and Karp, 1972): every
    augmentation costs one run of Dijkstra's algorithm, O(m log m), on costs that potentials keep from being negative.
    """
    # Arc 2 i is the i-th arc, arc 2 i + 1 its way back, whose room is the flow.
    head = [end for arc in arcs for end in (arc[1], arc[0])]
    room = [amount for arc in arcs for amount in (arc[2], 0)]
    cost = [price for arc in arcs for price in (arc[3], -arc[3])]
    leaving: list[list[int]] = [[] for _ in range(n)]
    for number in range(len(head)):
        leaving[head[number ^ 1]].append(number)
    potential = [0] * n
    while True:
        distance, via = _nearest(leaving, head, room, cost, potential, source)
        if via[sink] < 0:
            return room[1::2]
        # What cannot be reached now never can be later, so that its potential does not matter.
        potential = [old + (new or 0) for old, new in zip(potential, distance)]
        path, vertex = [], sink
        while vertex != source:
            path.append(via[vertex])
            vertex = head[via[vertex] ^ 1]
        amount = min(room[number] for number in path)
        for number in path:
            room[number] -= amount
            room[number ^ 1] += amount


def _nearest(
    leaving: list[list[int]], head: list[int], room: list[int], cost: list[int], potential: list[int], source: int
) -> tuple[list[int | None], list[int]]:
    """Reduced distances along arcs with room (None if unreachable), and the arc by which a vertex is reached, or -1."""
    distance: list[int | None] = [None] * len(leaving)
    via = [-1] * len(leaving)
    queue = [(0, source, -1)]
    while queue:
        reached, u, arc = heappop(queue)
        if distance[u] is not None:
            continue
        distance[u], via[u] = reached, arc
        for number in leaving[u]:
            v = head[number]
            if room[number] and distance[v] is None:
                heappush(queue, (reached + cost[number] + potential[u] - potential[v], v, number))
    return distance, via
