"""Truth tables: a boolean function of n variables as an integer of 2^n bits, on which logic is arithmetic of bits.

Bit a of a table is the value of the function where variable i is bit i of a.
"""


def truth_tables(n: int) -> tuple[int, list[int]]:
    """The table of the function that is always true, and those of the n variables."""
    always = (1 << (1 << n)) - 1
    # The table of variable i has blocks of 2^i zeros and of 2^i ones in turn.
    return always, [always // ((1 << (1 << i)) + 1) << (1 << i) for i in range(n)]


def last_assignment(table: int, n: int) -> list[int]:
    """Values of the variables, 0 or 1, for which the function is true: the last row that is. ValueError if none is."""
    if not table:
        raise ValueError("the function is never true")
    row = table.bit_length() - 1
    return [row >> i & 1 for i in range(n)]
