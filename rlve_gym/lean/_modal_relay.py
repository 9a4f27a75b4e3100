"""Runs inside a sandbox without a network: carries requests from standard input to the Lean server beside it.

Only the standard library, and nothing else of ours: the text of this file is the program that is sent into the sandbox.
Requests and answers are JSON, one a line; whatever is longer than it may be is refused. When nothing has been asked for
a while, whoever asked is gone: the program ends, so that the sandbox can be seen to be idle.

    python -c "$(cat _modal_relay.py)" PORT SILENCE_S
"""

import base64
import http.client
import json
import os
import sys
import threading
import time

MOST_LINE = 1 << 24
"""Bytes of one line, in either direction."""


class Relay:
    """silence_s: after so long without a request it ends."""

    def __init__(self, port: int, silence_s: float):
        self.port, self.silence_s = port, silence_s
        self.lock = threading.Lock()
        self.busy = 0
        self.heard = time.monotonic()

    def serve(self) -> None:
        """Until standard input ends, or says what is no request."""
        threading.Thread(target=self.watch, daemon=True).start()
        self.say({"hello": os.getpid()})
        while (line := sys.stdin.buffer.readline(MOST_LINE)).endswith(b"\n"):
            request = json.loads(line)
            with self.lock:
                self.heard = time.monotonic()
                self.busy += 1
            threading.Thread(target=self.carry, args=(request,), daemon=True).start()

    def watch(self) -> None:
        while True:
            time.sleep(min(1.0, self.silence_s / 4))
            with self.lock:
                if not self.busy and time.monotonic() - self.heard > self.silence_s:
                    os._exit(0)

    def carry(self, request: dict) -> None:
        try:
            answer = self.answer(request)
        except (OSError, http.client.HTTPException) as error:
            answer = {"failed": type(error).__name__}
        self.say({"id": request["id"], **answer})
        with self.lock:
            self.heard = time.monotonic()
            self.busy -= 1

    def answer(self, request: dict) -> dict:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=request["timeout_s"])
        try:
            body = json.dumps(request["payload"]).encode()
            connection.request("POST", request["path"], body, {"Content-Type": "application/json"})
            response = connection.getresponse()
            text = response.read(request["most_bytes"] + 1)
            if len(text) > request["most_bytes"]:
                return {"status": response.status, "long": True}
            answer = {"status": response.status, "body": base64.b64encode(text).decode()}
            return answer | {"retry_after": response.getheader("Retry-After") or ""}
        finally:
            connection.close()

    def say(self, answer: dict) -> None:
        with self.lock:
            sys.stdout.buffer.write(json.dumps(answer).encode() + b"\n")
            sys.stdout.buffer.flush()


if __name__ == "__main__":
    Relay(int(sys.argv[1]), float(sys.argv[2])).serve()
    os._exit(0)
