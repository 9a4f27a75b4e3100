"""The command router: commands in sandboxes, their input, output and end."""

import asyncio
import time
from typing import TYPE_CHECKING

from fake_processes import Command
from fake_rpc import streaming
from fake_sandboxes import Sandbox, authorized, secrets_of
from grpclib import GRPCError, Status
from modal_proto import task_command_router_pb2 as pb

if TYPE_CHECKING:
    from fake_plane import Plane


def exit_status(command: Command) -> dict[str, int]:
    """Fields of an answer about a command that has ended."""
    return {"code": command.code} if command.code >= 0 or command.process is None else {"signal": -command.code}


class Router:
    """Calls about what runs in sandboxes."""

    def __init__(self, plane: "Plane"):
        self.plane = plane

    async def TaskExecStart(self, request):
        sandbox = self._alive(request.task_id)
        if request.exec_id in sandbox.commands:
            # A repeated call; the first one's answer was lost.
            return pb.TaskExecStartResponse()
        words = list(request.command_args)
        fault = self.plane.faults.take("exec", " ".join(words))
        if not sandbox.ready:
            await sandbox.ended.wait(None)
            self._alive(request.task_id)
        if fault and fault.kind == "refuse":
            raise GRPCError(Status.FAILED_PRECONDITION, fault.text or "scripted")
        environment = secrets_of(self.plane, request.secret_sources) | dict(request.env)
        if fault and fault.kind in ("hang", "code"):
            command = Command(words, sandbox.folder, {})
            sandbox.commands[request.exec_id] = command
            if fault.kind == "code":
                command.end(fault.code)
        else:
            command = await sandbox.run(request.exec_id, words, environment, request.workdir)
        if fault and fault.kind == "die":
            command.dies_after = fault.after
            if not fault.after:
                asyncio.get_running_loop().call_later(fault.seconds, sandbox.die)
        if request.timeout_secs:
            asyncio.get_running_loop().call_later(request.timeout_secs, command.kill)
        return pb.TaskExecStartResponse()

    async def TaskExecPoll(self, request):
        command = self._command(request)
        return pb.TaskExecPollResponse(**exit_status(command)) if command.finished.done() else pb.TaskExecPollResponse()

    async def TaskExecWait(self, request):
        command = self._command(request)
        sandbox = authorized(self.plane, request.task_id)
        ended = asyncio.ensure_future(sandbox.ended.wait(None))
        try:
            await asyncio.wait([command.finished, ended], return_when=asyncio.FIRST_COMPLETED)
            if not command.finished.done() and command.process:
                await asyncio.wait([command.finished], timeout=2)
        finally:
            ended.cancel()
        if not command.finished.done():
            raise GRPCError(Status.NOT_FOUND, "the sandbox has ended")
        return pb.TaskExecWaitResponse(**exit_status(command))

    async def TaskExecStdioRead(self, request):
        command = self._command(request)
        wants_errors = request.file_descriptor == pb.TASK_EXEC_STDIO_FILE_DESCRIPTOR_STDERR
        pipe = command.stderr if wants_errors else command.stdout
        async for block in pipe.read(request.offset):
            yield pb.TaskExecStdioReadResponse(data=block)

    async def TaskExecStdinWrite(self, request):
        await self._write(request.task_id, self._command(request), request.offset, request.data, request.eof)
        return pb.TaskExecStdinWriteResponse()

    async def TaskExecStdinStatus(self, request):
        command = self._command(request)
        return pb.TaskExecStdinStatusResponse(num_bytes_written=command.written, closed=command.closed)

    @streaming
    async def TaskExecStdinWriteStream(self, stream):
        start = (await stream.recv_message()).start
        command, offset = self._command(start), start.offset
        async for message in stream:
            if message.HasField("end"):
                await self._write(start.task_id, command, offset, b"", True)
                break
            await self._write(start.task_id, command, offset, message.data, False)
            offset += len(message.data)
        await stream.send_message(pb.TaskExecStdinWriteStreamResponse())

    async def SandboxStdinWriteV2(self, request):
        await self._write(request.task_id, self._main(request), request.offset, request.data, request.eof)
        return pb.SandboxStdinWriteV2Response()

    async def SandboxStdioReadV2(self, request):
        sandbox = authorized(self.plane, request.task_id)
        if "" not in sandbox.commands:
            while sandbox.result is None:
                await sandbox.ended.wait(None)
            return
        command = sandbox.commands[""]
        wants_errors = request.file_descriptor == pb.SANDBOX_STDIO_FILE_DESCRIPTOR_STDERR
        offset = request.offset
        async for block in (command.stderr if wants_errors else command.stdout).read(offset):
            yield pb.SandboxStdioReadV2Response(data=block, starting_offset=offset)
            offset += len(block)

    async def SandboxWaitUntilReady(self, request):
        """Ready is what its probe says, again and again."""
        sandbox = self._alive(request.task_id)
        until = time.monotonic() + request.timeout
        while not (sandbox.ready and await self._probe(sandbox)):
            self._alive(request.task_id)
            if time.monotonic() > until:
                raise GRPCError(Status.DEADLINE_EXCEEDED, "the sandbox is not ready")
            await asyncio.sleep(0.05)
        return pb.SandboxWaitUntilReadyTcrResponse(ready_at=time.time())

    async def TaskReloadVolumes(self, request):
        self.plane.ledger.count("reloads", request.task_id)
        return pb.TaskReloadVolumesResponse()

    async def _probe(self, sandbox: Sandbox) -> bool:
        probe = sandbox.definition.readiness_probe
        if probe.HasField("tcp_port"):
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", sandbox.ports.get(probe.tcp_port, 0))
            except OSError:
                return False
            writer.close()
            return True
        if probe.HasField("exec_command"):
            command = await sandbox.run("probe", list(probe.exec_command.argv))
            return await command.finished == 0
        return True

    async def _write(self, task_id: str, command: Command, offset: int, data: bytes, eof: bool) -> None:
        sandbox = self._alive(task_id)
        sandbox.active_at = time.monotonic()
        await command.write(offset, data, eof)
        if 0 < command.dies_after <= command.writes:
            sandbox.die()

    def _alive(self, task_id: str) -> Sandbox:
        sandbox = authorized(self.plane, task_id)
        if sandbox.result is not None:
            raise GRPCError(Status.NOT_FOUND, "the sandbox has ended")
        return sandbox

    def _command(self, request) -> Command:
        sandbox = authorized(self.plane, request.task_id)
        if request.exec_id not in sandbox.commands:
            raise GRPCError(Status.NOT_FOUND, f"no command {request.exec_id}")
        return sandbox.commands[request.exec_id]

    def _main(self, request) -> Command:
        sandbox = self._alive(request.task_id)
        if "" not in sandbox.commands:
            raise GRPCError(Status.FAILED_PRECONDITION, "the sandbox was created without a command")
        return sandbox.commands[""]
