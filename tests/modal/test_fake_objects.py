"""The fake's volumes, secrets, images, large messages and deployed apps, through the real client; and its command."""

import io
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("modal")

import fake_bodies
import modal
from fake_plane import Plane

CLIENT = """
import modal, fake_bodies
app = modal.App("by hand")
square = app.function(max_containers=1)(fake_bodies.square)
with app.run():
    print(square.remote(12))
"""


def test_files_of_a_volume(modal_plane, tmp_path):
    volume = modal.Volume.from_name("files", create_if_missing=True)
    large = bytes(9 * 2**20) + b"end" + bytes(5)
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "b.txt").write_text("b")
    with volume.batch_upload() as batch:
        batch.put_file(io.BytesIO(large), "/large.bin")
        batch.put_directory(tmp_path / "folder", "/deep/folder")
    assert {entry.path for entry in volume.listdir("/", recursive=True)} == {
        "large.bin",
        "deep",
        "deep/folder",
        "deep/folder/b.txt",
    }
    assert [(entry.path, entry.size) for entry in volume.listdir("/deep/folder/b.txt")] == [("deep/folder/b.txt", 1)]
    assert b"".join(volume.read_file("large.bin")) == large
    assert (modal_plane.volume("files") / "large.bin").read_bytes() == large
    with pytest.raises(FileExistsError), volume.batch_upload() as batch:
        batch.put_file(io.BytesIO(b"other"), "/large.bin")
    volume.copy_files(["deep/folder/b.txt"], "c.txt")
    volume.remove_file("deep", recursive=True)
    assert sorted(entry.path for entry in volume.listdir("/")) == ["c.txt", "large.bin"]
    with pytest.raises(FileNotFoundError):
        list(volume.read_file("deep/folder/b.txt"))
    with pytest.raises(modal.exception.NotFoundError):
        modal.Volume.from_name("no-such-volume").hydrate()


@pytest.mark.slow
def test_a_volume_in_containers(modal_plane):
    path = str(modal_plane.mounts / "kept")
    app = modal.App("volumes")
    volume = modal.Volume.from_name("kept", create_if_missing=True)
    keep = app.function(volumes={path: volume}, max_containers=1)(fake_bodies.keep)
    with app.run():
        assert keep.remote(f"{path}/log", "one ") == "one "
        assert keep.remote(f"{path}/log", "two ") == "one two "
        assert modal_plane.ledger["commits"] == 2
    assert b"".join(volume.read_file("log")) == b"one two "


def test_secrets_and_variables_of_images(modal_plane, monkeypatch):
    monkeypatch.setenv("OF_THE_CLIENT", "1")
    modal_plane.secret("tokens", HF_TOKEN="hf")
    app = modal.App("secrets")
    secrets = [modal.Secret.from_name("tokens", required_keys=["HF_TOKEN"]), modal.Secret.from_dict({"MORE": "m"})]
    image = modal.Image.debian_slim().pip_install("numpy").env({"OF_THE_IMAGE": "it's 1"})
    environment = app.function(image=image, secrets=secrets, max_containers=1)(fake_bodies.environment)
    with app.run():
        names = ["HF_TOKEN", "MORE", "OF_THE_IMAGE", "OF_THE_CLIENT"]
        assert list(environment.map(names)) == ["hf", "m", "it's 1", None]
    missing = modal.Secret.from_name("no-such-secret")
    with pytest.raises(modal.exception.NotFoundError):
        missing.hydrate()


def test_large_inputs_and_outputs(modal_plane):
    app = modal.App("large")
    length = app.function(max_containers=1)(fake_bodies.length)
    data = os.urandom(3 * 2**20)
    with app.run():
        assert length.remote(data, len(data)) == data
        assert modal_plane.ledger["blobs"] == 2
        assert length.spawn(data[:10_000], 5).get(timeout=60) == data[:5]
        assert modal_plane.ledger["blobs"] == 3


@pytest.mark.slow
def test_two_containers_work_at_the_same_time(modal_plane, tmp_path):
    app = modal.App("two")
    meet = app.function(max_containers=2)(fake_bodies.meet)
    with app.run():
        results = [text.split() for text in meet.map([str(tmp_path)] * 2, ["a", "b"])]
    assert [name for name, _ in results] == ["a", "b"]
    assert results[0][1] != results[1][1]
    assert modal_plane.ledger["containers started"] == 2


@pytest.mark.slow
def test_one_container_takes_inputs_together(modal_plane, tmp_path):
    app = modal.App("together")
    meet = app.function(max_containers=1)(modal.concurrent(max_inputs=2)(fake_bodies.meet))
    batched = app.function(max_containers=1)(modal.batched(max_batch_size=4, wait_ms=500)(fake_bodies.batched))
    with app.run():
        results = [text.split() for text in meet.map([str(tmp_path)] * 2, ["a", "b"])]
        assert results[0][1] == results[1][1]
        numbers = list(batched.map(range(8)))
        assert [number for number, _ in numbers] == list(range(8))
        assert max(size for _, size in numbers) == 4


@pytest.mark.slow
def test_a_deployed_app_is_found_by_name(modal_plane, tmp_path):
    app = modal.App("deployed")
    app.function(max_containers=1, name="square")(fake_bodies.square)
    app.cls(max_containers=1)(fake_bodies.Worker)
    app.deploy()
    assert modal.Function.from_name("deployed", "square").remote(5) == 25
    Worker = modal.Cls.from_name("deployed", "Worker")
    assert list(Worker(folder=str(tmp_path)).count.remote_gen(2))[1][0] == 1
    with pytest.raises(modal.exception.NotFoundError):
        modal.Function.from_name("deployed", "cube").hydrate()


@pytest.mark.slow
def test_a_container_that_idles_goes(modal_plane, tmp_path):
    app = modal.App("idle")
    Worker = app.cls(max_containers=1, scaledown_window=2)(fake_bodies.Worker)
    with app.run():
        assert Worker(folder=str(tmp_path)).add.remote(1)[0] == 1
        modal_plane.wait_for(lambda: modal_plane.ledger.containers_alive == [])
        assert len(list(tmp_path.glob("exit-*"))) == 1
        assert Worker(folder=str(tmp_path)).add.remote(1)[0] == 1


def test_nothing_is_left_of_a_closed_plane():
    plane = Plane()
    folder = plane.root
    assert folder.is_dir()
    plane.close()
    assert not folder.exists()


@pytest.mark.slow
def test_the_command_serves_other_processes(tmp_path):
    server = subprocess.Popen(
        [sys.executable, str(Path(fake_bodies.__file__).with_name("fake.py"))], stdout=subprocess.PIPE, text=True
    )
    assert server.stdout
    try:
        environment = dict(os.environ, PYTHONPATH=str(Path(fake_bodies.__file__).parent))
        for line in server.stdout:
            if not line.startswith("export "):
                break
            name, _, value = line.removeprefix("export ").strip().partition("=")
            environment[name] = value
        client = subprocess.run(
            [sys.executable, "-c", CLIENT], env=environment, cwd=tmp_path, capture_output=True, text=True, timeout=90
        )
        assert (client.stdout, client.returncode) == ("144\n", 0), client.stderr
        server.send_signal(signal.SIGTERM)
        assert "containers started" in server.stdout.read()
        assert server.wait(30) == 0
    finally:
        server.kill()
        server.wait()
