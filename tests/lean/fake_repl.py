"""A Lean that is not one: it answers by the marks it finds in a file. As a script it is a REPL, or the command `lean`.

    python fake_repl.py                     the REPL of the Lean community
    python fake_repl.py --real              the same, with the embedded Lean's answers
    python fake_repl.py --stdin --json      the command line, one file; also --version

It finds nothing wrong with a file, and answers `#print axioms NAME` and `#eval Lean.versionString` as Lean does, unless
a mark says something else: a comment `-- fake:MARK` or `-- fake:MARK=VALUE`, or (comments are cut off from proofs) an
identifier `fake_MARK` or `fake_MARK_NUMBER`, with `_` for `-`. `says` knows the marks that change what Lean says,
`misbehave` those that a program can do wrong, `fake_kimina` those of a server.
"""

import json
import os
import re
import subprocess
import sys
import time

VERSION = "4.15.0"
_MARK = re.compile(r"--\s*fake:([\w-]+)(?:=(\S+))?")
_NAME = re.compile(r"\bfake_([a-z_]+?)(?:_(\d+))?\b")
_COMMENT = re.compile(r"--.*")
_UNKNOWN = re.compile(r"\brlve_no_such_name\b")


def marks(code: str) -> dict[str, str]:
    """The marks of a text and their values."""
    found = {name: value for name, value in _MARK.findall(code)}
    for name, number in _NAME.findall(code):
        mark = name.replace("_", "-")
        found |= {f"status-{number}": ""} if mark == "status" else {mark: number}
    return found


def message(severity: str, line: int, column: int, text: str) -> dict:
    position = {"line": line, "column": column}
    return {"severity": severity, "pos": position, "endPos": position, "data": text}


def says(code: str) -> tuple[list[dict], list[dict]]:
    """Messages and holes, as a REPL gives them for a file without errors of its own.

    Marks: error, warning, info, trace (a message of that kind), noise=BYTES (a long one), sorry, sorry-backtick,
    sorry-ax (the warning alone), axioms=A,B (in the report), no-report, no-omega.
    """
    said, holes, marked = [], [], marks(code)
    for number, text in enumerate(code.split("\n"), 1):
        here, bare = marks(text), _COMMENT.sub("", text)
        for severity in ("error", "warning", "info", "trace"):
            if severity in here:
                said.append(message(severity, number, 2, f"fake {severity}"))
        if "noise" in here:
            said.append(message("info", number, 0, "n" * int(here["noise"])))
        if {"sorry", "sorry-backtick", "sorry-ax"} & set(here) or re.search(r"\bsorry\b", bare):
            quote = "`" if "sorry-backtick" in here else "'"
            said.append(message("warning", number, 8, f"declaration uses {quote}sorry{quote}"))
            if "sorry-ax" not in here:
                holes.append(
                    {"pos": {"line": number, "column": 0}, "endPos": {"line": number, "column": 5}, "goal": "x"}
                )
        if _UNKNOWN.search(bare):
            said.append(message("error", number, bare.index("rlve_no"), "unknown identifier 'rlve_no_such_name'"))
        if "omega" in bare and "no-omega" in marked:
            said.append(message("error", number, 0, "unknown tactic"))
        if bare.strip() == "#eval Lean.versionString":
            said.append(message("info", number, 0, f'"{VERSION}"'))
        if bare.startswith("#print axioms ") and "no-report" not in marked:
            said.append(message("info", number, 0, _report(bare.split()[2], code, marked)))
    return said, holes


def _report(name: str, code: str, marked: dict[str, str]) -> str:
    axioms = marked.get("axioms", "").replace(",", ", ")
    if {"sorry", "sorry-backtick", "sorry-ax"} & set(marked) or re.search(r"\bsorry\b", _COMMENT.sub("", code)):
        axioms = "sorryAx"
    return f"'{name}' depends on axioms: [{axioms}]" if axioms else f"'{name}' does not depend on any axioms"


def misbehave(code: str) -> None:
    """What a program can do before it answers. Marks: slow=SECONDS, hang, crash, die=CODE, stderr=TEXT, flood,
    flood-stderr, memory, truncated, garbage, daemon=NAME (one that has left the group)."""
    marked = marks(code)
    if "stderr" in marked:
        sys.stderr.write(marked["stderr"] + "\n")
    if "slow" in marked:
        time.sleep(float(marked["slow"]))
    if "daemon" in marked:
        _daemon(marked["daemon"])
    if "hang" in marked:
        time.sleep(3600)
    if "crash" in marked:
        sys.stderr.write("Stack overflow detected. Aborting.\n")
        sys.stderr.flush()
        os.abort()
    if "die" in marked:
        sys.exit(int(marked["die"]))
    if "memory" in marked:
        sys.exit("INTERNAL PANIC: out of memory" if not _can_have(20 << 30) else 0)
    for name, stream in (("flood", sys.stdout), ("flood-stderr", sys.stderr)):
        while name in marked:
            stream.write("y" * 65536 + "\n")
    if "truncated" in marked:
        sys.stdout.write('{"env": 1, "mess')
        sys.stdout.flush()
        sys.exit(1)
    if "garbage" in marked:
        print("hello from IO.println")


def _daemon(name: str) -> None:
    """A grandchild in a session of its own, whose parent is gone, and that holds our pipes. Its command has `name`."""
    code = f"import time; time.sleep(3600)  # {name}"
    middle = f"import subprocess, sys; subprocess.Popen([sys.executable, '-c', {code!r}], start_new_session=True)"
    subprocess.run([sys.executable, "-c", middle], check=True)


def _can_have(size: int) -> bool:
    try:
        return len(bytearray(size)) == size
    except MemoryError:
        return False


def command_line(arguments: list[str]) -> int:
    if "--version" in arguments:
        print(f"Lean (version {VERSION}, x86_64-unknown-linux-gnu, commit 0123456789ab, Release)")
        return 0
    code = sys.stdin.read()
    misbehave(code)
    said, _ = says(code)
    for entry in said:
        severity = "information" if entry["severity"] in ("info", "trace") else entry["severity"]
        print(json.dumps({**entry, "severity": severity, "fileName": "<stdin>", "caption": "", "kind": "[anonymous]"}))
    return int(any(entry["severity"] == "error" for entry in said))


class Repl:
    """The REPL's state: the text behind each environment."""

    def __init__(self, real: bool):
        self.texts: list[str] = []
        self.real = real

    def answer(self, command: dict) -> dict:
        """Marks: message-only=TEXT, unknown-env, lean-error, same-env, two-replies, late-reply, die-later, pid (which
        process this is, and how many commands it has had before)."""
        code, env = command["cmd"], command.get("env")
        marked = marks(code)
        misbehave(code)
        if (env is not None and env >= len(self.texts)) or "unknown-env" in marked:
            return {"message": "Unknown environment."}
        if "lean-error" in marked:
            return {"message": "Lean error:\nfailed"}
        if "message-only" in marked:
            return {"message": marked["message-only"]}
        before = "" if env is None else self.texts[env]
        said, holes = self.real_answer(before, code) if self.real else says(code)
        if "pid" in marked:
            said.append(message("info", 1, 0, f"process {os.getpid()}, command {len(self.texts)}"))
        self.texts.append(before + code + "\n")
        reply: dict = {"env": len(self.texts) - 1}
        if "same-env" in marked:
            reply["env"] -= 1
        return reply | ({"messages": said} if said else {}) | ({"sorries": holes} if holes else {})

    @staticmethod
    def real_answer(before: str, code: str) -> tuple[list[dict], list[dict]]:
        command = [sys.executable, "-m", "rlve_gym.lean", "--stdin", "--json"]
        output = subprocess.run(command, input=before + code, capture_output=True, text=True, check=False).stdout
        shift, said = before.count("\n"), []
        for entry in map(json.loads, output.splitlines()):
            line = entry["pos"]["line"] - shift
            severity = "info" if entry["severity"] == "information" else entry["severity"]
            if line > 0:
                said.append(message(severity, line, entry["pos"]["column"], entry["data"]))
        return said, []

    def serve(self) -> None:
        for text in iter(self.read, ""):
            command = json.loads(text)
            print(json.dumps(self.answer(command), indent=1, ensure_ascii=False), end="\n\n", flush=True)
            if "two-replies" in marks(command["cmd"]):
                print('{"env": 1000}', end="\n\n", flush=True)
            if "die-later" in marks(command["cmd"]):
                sys.exit(0)
            if "late-reply" in marks(command["cmd"]):
                time.sleep(0.2)
                print('{"env": 1000}', end="\n\n", flush=True)

    @staticmethod
    def read() -> str:
        """A command: the lines up to a blank one; "" at the end."""
        lines = []
        for line in sys.stdin:
            if not line.strip():
                return "".join(lines)
            lines.append(line)
        return ""


if __name__ == "__main__":
    if {"--stdin", "--version"} & set(sys.argv):
        sys.exit(command_line(sys.argv))
    Repl("--real" in sys.argv).serve()
