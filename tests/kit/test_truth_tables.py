"""Truth tables against evaluation row by row."""

from itertools import product

import pytest

from rlve_gym.kit.truth_tables import last_assignment, truth_tables


@pytest.mark.parametrize("n", range(7))
def test_tables_of_variables_and_of_what_is_made_of_them(n):
    always, variables = truth_tables(n)
    assert always == 2 ** (2**n) - 1 and len(variables) == n
    rows = [bits[::-1] for bits in product((0, 1), repeat=n)]
    for i, table in enumerate(variables):
        assert [table >> row & 1 for row in range(2**n)] == [bits[i] for bits in rows]
    if n >= 3:
        made = variables[0] & ~variables[1] | variables[2] ^ variables[0]
        by_rows = [(x and not y) or (x != z) for x, y, z, *_ in rows]
        assert [made >> row & 1 for row in range(2**n)] == by_rows
        assert last_assignment(made, n) == list([bits for bits, value in zip(rows, by_rows) if value][-1])


def test_a_function_that_is_never_true():
    assert last_assignment(1, 3) == [0, 0, 0] and last_assignment(1 << 6, 3) == [0, 1, 1]
    with pytest.raises(ValueError):
        last_assignment(0, 3)
