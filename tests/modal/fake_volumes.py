"""Volumes, each a folder, and the small HTTP server for their blocks and for all that is too large for a message."""

import hashlib
import os
import shutil
import time
from pathlib import Path
from typing import TYPE_CHECKING

from aiohttp import web
from google.protobuf.empty_pb2 import Empty
from grpclib import GRPCError, Status
from modal_proto import api_pb2

if TYPE_CHECKING:
    from fake_plane import Plane

BLOCK = 8 * 1024 * 1024
"""Size of the pieces in which clients send and fetch files."""

MAX_BLOB = 1 << 32


class Blobs:
    """Bytes by name, in files: PUT and GET of http://.../blob/NAME, and GET of pieces of the files of volumes."""

    def __init__(self, folder: Path):
        self.folder = folder
        folder.mkdir()
        self.files: dict[str, tuple[Path, int, int]] = {}
        self.url = ""
        self._runner: web.AppRunner | None = None

    async def start(self) -> None:
        app = web.Application(client_max_size=MAX_BLOB)
        app.router.add_put("/blob/{name}", self._put)
        app.router.add_get("/blob/{name}", self._get)
        app.router.add_get("/piece/{name}", self._piece)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        self.url = f"http://127.0.0.1:{self._runner.addresses[0][1]}"

    async def close(self) -> None:
        if self._runner:
            await self._runner.cleanup()

    def path(self, name: str) -> Path:
        if not name.replace("-", "").isalnum():
            raise GRPCError(Status.INVALID_ARGUMENT, f"no name of a blob: {name!r}")
        return self.folder / name

    async def _put(self, request: web.Request) -> web.Response:
        data = await request.read()
        self.path(request.match_info["name"]).write_bytes(data)
        return web.Response(body=b"stored", headers={"ETag": f'"{hashlib.md5(data).hexdigest()}"'})

    async def _get(self, request: web.Request) -> web.StreamResponse:
        path = self.path(request.match_info["name"])
        return web.FileResponse(path) if path.exists() else web.Response(status=404)

    async def _piece(self, request: web.Request) -> web.Response:
        path, start, length = self.files[request.match_info["name"]]
        with open(path, "rb") as file:
            file.seek(start)
            return web.Response(body=file.read(length))


class Volumes:
    """Calls about volumes and blobs."""

    plane: "Plane"

    async def BlobCreate(self, request):
        blob_id = self.plane.new_id("bl")
        self.plane.ledger.count("blobs", blob_id)
        url = f"{self.plane.blobs.url}/blob/{blob_id}"
        return api_pb2.BlobCreateResponse(
            blob_id=blob_id,
            upload_url=url,
            blob_ids=[blob_id],
            upload_urls=api_pb2.UploadUrlList(items=[url]),
        )

    async def BlobGet(self, request):
        return api_pb2.BlobGetResponse(download_url=f"{self.plane.blobs.url}/blob/{request.blob_id}")

    async def VolumeGetOrCreate(self, request):
        plane, name = self.plane, request.deployment_name
        creation = request.object_creation_type
        volume_id = plane.volume_names.get(name) if name else None
        if volume_id is None:
            if creation == api_pb2.OBJECT_CREATION_TYPE_UNSPECIFIED:
                raise GRPCError(Status.NOT_FOUND, f"Volume {name!r} not found")
            volume_id = plane.new_volume(name)
        elif creation == api_pb2.OBJECT_CREATION_TYPE_CREATE_FAIL_IF_EXISTS:
            raise GRPCError(Status.ALREADY_EXISTS, f"Volume {name!r} exists")
        return api_pb2.VolumeGetOrCreateResponse(
            volume_id=volume_id, version=api_pb2.VOLUME_FS_VERSION_V2, metadata=self._metadata(volume_id, name)
        )

    async def VolumeGetById(self, request):
        return api_pb2.VolumeGetByIdResponse(
            volume_id=request.volume_id, metadata=self._metadata(request.volume_id, "")
        )

    async def VolumeHeartbeat(self, request):
        return Empty()

    async def VolumeCommit(self, request):
        self.plane.ledger.count("commits", request.volume_id)
        return api_pb2.VolumeCommitResponse(skip_reload=False)

    async def VolumeReload(self, request):
        self.plane.ledger.count("reloads", request.volume_id)
        return Empty()

    async def VolumeDelete(self, request):
        plane = self.plane
        shutil.rmtree(plane.volumes.pop(request.volume_id))
        plane.volume_names = {name: id for name, id in plane.volume_names.items() if id != request.volume_id}
        return Empty()

    async def VolumeListFiles2(self, request):
        root, path = self._find(request.volume_id, request.path)
        found = [path] if path.is_file() else sorted(path.rglob("*") if request.recursive else path.iterdir())
        entries = [self._entry(root, one) for one in found]
        for start in range(0, len(entries), 100):
            yield api_pb2.VolumeListFiles2Response(entries=entries[start : start + 100])

    async def VolumeGetFile2(self, request):
        _, path = self._find(request.volume_id, request.path)
        if not path.is_file():
            raise GRPCError(Status.NOT_FOUND, f"{request.path} is no file")
        size = path.stat().st_size
        end = min(request.start + request.len, size) if request.len else size
        urls = []
        start = request.start
        while start < end:
            stop = min((start // BLOCK + 1) * BLOCK, end)
            name = self.plane.new_id("pi")
            self.plane.blobs.files[name] = (path, start, stop - start)
            urls.append(f"{self.plane.blobs.url}/piece/{name}")
            start = stop
        return api_pb2.VolumeGetFile2Response(
            get_urls=urls, size=size, start=request.start, len=max(end - request.start, 0)
        )

    async def VolumePutFiles2(self, request):
        missing = []
        for file_index, file in enumerate(request.files):
            _, path = self._find(request.volume_id, file.path, exists=False)
            if request.disallow_overwrite_existing_files and path.exists():
                raise GRPCError(Status.ALREADY_EXISTS, f"{file.path} exists")
            for block_index, block in enumerate(file.blocks):
                name = block.contents_sha256.hex()
                if not self.plane.blobs.path(name).exists():
                    url = f"{self.plane.blobs.url}/blob/{name}"
                    missing.append(
                        api_pb2.VolumePutFiles2Response.MissingBlock(
                            file_index=file_index, block_index=block_index, put_url=url
                        )
                    )
        if not missing:
            for file in request.files:
                self._store(request.volume_id, file)
        return api_pb2.VolumePutFiles2Response(missing_blocks=missing)

    async def VolumeRemoveFile2(self, request):
        _, path = self._find(request.volume_id, request.path)
        if path.is_dir() and request.recursive:
            shutil.rmtree(path)
        elif path.is_dir():
            raise GRPCError(Status.INVALID_ARGUMENT, f"{request.path} is a folder")
        else:
            path.unlink()
        return Empty()

    async def VolumeCopyFiles2(self, request):
        _, target = self._find(request.volume_id, request.dst_path, exists=False)
        for source in request.src_paths:
            _, path = self._find(request.volume_id, source)
            to = target / path.name if target.is_dir() else target
            to.parent.mkdir(parents=True, exist_ok=True)
            shutil.copytree(path, to) if path.is_dir() else shutil.copy2(path, to)
        return Empty()

    def _store(self, volume_id: str, file: api_pb2.VolumePutFiles2Request.File) -> None:
        _, path = self._find(volume_id, file.path, exists=False)
        path.parent.mkdir(parents=True, exist_ok=True)
        partial = path.with_name(path.name + ".partial")
        with open(partial, "wb") as out:
            for index, block in enumerate(file.blocks):
                # Clients leave out the zeros at the end of a block.
                out.seek(index * BLOCK)
                out.write(self.plane.blobs.path(block.contents_sha256.hex()).read_bytes())
            out.truncate(file.size)
        os.replace(partial, path)
        self.plane.ledger.count("files put", file.path)

    def _find(self, volume_id: str, path: str, exists: bool = True) -> tuple[Path, Path]:
        """A volume's folder, and a path in it."""
        if volume_id not in self.plane.volumes:
            raise GRPCError(Status.NOT_FOUND, f"no volume {volume_id}")
        root = self.plane.volumes[volume_id]
        found = (root / path.lstrip("/")).resolve()
        if not found.is_relative_to(root.resolve()):
            raise GRPCError(Status.INVALID_ARGUMENT, f"{path} leaves the volume")
        if exists and not found.exists():
            raise GRPCError(Status.NOT_FOUND, f"{path} is not in the volume")
        return root, found

    @staticmethod
    def _entry(root: Path, path: Path) -> api_pb2.FileEntry:
        kind = api_pb2.FileEntry.DIRECTORY if path.is_dir() else api_pb2.FileEntry.FILE
        status = path.stat()
        size = 0 if path.is_dir() else status.st_size
        return api_pb2.FileEntry(
            path=path.relative_to(root.resolve()).as_posix(), type=kind, mtime=int(status.st_mtime), size=size
        )

    @staticmethod
    def _metadata(volume_id: str, name: str) -> api_pb2.VolumeMetadata:
        metadata = api_pb2.VolumeMetadata(version=api_pb2.VOLUME_FS_VERSION_V2, name=name)
        metadata.creation_info.created_at = time.time()
        return metadata
