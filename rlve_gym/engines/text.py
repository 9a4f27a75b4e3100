"""From prompts to tokens, and from tokens to the text that is judged: the same for all engines with a tokenizer."""

from collections.abc import Sequence
from typing import Any

from rlve_gym.engines.base import Finish, Request, Sampling
from rlve_gym.verdict import MARKS


class Texts:
    """A tokenizer, and whether prompts are rendered as chats.

    chat_template: "on" renders each prompt as a user message with the tokenizer's chat template, "off" leaves it as it
    is, "auto" is "on" if the tokenizer has one. system: the message before each prompt that is rendered.
    """

    def __init__(self, tokenizer: Any, chat_template: str = "auto", system: str = ""):
        if chat_template not in ("auto", "on", "off"):
            raise ValueError(f"chat_template {chat_template!r}: choose auto, on or off")
        if chat_template == "on" and not tokenizer.chat_template:
            raise ValueError("chat_template is on, but the tokenizer has none: choose off or auto")
        self.tokenizer, self.system = tokenizer, system
        self.chat = bool(tokenizer.chat_template) and chat_template != "off"
        added = tokenizer.added_tokens_decoder.items()
        self._hidden = {token for token, it in added if it.special and it.content not in MARKS}

    def prepare(self, prompt: str) -> tuple[tuple[int, ...], bool]:
        """The prompt's tokens, and whether it ends by opening a think block."""
        text = prompt
        if self.chat:
            messages = [{"role": "system", "content": self.system}] if self.system else []
            messages.append({"role": "user", "content": prompt})
            text = self.tokenizer.apply_chat_template(messages, add_generation_prompt=True, tokenize=False)
        tokens = self.tokenizer(text, add_special_tokens=not self.chat)["input_ids"]
        return tuple(tokens), text.rstrip().endswith("<think>")

    def plain(self, tokens_T: Sequence[int]) -> str:
        """What the model wrote. Marks stay even where they are special tokens: they tell thinking from the answer."""
        tokens = [token for token in tokens_T if token not in self._hidden]
        return self.tokenizer.decode(tokens, skip_special_tokens=False, clean_up_tokenization_spaces=False)

    def completion(self, tokens_T: Sequence[int], stop: Sequence[str], finish: Finish, thinks: bool) -> str:
        """What the judge reads: up to and including the stop string that ends first, after the prompt's `<think>`."""
        text = self.plain(tokens_T)
        ends = [place + len(string) for string in stop if (place := text.find(string)) >= 0]
        if ends and finish is Finish.STOP:
            text = text[: min(ends)]
        return "<think>" + text if thinks else text

    def encode_completion(self, text: str) -> tuple[int, ...]:
        """The tokens of a completion that stops by itself: those of its text and the end of sequence."""
        tokens = self.tokenizer(text, add_special_tokens=False)["input_ids"]
        return (*tokens, self.tokenizer.eos_token_id)


def room(request: Request, prompt: Sequence[int], sampling: Sampling, context: int) -> int:
    """How many tokens may follow a prompt. Raises ValueError if it is empty, or leaves no room for a completion."""
    if not prompt:
        raise ValueError(f"request {request.id}: the prompt has no tokens; give a text, or use a chat template")
    if len(prompt) >= context:
        raise ValueError(
            f"request {request.id}: the prompt has {len(prompt)} tokens and the model's context is {context}, "
            "which leaves no room for a completion; lower the level (in a run's config.yaml: curriculum.max_level, "
            "evaluation.levels), or use a model with a longer context"
        )
    return min(sampling.max_tokens, context - len(prompt))


def end_tokens(model: Any, tokenizer: Any) -> list[int]:
    """The tokens that end a completion, by the tokenizer and by the model's generation settings."""
    settings = model.generation_config.eos_token_id if model.generation_config is not None else None
    listed = settings if isinstance(settings, list) else [settings]
    return [token for token in {tokenizer.eos_token_id, *listed} if token is not None]


def context(model: Any) -> int:
    """Tokens of prompt and completion that the model's positions allow; very many if it does not say."""
    return getattr(model.config.get_text_config(), "max_position_embeddings", None) or 1 << 40
