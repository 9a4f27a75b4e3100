"""Numbers: primes, factors and congruences, for environments."""

from functools import lru_cache
from math import gcd, isqrt


@lru_cache(maxsize=8)
def primes(limit: int) -> tuple[int, ...]:
    """The primes up to a limit, ascending."""
    is_prime = bytearray([1]) * (limit + 1)
    is_prime[:2] = bytes(min(2, limit + 1))
    for p in range(2, isqrt(limit) + 1):
        if is_prime[p]:
            is_prime[p * p :: p] = bytes(len(range(p * p, limit + 1, p)))
    return tuple(n for n in range(2, limit + 1) if is_prime[n])


def factored(n: int, limit: int) -> tuple[dict[int, int], int]:
    """Prime factors up to a limit, with their exponents, and what is left of n >= 1."""
    found = {}
    for p in primes(limit):
        if p * p > n:
            break
        while n % p == 0:
            found[p] = found.get(p, 0) + 1
            n //= p
    if 1 < n <= limit:
        # Nothing up to its root divides it.
        found[n] = found.get(n, 0) + 1
        n = 1
    return found, n


def extended_gcd(a: int, b: int) -> tuple[int, int, int]:
    """(g, x, y) with g = gcd(a, b) >= 0 and a x + b y = g."""
    x, next_x, y, next_y = 1, 0, 0, 1
    while b:
        q = a // b
        a, b = b, a - q * b
        x, next_x = next_x, x - q * next_x
        y, next_y = next_y, y - q * next_y
    return (a, x, y) if a >= 0 else (-a, -x, -y)


def merged(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int] | None:
    """The congruence (r, m), x = r modulo m with 0 <= r < m, that stands for two of them; None if they contradict."""
    (r, m), (s, n) = one, other
    g = gcd(m, n)
    if (s - r) % g:
        return None
    step = (s - r) // g * pow(m // g, -1, n // g) % (n // g) if n > g else 0
    whole = m // g * n
    return (r + m * step) % whole, whole
