"""The way to a Kimina server and back: one POST, and what its failures mean. A connection is kept for every thread."""

import threading
from urllib.parse import urlsplit

import requests
from requests.auth import AuthBase

from rlve_gym.lean.backend import Crashed, Unavailable

CONNECT_S = 10.0
_READ_BYTES = 1 << 16
_BUSY_WAIT_S, _LONGEST_WAIT_S = 1.0, 60.0
_ERROR_BYTES = 1 << 14


class Refused(ValueError):
    """The server is not what was meant, or refuses us: trying again does not help. Says what to do."""


class Bearer(AuthBase):
    """The key, in a form that a .netrc file does not override."""

    def __init__(self, key: str | None):
        self.key = key

    def __call__(self, r: requests.PreparedRequest) -> requests.PreparedRequest:
        if self.key:
            r.headers["Authorization"] = f"Bearer {self.key}"
        return r


class Server:
    """Thread-safe. Raises Refused for a URL that is none."""

    def __init__(self, url: str, key: str | None):
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise Refused(f"the Kimina server's URL is {url!r}: give one such as http://localhost:8000")
        self.url = url.rstrip("/")
        self._auth = Bearer(key)
        self._own = threading.local()
        self._lock = threading.Lock()
        self._sessions: list[requests.Session] = []

    def post(self, path: str, payload: dict, timeout_s: float, most_bytes: int) -> bytes | None:
        """The body of a good answer; None if there is no such path. `timeout_s`: until something comes.

        Raises Refused (a wrong key, a redirection), Crashed (a good answer of more than `most_bytes`), Unavailable.
        """
        try:
            with self._session().post(
                self.url + path,
                json=payload,
                auth=self._auth,
                timeout=(CONNECT_S, timeout_s),
                stream=True,
                allow_redirects=False,
            ) as response:
                if response.status_code == 200:
                    return _body(response, most_bytes)
                return self._failed(response)
        except requests.RequestException as error:
            raise Unavailable(f"no answer from {self.url} ({type(error).__name__})") from error

    def close(self) -> None:
        """Close all connections."""
        with self._lock:
            for session in self._sessions:
                session.close()
            self._sessions.clear()

    def _session(self) -> requests.Session:
        session = getattr(self._own, "session", None)
        if session is None:
            session = self._own.session = requests.Session()
            with self._lock:
                self._sessions.append(session)
        return session

    def _failed(self, response: requests.Response) -> None:
        """What an answer other than 200 means; returns if there is no such path."""
        status = response.status_code
        if status in (404, 405):
            return
        if status in (401, 403):
            key = "a key is needed" if self._auth.key is None else "the key is wrong"
            raise Refused(f"{self.url} answers {status}: {key}; set LEAN_SERVER_API_KEY")
        if 300 <= status < 400:
            raise Refused(
                f"{self.url} has moved to {response.headers.get('Location')}: set LEAN_SERVER_API_URL to that"
            )
        wait = response.headers.get("Retry-After", "")
        wait_s = min(float(wait), _LONGEST_WAIT_S) if wait.isdecimal() else 0.0
        if status == 429:
            raise Unavailable(f"{self.url} is busy", wait_s or _BUSY_WAIT_S, busy=True)
        said = " ".join(_body(response, _ERROR_BYTES, cut=True).decode("utf-8", "replace").split())
        raise Unavailable(f"{self.url} answers {status}: {said[:300]}", wait_s)


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
