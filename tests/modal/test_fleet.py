"""The fleet on Modal, through Modal's client and container runtime. The contract test is in tests/fleets."""

import json
import pickle
import re
import sys
from importlib.metadata import requires
from pathlib import Path, PurePosixPath

import pytest

pytest.importorskip("modal")
pytest.importorskip("torch")

from safetensors.torch import load_file
from typer.testing import CliRunner

from rlve_gym import cli
from rlve_gym.config import load_config, parse_config
from rlve_gym.fleets import _modal_app, away
from rlve_gym.fleets import modal as fleet_on_modal
from rlve_gym.fleets._modal_app import COMPLETE, Seat
from rlve_gym.fleets._modal_models import name_of
from rlve_gym.fleets.base import Recipe
from rlve_gym.fleets.follower import MAKER
from rlve_gym.fleets.local import Inline
from rlve_gym.fleets.modal import Modal, ModalSection
from rlve_gym.fleets.modal_plan import engine_packages, orchestrator_packages
from rlve_gym.fleets.select import FleetSection, open_fleet
from rlve_gym.metrics import Run
from rlve_gym.modal_cli import setup
from rlve_gym.models import tiny
from rlve_gym.registry import trainer

es = trainer("es")
SUMS = Recipe("fleet_worker:Worker", {"add": 1})
ITEMS = [((4, n), n) for n in range(6)]
WANTED = {((4, n), part): n * 10 + part + 1 for n in range(6) for part in range(3)}
SIZE = {"width": 32, "depth": 1, "heads": 2, "feed_forward": 32, "levels": 1}
ES = {
    "trainer": "es",
    "environments": ["sorting"],
    "steps": 3,
    "prompts": 3,
    "evolution": {"population": 4, "sigma": 0.03, "alpha": 0.03},
    "sampling": {"max_tokens": 6, "temperature": 1.0},
    "curriculum": {"prompts": 1, "threshold": 0.01},
    "threads": 1,
    "judge": {"processes": 1},
    "log_groups": 100,
}
CONTAINERS = {"containers": 2, "gpu": None, "packages": [], "retry_s": 0.01}
SECTION = ModalSection.model_validate(CONTAINERS)
PATIENT = pytest.mark.timeout(400)
"""Each container imports torch."""


@pytest.fixture(autouse=True)
def _source_is_there(monkeypatch, request):
    """Containers of the fake import from this checkout: sending a copy, file by file, would only take time."""
    if "sent" not in request.node.name:
        monkeypatch.setattr(_modal_app, "_with_source", lambda image: image)


@pytest.fixture
def volumes(modal_plane, monkeypatch):
    """Mounts are where the fake has them."""
    monkeypatch.setattr(_modal_app, "MODELS", PurePosixPath(modal_plane.mounts / "models"))
    monkeypatch.setattr(_modal_app, "RUNS", PurePosixPath(modal_plane.mounts / "runs"))
    return modal_plane


@pytest.fixture(scope="module")
def model(tmp_path_factory) -> str:
    return str(tiny(tmp_path_factory.mktemp("model") / "model", envs=["sorting"], **SIZE))


def once(found) -> dict:
    found = list(found)
    known = {(key, part): value for key, part, value in found}
    assert len(known) == len(found), "a part came twice"
    return known


# What runs in a container, in this process


def test_a_seat_tells_what_a_worker_yields_and_what_it_raises():
    seat, shared = Seat(SUMS), ("digest", pickle.dumps(10))
    (begun, word, _), *parts, done = seat.stream("times", 3, shared)
    assert begun == "begun" and done == ("done", word, 3)
    assert parts == [("part", word, part, 31 + part) for part in range(3)]
    assert [message[0] for message in seat.stream("refuse", "too long", shared)] == ["begun", "part", "refused"]
    first = seat.worker
    *_, (kind, _, text) = seat.stream("no such method", 0, shared)
    assert kind == "failed" and "no such method" in text and seat.worker is None
    assert [message[0] for message in seat.stream("times", 3, shared)][-1] == "done" and seat.worker is not first
    *_, last = Seat(SUMS.but(broken="value")).stream("times", 3, shared)
    assert last[0] == "refused" and last[2] == "there is no such model"


def test_an_interrupted_worker_is_not_used_again(tmp_path):
    seat = Seat(SUMS)
    stream = seat.stream("times", 3, ("digest", pickle.dumps(10)))
    assert [next(stream)[0] for _ in range(2)] == ["begun", "part"]
    stream.close()
    assert seat.worker is None


def test_a_common_argument_is_read_once(monkeypatch):
    seat, read = Seat(SUMS), []
    monkeypatch.setattr(pickle, "loads", lambda data: read.append(data) or 10)
    assert [seat.common(digest, b"x") for digest in ("a", "a", "b", "b", "a")] == [10] * 5
    assert len(read) == 3


# Faults


@pytest.mark.parametrize(
    ("kind", "options", "losses"),
    [
        pytest.param("lost", {"times": 3}, 0, marks=pytest.mark.slow),  # Modal sends these again by itself
        pytest.param("raise", {"times": 2}, 2, marks=pytest.mark.slow),
        pytest.param("timeout", {"times": 2}, 2, marks=pytest.mark.slow),
        pytest.param("preempt", {"after": 2}, 1, marks=pytest.mark.slow),
        ("kill", {"after": 2}, 1),
    ],
)
def test_faults_leave_no_trace_in_the_results(modal_plane, kind, options, losses):
    modal_plane.faults.input(kind, "Engine.stream", nth=2, **options)
    with Modal(SECTION, SUMS) as fleet:
        assert once(fleet.map("times", ITEMS, 10)) == WANTED
        assert len(modal_plane.faults.struck) == options.get("times", 1)
        assert len(fleet.losses()) in ({0, losses} if "after" in options else {losses})
        assert once(fleet.map("times", ITEMS, 10)) == WANTED
    assert modal_plane.ledger.leaks() == []


@pytest.mark.slow
def test_a_call_that_is_silent_is_given_up_and_cancelled(modal_plane, tmp_path):
    modal_plane.faults.input("hang", "Engine.stream", nth=2)
    with Modal(SECTION, SUMS, silence_s=8.0) as fleet:
        assert once(fleet.map("times", ITEMS, 10)) == WANTED
        assert [why.rpartition(": ")[2] for why in fleet.losses()] == ["silent for 8 s"]


@pytest.mark.slow
def test_parts_that_were_lost_on_the_way_are_asked_again(modal_plane, monkeypatch):
    """A stream that mixes two tries may lack a part."""
    listen, dropped = fleet_on_modal._listen, []

    def lossy(one, generator, inbox):
        def messages():
            for message in generator:
                if message[0] == "part" and message[2] == 1 and not dropped:
                    dropped.append(message)
                else:
                    yield message

        listen(one, messages(), inbox)

    monkeypatch.setattr(fleet_on_modal, "_listen", lossy)
    with Modal(SECTION, SUMS) as fleet:
        assert once(fleet.map("times", ITEMS, 10)) == WANTED
        assert [why.rpartition(": ")[2] for why in fleet.losses()] == ["parts were lost on the way"]


@pytest.mark.slow
def test_nothing_is_lost_where_one_call_in_five_is(modal_plane):
    """`benchmarks/modal_faults.py` does a thousand iterations of it."""
    modal_plane.faults.clear(seed=5)
    for kind in ("lost", "raise", "timeout", "kill"):
        after = {"after": 2} if kind == "kill" else {}
        modal_plane.faults.input(kind, "Engine.stream", times=None, probability=0.05, **after)
    with Modal(SECTION, SUMS) as fleet:
        for iteration in range(8):
            found = once(fleet.map("times", [((iteration, n), n) for n in range(4)], 10))
            assert found == {((iteration, n), part): 10 * n + part + 1 for n in range(4) for part in range(3)}
    assert {fault.kind for fault in modal_plane.faults.struck} >= {"raise", "kill"}
    assert modal_plane.ledger.leaks() == []


@pytest.mark.slow
def test_leaving_early_cancels_what_is_under_way(modal_plane, tmp_path):
    with Modal(SECTION, SUMS) as fleet:
        found = fleet.map("wait", [((0, n), str(tmp_path / "never")) for n in range(4)])
        assert next(iter(found))[1] == "begun"
        found.close()
        assert once(fleet.map("times", ITEMS, 10)) == WANTED
        assert modal_plane.ledger["calls cancelled"] == 2
    assert modal_plane.ledger.leaks() == []


@pytest.mark.slow
def test_no_more_is_under_way_than_there_are_containers(modal_plane, tmp_path):
    path, under_way, most = tmp_path / "go", set(), 0
    with Modal(SECTION, SUMS) as fleet:
        for key, part, _ in fleet.map("wait", [((0, n), str(path)) for n in range(5)]):
            (under_way.add if part == "begun" else under_way.discard)(key)
            most = max(most, len(under_way))
            if len(under_way) == 2:
                path.touch()
        assert most == 2 and modal_plane.ledger["containers started"] == 2


@pytest.mark.slow
def test_whole_calls_are_possible_too(modal_plane):
    modal_plane.faults.input("raise", "Engine.whole", nth=2)
    section = ModalSection.model_validate({**CONTAINERS, "stream": False})
    with Modal(section, SUMS) as fleet:
        assert once(fleet.map("times", ITEMS, 10)) == WANTED
        assert len(fleet.losses()) == 1
        with pytest.raises(ValueError, match="too long"):
            list(fleet.map("refuse", [((0, 0), "too long")]))
        assert once(fleet.map("times", ITEMS, 10)) == WANTED
    assert modal_plane.ledger.leaks() == []


@pytest.mark.slow
def test_a_large_common_argument_is_stored_once(modal_plane, monkeypatch):
    monkeypatch.setattr(fleet_on_modal, "INLINE_BYTES", 4)
    with Modal(SECTION, SUMS) as fleet:
        for _ in range(2):
            assert once(fleet.map("times", ITEMS, 10)) == WANTED
        # Read by each container, not by each call; sent once for the second time too.
        assert 1 <= modal_plane.ledger["rpc VolumeGetFile2"] <= 2
        (kept,) = fleet._store.listdir("/")
        assert once(fleet.map("times", ITEMS, 11)) != WANTED
        assert [entry.path for entry in fleet._store.listdir("/")] != [kept.path]


@pytest.mark.slow
def test_all_of_the_package_is_sent_with_the_images(modal_plane):
    """From a checkout as from a wheel: what lies beside the package here lies inside it there."""
    with Modal(SECTION, SUMS):
        sent = {detail for event, detail in modal_plane.ledger.events if event == "files mounted"}
    for name in ("__init__.py", "report.html.jinja", "fleets/follower.py", "envs/rlve_ids.json", "trainers/es.py"):
        assert f"/root/rlve_gym/{name}" in sent
    assert "/root/rlve_gym/envs/sequences/sorting.py" in sent and "/root/rlve_gym/configs/es_lean.yaml" in sent
    assert not any("__pycache__" in name or "/tests/" in name for name in sent)


# Evolution strategies


def trained(runs: Path, model: str, name: str, **changes) -> Path:
    config = parse_config({**ES, "model": model, "runs": str(runs), "name": name, **changes})
    with Run.create(config) as run:
        es.train(config, run)
    return runs / name


@PATIENT
def test_a_run_on_modal_equals_a_local_one_bit_for_bit_whatever_is_lost(volumes, model, tmp_path):
    plane = volumes
    plane.faults.input("kill", "Engine.stream", nth=4, after=2)
    plane.faults.input("lost", "Engine.stream", nth=6)
    plane.faults.input("raise", "Engine.stream", nth=8)
    plane.faults.input("timeout", "Engine.stream", nth=10)
    snapshots = {"every": 2}
    away_ = trained(tmp_path, model, "run", fleet={"kind": "modal", "modal": CONTAINERS}, snapshots=snapshots)
    assert len(plane.faults.struck) == 4
    here = trained(tmp_path / "here", model, "run", snapshots=snapshots)
    for name in (es.HISTORY, "model/model.safetensors", "model/tokenizer.json", "rollouts.jsonl"):
        assert (away_ / name).read_bytes() == (here / name).read_bytes(), name
    assert "was lost and is done again" in (away_ / "notes.txt").read_text()
    # Snapshots are on the volume, for containers to come, and not here.
    (kept,) = (plane.volume(SECTION.runs) / "run" / "snapshots").iterdir()
    theirs, ours = load_file(kept), load_file(next((here / "snapshots").iterdir()))
    assert theirs.keys() == ours.keys() and all(theirs[name].equal(ours[name]) for name in ours)
    assert not (away_ / "snapshots").exists() and plane.ledger["commits"] >= 1
    assert plane.ledger.leaks() == []


@pytest.mark.slow
@PATIENT
def test_a_warm_worker_applies_only_what_is_new(volumes, model, tmp_path):
    """The accumulator stays between calls; a new container replays from the beginning and is at the same bits."""
    recipe = Recipe("modal_worker:Counting", {"model": model, "threads": 1})
    config = parse_config({**ES, "model": model, "name": "x"})
    with Inline(Recipe(MAKER, dict(recipe.options))) as local:
        base = {part: value for _, part, value in local.map("base", [((0, 0), None)])}
        history = es.open_history(tmp_path / "h", config.header(base["fingerprint"], base["dtype"]), 0, None)
        packed, wanted = [], []
        for step in range(4):
            history.append([float(member == step) for member in range(4)])
            packed.append((tmp_path / "h").read_bytes())
            wanted += [value for *_, value in local.map("fingerprint", [((step, 0), None)], packed[-1])]
    section = ModalSection.model_validate({**CONTAINERS, "containers": 1})
    found = []
    with Modal(section, recipe) as fleet:
        for step in range(4):
            if step == 3:
                for process in volumes.ledger.processes():
                    process.kill()
                volumes.ledger.counts["killed here"] += 1
            found.append({part: value for _, part, value in fleet.map("count", [((step, 0), None)], packed[step])})
    assert [one["fingerprint"] for one in found] == wanted
    assert [one["applied"] for one in found] == [1, 1, 1, 4]


# The command line


def run(*arguments: str):
    return CliRunner().invoke(cli.app, arguments, catch_exceptions=False)


def test_the_override_names_the_fleet_alone():
    config = load_config("es_lean", ["fleet.modal.gpu=[L4, A10]", "fleet=modal", "fleet.modal.containers=3"])
    assert (config.fleet.kind, config.fleet.modal.gpu, config.fleet.modal.containers) == ("modal", ("L4", "A10"), 3)


def test_images_have_what_this_package_depends_on_and_the_vllm_that_it_is_tested_with():
    asked = [one.replace(" ", "") for one in requires("rlve-gymnasium") or ()]
    base = {re.match(r"[\w-]+", one)[0] for one in asked if "extra==" not in one}
    (vllm,) = (one.partition(";")[0] for one in asked if one.endswith("extra=='vllm'"))
    assert "mpmath" in base and vllm.startswith("vllm==")
    assert vllm in engine_packages(ModalSection())
    for packages in (engine_packages(ModalSection()), orchestrator_packages()):
        assert base <= {one.partition("==")[0] for one in packages}


def test_a_dry_run_says_what_would_be_had_and_what_it_costs():
    options = ["fleet=modal", "fleet.modal.gpu=H100!", "fleet.modal.containers=10", "fleet.modal.idle_s=60"]
    asked = ["train", "es_kimina_1_5b", *options, "--dry-run", "--json"]
    planned = json.loads(run(*asked).stdout)["modal"]
    engine = planned["roles"]["engine"]
    assert (engine["gpu"], engine["containers"], engine["secrets"]) == ("H100!", 10, [])
    assert set(engine["image"]["packages"]) == set(engine_packages(ModalSection()))
    assert planned["iteration"] == {"calls": 30, "rounds": 3, "attempts": 3840}
    assert "iteration" not in planned["cost"] and "member_s" in planned["cost"]["missing"][0]
    assert planned["cost"]["prices_of"] and planned["cost"]["prices_from"]
    money = json.loads(run(*asked, "fleet.modal.member_s=100").stdout)["modal"]["cost"]
    rate = 0.001097 + 4 * 0.0000131 + 16 * 0.00000222
    assert money["assumed"] == {"member_s": 100.0} and money["missing"] == []
    assert money["iteration"]["engines"] == pytest.approx([30 * 100 * rate, (30 * 100 + 10 * 60) * rate], rel=1e-3)
    assert money["run"] == pytest.approx([100 * value for value in money["iteration"]["total"]], abs=0.01)
    text = run("train", "es_kimina_1_5b", *options, "--dry-run").stdout
    assert "# engine: up to 10 containers with H100!" in text and "no estimate: how long a member takes" in text


def test_a_dry_run_of_other_trainers():
    planned = json.loads(run("train", "quickstart", "fleet=modal", "share=64", "--dry-run", "--json").stdout)["modal"]
    config = load_config("quickstart")
    attempts = config.prompts * config.samples
    assert planned["iteration"]["calls"] == -(-attempts // 64) and planned["iteration"]["attempts"] == attempts


def test_a_dry_run_needs_no_account_and_starts_nothing(modal_plane):
    before = modal_plane.ledger.counts.total()
    text = run("modal", "setup", "es_lean", "fleet.modal.secrets=[huggingface]", "--dry-run").stdout
    assert "secrets: huggingface" in text and modal_plane.ledger.counts.total() == before


def test_setup_fills_the_volume_once(volumes, model, tmp_path):
    volumes.secret("huggingface", HF_TOKEN="x")
    file = tmp_path / "run.yaml"
    file.write_text(
        json.dumps({**ES, "name": "x", "model": model, "fleet": {"modal": CONTAINERS | {"models": "empty"}}})
    )
    asked = ["modal", "setup", str(file), "fleet.modal.secrets=[huggingface]", "--json"]
    told = [json.loads(run(*asked).stdout)["model"] for _ in range(2)]
    assert "was uploaded" in told[0] and "is there already" in told[1]
    folder = volumes.volume("empty") / name_of(model)
    names = {path.name for path in Path(model).iterdir()}
    assert {path.name for path in folder.iterdir()} == names | {COMPLETE}
    assert all((folder / name).read_bytes() == Path(model, name).read_bytes() for name in names)


def test_a_download_is_complete_or_refused(tmp_path, monkeypatch):
    import huggingface_hub

    def download(model: str, local_dir: Path, allow_patterns: list[str]) -> None:
        local_dir.mkdir()
        (local_dir / ("model.safetensors" if model == "a/good" else "model.bin")).write_bytes(b"1234")
        if model == "a/gated":
            raise PermissionError("401: no access")

    monkeypatch.setattr(huggingface_hub, "snapshot_download", download)
    assert _modal_app.fetch("a/good", str(tmp_path / "good"), "models") == 4 + len("a/good")
    assert (tmp_path / "good" / COMPLETE).read_text() == "a/good"
    for model, why in (("a/gated", "401: no access.*named in fleet.modal.secrets"), ("a/bin", "no .safetensors")):
        with pytest.raises(ValueError, match=why):
            _modal_app.fetch(model, str(tmp_path / model[2:]), "models")
        assert not (tmp_path / model[2:] / COMPLETE).exists()


def test_a_model_that_nobody_has_downloaded(volumes):
    recipe = Recipe(MAKER, {"model": "some/model", "snapshots": None})
    with pytest.raises(ValueError, match="rlve-gym modal setup CONFIG downloads it"):
        open_fleet(FleetSection(kind="modal", modal=SECTION), recipe)


def test_what_is_saved_comes_home_whole(model, tmp_path, monkeypatch):
    monkeypatch.setattr(away, "PIECE_BYTES", 1000)
    options = {"maker": MAKER, "options": {"model": model, "threads": 1}}
    config = parse_config({**ES, "model": model, "name": "x"})
    fleet = away.Home(Inline(Recipe(away.MAKER, options)))
    with fleet:
        base = {part: value for _, part, value in fleet.map("base", [((0, 0), None)])}
        history = es.open_history(tmp_path / "h", config.header(base["fingerprint"], base["dtype"]), 0, None)
        history.append([0.0, 1.0, 2.0, 3.0])
        packed = (tmp_path / "h").read_bytes()
        folder = tmp_path / "saved"
        assert list(fleet.map("save", [((1, 0), str(folder))], packed)) == [((1, 0), "folder", str(folder))]
    with Inline(Recipe(MAKER, options["options"])) as local:
        list(local.map("save", [((1, 0), str(tmp_path / "direct"))], packed))
    direct = sorted((tmp_path / "direct").iterdir())
    assert [path.read_bytes() for path in sorted(folder.iterdir())] == [path.read_bytes() for path in direct]
    assert len(direct) >= 3


def test_without_the_package_a_token_or_a_known_account(modal_plane, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setitem(sys.modules, "modal", None)
        with pytest.raises(ValueError, match=r"pip install 'rlve-gymnasium\[modal\]'"):
            Modal(SECTION, SUMS)
    with monkeypatch.context() as patch:
        patch.delenv("MODAL_TOKEN_ID")
        with pytest.raises(ValueError, match="run `modal setup`, or set MODAL_TOKEN_ID"):
            Modal(SECTION, SUMS)
    modal_plane.faults.rpc("UNAUTHENTICATED", "AppCreate")
    with pytest.raises(ValueError, match="does not know who asks"):
        Modal(SECTION, SUMS)
    unknown = ModalSection.model_validate({**CONTAINERS, "secrets": ["nobody"]})
    with pytest.raises(ValueError, match="no such thing"):
        setup(unknown, None)


@pytest.mark.parametrize("wrong", [{"gpu": "H100:two"}, {"models": "my models"}])
def test_what_modal_refuses_is_the_users(wrong, monkeypatch):
    for name, value in {"ID": "ak-test", "SECRET": "as-test"}.items():
        monkeypatch.setenv(f"MODAL_TOKEN_{name}", value)
    section = ModalSection(**wrong)
    for begin in (lambda: Modal(section, Recipe("modal_worker:Worker", {})), lambda: setup(section, None)):
        with pytest.raises(ValueError, match=r"(?s)Modal refuses this .* change it in fleet\.modal"):
            begin()
