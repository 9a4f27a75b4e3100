"""What runs in containers of the fake in its own tests."""

import os
import time
from collections.abc import Iterator
from pathlib import Path

import modal


def square(number: int) -> int:
    if number < 0:
        raise ValueError(f"{number} is below zero")
    return number * number


def say(text: str) -> None:
    print(text)


def environment(name: str) -> str | None:
    return os.environ.get(name)


def length(data: bytes, answer: int) -> bytes:
    assert len(data) >= answer
    return data[:answer]


def wait(path: str) -> str:
    """Ends when the file is there."""
    until = time.monotonic() + 60
    while not Path(path).exists():
        assert time.monotonic() < until
        time.sleep(0.01)
    return "ended"


class Worker:
    """Keeps a sum while it is warm, and tells what becomes of it."""

    folder: str = modal.parameter()

    @modal.enter()
    def begin(self) -> None:
        self.sum = 0
        self.note("enter")

    @modal.exit()
    def end(self) -> None:
        self.note("exit")

    @modal.method()
    def add(self, number: int) -> tuple[int, int]:
        self.sum += number
        return self.sum, os.getpid()

    @modal.method()
    def count(self, until: int) -> Iterator[tuple[int, int]]:
        self.note("count")
        for number in range(until):
            yield number, os.getpid()

    @modal.method()
    def slowly(self, until: int) -> Iterator[int]:
        self.note("slowly")
        for number in range(until):
            yield number
            time.sleep(0.2)

    def note(self, what: str) -> None:
        Path(self.folder, f"{what}-{os.getpid()}-{time.monotonic_ns()}").touch()


class Slow:
    @modal.enter()
    def begin(self) -> None:
        time.sleep(600)

    @modal.method()
    def work(self) -> int:
        return 1


class Broken:
    @modal.enter()
    def begin(self) -> None:
        raise ValueError("no such model")

    @modal.method()
    def work(self) -> int:
        return 1


def meet(folder: str, name: str) -> str:
    """Ends when the other one has begun too: two of these need two containers, or one that takes both."""
    Path(folder, name).touch()
    wait(str(Path(folder, {"a": "b", "b": "a"}[name])))
    return f"{name} {os.getpid()}"


def batched(numbers: list[int]) -> list[tuple[int, int]]:
    return [(number, len(numbers)) for number in numbers]


def keep(path: str, text: str) -> str:
    """Appends to a file of a volume, and says what is in it."""
    file = Path(path)
    with file.open("a") as out:
        out.write(text)
    modal.Volume.from_name("kept").commit()
    return file.read_text()
