"""A command in a sandbox: a local process whose output is kept, so that it can be read from any place, any time."""

import asyncio
import contextlib
import os
from pathlib import Path

from fake_rpc import Signal

CHUNK = 1 << 16


class Pipe:
    """Everything that a process has written to one of its outputs."""

    def __init__(self) -> None:
        self.data = bytearray()
        self.ended = False
        self.changed = Signal()

    async def fill(self, reader: asyncio.StreamReader) -> None:
        while block := await reader.read(CHUNK):
            self.data += block
            self.changed.fire()
        self.end()

    def end(self) -> None:
        self.ended = True
        self.changed.fire()

    async def read(self, offset: int):
        """Blocks of bytes from an offset on, until there will be no more."""
        while True:
            if offset < len(self.data):
                block = bytes(self.data[offset : offset + CHUNK])
                offset += len(block)
                yield block
            elif self.ended:
                return
            else:
                await self.changed.wait(None)


class _Watch(asyncio.subprocess.SubprocessStreamProtocol):
    """Tells when the process is gone, even though a child of it holds its pipes open."""

    def __init__(self) -> None:
        loop = asyncio.get_running_loop()
        super().__init__(limit=CHUNK, loop=loop)
        self.exited: asyncio.Future[None] = loop.create_future()

    def process_exited(self) -> None:
        super().process_exited()
        self.exited.set_result(None)


class Command:
    """One process, or none if it could not be started or was made to hang."""

    def __init__(self, words: list[str], folder: Path, environment: dict[str, str]):
        self.words, self.folder, self.environment = words, folder, environment
        self.stdout, self.stderr = Pipe(), Pipe()
        self.finished: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.written = 0
        self.writes = 0
        self.dies_after = 0
        self.closed = False
        self.process: asyncio.subprocess.Process | None = None
        self._tasks: list[asyncio.Task] = []

    @property
    def code(self) -> int:
        """Exit code; minus the number of the signal that ended it."""
        return self.finished.result()

    async def start(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            transport, watch = await loop.subprocess_exec(
                _Watch,
                *self.words,
                cwd=self.folder,
                env=self.environment,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                start_new_session=True,
            )
        except OSError as error:
            self.stderr.data += f"{self.words[0]}: {error.strerror}\n".encode()
            self.end(127)
            return
        self.process = asyncio.subprocess.Process(transport, watch, loop)
        self._tasks = [asyncio.create_task(self._live(self.process, watch.exited))]

    async def _live(self, process: asyncio.subprocess.Process, exited: asyncio.Future[None]) -> None:
        assert process.stdout and process.stderr
        streams = asyncio.gather(self.stdout.fill(process.stdout), self.stderr.fill(process.stderr))
        await exited
        code = process.returncode
        # A child that lives on may hold the pipes open for good; what the process itself wrote is there by then.
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(streams, 1.0)
        self.end(-1 if code is None else code)

    def end(self, code: int) -> None:
        if not self.finished.done():
            self.finished.set_result(code)
        self.stdout.end()
        self.stderr.end()

    def kill(self) -> None:
        if self.process and self.process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, 9)

    async def write(self, offset: int, data: bytes, eof: bool) -> None:
        """Standard input from an offset on; what was written already is left out, so that calls can be repeated."""
        fresh = data[self.written - offset :] if offset < self.written else data
        if self.process is None or self.process.stdin is None:
            return
        self.writes += 1
        with contextlib.suppress(ConnectionError):
            if fresh and not self.closed:
                self.process.stdin.write(fresh)
                self.written += len(fresh)
                await self.process.stdin.drain()
        if eof and not self.closed:
            self.closed = True
            self.process.stdin.close()
