"""The command line: what it prints, its exit codes, and that bad input costs one line."""

import json
import os
import signal
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
import yaml
from fake_run import write_run
from typer.testing import CliRunner

from rlve_gym import cli, cli_parts, play, registry
from rlve_gym.problem import Spec
from rlve_gym.registry import environments
from rlve_gym.verdict import Outcome, Verdict

MINE = '''"""Double a number. The rest of the docstring."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve_gym import Integer, Problem, exact, grow


@dataclass(frozen=True)
class Doubling{name}(Problem):
    number: int

    template = "What is twice {{self.number}}?"
    answer = Integer()
    difficulty = {{"high": grow(1000)}}

    @classmethod
    def generate(cls, rng: Random, high: int) -> Self:
        return cls(rng.randint(500, 500 + high))

    def solve(self) -> int:
        return {right}

    def score(self, answer: int) -> float:
        return exact(2 * self.number, answer)
'''


with_reports = pytest.mark.skipif(find_spec("jinja2") is None, reason="needs the extra train")


@pytest.fixture
def invoke():
    def call(*arguments: str, stdin: str = ""):
        return CliRunner().invoke(cli.app, list(arguments), input=stdin)

    return call


@pytest.fixture
def main(monkeypatch, capsys):
    """Runs the console script's function; gives exit code, stdout, stderr."""

    def call(*arguments: str) -> tuple[object, str, str]:
        monkeypatch.setattr(sys, "argv", ["rlve-gym", *arguments])
        with pytest.raises(SystemExit) as stopped:
            cli.main()
        out, err = capsys.readouterr()
        return stopped.value.code, out, err

    return call


def my_folder(folder: Path, name: str, right: str = "2 * self.number") -> Path:
    folder.mkdir(exist_ok=True)
    (folder / f"doubling_{name}.py").write_text(MINE.format(name=name.title(), right=right))
    return folder


def script(*arguments: str, **options) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "import sys; from rlve_gym.cli import main; sys.exit(main())", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, **options)


def test_list(invoke):
    rows = json.loads(invoke("list", "--json").stdout)
    assert [row["id"] for row in rows] == environments()
    sorting = next(row for row in rows if row["id"] == "sorting")
    assert sorting == {
        "id": "sorting",
        "gymnasium_id": "rlve/Sorting-v0",
        "topic": "sequences",
        "about": "Sort integers in ascending order.",
    }
    lines = invoke("list", "--topic", "sequences").stdout.splitlines()
    assert "sorting\trlve/Sorting-v0\tsequences\tSort integers in ascending order." in lines
    assert all("\tsequences\t" in line for line in lines)


def test_table_fits_80_columns(monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", "80")
    long = "undamaged_submatrix_counting"
    row = {
        "id": long,
        "gymnasium_id": "rlve/UndamagedSubmatrixCounting-v0",
        "topic": "a",
        "about": "[b]Words[/b]. " * 9,
    }
    cli._print_table([row])
    out = capsys.readouterr().out
    assert max(map(len, out.splitlines())) <= 80
    assert long in out and "rlve/UndamagedSubmatrixCounting-v0" in out and "[b]Words[/b]." in out and "\x1b" not in out


def test_columns_are_as_wide_as_their_longest_cell(capsys):
    cli_parts.print_columns([["environment", "level", "best"], ["sat", "10", "1"], ["a" * 12, "5", ""]], right={1})
    assert capsys.readouterr().out == "environment   level  best\nsat              10  1\naaaaaaaaaaaa      5\n"


def test_values_are_lines_or_json(capsys):
    values = {"rows": 3, "share": 0.5, "dropped": {"why": 1}, "levels": [0, 2]}
    cli_parts.print_values(values, as_json=False)
    assert capsys.readouterr().out == 'rows: 3\nshare: 0.5\ndropped: {"why": 1}\nlevels: [0, 2]\n'
    cli_parts.print_values(values, as_json=True)
    assert json.loads(capsys.readouterr().out) == values


@pytest.mark.parametrize(("score", "colour"), [(1.0, 32), (0.5, 33), (0.0, 33), (None, 31)])
def test_a_verdict_is_coloured_on_a_terminal_only(monkeypatch, score, colour):
    verdict = Verdict(Outcome.MALFORMED) if score is None else Verdict.scored(score)
    assert play.painted(verdict, "said") == "said"
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert play.painted(verdict, "said") == f"\x1b[{colour}msaid\x1b[0m"


def test_first_sentence_needs_no_import(tmp_path):
    file = tmp_path / "x.py"
    for text, found in [
        ('"""One thing, e.g. this.\nMore."""\nraise SystemExit', "One thing, e.g. this."),
        ('"""No full stop\n\nMore."""', "No full stop"),
        ("x = 1", ""),
        ("", ""),
        ("# A comment.\n\n'One ' r'\\thing.'\nx = 1", "One \\thing."),
        ('class Late:\n    """Not this."""', ""),
        ("'Not ' + 'this.'", ""),
        ("b'Not this.'", ""),
        ('"""Open', "(cannot be read: syntax error)"),
        ("# coding: nothing", "(cannot be read: syntax error)"),
        ("'\udcff'", "(cannot be read: syntax error)"),
    ]:
        file.write_text(text, encoding="utf-8", errors="surrogateescape")
        assert cli.first_sentence(file) == found


def test_show(invoke):
    problem = Spec("sorting", 3, 7).problem()
    shown = invoke("show", "rlve/Sorting-v0", "--level", "3", "--seed", "7").stdout
    assert shown == f"sorting (rlve/Sorting-v0), level 3, seed 7\n\n{problem.prompt()}\n"
    value = json.loads(
        invoke("show", "sorting", "--level", "3", "--seed", "7", "--answer", "--style", "boxed", "--json").stdout
    )
    assert value["prompt"] == problem.prompt("boxed") and value["problem"] == problem.value()
    assert value["reference"] == problem.answer.render(problem.reference) and value["parameters"] == problem.parameters(
        3
    )


@pytest.mark.parametrize("wrap", ["{}", "<answer>{}</answer>", "I think \\boxed{{{}}}."])
def test_verify_reads_bare_and_marked_answers(invoke, wrap):
    problem = Spec("sorting", 2, 5).problem()
    answer = wrap.format(problem.answer.render(problem.reference))
    done = invoke("verify", "sorting", "--level", "2", "--seed", "5", "--answer", "-", "--json", stdin=answer)
    assert (done.exit_code, json.loads(done.stdout)["outcome"]) == (0, "correct")
    assert invoke("verify", "sorting", "--level", "2", "--seed", "5", "--answer", answer).stdout.startswith(
        "correct: score 1"
    )


def test_verify_reads_a_proof_in_a_code_block(invoke):
    done = invoke("verify", "equality_chain", "--answer", "-", stdin="So:\n```lean4\nsorry\n```\n")
    assert done.exit_code == 0 and done.stdout.startswith("invalid (screened: sorry")


def test_verify_of_wrong_and_hostile_text_is_no_failure(invoke):
    wrong = invoke("verify", "sorting", "--answer", "[/b]\x1b[31m")
    assert wrong.exit_code == 0 and wrong.stdout.startswith("malformed (not an integer") and "\x1b" not in wrong.stdout
    unclosed = json.loads(invoke("verify", "sorting", "--answer", "<think>1 2 3", "--json").stdout)
    assert (unclosed["outcome"], unclosed["reward"], unclosed["correct"]) == ("malformed", -1.0, False)


def test_play(invoke):
    first, second = Spec("sorting", 0, 3).problem(), Spec("sorting", 1, 4).problem()
    answers = [first.answer.render(first.reference), "", "not a number", "what?", "q"]
    done = invoke("play", "sorting", "--seed", "3", stdin="\n".join(answers) + "\n")
    assert done.exit_code == 0
    assert first.question in done.stdout and "correct: score 1, reward 1" in done.stdout
    assert second.question in done.stdout and "malformed (not an integer: 'not')" in done.stdout
    assert f"The reference answer: {second.answer.render(second.reference)}" in done.stdout
    assert "Please type u, s, d or q." in done.stdout and done.stdout.endswith("1 of 2 right. Bye.\n")


def test_play_ends_with_its_input(invoke):
    done = invoke("play", "sorting", "--level", "2")
    assert done.exit_code == 0 and done.stdout.endswith("\nBye.\n")


def test_play_reads_answers_of_several_lines(tmp_path, invoke):
    folder = my_folder(tmp_path / "mine", "lines")
    file = folder / "doubling_lines.py"
    text = file.read_text().replace("answer = Integer()", "answer = Twice()")
    twice = (
        "class Twice(Integer):\n    def render(self, value):\n        return f'{value}\\n{value}'\n\n"
        "    def parse(self, text):\n        return int(text.split('\\n')[1])\n\n\n@dataclass(frozen=True)\nclass D"
    )
    file.write_text(text.replace("@dataclass(frozen=True)\nclass D", twice))
    registry.add_folder(folder)
    number = Spec("doubling_lines", 0, 1).problem().value()["number"]
    stdin = f"{2 * number}\n{2 * number}\n\nq\n"
    done = invoke("play", "doubling_lines", "--seed", "1", "--environments-folder", str(folder), stdin=stdin)
    assert "correct: score 1" in done.stdout and "1 of 1 right" in done.stdout


def test_folders_of_users(tmp_path):
    one, two = my_folder(tmp_path / "one", "one"), my_folder(tmp_path / "two", "two")
    known = {**os.environ, "RLVE_GYM_ENVIRONMENTS": f"{one}{os.pathsep}{two}"}
    listed = script("list", env=known).stdout
    assert "doubling_one\trlve/DoublingOne-v0\tone\tDouble a number.\n" in listed and "doubling_two\t" in listed


def test_audit_of_a_users_environment(tmp_path, invoke):
    folder = my_folder(tmp_path / "mine", "audited")
    asked = ["audit", "doubling_audited", "--level", "0", "--problems", "20", "--json"]
    assert "unknown environment" in str(invoke(*asked).exception)
    (rates,) = json.loads(invoke(*asked, "--environments-folder", str(folder)).stdout)
    assert (rates["env"], rates["problems"], rates["empty"]) == ("doubling_audited", 20, 0)


def test_check(tmp_path, invoke):
    folder = my_folder(tmp_path / "checked", "good")
    good = invoke("check", str(folder), "--level", "0")
    assert good.exit_code == 0 and "ok      doubling_good\n1 of 1 environments keep the contract" in good.stdout
    my_folder(tmp_path / "checked_too", "bad", "self.number")
    bad = invoke("check", str(tmp_path / "checked_too" / "doubling_bad.py"), "--level", "0")
    assert bad.exit_code == 1 and "FAILED  doubling_bad\n" in bad.stdout and "level 0, seed 0" in bad.stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["show", "sortin"], "unknown environment 'sortin', did you mean sorting?"),
        (["show", "sorting", "--level", "-1"], "level -1"),
        (["show", "sorting", "--style", "tag"], "choose one of tags, boxed"),
        (["list", "--topic", "sequence"], "did you mean sequences?"),
        (["verify", "nothing-like-it", "--answer", "1"], "unknown environment"),
        (["list", "--environments-folder", "/no/such/folder"], "is not a folder of environments"),
        pytest.param(["report", "/no/such/run"], "is not a run", marks=with_reports),
        (["train", "/no/such/file.yaml"], "no configuration file"),
        (["train"], "give either CONFIG, or --resume DIR"),
        (["train", "--resume", "/no/such/run"], "is not a run"),
        (["check", "/no/such/path"], "does not exist"),
    ],
)
def test_bad_input_costs_one_line(main, arguments, words):
    code, out, err = main(*arguments)
    assert code == 2 and out == "" and err.count("\n") == 1
    assert err.startswith("rlve-gym: ") and words in err


@pytest.mark.parametrize(
    ("arguments", "words"), [(["lst"], "Did you mean 'list'?"), (["show", "sorting", "--levl", "1"], "--level")]
)
def test_typos_in_commands_and_options(main, arguments, words):
    code, out, err = main(*arguments)
    assert code == 2 and out == "" and words in err and "Traceback" not in err


def test_our_own_faults_show_a_traceback(main, monkeypatch):
    monkeypatch.setattr(cli, "first_sentence", lambda path: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        main("list")


@with_reports
def test_report(tmp_path, invoke):
    run = write_run(tmp_path / "run", 5)
    out = tmp_path / "x.html"
    lines = invoke("report", str(run), "--out", str(out)).stdout.splitlines()
    assert lines[0].split()[:2] == ["environment", "level"] and lines[-1] == str(out) and out.is_file()
    found = json.loads(invoke("report", str(run), "--control", str(run), "--json").stdout)
    assert Path(found["report"]).is_file()
    assert {row["env"]: row["level"] for row in found["environments"]} == {
        row["env"]: row["control"] for row in found["environments"]
    }


@with_reports
def test_report_of_a_warm_start(tmp_path, invoke):
    """Its environments have no figures of their own: loss and accuracy are the run's, at its ends."""
    run = write_run(tmp_path / "warm", 0)
    asked = "report", str(run), "--out", str(tmp_path / "x.html")
    assert invoke(*asked).stdout.startswith("No step is finished yet")
    rows = [{"step": 0, "loss": 3.25}, {"step": 1, "loss": 1.5}, {"step": 2, "loss": 0.75, "eval/accuracy": 0.5}]
    (run / "metrics.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    head, loss, accuracy, _, path = invoke(*asked).stdout.splitlines()
    assert head.split() == ["figure", "first", "last"] and path == str(tmp_path / "x.html")
    assert loss.split() == ["loss", "3.25", "0.75"]
    assert accuracy.split() == ["accuracy", "on", "held-out", "problems", "0.5", "0.5"]
    found = json.loads(invoke(*asked, "--json").stdout)
    assert found["environments"] == [] and found["figures"][0] == {"figure": "loss", "first": "3.25", "last": "0.75"}


@pytest.mark.parametrize("flag", ["-h", "--help"])
def test_help(invoke, flag):
    assert all(name in invoke(flag).stdout for name in ("list", "show", "play", "verify", "train", "report", "check"))
    assert "--answer" in invoke("verify", flag).stdout


@pytest.mark.skipif(os.name == "nt", reason="pipes of POSIX")
def test_a_reader_that_leaves_early_gets_no_complaint():
    code = "import sys; from rlve_gym.cli import main; sys.argv = ['rlve-gym', 'list']; main()"
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run([sys.executable, "-c", code], stdout=writing, stderr=subprocess.PIPE, text=True, timeout=60)
    os.close(writing)
    assert done.stderr == "" and done.returncode != -signal.SIGPIPE


@pytest.mark.skipif(os.name == "nt", reason="descriptors of POSIX")
@pytest.mark.parametrize("command", ["list", "list --json", "show sorting", "verify sorting --answer 3", "--help"])
def test_closed_streams_lead_nowhere(command):
    closing = (
        "import os, sys; [os.close(fd) for fd in (0, 1)]; os.execv(sys.executable, [sys.executable, *sys.argv[1:]])"
    )
    code = f"import sys; from rlve_gym.cli import main; sys.argv = ['rlve-gym', *{command.split()}]; main()"
    done = subprocess.run([sys.executable, "-c", closing, "-c", code], stderr=subprocess.PIPE, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")


def test_what_an_encoding_lacks_is_escaped(tmp_path):
    text = MINE.format(name="", right="2 * self.number").replace("Double a number", "Verdopple \u00fc \u4e2d")
    (tmp_path / "doubling.py").write_text(text, encoding="utf-8")
    plain = {**os.environ, "PYTHONIOENCODING": "ascii", "RLVE_GYM_ENVIRONMENTS": str(tmp_path)}
    done = script("list", env=plain)
    assert done.returncode == 0 and "Verdopple \\xfc \\u4e2d" in done.stdout


def test_train_says_what_would_run(tmp_path, invoke, main):
    pytest.importorskip("torch")
    file = tmp_path / "small.yaml"
    file.write_text(f"trainer: dapo\nname: small\nruns: {tmp_path}\nenvironments: [sorting]\nmodel: tiny\n")
    done = invoke("train", str(file), "steps=7", "optimizer.lr=1e-4", "--dry-run")
    told = yaml.safe_load(done.stdout)
    assert (told["steps"], told["optimizer"]["lr"], told["environments"]) == (7, 1e-4, ["sorting"])
    assert done.stdout.endswith(f"# would run dapo in {tmp_path / 'small'}\n") and not (tmp_path / "small").exists()
    code, _, err = main("train", str(file), "stepz=7")
    assert (code, err) == (2, "rlve-gym: unknown key stepz, did you mean steps?\n")


def test_train_and_go_on(tmp_path, main):
    pytest.importorskip("torch")
    file = tmp_path / "small.yaml"
    tiny = "{path: tiny, tiny: {width: 16, depth: 1, heads: 2, feed_forward: 16, levels: 1}}"
    fixed = "trainer: sft\nname: small\nenvironments: [sorting]\nsteps: 2\nbatch: 2\n"
    file.write_text(f"{fixed}runs: {tmp_path}\nmodel: {tiny}\n")
    done = CliRunner().invoke(cli.app, ["train", str(file)])
    assert done.exit_code == 0 and f"rlve-gym report {tmp_path / 'small'}" in done.stderr
    assert len((tmp_path / "small" / "metrics.jsonl").read_text().splitlines()) == 2
    code, _, err = main("train", str(file))
    assert code == 2 and "exists" in err
    assert CliRunner().invoke(cli.app, ["train", "--resume", str(tmp_path / "small")]).exit_code == 0
