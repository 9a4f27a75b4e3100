"""Steps of our DAPO trainer against TRL's GRPOTrainer: same model, prompts, samples and lengths, in one process.

    pip install 'rlve-gymnasium[bench]'
    python benchmarks/dapo_vs_trl.py [--tokens words] [--steps 5] [--blocks 4] [--threads 2] [--trl-rows 320] [--json]

Blocks of steps alternate (ours, TRL, ours, TRL, ...); a block of each goes before and is not counted. A step is the
whole loop: draw prompts, sample, verify, loss, gradient, AdamW, and on our side also the curriculum and the run's logs.
Target: at least 3 times as many steps a minute as TRL. On a busy machine only the ratios of one run mean anything;
"CPU" is CPU time of this process alone, so without our judge's workers.

Result, 2026-11-29, 2 CPU cores with nothing else running, TRL 1.16.0, medians of 6 or 9 steps of each side. The
target is reached with long prompts, just missed with those of 47 tokens on one thread, and missed with shorter ones:

    --tokens    tokens of a prompt  threads  ours s  TRL s  TRL / ours  by CPU  tokens sampled a step (ours, TRL)
    phrases     5 to 8                    1   0.539  0.771        1.43    1.44  5031, 5003
    phrases     5 to 8                    2   0.363  0.501        1.38    1.43
    words       43 to 52                  1   0.745  2.206        2.96    2.97  4980, 4995
    words       43 to 52                  2   0.459  1.131        2.46    2.55
    characters  134 to 137                1   1.284  5.348        4.17    4.19  5065, 5048
    characters  134 to 137                2   0.785  3.338        4.25    4.40

What decides is how often a prompt is read: once a group by us, both in sampling and in training, and 16 times by TRL.
`phrases` is the tokenizer that `tiny` comes with; `words` reads about as many tokens as that of SmolLM2 (40 to 48).
In passes of 80 rows (`--trl-rows 80`) TRL was no faster. Where prompts are short both sides do the same arithmetic:
of our 0.745 s with `words`, 0.27 are 15 decoding steps of 320 rows, and 0.42 the update, half of it the backward pass.

**The same on both sides.** A Llama of half a million parameters with random weights (`rlve_gym.models.tiny`), float32
on a CPU, the same number of torch threads. 20 prompts a step, sorting at levels 0 to 3, the very same ones in the same
order; 16 samples each at temperature 1, no top-p or top-k; at most 16 new tokens. The end-of-sequence token is left
alone: an untrained model draws it about as often on both sides, and the table shows the tokens of a step. DAPO's loss
(mean over tokens, clip 0.2 and 0.28, advantages divided by the group's standard deviation), one update a batch, no KL,
no filter, no overlong mask or punishment. AdamW, learning rate 1e-6 constant, no weight decay, gradients cut to norm 1.
Rewards come from `problem.verify`. What an untrained model writes is malformed, so all advantages are 0; the arithmetic
done is the same.

**Settings of TRL, chosen for speed.** No logging, saving, evaluation or progress bar, reports to nobody; no vLLM (there
is no GPU); key-value cache on, which is its default; no gradient checkpointing, no bf16; no dataloader workers;
generation in one batch of 320. `--trl-rows` is per_device_train_batch_size, with gradient accumulation up to 320 rows.
beta 0 loads no reference model, and generation aligned with updates computes no old log-probabilities. The reward
function verifies in process, without a deadline. The optimizer is its default, the fused AdamW of torch.

**Settings of ours.** `preset: dapo` with `keep_all`; all others are the defaults, with the real judge of two processes.
"""

import argparse
import json
import re
import sys
import tempfile
import time
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import Any

if missing := [name for name in ("torch", "datasets", "tokenizers", "transformers", "trl") if find_spec(name) is None]:
    print(f"this needs {', '.join(missing)}: pip install 'rlve-gymnasium[bench]'", file=sys.stderr)
    sys.exit(2)

import torch
from datasets import Dataset
from tokenizers import Regex, Tokenizer, decoders, pre_tokenizers
from tokenizers.models import WordLevel
from transformers import AutoModelForCausalLM, AutoTokenizer, PreTrainedTokenizerFast, PrinterCallback, TrainerCallback
from trl.trainer.grpo_config import GRPOConfig
from trl.trainer.grpo_trainer import GRPOTrainer

from rlve_gym.config import parse_config
from rlve_gym.curriculum import make
from rlve_gym.judging import Judge
from rlve_gym.metrics import Run
from rlve_gym.models import SPECIAL, tiny
from rlve_gym.problem import Spec
from rlve_gym.registry import trainer
from rlve_gym.verdict import Reward

PROMPTS, SAMPLES, MAX_TOKENS, LEVELS, LR = 20, 16, 16, (0, 3), 1e-6
ROWS = PROMPTS * SAMPLES
TOKENIZERS = ("phrases", "words", "characters")


class Record:
    """What one side did: of each counted step the seconds, the seconds of this process's CPU, the tokens sampled."""

    def __init__(self) -> None:
        self.seconds: list[float] = []
        self.cpu_seconds: list[float] = []
        self.tokens: list[int] = []

    def add(self, clock: "Clock", tokens: int) -> None:
        self.seconds.append(time.perf_counter() - clock.wall)
        self.cpu_seconds.append(time.process_time() - clock.cpu)
        self.tokens.append(tokens)

    def figures(self) -> dict[str, float]:
        times = {"median_s": median(self.seconds), "min_s": min(self.seconds), "max_s": max(self.seconds)}
        times["cpu_median_s"] = median(self.cpu_seconds)
        return times | {"steps": len(self.seconds), "tokens_per_step": sum(self.tokens) / len(self.tokens)}


class Clock:
    """When something began."""

    def __init__(self) -> None:
        self.wall, self.cpu = time.perf_counter(), time.process_time()


class Ours:
    """Our trainer, a block of steps at a time."""

    def __init__(self, model: Path, runs: str, judge: Judge, steps: int):
        module = trainer("dapo")
        self.config = parse_config(config(model, runs, steps))
        self.run = Run.create(self.config)
        engine = module.TransformersEngine.load(self.run.weights, **self.config.model.engine_options())
        self.trainer = module.Trainer(self.config, self.run, engine, judge)
        self.done = self.tokens = 0

    def block(self, steps: int, record: Record | None) -> None:
        for _ in range(steps):
            clock = Clock()
            metrics = self.trainer.step(self.done)
            self.run.log(self.done, metrics)
            if record:
                record.add(clock, metrics["total/tokens"] - self.tokens)
            self.done += 1
            self.tokens = metrics["total/tokens"]


def config(model: Path, runs: str, steps: int) -> dict[str, Any]:
    """The configuration of our run."""
    return {
        "trainer": "dapo",
        "name": "ours",
        "runs": runs,
        "environments": ["sorting"],
        "model": {"path": str(model), "device": "cpu"},
        "preset": "dapo",
        "steps": steps,
        "prompts": PROMPTS,
        "samples": SAMPLES,
        "sampling": {"max_tokens": MAX_TOKENS},
        "curriculum": {"rule": "static", "low": LEVELS[0], "high": LEVELS[1]},
        "algorithm": {"filter": "keep_all", "overlong_mask": False, "overlong_cache": 0.0},
        "optimizer": {"lr": LR},
    }


class Interleave(TrainerCallback):
    """TRL owns its loop; this runs a block of ours whenever TRL has finished one, outside of TRL's clock."""

    def __init__(self, ours: Ours, steps: int, blocks: int, completions: list[int]):
        self.ours, self.steps, self.blocks, self.completions = ours, steps, blocks, completions
        self.records = {"ours": Record(), "trl": Record()}
        self.clock = Clock()

    def on_train_begin(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
        self.ours.block(self.steps, None)
        self.clock = Clock()

    def on_step_end(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
        done = state.global_step
        if done > self.steps:
            self.records["trl"].add(self.clock, self.completions[-1])
        if done % self.steps == 0 and done <= self.steps * self.blocks:
            self.ours.block(self.steps, self.records["ours"])
        self.clock = Clock()


def tiny_model(folder: Path, tokens: str) -> Path:
    """The model, with a tokenizer that reads a prompt by phrases, words or characters."""
    tiny(folder, levels=0 if tokens == "characters" else 6)
    if tokens == "words":
        prompts = [Spec("sorting", level, seed).problem().prompt() for level in range(6) for seed in range(20)]
        characters = ["\n", *map(chr, range(32, 127))]
        words = dict.fromkeys([*SPECIAL, *characters, *re.findall(r" ?[A-Za-z]+", " ".join(prompts))])
        made = Tokenizer(WordLevel({word: index for index, word in enumerate(words)}, unk_token="<unk>"))
        made.pre_tokenizer = pre_tokenizers.Split(Regex(r" ?[A-Za-z]+|[\s\S]"), "isolated")
        made.decoder = decoders.Fuse()
        names = {name.strip("<>") + "_token": name for name in SPECIAL}
        PreTrainedTokenizerFast(tokenizer_object=made, **names).save_pretrained(folder)
    return folder


def prompts(steps: int) -> list[dict[str, Any]]:
    """The prompts that our run draws, in its order, as rows for TRL."""
    curriculum = make("static", ["sorting"], 0, low=LEVELS[0], high=LEVELS[1])
    specs = [curriculum.draw() for _ in range(steps * PROMPTS)]
    return [{"prompt": spec.problem().prompt(), "level": spec.level, "seed": spec.seed} for spec in specs]


def trl_arguments(output: str, steps: int, rows: int) -> GRPOConfig:
    """The settings of TRL, see above."""
    return GRPOConfig(
        output_dir=output,
        max_steps=steps,
        per_device_train_batch_size=rows,
        gradient_accumulation_steps=ROWS // rows,
        num_generations=SAMPLES,
        max_completion_length=MAX_TOKENS,
        temperature=1.0,
        top_p=1.0,
        top_k=0,
        shuffle_dataset=False,
        learning_rate=LR,
        lr_scheduler_type="constant",
        max_grad_norm=1.0,
        loss_type="dapo",
        epsilon=0.2,
        epsilon_high=0.28,
        beta=0.0,
        mask_truncated_completions=False,
        use_vllm=False,
        use_cpu=True,
        bf16=False,
        gradient_checkpointing=False,
        dataloader_num_workers=0,
        dataloader_pin_memory=False,
        logging_strategy="no",
        save_strategy="no",
        eval_strategy="no",
        report_to="none",
        disable_tqdm=True,
    )


def trl_trainer(model: Path, arguments: GRPOConfig, steps: int, tokens: list[int]) -> GRPOTrainer:
    """TRL's trainer; `tokens` gets the number of sampled tokens of each batch."""
    problem, reward = lru_cache(maxsize=PROMPTS)(Spec.problem), Reward()

    def verified(
        completions: list[str], completion_ids: list[list[int]], level: list[int], seed: list[int], **_: Any
    ) -> list[float | None]:
        tokens.append(sum(map(len, completion_ids)))
        problems = [problem(Spec("sorting", *key)) for key in zip(level, seed)]
        texts = zip(problems, completions, completion_ids)
        return [reward(p.verify(text, truncated=len(ids) == MAX_TOKENS), p.beta) for p, text, ids in texts]

    return GRPOTrainer(
        model=AutoModelForCausalLM.from_pretrained(model, dtype=torch.float32),
        processing_class=AutoTokenizer.from_pretrained(model),
        reward_funcs=verified,
        args=arguments,
        train_dataset=Dataset.from_list(prompts(steps)),
    )


def measure(steps: int, blocks: int, rows: int, tokens: str) -> dict[str, dict[str, float]]:
    """The figures of both sides."""
    total, sampled = steps * (blocks + 1), []
    with tempfile.TemporaryDirectory() as folder, Judge() as judge:
        model = tiny_model(Path(folder, "model"), tokens)
        ours = Ours(model, folder, judge, total)
        theirs = trl_trainer(model, trl_arguments(folder, total, rows), total, sampled)
        interleave = Interleave(ours, steps, blocks, sampled)
        theirs.add_callback(interleave)
        theirs.remove_callback(PrinterCallback)
        theirs.train()
        ours.run.close()
    return {side: record.figures() for side, record in interleave.records.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description="Our DAPO trainer against TRL's GRPOTrainer.")
    parser.add_argument("--steps", type=int, default=5, help="steps of a block")
    parser.add_argument("--blocks", type=int, default=4, help="counted blocks of each side")
    parser.add_argument("--threads", type=int, default=2, help="torch threads of both sides")
    parser.add_argument("--tokens", choices=TOKENIZERS, default="words", help="what a token of the prompt is")
    parser.add_argument("--trl-rows", type=int, default=ROWS, help=f"rows of a pass of TRL, a divisor of {ROWS}")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of a table")
    arguments = parser.parse_args()
    if ROWS % arguments.trl_rows:
        parser.error(f"--trl-rows {arguments.trl_rows}: give a divisor of {ROWS}")
    torch.set_num_threads(arguments.threads)
    found = measure(arguments.steps, arguments.blocks, arguments.trl_rows, arguments.tokens)
    ratios = {key: found["trl"][key] / found["ours"][key] for key in ("median_s", "cpu_median_s")}
    if arguments.json:
        print(json.dumps({**found, "ratio": ratios, "threads": arguments.threads}))
        return
    print(f"{'':5}{'steps':>6}{'median s':>10}{'min s':>8}{'max s':>8}{'CPU s':>8}{'tokens':>8}{'steps a minute':>16}")
    for side, row in found.items():
        print(f"{side:5}{row['steps']:6}{row['median_s']:10.3f}{row['min_s']:8.3f}{row['max_s']:8.3f}", end="")
        print(f"{row['cpu_median_s']:8.3f}{row['tokens_per_step']:8.0f}{60 / row['median_s']:16.1f}")
    print(f"TRL / ours: {ratios['median_s']:.2f} by the clock (target: 3), {ratios['cpu_median_s']:.2f} by CPU time")


if __name__ == "__main__":
    main()
