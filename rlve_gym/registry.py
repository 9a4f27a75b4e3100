"""The files are the registry: an environment is a file `<topic>/<id>.py` whose class is the id's CamelCase.

Names are listed from folders without importing anything. `add_folder` adds a user's own environments.
"""

import importlib
import json
import sys
from collections.abc import Iterable
from functools import cache
from hashlib import blake2b
from pathlib import Path
from types import ModuleType

from rlve_gym._checkout import home
from rlve_gym.problem import Problem

LISTED = ": `rlve-gym list` shows all there are"

_folders: dict[str, Path] = {"rlve_gym.envs": home("envs")}


class UnknownName(ValueError):
    """A name that does not exist; the message suggests the closest ones, or says `otherwise` where none is close."""

    def __init__(self, kind: str, name: object, choices: Iterable[str], otherwise: str = ""):
        super().__init__(f"unknown {kind} {str(name)[:80]!r}{suggestion(str(name), choices) or otherwise}")


def suggestion(name: str, choices: Iterable[str]) -> str:
    """ ", did you mean ...?" with the closest of `choices`, or a list of all if there are few, or nothing."""
    from difflib import get_close_matches

    choices = sorted(choices)
    by_key = {_key(choice): choice for choice in choices}
    close = [by_key[key] for key in get_close_matches(_key(name[:80]), by_key, n=3)]
    if close:
        return f", did you mean {' or '.join(close)}?"
    return f" (choose one of {', '.join(choices)})" if 0 < len(choices) <= 12 else ""


def _key(name: str) -> str:
    return name.lower().replace("_", "").replace("-", "")


@cache
def _files() -> dict[str, tuple[str, str]]:
    """id -> (dotted module, topic), sorted by id."""
    found: dict[str, tuple[str, str]] = {}
    for package, folder in _folders.items():
        for path in sorted([*folder.glob("[!_.]*.py"), *folder.glob("[!_.]*/[!_.]*.py")]):
            relative = path.relative_to(folder)
            topic = relative.parts[0] if len(relative.parts) == 2 else folder.name
            module = ".".join([package, *relative.with_suffix("").parts])
            if not path.stem.isidentifier() or path.stem == "joint":
                raise ValueError(f"{path}: name the file like a Python module, and not joint (rlve/Joint-v0 is taken)")
            if path.stem in found:
                other = found[path.stem][0]
                raise ValueError(
                    f"two environments are named {path.stem}: {other} and {path}; rename one and its class"
                )
            found[path.stem] = (module, topic)
    return dict(sorted(found.items()))


def environments(topic: str | None = None) -> list[str]:
    """The ids of all environments, or of those of one topic, sorted. Imports none of them."""
    if topic is not None and topic not in topics():
        raise UnknownName("topic", topic, topics(), LISTED)
    return [name for name, (_, its_topic) in _files().items() if topic in (None, its_topic)]


def topics() -> list[str]:
    """The topics that have environments, sorted."""
    return sorted({topic for _, topic in _files().values()})


def topic_of(env: str) -> str:
    """The topic of an environment."""
    return _files()[base_id(env)][1]


@cache
def public_names() -> dict[str, str]:
    """The identifiers of the public suite (RLVE-Gym) and the ids of the same environments here."""
    return json.loads((home("envs") / "rlve_ids.json").read_text(encoding="utf-8"))


def class_name(env: str) -> str:
    """The class of an id: "spiral_matrix" -> "SpiralMatrix"."""
    return "".join(part[:1].upper() + part[1:] for part in env.split("_"))


@cache
def _aliases() -> dict[str, str]:
    ours = {class_name(env): env for env in _files()}
    public = {name: env for name, env in public_names().items() if env in _files()}
    return {**public, **ours, **{env: env for env in _files()}}


def resolve(name: str) -> str:
    """The id of an environment given its id, class name, gymnasium id or public RLVE identifier. Raises UnknownName.

    An environment over a data set may be followed by a colon and the data: "lean_workbook:theorems.jsonl".
    """
    bare, colon, data = str(name).partition(":")
    bare = bare.removeprefix("rlve/").removesuffix("-v0")
    found = _aliases().get(bare)
    if found is None:
        raise UnknownName("environment", name, _aliases(), LISTED)
    return f"{found}{colon}{data}" if data else found


def base_id(env: str) -> str:
    """The id of an environment without its data."""
    return resolve(env).partition(":")[0]


@cache
def load(name: str) -> type[Problem]:
    """The class of an environment. Raises UnknownName (a ValueError) if there is none of that name."""
    env, _, data = resolve(name).partition(":")
    module = importlib.import_module(_files()[env][0])
    try:
        problem_class: type[Problem] = getattr(module, class_name(env))
    except AttributeError:
        raise ValueError(f"{module.__file__} must define a class named {class_name(env)}") from None
    return problem_class.variant(data) if data else problem_class


def add_folder(path: str | Path) -> list[str]:
    """Add the environments of a folder (files, or files in topic folders), also for gymnasium. Returns their ids."""
    folder = Path(path).resolve()
    if not folder.is_dir():
        raise ValueError(f"{folder} is not a folder of environments")
    package = f"rlve_gym.added_{blake2b(str(folder).encode(), digest_size=6).hexdigest()}"
    if package not in _folders:
        module = ModuleType(package)
        module.__path__ = [str(folder)]
        sys.modules[package] = module
        _folders[package] = folder
        _forget()
        try:
            _files()
        except ValueError:
            del _folders[package]
            _forget()
            raise
    from rlve_gym.registration import register

    register()
    return [env for env, (module, _) in _files().items() if module.startswith(package + ".")]


def added_folders() -> list[str]:
    """The folders given to `add_folder`, for worker processes that must know the same environments."""
    return [str(folder) for folder in list(_folders.values())[1:]]


def folder_of(env: str) -> str | None:
    """The added folder that an environment lies in, or None if it is one of ours."""
    package = next(name for name in _folders if _files()[base_id(env)][0].startswith(name + "."))
    return None if package == "rlve_gym.envs" else str(_folders[package])


def path_of(env: str) -> Path:
    """The file of an environment."""
    module, _ = _files()[base_id(env)]
    package = next(name for name in _folders if module.startswith(name + "."))
    *folders, stem = module.removeprefix(package + ".").split(".")
    return _folders[package].joinpath(*folders, stem + ".py")


def _forget() -> None:
    for function in (_files, _aliases, load):
        function.cache_clear()


def trainers() -> list[str]:
    """The names of the trainers."""
    return sorted(path.stem for path in home("trainers").glob("[!_.]*.py"))


def trainer(name: str) -> ModuleType:
    """The module of a trainer: it defines `Config` and `train(config, run)`."""
    if name not in trainers():
        raise UnknownName("trainer", name, trainers())
    return importlib.import_module(f"rlve_gym.trainers.{name}")
