"""Sandboxes: a private folder each, and local processes that all end with it. Control plane and command router."""

import asyncio
import json
import os
import re
import socket
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from fake_containers import INHERITED
from fake_ledger import MARK, OWNER
from fake_objects import image_environment, token
from fake_processes import Command
from fake_rpc import METADATA, Signal, hang
from fake_tunnels import Tunnel
from google.protobuf.empty_pb2 import Empty
from grpclib import GRPCError, Status
from modal_proto import api_pb2

if TYPE_CHECKING:
    from fake_plane import Plane

Result = api_pb2.GenericResult


def free_port() -> int:
    """A port that nobody uses now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Sandbox:
    """One sandbox. Its ports are mapped to free ones, so that many sandboxes may serve the same port."""

    def __init__(self, plane: "Plane", app_id: str, definition: api_pb2.Sandbox):
        self.plane, self.app_id, self.definition = plane, app_id, definition
        self.id = plane.new_id("sb")
        # Clients tell by the last letter that a task belongs to a sandbox of the second version.
        self.task_id = plane.new_id("ta") + "V"
        self.token = token(task=self.task_id)
        self.folder = plane.root / "s" / self.id
        self.result: Result | None = None
        self.ended = Signal()
        self.ready = True
        self.commands: dict[str, Command] = {}
        self.environment: dict[str, str] = {}
        mapped = {*plane.inner_ports, *(spec.port for spec in definition.open_ports.ports)}
        self.ports = {port: free_port() for port in mapped}
        self.tunnels: dict[int, Tunnel] = {}
        self.tags: dict[str, str] = {}
        self.created_at = time.time()
        self.active_at = time.monotonic()
        self._timers: list[asyncio.TimerHandle] = []

    async def start(self) -> None:
        for name in ("", "tmp"):
            (self.folder / name).mkdir(parents=True)
        for spec in self.definition.open_ports.ports:
            tunnel = Tunnel(self.ports[spec.port], None if spec.unencrypted else self.plane.certificate())
            await tunnel.start()
            self.tunnels[spec.port] = tunnel
        self.plane.ledger.sandboxes[self.id] = "alive"
        self.plane.ledger.count("sandboxes created", self.id)
        loop = asyncio.get_running_loop()
        if self.definition.timeout_secs:
            self._timers.append(loop.call_later(self.definition.timeout_secs, self._over, "timeout"))
        if self.definition.idle_timeout_secs:
            self._watch_idle()
        if self.definition.entrypoint_args:
            main = await self.run("", list(self.definition.entrypoint_args))
            main.finished.add_done_callback(lambda done: self._main_ended(main.code))

    async def run(
        self, exec_id: str, words: list[str], env: dict[str, str] | None = None, workdir: str = ""
    ) -> Command:
        """Starts a command in it; the one of exec_id "" is what it was created with."""
        words = self.plane.rewrite([self._port(word) for word in words])
        folder = self._folder(workdir)
        command = Command(words, folder, self._environment() | (env or {}))
        self.commands[exec_id] = command
        self.plane.ledger.count("execs", f"{self.id}: {' '.join(words)[:200]}")
        await command.start()
        return command

    def end(self, status: "Result.GenericStatus.ValueType", code: int = 0, how: str = "terminated") -> None:
        """All of it ends, at once."""
        if self.result is not None:
            return
        self.result = Result(status=status, exitcode=code)
        for timer in self._timers:
            timer.cancel()
        for command in self.commands.values():
            command.kill()
        self.plane.ledger.kill(self.id)
        for tunnel in self.tunnels.values():
            tunnel.close()
        self.plane.ledger.sandboxes[self.id] = how
        self.plane.ledger.count(f"sandboxes {how}", self.id)
        self.ended.fire()

    def die(self) -> None:
        """What a lost machine looks like."""
        self.end(Result.GENERIC_STATUS_INTERNAL_FAILURE, 137, "dead")

    def terminate(self) -> None:
        self.end(Result.GENERIC_STATUS_TERMINATED, 137)

    def tunnel_data(self, encrypted_only: bool) -> list[api_pb2.TunnelData]:
        found = []
        for port, tunnel in self.tunnels.items():
            if tunnel.encrypted:
                found.append(api_pb2.TunnelData(host="127.0.0.1", port=tunnel.port, container_port=port))
            elif not encrypted_only:
                found.append(
                    api_pb2.TunnelData(
                        host="127.0.0.1",
                        port=tunnel.port,
                        unencrypted_host="127.0.0.1",
                        unencrypted_port=tunnel.port,
                        container_port=port,
                    )
                )
        return found

    def _main_ended(self, code: int) -> None:
        status = Result.GENERIC_STATUS_SUCCESS if code == 0 else Result.GENERIC_STATUS_FAILURE
        self.end(status, code, "finished")

    def _over(self, how: str) -> None:
        status = {"timeout": Result.GENERIC_STATUS_TIMEOUT, "idle": Result.GENERIC_STATUS_IDLE_TIMEOUT}[how]
        self.end(status, 124, how)

    def _watch_idle(self) -> None:
        """Idle is what has no running command; standard input counts as activity."""
        idle_s = self.definition.idle_timeout_secs
        if any(not command.finished.done() for command in self.commands.values()):
            self.active_at = time.monotonic()
        left = self.active_at + idle_s - time.monotonic()
        if left <= 0:
            self._over("idle")
        else:
            self._timers = [asyncio.get_running_loop().call_later(max(left, 0.05), self._watch_idle), *self._timers[:1]]

    def _port(self, text: str) -> str:
        for port, real in self.ports.items():
            text = re.sub(rf"(?<![\w.]){port}(?![\w.])", str(real), text)
        return text

    def _folder(self, workdir: str) -> Path:
        """Working folders are inside, whatever they are called."""
        folder = self.folder / (workdir or self.definition.workdir).lstrip("/")
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    def _environment(self) -> dict[str, str]:
        plane, definition = self.plane, self.definition
        mounts = {mount.mount_path: str(plane.mounted(mount)) for mount in definition.volume_mounts}
        found = {name: os.environ[name] for name in INHERITED if name in os.environ}
        found["PATH"] = os.pathsep.join([*plane.sandbox_path, str(Path(sys.executable).parent), found.get("PATH", "")])
        found |= image_environment(plane.images, definition.image_id) | self.environment
        for secret_id in definition.secret_ids:
            found |= plane.secrets[secret_id]
        found = {name: self._port(value) for name, value in found.items()}
        found |= {f"MODAL_FAKE_PORT_{port}": str(real) for port, real in self.ports.items()}
        return found | {
            "HOME": str(self.folder),
            "TMPDIR": str(self.folder / "tmp"),
            "MODAL_SANDBOX_ID": self.id,
            "MODAL_TASK_ID": self.task_id,
            "MODAL_FAKE_MOUNTS": json.dumps(mounts),
            MARK: plane.ledger.mark,
            OWNER: self.id,
        }


def secrets_of(plane: "Plane", sources) -> dict[str, str]:
    """Variables from secrets that are named and those that were sent along, later ones first."""
    found: dict[str, str] = {}
    for source in sources:
        found |= plane.secrets[source.secret_id] if source.secret_id else dict(source.env.contents)
    return found


class Sandboxes:
    """Calls about sandboxes to the control plane."""

    plane: "Plane"

    async def SandboxCreateV2(self, request):
        plane = self.plane
        fault = plane.faults.take("create", request.definition.name)
        if fault and fault.kind == "refuse":
            plane.ledger.count("creates refused")
            raise GRPCError(Status.RESOURCE_EXHAUSTED, fault.text or "scripted: too many sandboxes")
        if plane.sandbox_limit is not None and len(plane.ledger.sandboxes_alive) >= plane.sandbox_limit:
            plane.ledger.count("creates refused")
            raise GRPCError(Status.RESOURCE_EXHAUSTED, f"there are {plane.sandbox_limit} sandboxes already")
        if fault and fault.kind == "hang":
            await hang(plane.faults)
        sandbox = Sandbox(plane, request.app_id, request.definition)
        sandbox.environment = secrets_of(plane, request.secret_sources)
        sandbox.tags = {tag.tag_name: tag.tag_value for tag in request.tags}
        sandbox.ready = not (fault and fault.kind == "never ready")
        plane.sandboxes[sandbox.id] = plane.sandboxes[sandbox.task_id] = sandbox
        await sandbox.start()
        if fault and fault.kind == "born dead":
            sandbox.die()
        return api_pb2.SandboxCreateV2Response(
            sandbox_id=sandbox.id,
            task_id=sandbox.task_id,
            tunnels=sandbox.tunnel_data(encrypted_only=True),
            metadata=api_pb2.SandboxHandleMetadata(app_id=request.app_id),
            command_router_access=api_pb2.CommandRouterAccess(url=plane.router_url, jwt=sandbox.token),
        )

    async def SandboxWaitV2(self, request):
        sandbox = self._sandbox(request.sandbox_id)
        if sandbox.result is None and request.timeout:
            await sandbox.ended.wait(request.timeout)
        return api_pb2.SandboxWaitResponse(result=sandbox.result)

    async def SandboxTerminateV2(self, request):
        sandbox = self._sandbox(request.sandbox_id)
        existing = sandbox.result
        sandbox.terminate()
        return api_pb2.SandboxTerminateResponse(existing_result=existing)

    async def SandboxGetTunnelsV2(self, request):
        sandbox = self._sandbox(request.sandbox_id)
        if not sandbox.ready:
            await sandbox.ended.wait(request.timeout)
            return api_pb2.SandboxGetTunnelsResponse(result=Result(status=Result.GENERIC_STATUS_TIMEOUT))
        return api_pb2.SandboxGetTunnelsResponse(tunnels=sandbox.tunnel_data(encrypted_only=False))

    async def SandboxGetTaskIdV2(self, request):
        return api_pb2.SandboxGetTaskIdResponse(task_id=self._sandbox(request.sandbox_id).task_id)

    async def SandboxGetCommandRouterAccess(self, request):
        sandbox = self._sandbox(request.sandbox_id or request.task_id)
        return api_pb2.SandboxGetCommandRouterAccessResponse(jwt=sandbox.token, url=self.plane.router_url)

    async def SandboxListV2(self, request):
        wanted = {tag.tag_name: tag.tag_value for tag in request.tags}
        found = []
        for sandbox in reversed(self.plane.all_sandboxes()):
            of_app = not request.app_id or sandbox.app_id == request.app_id
            living = request.include_finished or sandbox.result is None
            before = not request.before_timestamp or sandbox.created_at < request.before_timestamp
            if of_app and living and before and wanted.items() <= sandbox.tags.items():
                metadata = api_pb2.SandboxHandleMetadata(app_id=sandbox.app_id)
                info = api_pb2.SandboxInfo(id=sandbox.id, app_id=sandbox.app_id, metadata=metadata)
                info.created_at = sandbox.created_at
                found.append(info)
        return api_pb2.SandboxListResponse(sandboxes=found)

    async def SandboxTagsSetV2(self, request):
        self._sandbox(request.sandbox_id).tags = {tag.tag_name: tag.tag_value for tag in request.tags}
        return Empty()

    def _sandbox(self, sandbox_id: str) -> Sandbox:
        return find(self.plane, sandbox_id)


def find(plane: "Plane", id: str) -> Sandbox:
    """A sandbox by its own id or that of its task."""
    if id not in plane.sandboxes:
        raise GRPCError(Status.NOT_FOUND, f"no sandbox {id}")
    return plane.sandboxes[id]


def authorized(plane: "Plane", task_id: str) -> Sandbox:
    """The sandbox of a task, if the caller has its key and it is alive."""
    sandbox = find(plane, task_id)
    if METADATA.get().get("authorization") != f"Bearer {sandbox.token}":
        raise GRPCError(Status.UNAUTHENTICATED, "not the key of this task")
    return sandbox
