"""Rules of a synthetic set: generated images with their sentence, for fine-tuning."""

from typing import Annotated

from pydantic import Field

from subtext_protocol.text import Identifier, Part


class Elaboration(Part):
    """The prompt that turns a sentence into a scene to draw (ImageMet, Appendix I.3)."""

    guide: str
    """The system prompt."""
    examples: str
    """Solved examples; the sentence to elaborate follows them."""
    source: str


class Training(Part):
    """How models are fine-tuned on the set (ImageMet §4.2); written into the export."""

    models: tuple[str, ...]
    """Checkpoints that the training starts from."""
    method: str
    trained: tuple[str, ...] = ()
    frozen: tuple[str, ...] = ()
    batch_size: int = Field(ge=1)
    learning_rate: float = Field(gt=0)
    epochs: int = Field(ge=1)
    """At most."""
    precision: str = ""
    source: str


class SyntheticSet(Part):
    """Images generated from a sentence, exported in splits of their own (ImageMet §3).

    They are no items: nobody annotates them, and no model is evaluated on them.
    """

    field: Identifier
    """The sentence whose form theirs have."""
    train: int = Field(ge=1)
    """Number of images in the training split."""
    validation: int = Field(ge=0)
    similarity_below: float = Field(default=0.5, gt=-1, le=1)
    """A sentence is kept if the cosine similarity of its ``unlike`` slots is below."""
    score_above: int = 500
    """Words are primary concepts if they score more than this in concreteness and in
    imageability (Appendix H)."""
    adjective_prompt: str = ""
    """Prompt for adjectives of ``{primary}`` (§3, "Attributes")."""
    completion_prompt: str = ""
    """Prompt that completes a sentence from ``{primary}`` and ``{attribute}`` (§3,
    "Secondary Concepts")."""
    elaboration: Elaboration
    instruction: str
    """The prompt of instruction tuning, answered by the sentence (Appendix I.2)."""
    open_instruction: str
    """The same, answered by the image's open caption (Appendix B.2)."""
    training: Training | None = None
    shares: tuple[Annotated[float, Field(gt=0, le=1)], ...] = (1,)
    """Parts of the training split that have files of their own, each within the next
    (Appendix B.1)."""
    source: str
