"""Containers: a process each, which runs Modal's own container runtime and stays warm between inputs.

A container calls over a unix socket of its own, which is how the fake knows who calls.
"""

import asyncio
import json
import os
import signal
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from fake_functions import Function, Input
from fake_ledger import MARK, OWNER, Fault
from fake_objects import image_environment
from fake_rpc import Signal, service
from fake_scheduling import failure
from google.protobuf.empty_pb2 import Empty
from grpclib import GRPCError, Status
from grpclib.server import Server
from modal_proto import api_pb2
from modal_proto.api_grpc import ModalClientBase

if TYPE_CHECKING:
    from fake_plane import Plane

INHERITED = ("PATH", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "OMP_NUM_THREADS", "TMPDIR", "HF_HUB_OFFLINE")
"""What containers and sandboxes get of the environment of whoever runs the fake; all else they must be given."""

HEARTBEAT_S = 5.0
"""How long a heartbeat waits for something to tell. Below the interval after which a container sends the next."""


class Container:
    """One process of a function."""

    def __init__(self, plane: "Plane", function: Function):
        self.plane, self.function = plane, function
        self.id = plane.new_id("ta")
        self.folder = plane.root / "c" / self.id
        self.inputs: dict[str, Input] = {}
        self.ready = self.stopping = False
        self.idle_since = time.monotonic()
        self.result: api_pb2.GenericResult | None = None
        self.cancelled: list[str] = []
        self.changed = Signal()
        self.process: asyncio.subprocess.Process | None = None
        self.gone = asyncio.Event()
        self._killers: dict[str, Fault] = {}
        self._task = asyncio.create_task(self._live())

    @property
    def free(self) -> int:
        return 0 if self.stopping else self.function.slots - len(self.inputs)

    @property
    def pid(self) -> int | None:
        return self.process.pid if self.process else None

    def hand_out(self, entry: Input, fault: Fault | None) -> None:
        """An input is on its way into this container, with the trouble that it brings."""
        self.inputs[entry.id] = entry
        loop = asyncio.get_running_loop()
        if fault:
            self._killers[entry.id] = fault
            if not fault.after:
                loop.call_later(fault.seconds, self._strike, entry, entry.retry_count, fault)
        if self.function.definition.timeout_secs:
            loop.call_later(self.function.definition.timeout_secs, self._expire, entry, entry.retry_count)

    def passed(self, call_id: str, chunks: int) -> None:
        """A generator has sent this many chunks by now."""
        for entry in [entry for entry in self.inputs.values() if entry.call.id == call_id]:
            fault = self._killers.get(entry.id)
            if fault and 0 < fault.after <= chunks:
                self._strike(entry, entry.retry_count, fault)

    def cancel(self, entry: Input) -> None:
        self.cancelled.append(entry.id)
        self.changed.fire()

    def kill(self) -> None:
        """SIGKILL to all of it: what was in hand is lost."""
        self.stopping = True
        self.plane.ledger.kill(self.id)

    async def stop(self) -> None:
        """Asks it to end, so that its exit hooks run, and kills it when it does not."""
        self.stopping = True
        self.function.changed.fire()
        if self.inputs and self.process and self.process.returncode is None:
            self.process.send_signal(signal.SIGINT)
        try:
            await asyncio.wait_for(self.gone.wait(), self.plane.grace_s)
        except TimeoutError:
            self.kill()
            await self.gone.wait()

    def preempt(self) -> None:
        """Its place is needed: an interrupt, so that exit hooks run. What was in hand is lost."""
        self.plane.ledger.count("containers preempted", self.id)
        self.stopping = True
        if self.process and self.process.returncode is None:
            self.process.send_signal(signal.SIGINT)
            asyncio.get_running_loop().call_later(self.plane.grace_s, self.kill)

    def _strike(self, entry: Input, retry_count: int, fault: Fault) -> None:
        """Kills or preempts it, if it still runs this attempt of the input."""
        if entry.container is not self or entry.retry_count != retry_count or self.stopping:
            return
        if fault.kind == "preempt":
            self.preempt()
        else:
            self.plane.ledger.count("containers killed", self.id)
            self.kill()

    def _expire(self, entry: Input, retry_count: int) -> None:
        if entry.container is self and entry.retry_count == retry_count:
            self.plane.settle(entry, failure("timeout", "the input ran longer than the function's timeout"))
            self.kill()

    async def _live(self) -> None:
        """From the start of the process until its end is dealt with."""
        plane = self.plane
        plane.ledger.containers[self.id] = "alive"
        plane.ledger.count("containers started", self.id)
        server = None
        try:
            self.folder.mkdir(parents=True)
            server = Server([service(ModalClientBase, plane.caller(self), plane.ledger, plane.faults)])
            await server.start(path=str(self.folder / "s"))
            code = await self._run()
            plane.ledger.containers[self.id] = f"exit {code}"
        except OSError as error:
            plane.ledger.containers[self.id] = "not started"
            plane.ledger.error(f"container {self.id}: {error}")
        finally:
            if server:
                server.close()
            plane.ledger.kill(self.id)
            self._bury()

    async def _run(self) -> int:
        arguments = self.folder / "arguments"
        arguments.write_bytes(self._arguments().SerializeToString())
        path = self.plane.logs / f"{self.id}.log"
        with open(path, "wb") as log:
            self.plane.apps[self.function.app_id].logs.append(path)
            self.process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-u", "-m", "modal._container_entrypoint"),
                cwd=self.folder,
                env=self._environment(arguments),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        definition = self.function.definition
        # Clients send the timeout if no startup_timeout was given, which is not meant for a machine as busy as this.
        if definition.startup_timeout_secs != definition.timeout_secs:
            asyncio.get_running_loop().call_later(definition.startup_timeout_secs, self._give_up_starting)
        return await self.process.wait()

    def _give_up_starting(self) -> None:
        if not self.ready and not self.gone.is_set():
            self.plane.ledger.count("containers too slow", self.id)
            self.plane.ledger.kill(self.id)

    def _bury(self) -> None:
        """Its inputs are lost; if it never got as far as to take one, those that wait fail with what it said.

        From now on it takes nothing: a request of it may still be in hand, and what that took would be lost in silence.
        """
        function, plane = self.function, self.plane
        asked_to_stop, self.stopping = self.stopping, True
        function.containers.remove(self)
        for entry in list(self.inputs.values()):
            self.plane.settle(entry, failure("lost", f"container {self.id} ended while it ran this input"))
        if not self.ready and not asked_to_stop:
            function.boot_failures += 1
            if function.boot_failures >= plane.boot_attempts:
                function.boot_failures = 0
                self._fail_waiting()
        self.gone.set()
        plane.schedule(function)

    def _fail_waiting(self) -> None:
        text = f"container {self.id} ended before it was ready; its output is in {self.plane.logs}"
        while self.function.queue:
            result = self.result or failure("lost", text)
            self.plane.settle(self.function.queue.popleft(), result, final=True)

    def _arguments(self) -> api_pb2.ContainerArguments:
        return api_pb2.ContainerArguments(
            task_id=self.id,
            function_id=self.function.id,
            app_id=self.function.app_id,
            function_def=self.function.definition,
            serialized_params=self.function.params,
            environment_name="main",
            app_layout=self.plane.apps[self.function.app_id].layout,
        )

    def _environment(self, arguments: Path) -> dict[str, str]:
        definition, plane = self.function.definition, self.plane
        mounts = {mount.mount_path: str(plane.mounted(mount)) for mount in definition.volume_mounts}
        found = {name: os.environ[name] for name in INHERITED if name in os.environ}
        found |= image_environment(plane.images, definition.image_id)
        for secret_id in definition.secret_ids:
            found |= plane.secrets[secret_id]
        return found | {
            **plane.container_environment,
            "HOME": str(self.folder),
            "PYTHONPATH": os.pathsep.join(plane.python_path),
            "MODAL_CONFIG_PATH": str(self.folder / "modal.toml"),
            "MODAL_CONTAINER_ARGUMENTS_PATH": str(arguments),
            "MODAL_ENVIRONMENT": "main",
            "MODAL_FAKE_MOUNTS": json.dumps(mounts),
            "MODAL_IMAGE_ID": definition.image_id,
            "MODAL_IS_REMOTE": "1",
            "MODAL_SERVER_URL": f"unix://{self.folder / 's'}",
            "MODAL_TASK_ID": self.id,
            "NO_PROXY": "127.0.0.1,localhost",
            MARK: plane.ledger.mark,
            OWNER: self.id,
        }


class Containers:
    """Calls that only a container makes."""

    plane: "Plane"
    container: Container | None

    @property
    def me(self) -> Container:
        if self.container is None:
            raise GRPCError(Status.PERMISSION_DENIED, "only containers call this")
        return self.container

    async def ContainerHello(self, request):
        return Empty()

    async def ContainerHeartbeat(self, request):
        me = self.me
        if not me.cancelled:
            await me.changed.wait(HEARTBEAT_S)
        if not me.cancelled:
            return api_pb2.ContainerHeartbeatResponse()
        event = api_pb2.CancelInputEvent(input_ids=me.cancelled)
        me.cancelled = []
        return api_pb2.ContainerHeartbeatResponse(cancel_input_event=event)

    async def ContainerStop(self, request):
        self.me.stopping = True
        return api_pb2.ContainerStopResponse()

    async def FunctionGetInputs(self, request):
        me = self.me
        if not me.ready:
            me.ready, me.function.boot_failures = True, 0
            self.plane.ledger.count("containers ready", me.id)
        me.idle_since = time.monotonic()
        idle_s = me.function.definition.autoscaler_settings.scaledown_window or 60
        while not me.stopping:
            if taken := self.plane.take(me, max(request.batch_max_size, 1)):
                if len(taken) < request.batch_max_size and request.batch_linger_ms:
                    await asyncio.sleep(request.batch_linger_ms / 1000)
                    if not me.stopping:
                        taken += self.plane.take(me, request.batch_max_size - len(taken))
                return api_pb2.FunctionGetInputsResponse(inputs=[self._item(entry) for entry in taken])
            await me.function.changed.wait(1.0)
            spare = len(me.function.containers) > me.function.definition.autoscaler_settings.min_containers
            if not me.inputs and spare and time.monotonic() - me.idle_since > idle_s:
                me.stopping = True
        return api_pb2.FunctionGetInputsResponse(inputs=[api_pb2.FunctionGetInputsItem(kill_switch=True)])

    @staticmethod
    def _item(entry: Input) -> api_pb2.FunctionGetInputsItem:
        return api_pb2.FunctionGetInputsItem(
            input_id=entry.id,
            input=entry.item,
            function_call_id=entry.call.id,
            function_call_invocation_type=entry.call.invocation,  # type: ignore[arg-type]
            retry_count=entry.retry_count,
        )

    async def FunctionPutOutputs(self, request):
        for item in request.outputs:
            entry = self.me.inputs.get(item.input_id)
            if entry is None or entry.retry_count != item.retry_count:
                self.plane.ledger.count("outputs too late")
                continue
            self.plane.settle(entry, item.result, item=item)
        self.me.idle_since = time.monotonic()
        return Empty()

    async def FunctionCallPutDataOut(self, request):
        call = self.plane.calls[request.function_call_id]
        call.chunks.extend(request.data_chunks)
        self.plane.ledger.counts["chunks"] += len(request.data_chunks)
        call.changed.fire()
        self.me.passed(call.id, max(chunk.index for chunk in request.data_chunks))
        return Empty()

    async def FunctionGetDynamicConcurrency(self, request):
        return api_pb2.FunctionGetDynamicConcurrencyResponse(concurrency=request.max_concurrency)

    async def TaskResult(self, request):
        self.me.result = request.result
        self.plane.ledger.count("containers failed", self.me.id)
        return Empty()
