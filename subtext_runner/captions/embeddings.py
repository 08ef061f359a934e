"""Sentence and token embeddings by models in a local folder.

``SUBTEXT_SENTENCE_MODEL`` names the folder of a sentence model (ImageMet:
all-mpnet-base-v2, mean-pooled), ``SUBTEXT_TOKEN_MODEL`` that of a token model for
BERTScore (ImageMet's code: distilbert-base-uncased). Nothing is downloaded. PyTorch is
loaded when a model is used.
"""

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from core.domain.texts import _
from core.environment.models import SENTENCE_MODEL
from core.environment.variables import Folder
from subtext_runner.errors import SpecError

_AT_ONCE = 64


def model_folder(variable: Folder) -> Path:
    """Return the folder that the variable names.

    Raises SpecError if there is none.
    """
    folder = variable.find_value()
    if folder is None:
        raise SpecError(
            _(
                "{variable} is not set: it must name a model folder",
                variable=variable.name,
            )
        )
    if not (folder / "config.json").is_file():
        raise SpecError(
            _("{variable}: no model in {folder}", variable=variable.name, folder=folder)
        )
    return folder


def load_similarity_model() -> (
    tuple[str, Callable[[str, Sequence[str]], list[float]]] | None
):
    """Return the sentence model's name and a similarity function, or None."""
    try:
        folder = model_folder(SENTENCE_MODEL)
        load_encoder(str(folder))
    except SpecError:
        return None

    def compare(word: str, candidates: Sequence[str]) -> list[float]:
        if not candidates:
            return []
        vectors = load_encoder(str(folder)).embed_sentences([word, *candidates])
        return [cosine_similarity(vectors[0], vector) for vector in vectors[1:]]

    return folder.name, compare


def cosine_similarity(first: Sequence[float], second: Sequence[float]) -> float:
    """Return the cosine of two unit-length vectors."""
    return sum(a * b for a, b in zip(first, second, strict=True))


class Encoder:
    """Transformer that returns its hidden layers; it runs on a GPU if there is one."""

    def __init__(self, folder: str) -> None:
        try:
            import torch  # noqa: PLC0415 - an extra, and slow to import
            import transformers  # noqa: PLC0415

            self._torch = torch
            self._tokenizer = transformers.AutoTokenizer.from_pretrained(
                folder, local_files_only=True
            )
            model = transformers.AutoModel.from_pretrained(
                folder, local_files_only=True
            )
        except ImportError as error:
            raise SpecError(
                _(
                    "{name} needs a package that is not installed here "
                    "({package}): pip install 'subtext-bench[transformers]'",
                    name=Path(folder).name,
                    package=error.name,
                )
            ) from error
        except (OSError, ValueError) as error:
            raise SpecError(
                _("{folder} cannot be read: {error}", folder=folder, error=error)
            ) from error
        self._device = "cuda" if self._torch.cuda.is_available() else "cpu"
        self._model = model.to(self._device).eval()

    def embed_sentences(self, texts: Sequence[str]) -> list[list[float]]:
        """Return one unit-length vector per text: the mean of its tokens."""
        vectors: list[list[float]] = []
        for states, mask in self._layers(texts, -1):
            weights = mask.unsqueeze(-1).to(states.dtype)
            mean = (states * weights).sum(1) / weights.sum(1).clamp(min=1e-9)
            vectors += self._normalise(mean).tolist()
        return vectors

    def embed_tokens(self, texts: Sequence[str]) -> list[list[list[float]]]:
        """Return, for each text, the unit-length vectors of its non-special tokens.

        They come from the last layer but one, as BERTScore does for DistilBERT (Zhang
        et al. 2020; its table of layers).
        """
        token_vectors: list[list[list[float]]] = []
        special = set(self._tokenizer.all_special_ids)
        for first in range(0, len(texts), _AT_ONCE):
            batch = list(texts[first : first + _AT_ONCE])
            ((states, mask),) = self._layers(batch, -2)
            ids = self._encode(batch)["input_ids"].tolist()
            vectors = self._normalise(states).tolist()
            for text_ids, text_vectors, text_mask in zip(
                ids, vectors, mask.tolist(), strict=True
            ):
                token_vectors.append(
                    [
                        vector
                        for token, vector, is_token in zip(
                            text_ids, text_vectors, text_mask, strict=True
                        )
                        if is_token and token not in special
                    ]
                )
        return token_vectors

    def _layers(self, texts: Sequence[str], layer: int) -> list[tuple[Any, Any]]:
        layers = []
        for first in range(0, len(texts), _AT_ONCE):
            encoded = self._encode(list(texts[first : first + _AT_ONCE]))
            with self._torch.no_grad():
                states = self._model(
                    **encoded.to(self._device), output_hidden_states=True
                ).hidden_states[layer]
            layers.append((states, encoded["attention_mask"]))
        return layers

    def _encode(self, texts: list[str]) -> Any:
        return self._tokenizer(
            texts, padding=True, truncation=True, max_length=384, return_tensors="pt"
        )

    def _normalise(self, states: Any) -> Any:
        return self._torch.nn.functional.normalize(states, dim=-1)


@cache
def load_encoder(folder: str) -> Encoder:
    """Return the model of a folder, loaded once. Raises SpecError."""
    return Encoder(folder)
