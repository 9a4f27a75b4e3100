"""A fake Modal control plane on loopback. Functions, classes and sandboxes run for real, in local processes.

In a test, wherever it is:

    def test_it(modal_plane):                    # modal is set up; import it inside tests or at the top
        import modal
        modal_plane.faults.input("kill", "Worker.work", nth=2, after=1)   # see fake_ledger.Faults
        app = modal.App("x")
        Remote = app.cls(max_containers=2)(Worker)   # a class of an importable module, not of the test function
        with app.run():
            list(Remote().work.remote_gen(3))
        assert modal_plane.ledger["containers started"] == 1
        assert modal_plane.ledger.leaks() == []      # no sandbox, container or process is alive

By hand: `python tests/modal/fake.py` serves until interrupted and prints the variables to export. It shows a line
for everything that is created or ends. With --link, volumes are there at their mount paths on this very machine
(/models is a link then, until the end); otherwise only below the folder that it names.

What is real: the client, Modal's container runtime (enter and exit hooks, generators, warm state, concurrent and
batched inputs, retries), the bodies, the commands in sandboxes, tunnels with TLS. A container is a process that
imports by `Plane.python_path`; it has a small environment (fake_containers.INHERITED, Image.env, secrets) and an
empty HOME; its output is in `plane.log()`. A sandbox is a folder (HOME, TMPDIR, working folder) and its processes.

What is not: images are not built (the packages are those of this Python); there are no GPUs, limits or network
rules; all containers share a volume's folder, so changes are seen without commit (ledger["commits"] counts them).

Volumes: `plane.volume("name")` is the folder of a named volume. Mount it at a path below `plane.mounts`, and that
path is really there in containers and sandboxes. Whatever the path is, MODAL_FAKE_MOUNTS in their environment is
JSON {mount path: folder}.

Ports: port 8000 of a sandbox is mapped to a free port. Where a command or a variable says 8000, and 8000 is an open
port of the sandbox, the free one is put in; MODAL_FAKE_PORT_8000 has it too. Encrypted tunnels have a certificate
that signs itself: trust `plane.ca_file` (requests: verify=; ssl: create_default_context(cafile=)). Programs
of an image: put stand-ins into a folder of `plane.sandbox_path`, or translate commands in `plane.rewrite`.
"""

import signal
import sys
import threading
import time
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent))

from fake_ledger import Fault, Faults, Ledger
from fake_plane import Plane

__all__ = ["Fault", "Faults", "Ledger", "Plane"]


def main() -> None:
    """Serves until SIGINT or SIGTERM."""
    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    plane = Plane()
    plane.link_anywhere = "--link" in sys.argv[1:]
    for name, value in plane.env.items():
        print(f"export {name}={value}")
    print(f"# volumes mounted below {plane.mounts} are there; output of containers: {plane.logs}", flush=True)
    shown = 0
    while not stop.wait(0.5):
        fresh = plane.ledger.events[shown:]
        shown += len(fresh)
        for event, detail in fresh:
            print(f"# {time.strftime('%H:%M:%S')} {event}: {detail}", flush=True)
    plane.close()


if __name__ == "__main__":
    main()
