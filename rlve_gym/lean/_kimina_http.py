"""The way to a Kimina server and back: one POST, and what its failures mean. Connections are kept and used again."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import requests
from requests.auth import AuthBase

from rlve_gym.lean._kimina_wire import NoAnswer, Refused, Silent, failed
from rlve_gym.lean.backend import Crashed

CONNECT_S = 10.0
_READ_BYTES = 1 << 16
_ERROR_BYTES = 1 << 14


class Bearer(AuthBase):
    """The key, in a form that a .netrc file does not override."""

    def __init__(self, key: str | None):
        self.key = key

    def __call__(self, r: requests.PreparedRequest) -> requests.PreparedRequest:
        if self.key:
            r.headers["Authorization"] = f"Bearer {self.key}"
        return r


class Server:
    """A `Transport`. Raises Refused for a URL that is none."""

    def __init__(self, url: str, key: str | None):
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise Refused(f"the Kimina server's URL is {url!r}: give one such as http://localhost:8000")
        self.url = url.rstrip("/")
        self._auth = Bearer(key)
        self._lock = threading.Lock()
        self._free: list[requests.Session] = []
        self._closed = False

    def post(self, path: str, payload: dict, timeout_s: float, most_bytes: int) -> bytes | None:
        """The body of a good answer; None if there is no such path. See `Transport`."""
        try:
            with (
                self._session() as session,
                session.post(
                    self.url + path,
                    json=payload,
                    auth=self._auth,
                    timeout=(CONNECT_S, timeout_s),
                    stream=True,
                    allow_redirects=False,
                ) as response,
            ):
                if response.status_code == 200:
                    return _body(response, most_bytes)
                said = _body(response, _ERROR_BYTES, cut=True)
                headers, keyed = response.headers, self._auth.key is not None
                retry_after, location = headers.get("Retry-After", ""), headers.get("Location")
                return failed(self.url, response.status_code, said, retry_after, location, keyed)
        except requests.RequestException as error:
            kind = Silent if isinstance(error, requests.ReadTimeout) else NoAnswer
            raise kind(f"no answer from {self.url} ({type(error).__name__})") from error

    def close(self) -> None:
        """Close all connections, those in use as soon as they are not."""
        with self._lock:
            self._closed = True
            while self._free:
                self._free.pop().close()

    @contextmanager
    def _session(self) -> Iterator[requests.Session]:
        """A session that nobody uses meanwhile: as many are kept as were in use at once, whatever number of threads."""
        with self._lock:
            session = self._free.pop() if self._free else requests.Session()
        try:
            yield session
        finally:
            with self._lock:
                if self._closed:
                    session.close()
                else:
                    self._free.append(session)


def _body(response: requests.Response, most_bytes: int, cut: bool = False) -> bytes:
    """The body. What is too long is cut, or Crashed is raised."""
    body = bytearray()
    for piece in response.iter_content(_READ_BYTES):
        body += piece
        if len(body) > most_bytes:
            if cut:
                break
            raise Crashed("more output than allowed")
    return bytes(body)
