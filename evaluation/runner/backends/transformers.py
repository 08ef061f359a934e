"""Backend that runs models in this process with Hugging Face transformers.

``SUBTEXT_MODELS``/model holds config, weights, processor and chat template as written
by ``save_pretrained``; nothing is downloaded and no code of the folder is executed. The
environment sets how models run: ``SUBTEXT_DEVICE`` (default: cuda if available, else
cpu), ``SUBTEXT_DTYPE`` (bfloat16 on a GPU, else float32), ``SUBTEXT_ATTENTION``
(flash_attention_2 on a GPU if installed, else sdpa) and ``SUBTEXT_BATCH`` (8). The
result records all of them, because each may affect a score.
"""

import gc
import hashlib
import io
import os
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from importlib.metadata import version
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import torch
from PIL import Image
from transformers import AutoModelForImageTextToText, AutoProcessor

from evaluation.runner.backends.base import Limits, Request
from evaluation.runner.backends.folders import folder_of
from evaluation.runner.benchmark import Benchmark
from evaluation.runner.errors import BackendUnusableError, SpecError
from evaluation.runner.records import CallError, Response
from workflow.domain.texts import _


class _Loaded(NamedTuple):
    processor: Any
    model: Any
    ends: frozenset[int]
    """Tokens that end a response."""


class TransformersBackend:
    """Backend that answers in batches; it loads the next batch during generation."""

    def __init__(self, benchmark: Benchmark, name: str, limits: Limits) -> None:
        self._benchmark = benchmark
        self._limits = limits
        self._folder = folder_of(name, variable="SUBTEXT_MODELS")
        on_gpu = torch.cuda.is_available()
        self._device = os.environ.get("SUBTEXT_DEVICE") or ("cuda" if on_gpu else "cpu")
        on_gpu = self._device.startswith("cuda")
        flash = on_gpu and find_spec("flash_attn") is not None
        self._dtype = os.environ.get("SUBTEXT_DTYPE") or (
            "bfloat16" if on_gpu else "float32"
        )
        self._attention = os.environ.get("SUBTEXT_ATTENTION") or (
            "flash_attention_2" if flash else "sdpa"
        )
        self._batch = _positive_setting("SUBTEXT_BATCH", default=8)

    @cached_property
    def details(self) -> Mapping[str, str | int | float]:
        return {
            "weights": _digest(self._folder),
            "device": self._device,
            "dtype": self._dtype,
            "attention": self._attention,
            "batch": self._batch,
            "torch": version("torch"),
            "transformers": version("transformers"),
        }

    @property
    def scope(self) -> str | None:
        return "; ".join(f"{key}={value}" for key, value in self.details.items())

    def answer(self, requests: Iterable[Request]) -> Iterator[Response]:
        waiting = iter(requests)
        first = list(islice(waiting, self._batch))
        if not first:
            return
        loaded = self._load()
        torch.manual_seed(self._limits.seed)
        with ThreadPoolExecutor(max_workers=1) as reader:
            ahead = reader.submit(self._read, first)
            while batch := ahead.result():
                upcoming = list(islice(waiting, self._batch))
                ahead = reader.submit(self._read, upcoming)
                yield from self._generate_batch(loaded, batch)

    def _load(self) -> _Loaded:
        try:
            processor = AutoProcessor.from_pretrained(
                self._folder, local_files_only=True
            )
            model = AutoModelForImageTextToText.from_pretrained(
                self._folder,
                local_files_only=True,
                dtype=getattr(torch, self._dtype),
                attn_implementation=self._attention,
            )
            model = model.to(self._device).eval()
        except (
            OSError,
            ValueError,
            ImportError,
            RuntimeError,
            AttributeError,
        ) as error:
            reason = str(error).strip().partition("\n")[0]
            raise BackendUnusableError(
                _(
                    "{folder}: the model cannot be loaded: {reason}",
                    folder=self._folder,
                    reason=reason,
                )
            ) from error
        if not processor.chat_template:
            raise BackendUnusableError(
                _("{folder}: the processor has no chat template", folder=self._folder)
            )
        # Batches are padded on the left, so that all responses begin at the same
        # position.
        processor.tokenizer.padding_side = "left"
        if processor.tokenizer.pad_token_id is None:
            processor.tokenizer.pad_token = processor.tokenizer.eos_token
        ends = model.generation_config.eos_token_id
        return _Loaded(
            processor, model, frozenset([ends] if isinstance(ends, int) else ends or ())
        )

    def _read(
        self, requests: Sequence[Request]
    ) -> list[tuple[Request, list[Image.Image]]]:
        return [
            (request, [self._picture(image) for image in request.prompt.images])
            for request in requests
        ]

    def _picture(self, image: Any) -> Image.Image:
        with Image.open(io.BytesIO(self._benchmark.image(image))) as opened:
            return _flatten_on_white(opened)

    def _generate_batch(
        self, loaded: _Loaded, batch: Sequence[tuple[Request, list[Image.Image]]]
    ) -> Iterator[Response]:
        began = time.monotonic()
        try:
            answered = self._generate(loaded, batch)
        except torch.OutOfMemoryError as error:
            answered, reason = None, str(error)[:200]
        if answered is None:
            # Not inside `except`: the traceback would keep the tensors of this batch,
            # and the halves would find no memory either.
            gc.collect()
            if torch.cuda.is_available():
                torch.cuda.empty_cache()
            if len(batch) == 1:
                detail = f"too large for {self._device}: {reason}"
                failed = CallError(kind="memory", detail=detail)
                yield batch[0][0].response(error=failed)
                return
            middle = len(batch) // 2
            yield from self._generate_batch(loaded, batch[:middle])
            yield from self._generate_batch(loaded, batch[middle:])
            return
        seconds = round((time.monotonic() - began) / len(batch), 3)
        for (request, _images), fields in zip(batch, answered, strict=True):
            yield request.response(seconds=seconds, **fields)

    def _generate(
        self, loaded: _Loaded, batch: Sequence[tuple[Request, list[Image.Image]]]
    ) -> list[dict[str, Any]]:
        """Return the fields of each response record."""
        inputs = loaded.processor.apply_chat_template(
            [_conversation(request, pictures) for request, pictures in batch],
            add_generation_prompt=True,
            tokenize=True,
            return_dict=True,
            return_tensors="pt",
            padding=True,
        )
        inputs = inputs.to(self._device, dtype=getattr(torch, self._dtype))
        sampling = (
            {
                "do_sample": True,
                "temperature": self._limits.temperature,
                "top_p": self._limits.top_p,
            }
            if self._limits.temperature
            else {"do_sample": False}
        )
        with torch.inference_mode():
            output = loaded.model.generate(
                **inputs,
                max_new_tokens=self._limits.maximum_tokens,
                pad_token_id=loaded.processor.tokenizer.pad_token_id,
                **sampling,
            )
        prompt_lengths = inputs["attention_mask"].sum(dim=1).tolist()
        rows = output[:, inputs["input_ids"].shape[1] :].tolist()
        return [
            self._fields(loaded, row, prompt_tokens)
            for row, prompt_tokens in zip(rows, prompt_lengths, strict=True)
        ]

    def _fields(
        self, loaded: _Loaded, row: Sequence[int], prompt_tokens: int
    ) -> dict[str, Any]:
        end = next((n for n, token in enumerate(row) if token in loaded.ends), None)
        completion = row if end is None else row[:end]
        text = loaded.processor.tokenizer.decode(completion, skip_special_tokens=True)
        return {
            "text": text.strip(),
            "finish_reason": "length" if end is None else "stop",
            "prompt_tokens": prompt_tokens,
            "completion_tokens": len(completion) + (end is not None),
        }


def _conversation(
    request: Request, pictures: Sequence[Image.Image]
) -> list[dict[str, Any]]:
    return [
        {
            "role": role,
            "content": [
                {"type": "text", "text": part}
                if isinstance(part, str)
                else {"type": "image", "image": pictures[part - 1]}
                for part in parts
            ],
        }
        for role, parts in request.prompt.messages
    ]


def _flatten_on_white(picture: Image.Image) -> Image.Image:
    """Return the image in RGB, with transparent areas in white, as a reader sees it."""
    if "A" not in picture.getbands() and "transparency" not in picture.info:
        return picture.convert("RGB")
    layered = picture.convert("RGBA")
    ground = Image.new("RGBA", layered.size, "white")
    return Image.alpha_composite(ground, layered).convert("RGB")


def _digest(folder: Path) -> str:
    """Return the SHA-256 over names and bytes of all files, to identify the model."""
    digest = hashlib.sha256()
    for path in sorted(p for p in folder.rglob("*") if p.is_file()):
        with path.open("rb") as file:
            content = hashlib.file_digest(file, "sha256").hexdigest()
        digest.update(f"{path.relative_to(folder).as_posix()} {content}\n".encode())
    return digest.hexdigest()


def _positive_setting(name: str, *, default: int) -> int:
    value = os.environ.get(name) or str(default)
    if not value.isdecimal() or int(value) < 1:
        raise SpecError(
            _(
                "{name} is {value!r}: it must be a positive number",
                name=name,
                value=value,
            )
        )
    return int(value)
