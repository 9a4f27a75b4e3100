"""How inputs are handed to containers, and what becomes of their results."""

import asyncio
import pickle
import time
from typing import TYPE_CHECKING

from modal_proto import api_pb2

if TYPE_CHECKING:
    from fake_containers import Container
    from fake_functions import Input
    from fake_plane import Plane

Result = api_pb2.GenericResult
MAX_LOST = 8
"""How often an input may be lost before the call fails, where the server resends it."""


def failure(kind: str, text: str) -> Result:
    """The result of an input that a fault struck or a container did not survive."""
    if kind == "raise":
        error = RuntimeError(text)
        status = Result.GENERIC_STATUS_FAILURE
        return Result(status=status, exception=repr(error), traceback=repr(error), data=pickle.dumps(error))
    status = {"timeout": Result.GENERIC_STATUS_TIMEOUT, "terminated": Result.GENERIC_STATUS_TERMINATED}
    return Result(status=status.get(kind, Result.GENERIC_STATUS_INTERNAL_FAILURE), exception=text)


class Scheduling:
    """The part of the plane that hands inputs to containers and takes results. Mixed into Plane."""

    def settle(self: "Plane", entry: "Input", result: Result, final: bool = False, item=None) -> None:  # type: ignore[misc]
        """An attempt of an input has ended with this result: the server tries again, or the call has its output."""
        if entry.container:
            entry.container.inputs.pop(entry.id, None)
        entry.container = None
        if entry.done:
            return
        succeeded = result.status == Result.GENERIC_STATUS_SUCCESS
        if not succeeded and not final and not entry.call.client_retries and self._again(entry, result):
            return
        entry.done, entry.waiting = True, False
        self.ledger.count("outputs" if succeeded else "failed outputs", entry.label)
        output = api_pb2.FunctionGetOutputsItem(
            result=result,
            idx=entry.idx,
            input_id=entry.id,
            retry_count=entry.retry_count,
            data_format=item.data_format if item else api_pb2.DATA_FORMAT_PICKLE,
            input_started_at=item.input_started_at if item else time.time(),
            output_created_at=item.output_created_at if item else time.time(),
        )
        entry.call.answer(entry, output)

    def _again(self: "Plane", entry: "Input", result: Result) -> bool:  # type: ignore[misc]
        if result.status == Result.GENERIC_STATUS_TERMINATED or self.apps[entry.call.function.app_id].stopped:
            return False
        policy = entry.call.function.definition.retry_policy
        delay_s = 0.0
        if result.status == Result.GENERIC_STATUS_INTERNAL_FAILURE:
            entry.lost += 1
            if entry.lost >= MAX_LOST:
                return False
        else:
            if entry.failures >= policy.retries:
                return False
            delay_ms = policy.initial_delay_ms * (policy.backoff_coefficient or 1) ** entry.failures
            delay_s = min(delay_ms, policy.max_delay_ms or delay_ms) / 1000
            entry.failures += 1
        self.ledger.count("inputs retried", entry.label)
        asyncio.get_running_loop().call_later(delay_s, self.requeue, entry, entry.retry_count + 1)
        return True

    def requeue(self: "Plane", entry: "Input", retry_count: int) -> None:  # type: ignore[misc]
        entry.retry_count, entry.waiting, entry.done, entry.container = retry_count, True, False, None
        entry.call.function.queue.append(entry)
        self.schedule(entry.call.function)

    def take(self: "Plane", container: "Container", count: int) -> "list[Input]":  # type: ignore[misc]
        """Up to `count` inputs for this container; those that a fault strikes end or get lost instead."""
        queue, taken = container.function.queue, []
        while queue and len(taken) < count:
            entry = queue.popleft()
            if entry.done:
                continue
            fault = self.faults.take("input", entry.label)
            if fault and fault.kind in ("lost", "raise", "timeout"):
                self.settle(entry, failure(fault.kind, fault.text or f"scripted: {fault.kind}"))
                continue
            if fault and fault.kind == "hang":
                continue
            entry.waiting, entry.container = False, container
            container.hand_out(entry, fault)
            taken.append(entry)
        return taken
