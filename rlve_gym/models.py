"""Models: a tiny one built on the spot, and pretrained ones by hub id, by folder or from a Python package.

Heavy imports are inside the functions: names and defaults can be read without torch.
"""

import os
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from pathlib import Path
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

    seed: of the weights; equal arguments give equal files, bit for bit. envs, levels: the tokenizer is made for the prompts of
    these environments at levels 0..levels-1. width: of the residual stream, a multiple of `heads`. digits: see `tiny_tokenizer`.
    The default has about half a million parameters. Returns the folder.
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
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return Path(folder)


def tiny_tokenizer(envs: Sequence[str], *, levels: int = 6, digits: int = 2) -> Any:
    """A tokenizer of a few hundred tokens for the prompts of these environments (a transformers fast tokenizer).

    One token each: every printable ASCII character, blank and newline; the answer tags; a run of up to `digits` digits with or
    without the blank before it; and each stretch of text between numbers that most prompts of an environment share. Other
    characters are unknown. A newline or ">" before a digit is read as if a blank stood there, so that a number has
    one form: decoding gives the blank.
    """
    from tokenizers import Regex, Tokenizer, decoders, normalizers, pre_tokenizers
    from tokenizers.models import WordLevel
    from transformers import PreTrainedTokenizerFast

    normalizer = normalizers.Sequence(
        [normalizers.Replace(Regex(r"\n(?=\d)"), " "), normalizers.Replace(Regex(r">(?=\d)"), "> ")]
    )
    number = rf" ?\d{{1,{digits}}}"
    numbers = [
        blank + f"{value:0{size}d}" for blank in ("", " ") for size in range(1, digits + 1) for value in range(10**size)
    ]
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
    """Stretches of two characters or more that at least half of some environment's prompts and answers contain."""
    found: dict[str, None] = {}
    for env in envs:
        texts = [text for level in range(levels) for text in _texts(env, level)]
        count = Counter(part for text in texts for part in sorted(set(split(text))) if len(part) > 1)
        found.update(dict.fromkeys(part for part, times in sorted(count.items()) if 4 * times >= len(texts)))
    return [part for part in found if part not in TAGS and part.isascii()]


def _texts(env: str, level: int, samples: int = 4) -> Iterator[str]:
    from rlve_gym.problem import Spec

    for seed in range(samples):
        problem = Spec(env, level, seed).problem()
        yield problem.prompt()
        yield problem.completion(problem.reference)


def _literal(text: str) -> str:
    """A regular expression that matches the text."""
    return "".join(char if char.isalnum() else f"\\x{{{ord(char):02x}}}" for char in text)
