"""Apps, environments, secrets, images and mounts: they are created at once, since everything runs here anyway."""

import asyncio
import base64
import json
import re
import shlex
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from google.protobuf.empty_pb2 import Empty
from grpclib import GRPCError, Status
from modal_proto import api_pb2

if TYPE_CHECKING:
    from fake_plane import Plane

SUCCESS = api_pb2.GenericResult(status=api_pb2.GenericResult.GENERIC_STATUS_SUCCESS)
BUILDER_VERSION = "2025.06"


def token(**claims: Any) -> str:
    """A JSON web token that nobody checks, but whose expiry clients read."""
    parts: list[dict[str, Any]] = [{"alg": "none"}, {"exp": time.time() + 86400, **claims}]
    return ".".join(base64.urlsafe_b64encode(json.dumps(part).encode()).decode().rstrip("=") for part in parts) + ".x"


def claims(text: str) -> dict[str, Any]:
    """What a token of ours says."""
    part = text.split(".")[1]
    return json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))


class App:
    """What a client created or deployed under one id."""

    def __init__(self, id: str, name: str):
        self.id, self.name = id, name
        self.layout = api_pb2.AppLayout()
        self.stopped = False
        self.logs: list[Path] = []
        self.deployed = False
        self.beat_at = time.monotonic()


class Objects:
    """Calls about things that functions and sandboxes refer to."""

    plane: "Plane"

    async def ClientHello(self, request):
        return api_pb2.ClientHelloResponse(image_builder_version=BUILDER_VERSION)

    async def AuthTokenGet(self, request):
        return api_pb2.AuthTokenGetResponse(token=token(sub="fake"))

    async def EnvironmentGetOrCreate(self, request):
        settings = api_pb2.EnvironmentSettings(image_builder_version=BUILDER_VERSION, webhook_suffix="fake")
        metadata = api_pb2.EnvironmentMetadata(name=request.deployment_name or "main", settings=settings)
        return api_pb2.EnvironmentGetOrCreateResponse(environment_id="en-fake", metadata=metadata)

    async def AppCreate(self, request):
        app = self.plane.new_app(request.description)
        return api_pb2.AppCreateResponse(app_id=app.id, app_page_url="http://127.0.0.1/", app_logs_url="")

    async def AppGetOrCreate(self, request):
        app = self.plane.deployed_app(request.app_name)
        if app is None:
            if request.object_creation_type != api_pb2.OBJECT_CREATION_TYPE_CREATE_IF_MISSING:
                raise GRPCError(Status.NOT_FOUND, f"App {request.app_name!r} not found")
            app = self.plane.new_app(request.app_name)
            app.deployed = True
        return api_pb2.AppGetOrCreateResponse(app_id=app.id)

    async def AppGetByDeploymentName(self, request):
        app = self.plane.deployed_app(request.name)
        return api_pb2.AppGetByDeploymentNameResponse(app_id=app.id if app else "")

    async def AppGetLayout(self, request):
        return api_pb2.AppGetLayoutResponse(app_layout=self.plane.apps[request.app_id].layout)

    async def AppPublish(self, request):
        app = self.plane.apps[request.app_id]
        app.name = request.name or app.name
        app.deployed = request.app_state == api_pb2.APP_STATE_DEPLOYED
        self.plane.publish(app, dict(request.function_ids), dict(request.class_ids))
        return api_pb2.AppPublishResponse(url="http://127.0.0.1/", deployed_at=time.time())

    async def AppHeartbeat(self, request):
        self.plane.apps[request.app_id].beat_at = time.monotonic()
        return Empty()

    async def AppClientDisconnect(self, request):
        """The end of an app that was run. What was deployed stays."""
        if not self.plane.apps[request.app_id].deployed:
            await self.plane.stop_app(request.app_id)
        return Empty()

    async def AppStop(self, request):
        await self.plane.stop_app(request.app_id)
        return Empty()

    async def AppSetTags(self, request):
        return Empty()

    async def AppGetLogs(self, request):
        """What its containers print, as they do, and the end of the app."""
        app, sent, batch = self.plane.apps[request.app_id], {}, 0
        done = False
        while not done:
            done = app.stopped
            for path in app.logs:
                with open(path, "rb") as file:
                    file.seek(sent.get(path, 0))
                    data = file.read()
                sent[path] = sent.get(path, 0) + len(data)
                if data:
                    batch += 1
                    line = api_pb2.TaskLogs(
                        data=data.decode(errors="replace"), file_descriptor=api_pb2.FILE_DESCRIPTOR_STDOUT
                    )
                    yield api_pb2.TaskLogsBatch(task_id=path.stem, items=[line], entry_id=f"{batch}-0")
            await asyncio.sleep(0.1)
        yield api_pb2.TaskLogsBatch(app_done=True, eof=True)

    async def SecretGetOrCreate(self, request):
        plane = self.plane
        if request.object_creation_type in (
            api_pb2.OBJECT_CREATION_TYPE_UNSPECIFIED,
            api_pb2.OBJECT_CREATION_TYPE_CREATE_IF_MISSING,
        ):
            if request.deployment_name not in plane.secret_names:
                raise GRPCError(Status.NOT_FOUND, f"Secret {request.deployment_name!r} not found")
            secret_id = plane.secret_names[request.deployment_name]
            missing = set(request.required_keys) - plane.secrets[secret_id].keys()
            if missing:
                raise GRPCError(Status.FAILED_PRECONDITION, f"secret lacks {sorted(missing)}")
        else:
            secret_id = plane.new_id("st")
            plane.secrets[secret_id] = dict(request.env_dict)
            if request.deployment_name:
                plane.secret_names[request.deployment_name] = secret_id
        metadata = api_pb2.SecretMetadata(name=request.deployment_name, keys=list(plane.secrets[secret_id]))
        return api_pb2.SecretGetOrCreateResponse(secret_id=secret_id, metadata=metadata)

    async def MountGetOrCreate(self, request):
        for file in request.files:
            self.plane.ledger.count("files mounted", file.filename)
        metadata = api_pb2.MountHandleMetadata(content_checksum_sha256_hex="0" * 64)
        return api_pb2.MountGetOrCreateResponse(mount_id=self.plane.new_id("mo"), handle_metadata=metadata)

    async def MountBatchedCheckExistence(self, request):
        return api_pb2.MountBatchedCheckExistenceResponse()

    async def MountPutFile(self, request):
        return api_pb2.MountPutFileResponse(exists=True)

    async def ImageGetOrCreate(self, request):
        image_id = self.plane.new_id("im")
        self.plane.images[image_id] = request.image
        metadata = api_pb2.ImageMetadata(image_builder_version=BUILDER_VERSION, python_version_info="Python 3.11.7")
        return api_pb2.ImageGetOrCreateResponse(image_id=image_id, result=SUCCESS, metadata=metadata)

    async def ImageJoinStreaming(self, request):
        yield api_pb2.ImageJoinStreamingResponse(result=SUCCESS, eof=True)


def image_environment(images: dict[str, api_pb2.Image], image_id: str) -> dict[str, str]:
    """The variables that an image sets (`Image.env`), those of the images below it first."""
    image = images.get(image_id)
    if image is None:
        return {}
    found: dict[str, str] = {}
    for base in image.base_images:
        found |= image_environment(images, base.image_id)
    for command in image.dockerfile_commands:
        if match := re.match(r"ENV\s+(.*)", command, re.DOTALL):
            for word in shlex.split(match[1]):
                name, _, value = word.partition("=")
                found[name] = value
    return found
