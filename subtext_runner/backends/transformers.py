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

from core.domain.texts import _
from core.environment import models
from subtext_runner.backends.asking import FailureWatch
from subtext_runner.backends.base import PromptRequest, SentParameters
from subtext_runner.backends.folders import find_model_folder
from subtext_runner.benchmark import Benchmark
from subtext_runner.errors import BackendUnusableError, UnreadableImageError
from subtext_runner.records import CallError, Response
from subtext_runner.sent_images import shown_image, within_pixels


class _Loaded(NamedTuple):
    processor: Any
    model: Any
    ends: frozenset[int]
    """Tokens that end a response."""


class _Read(NamedTuple):
    """A request whose images have been read."""

    request: PromptRequest
    images: list[Image.Image]
    error: CallError | None = None
    """Why they cannot be read."""


class TransformersBackend:
    """Backend that answers in batches; it loads the next batch during generation."""

    def __init__(
        self, benchmark: Benchmark, name: str, limits: SentParameters, *, failures: int
    ) -> None:
        self._benchmark = benchmark
        self._limits = limits
        self._failures = failures
        self._folder = find_model_folder(name, below=models.MODELS)
        on_gpu = torch.cuda.is_available()
        self._device = models.DEVICE.find_value() or ("cuda" if on_gpu else "cpu")
        on_gpu = self._device.startswith("cuda")
        flash = on_gpu and find_spec("flash_attn") is not None
        self._dtype = models.DTYPE.find_value() or ("bfloat16" if on_gpu else "float32")
        self._attention = models.ATTENTION.find_value() or (
            "flash_attention_2" if flash else "sdpa"
        )
        self._batch = models.BATCH.read()

    @cached_property
    def report_details(self) -> Mapping[str, str | int | float]:
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
    def cache_scope(self) -> str | None:
        return "; ".join(f"{key}={value}" for key, value in self.report_details.items())

    def answer(self, requests: Iterable[PromptRequest]) -> Iterator[Response]:
        failures = FailureWatch(self._failures)
        for response in self._responses(requests):
            yield response
            reason = failures.reason_to_stop(response)
            if reason is not None:
                raise reason

    def _responses(self, requests: Iterable[PromptRequest]) -> Iterator[Response]:
        waiting = iter(requests)
        first = list(islice(waiting, self._batch))
        if not first:
            return
        loaded = self._load()
        if self._limits.seed is not None:
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
            raise BackendUnusableError(
                _(
                    "{folder}: the model cannot be loaded: {reason}",
                    folder=self._folder,
                    reason=_first_line(error),
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

    def _read(self, requests: Sequence[PromptRequest]) -> list[_Read]:
        return [self._read_images(request) for request in requests]

    def _read_images(self, request: PromptRequest) -> _Read:
        """Read the images of one request; damaged ones are this question's error."""
        try:
            images = [
                within_pixels(
                    shown_image(image, self._benchmark), self._limits.image_pixels
                )
                for image in request.prompt.images
            ]
        except UnreadableImageError as error:
            failed = CallError(kind="generation", detail=str(error))
            return _Read(request, [], failed)
        return _Read(request, images)

    def _generate_batch(
        self, loaded: _Loaded, batch: Sequence[_Read]
    ) -> Iterator[Response]:
        """Yield the responses to a batch; one that fails is halved, down to a question.

        Raises BackendUnusableError where the device itself no longer works.
        """
        for request, _images, error in batch:
            if error is not None:
                yield request.make_response(error=error)
        batch = [read for read in batch if read.error is None]
        if not batch:
            return
        began = time.monotonic()
        answered: list[dict[str, Any]] | None = None
        try:
            answered = self._generate(loaded, batch)
        except Exception as error:  # noqa: BLE001 - whatever a model raises
            failed = self._call_error(error)
        if answered is None:
            # Not inside `except`: the traceback would keep the tensors of this batch,
            # and the halves would find no memory either.
            self._release_memory()
            if len(batch) == 1:
                yield batch[0].request.make_response(error=failed)
                return
            middle = len(batch) // 2
            yield from self._generate_batch(loaded, batch[:middle])
            yield from self._generate_batch(loaded, batch[middle:])
            return
        seconds = round((time.monotonic() - began) / len(batch), 3)
        for read, fields in zip(batch, answered, strict=True):
            yield read.request.make_response(seconds=seconds, **fields)

    def _call_error(self, error: Exception) -> CallError:
        reason = _first_line(error)
        if isinstance(error, torch.OutOfMemoryError):
            detail = f"too large for {self._device}: {reason}"
            return CallError(kind="memory", detail=detail)
        detail = f"the model failed on this question: {reason}"
        return CallError(kind="generation", detail=detail)

    @staticmethod
    def _release_memory() -> None:
        """Free what a failed batch held. Raises BackendUnusableError for a dead GPU.

        After some errors, such as a failed assertion in a kernel, a GPU refuses all
        further work of this process.
        """
        gc.collect()
        if not torch.cuda.is_available():
            return
        try:
            torch.cuda.synchronize()
            torch.cuda.empty_cache()
        except RuntimeError as error:
            raise BackendUnusableError(
                _(
                    "The GPU stopped working ({reason}). Start the worker again, then "
                    "continue the run.",
                    reason=_first_line(error),
                )
            ) from error

    def _generate(
        self, loaded: _Loaded, batch: Sequence[_Read]
    ) -> list[dict[str, Any]]:
        """Return the fields of each response record."""
        inputs = loaded.processor.apply_chat_template(
            [_conversation(read.request, read.images) for read in batch],
            add_generation_prompt=True,
            tokenize=True,
            return_dict=True,
            return_tensors="pt",
            padding=True,
        )
        inputs = inputs.to(self._device, dtype=getattr(torch, self._dtype))
        sampling: dict[str, Any] = {}  # as the model's own configuration says
        if self._limits.temperature is not None:
            sampling = {"do_sample": self._limits.temperature > 0}
        if self._limits.temperature:
            sampling["temperature"] = self._limits.temperature
        if self._limits.top_p is not None:
            sampling["top_p"] = self._limits.top_p
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


def _first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0] or type(error).__name__


def _conversation(
    request: PromptRequest, images: Sequence[Image.Image]
) -> list[dict[str, Any]]:
    return [
        {
            "role": role,
            "content": [
                {"type": "text", "text": part}
                if isinstance(part, str)
                else {"type": "image", "image": images[part - 1]}
                for part in parts
            ],
        }
        for role, parts in request.prompt.messages
    ]


def _digest(folder: Path) -> str:
    """Return the SHA-256 over names and bytes of all files, to identify the model."""
    digest = hashlib.sha256()
    for path in sorted(p for p in folder.rglob("*") if p.is_file()):
        with path.open("rb") as file:
            content = hashlib.file_digest(file, "sha256").hexdigest()
        digest.update(f"{path.relative_to(folder).as_posix()} {content}\n".encode())
    return digest.hexdigest()
