"""The fake control plane as tests hold it: a server in a thread of its own, its ledger and its script of faults."""

import asyncio
import itertools
import os
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from fake_containers import Container, Containers
from fake_functions import Call, Function, Functions
from fake_ledger import Faults, Ledger
from fake_nanny import start_nanny
from fake_objects import App, Objects
from fake_router import Router
from fake_rpc import service
from fake_sandboxes import Sandbox, Sandboxes
from fake_scheduling import Scheduling
from fake_tunnels import make_certificate
from fake_volumes import Blobs, Volumes
from grpclib import GRPCError, Status
from grpclib.server import Server
from modal_proto import api_pb2
from modal_proto.api_grpc import ModalClientBase
from modal_proto.task_command_router_grpc import TaskCommandRouterBase

BOUND_S = 60.0
"""For everything that a test asks of the plane itself."""


class Caller(Objects, Functions, Containers, Volumes, Sandboxes):
    """All calls of one caller: a client, or a container."""

    def __init__(self, plane: "Plane", container: Container | None):
        self.plane, self.container = plane, container


class Plane(Scheduling):
    """One fake. Close it at the end.

    containers: the most that one function gets at a time, whatever it asks for.
    """

    def __init__(self, containers: int = 4):
        self.root = Path(tempfile.mkdtemp(prefix="mf-"))
        self.logs = self.root / "logs"
        self.logs.mkdir()
        self.containers = containers
        self.grace_s = 5.0
        self.boot_attempts = 1
        self.max_inputs_outstanding = 1000
        self.sandbox_limit: int | None = None
        """Sandboxes alive at a time, beyond which no more are created."""
        self.silence_s = 60.0
        """How long an app that is run lives on when its client is not heard of any more."""
        self.link_anywhere = False
        """Whether mounts get links wherever they are: `/models` really appears on this machine, until it is closed."""
        self.python_path = [os.getcwd(), *(path for path in sys.path if path)]
        """Where containers find modules."""
        self.container_environment: dict[str, str] = {}
        self.sandbox_path: list[str] = []
        """Folders that come first in the PATH of sandboxes: programs that an image would have."""
        self.inner_ports: set[int] = set()
        """Ports that are mapped to free ones in sandboxes without open ports too."""
        self.rewrite: Callable[[list[str]], list[str]] = lambda words: words
        """What becomes of a sandbox's command, if paths of an image are to mean something here."""
        self.ledger, self.faults = Ledger(self.root.name), Faults()
        self.apps: dict[str, App] = {}
        self.functions: dict[str, Function] = {}
        self.precreated: dict[tuple[str, str], str] = {}
        self.calls: dict[str, Call] = {}
        self.images: dict[str, api_pb2.Image] = {}
        self.secrets: dict[str, dict[str, str]] = {}
        self.secret_names: dict[str, str] = {}
        self.volumes: dict[str, Path] = {}
        self.volume_names: dict[str, str] = {}
        self.sandboxes: dict[str, Sandbox] = {}
        self.blobs = Blobs(self.root / "blobs")
        self.url = self.router_url = ""
        self._numbers = itertools.count(1)
        self._certificate: tuple[Path, Path] | None = None
        self._servers: list[Server] = []
        self._links: set[Path] = set()
        self._nanny = start_nanny(self.ledger.mark, self.root)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="fake modal", daemon=True)
        self._thread.start()
        self.do(self._start())

    # For tests

    @property
    def env(self) -> dict[str, str]:
        """The environment of a client that is to talk to this fake."""
        return {
            "MODAL_SERVER_URL": self.url,
            "MODAL_TOKEN_ID": "ak-fake",
            "MODAL_TOKEN_SECRET": "as-fake",
            "MODAL_CONFIG_PATH": str(self.root / "no-such.toml"),
            "MODAL_ENVIRONMENT": "main",
            "NO_PROXY": "127.0.0.1,localhost",
        }

    @property
    def mounts(self) -> Path:
        """Volumes mounted at paths below this folder are really there, for containers and sandboxes."""
        return self.root / "mnt"

    @property
    def ca_file(self) -> Path:
        """The certificate that the tunnels' TLS is to be trusted by."""
        return self.certificate()[0]

    def volume(self, name: str) -> Path:
        """The folder of a named volume, created if there is none."""
        return self.do(self._volume(name))

    def secret(self, name: str, **values: str) -> None:
        """A named secret, as if it had been made on the website."""
        self.secrets["st-" + name] = values
        self.secret_names[name] = "st-" + name

    def kill_container(self, container_id: str) -> None:
        """SIGKILL, now."""
        self._loop.call_soon_threadsafe(self._container(container_id).kill)

    def preempt_container(self, container_id: str) -> None:
        """An interrupt, as when its machine is needed for something else."""
        self._loop.call_soon_threadsafe(self._container(container_id).preempt)

    def kill_sandbox(self, sandbox_id: str) -> None:
        """It dies as if its machine were lost."""
        self._loop.call_soon_threadsafe(self.sandboxes[sandbox_id].die)

    def log(self) -> str:
        """What all containers have printed."""
        return "\n".join(f"--- {path.stem}\n{path.read_text()}" for path in sorted(self.logs.iterdir()))

    def wait_for(self, condition: Callable[[], bool]) -> None:
        """Until something has come about; AssertionError if it does not."""
        until = time.monotonic() + BOUND_S
        while not condition():
            assert time.monotonic() < until, "it did not come about"
            time.sleep(0.02)

    def reset(self) -> None:
        """Everything that runs ends; ledger and script are empty again. Objects by name and id stay."""
        self.do(self._stop_all())
        self.faults.clear()
        self.ledger.__init__(self.root.name)
        self.rewrite, self.inner_ports = lambda words: words, set()
        self.sandbox_limit = None
        self.calls.clear()

    def close(self) -> None:
        self.do(self._stop_all())
        self.do(self._close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(BOUND_S)
        self._loop.close()
        for link in self._links:
            link.unlink(missing_ok=True)
        self._nanny.communicate(timeout=BOUND_S)

    def do(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Runs in the plane's own thread."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(BOUND_S)

    # For the services

    def new_id(self, kind: str) -> str:
        return f"{kind}-{next(self._numbers):06d}"

    def caller(self, container: Container | None) -> Caller:
        return Caller(self, container)

    def certificate(self) -> tuple[Path, Path]:
        if self._certificate is None:
            self._certificate = make_certificate(self.root)
        return self._certificate

    def new_app(self, name: str) -> App:
        app = App(self.new_id("ap"), name)
        self.apps[app.id] = app
        return app

    def deployed_app(self, name: str) -> App | None:
        found = [app for app in self.apps.values() if app.deployed and app.name == name and not app.stopped]
        return found[-1] if found else None

    def deployed(self, app_name: str, tag: str, kind: str) -> str:
        app = self.deployed_app(app_name)
        found = getattr(app.layout, kind).get(tag) if app else None
        if not found:
            raise GRPCError(Status.NOT_FOUND, f"no {tag} in app {app_name!r}")
        return found

    def publish(self, app: App, functions: dict[str, str], classes: dict[str, str]) -> None:
        """From here on the functions can be called."""
        objects = [
            api_pb2.Object(object_id=id, function_handle_metadata=self.functions[id].metadata())
            for id in functions.values()
        ]
        objects += [
            api_pb2.Object(object_id=id, class_handle_metadata=api_pb2.ClassHandleMetadata()) for id in classes.values()
        ]
        app.layout = api_pb2.AppLayout(objects=objects, function_ids=functions, class_ids=classes)
        for id in functions.values():
            self.schedule(self.functions[id])

    def schedule(self, function: Function) -> None:
        """Wakes containers for what waits, and starts those that are missing."""
        function.changed.fire()
        if self.apps[function.app_id].stopped:
            return
        waiting = sum(not entry.done for entry in function.queue)
        free = sum(max(container.free, 0) for container in function.containers)
        limit = min(function.limit or self.containers, self.containers)
        at_least = min(function.definition.autoscaler_settings.min_containers, limit)
        while len(function.containers) < limit and (waiting > free or len(function.containers) < at_least):
            function.containers.append(Container(self, function))
            free += function.slots

    def new_volume(self, name: str) -> str:
        volume_id = self.new_id("vo")
        self.volumes[volume_id] = self.root / "v" / volume_id
        self.volumes[volume_id].mkdir(parents=True)
        if name:
            self.volume_names[name] = volume_id
        return volume_id

    def mounted(self, mount: api_pb2.VolumeMount) -> Path:
        """The folder behind a mount, linked from the mount's path where that is below `mounts`."""
        folder = self.volumes[mount.volume_id] / mount.sub_path.lstrip("/")
        folder.mkdir(parents=True, exist_ok=True)
        link = Path(mount.mount_path)
        if link.is_relative_to(self.mounts):
            link.parent.mkdir(parents=True, exist_ok=True)
        elif not self.link_anywhere or (link.exists() and link not in self._links):
            return folder
        if link.is_symlink() and link.readlink() != folder:
            link.unlink()
        if not link.is_symlink():
            link.symlink_to(folder)
            self._links.add(link)
        return folder

    def _container(self, container_id: str) -> Container:
        containers = (container for function in self.functions.values() for container in function.containers)
        return next(container for container in containers if container.id == container_id)

    def all_sandboxes(self) -> list[Sandbox]:
        return [sandbox for id, sandbox in self.sandboxes.items() if id == sandbox.id]

    async def stop_app(self, app_id: str) -> None:
        """Its containers and sandboxes end before this returns."""
        app = self.apps[app_id]
        app.stopped = True
        for sandbox in self.all_sandboxes():
            if sandbox.app_id == app_id:
                sandbox.terminate()
        mine = [function for function in self.functions.values() if function.app_id == app_id]
        for function in mine:
            function.queue.clear()
        await asyncio.gather(*(container.stop() for function in mine for container in list(function.containers)))

    async def _start(self) -> None:
        await self.blobs.start()
        main = Server([service(ModalClientBase, self.caller(None), self.ledger, self.faults)])
        router = Server([service(TaskCommandRouterBase, Router(self), self.ledger, self.faults)])
        urls = []
        for server in (main, router):
            await server.start("127.0.0.1", 0)
            port = server._server.sockets[0].getsockname()[1]  # type: ignore[union-attr]
            urls.append(f"http://127.0.0.1:{port}")
            self._servers.append(server)
        self.url, self.router_url = urls
        self._watch = asyncio.create_task(self._stop_silent_apps())

    async def _stop_silent_apps(self) -> None:
        while True:
            await asyncio.sleep(1.0)
            for app in list(self.apps.values()):
                silent = time.monotonic() - app.beat_at > self.silence_s
                if silent and not app.deployed and not app.stopped:
                    self.ledger.count("apps abandoned", app.id)
                    await self.stop_app(app.id)

    async def _volume(self, name: str) -> Path:
        return self.volumes[self.volume_names.get(name) or self.new_volume(name)]

    async def _stop_all(self) -> None:
        for app_id in list(self.apps):
            await self.stop_app(app_id)

    async def _close(self) -> None:
        self._watch.cancel()
        for server in self._servers:
            server.close()
        await self.blobs.close()
