"""gRPC services whose calls are plain methods: one of a name is found and served, any other answers UNIMPLEMENTED."""

import asyncio
import contextvars
import inspect
import traceback
from collections.abc import Callable
from typing import Any

from fake_ledger import Fault, Faults, Ledger
from grpclib import GRPCError, Status
from grpclib.exceptions import StreamTerminatedError
from h2.exceptions import ProtocolError

METADATA: contextvars.ContextVar[Any] = contextvars.ContextVar("metadata")
"""Metadata of the call that is being served."""


class Signal:
    """Wakes everybody who waits at this moment."""

    def __init__(self) -> None:
        self._event = asyncio.Event()

    def fire(self) -> None:
        self._event.set()
        self._event = asyncio.Event()

    async def wait(self, timeout_s: float | None) -> bool:
        """False if nothing fired in time. Who is cancelled as it fires is cancelled, unlike by `wait_for`."""
        try:
            async with asyncio.timeout(timeout_s):
                await self._event.wait()
        except TimeoutError:
            return False
        return True


def streaming(method: Callable) -> Callable:
    """Marks a method that reads its own stream of requests."""
    method.streaming = True  # type: ignore[attr-defined]
    return method


def service(base: type, methods: object, ledger: Ledger, faults: Faults) -> Any:
    """An instance of a generated service class that calls the methods of the same names."""
    names = base.__abstractmethods__  # type: ignore[attr-defined]
    handlers = {name: _handler(name, getattr(methods, name, None), ledger, faults) for name in names}
    return type("Service", (base,), handlers)()


def _handler(name: str, method: Callable | None, ledger: Ledger, faults: Faults) -> Callable:
    async def handle(self: Any, stream: Any) -> None:
        METADATA.set(stream.metadata)
        ledger.count(f"rpc {name}")
        try:
            if method is None:
                raise GRPCError(Status.UNIMPLEMENTED, f"the fake control plane has no {name}")
            await _answer(name, method, stream, faults)
        except GRPCError as error:
            if error.status is Status.UNIMPLEMENTED:
                ledger.error(f"{name}: {error.message}")
            raise
        except (asyncio.CancelledError, ConnectionError, ProtocolError, StreamTerminatedError):
            raise
        except Exception as error:
            ledger.error(traceback.format_exc())
            raise GRPCError(Status.UNKNOWN, f"{name}: {error!r}") from error

    return handle


async def _answer(name: str, method: Callable, stream: Any, faults: Faults) -> None:
    if getattr(method, "streaming", False):
        await method(stream)
        return
    request = await stream.recv_message()
    if request is None:
        return
    fault = faults.take("rpc", name)
    if fault and fault.kind != "reset after":
        await _break(fault, stream, faults)
    answer = method(request)
    if inspect.isasyncgen(answer):
        async for message in answer:
            await stream.send_message(message)
        return
    message = await answer
    if fault and fault.kind == "reset after":
        await _break(fault, stream, faults)
    await stream.send_message(message)


async def hang(faults: Faults) -> None:
    """No answer until the script is cleared, so that nobody hangs for good."""
    cleared = faults.cleared
    while faults.cleared == cleared:
        await asyncio.sleep(0.05)
    # A status after which no client tries again.
    raise GRPCError(Status.FAILED_PRECONDITION, "the script of faults was cleared")


async def _break(fault: Fault, stream: Any, faults: Faults) -> None:
    """What a scripted fault of a call does to it: see Faults.rpc."""
    connection = stream._stream.connection
    if fault.kind == "hang":
        await hang(faults)
    elif fault.kind == "delay":
        await asyncio.sleep(fault.seconds)
    elif fault.kind == "goaway":
        connection._connection.close_connection()
        connection.flush()
        connection._transport.close()
        raise ConnectionResetError("scripted")
    elif fault.kind.startswith("reset"):
        connection._transport.abort()
        raise ConnectionResetError("scripted")
    else:
        raise GRPCError(Status[fault.kind], fault.text or "scripted")
