"""Tunnels to ports of sandboxes: a relay on loopback, behind TLS with a certificate of the fake's own if encrypted."""

import asyncio
import contextlib
import ssl
import subprocess
from pathlib import Path


def make_certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate for 127.0.0.1 and localhost that signs itself, and its key. Needs openssl."""
    certificate, key = folder / "ca.pem", folder / "key.pem"
    command = [
        *("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"),
        *("-keyout", str(key), "-out", str(certificate), "-days", "30", "-subj", "/CN=127.0.0.1"),
        *("-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost"),
    ]
    subprocess.run(command, check=True, capture_output=True, timeout=60)
    return certificate, key


class Tunnel:
    """Listens on a free port, and passes connections on to another."""

    def __init__(self, target: int, certificate: tuple[Path, Path] | None):
        self.target = target
        self.encrypted = certificate is not None
        self.port = 0
        self._context = None
        if certificate:
            self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self._context.load_cert_chain(*certificate)
        self._server: asyncio.Server | None = None
        self._open: set[asyncio.StreamWriter] = set()

    async def start(self) -> None:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0, ssl=self._context)
        self.port = self._server.sockets[0].getsockname()[1]

    def close(self) -> None:
        if self._server:
            self._server.close()
        for writer in list(self._open):
            writer.transport.abort()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            inner_reader, inner_writer = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            writer.close()
            return
        self._open |= {writer, inner_writer}
        try:
            await asyncio.gather(self._pass(reader, inner_writer), self._pass(inner_reader, writer))
        finally:
            for one in (writer, inner_writer):
                self._open.discard(one)
                one.close()

    @staticmethod
    async def _pass(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while block := await reader.read(1 << 16):
                writer.write(block)
                await writer.drain()
            if writer.can_write_eof():
                writer.write_eof()
            else:
                writer.close()
