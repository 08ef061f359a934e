"""Reader of the nested JSON layout of II-Bench and CII-Bench."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from core.domain.texts import _, join_texts
from published.reading.benchmark import Benchmark, BenchmarkQuestion
from published.reading.image_finder import ImageFinder, ImagePathError
from published.reading.layout_errors import LayoutError, LayoutProblem
from published.reading.readers.base import (
    BenchmarkLocation,
    UnreadableBenchmarkError,
    add_image,
    read_documents,
)
from published.reading.readers.nested_files import (
    NestedRecord,
    find_nested_files,
    has_nested_records,
    read_nested_layout,
)

_LONGEST_LABEL = 60
"""Characters; a longer value is a text."""


class NestedReader:
    """Reads JSON arrays of records with ``questions`` and ``meta_data``."""

    layout = "nested"

    def find_files(self, place: BenchmarkLocation) -> Sequence[Path]:
        if place.path.is_file() and place.path.suffix != ".json":
            return []
        try:
            files = find_nested_files(place.path)
        except LayoutError:
            return []
        return [file for file in files if has_nested_records(file)]

    def read(self, place: BenchmarkLocation, files: Sequence[Path]) -> Benchmark:
        finder = ImageFinder(place.image_root)
        problems: list[LayoutProblem] = []
        images: dict[str, Path | None] = {}
        questions: list[BenchmarkQuestion] = []
        for record in read_nested_layout(files, problems.append):
            file = _image(finder, record, problems)
            image = add_image(images, record.path, file, record.split)
            questions += _questions(record, image, problems)
        if not questions:
            raise UnreadableBenchmarkError(
                _(
                    "no question can be read. {reasons}",
                    reasons=join_texts("; ", map(str, problems[:5])),
                )
            )
        return Benchmark(
            name=place.name,
            layout=self.layout,
            questions=questions,
            images=images,
            unreadable=problems,
            documents=read_documents(place.image_root),
        )


def _image(
    finder: ImageFinder, record: NestedRecord, problems: list[LayoutProblem]
) -> Path | None:
    try:
        return finder.find_image(record.path, named_in=record.file)
    except ImagePathError as error:
        place = (record.file.name, record.name, "local_path")
        problems.append(LayoutProblem(*place, str(error)))
        return None


def _fields(
    record: NestedRecord, problems: list[LayoutProblem]
) -> tuple[dict[str, tuple[str, ...]], dict[str, str]]:
    """Return the labels and the texts of a record, told apart by their length.

    A value is a string or number, a list of them, or one of these under ``choices`` or
    ``text``.
    """
    labels: dict[str, tuple[str, ...]] = {}
    texts: dict[str, str] = {}
    for name, value in record.meta.items():
        if isinstance(value, Mapping):
            value = value.get("choices", value.get("text", value))
        listed = value if isinstance(value, list) else [value]
        filled = [part for part in listed if part not in (None, "")]
        if not all(isinstance(part, str | int | float) for part in filled):
            place = (record.file.name, record.name, f"meta_data.{name}")
            message = _("must be a label, a text or a list of them")
            problems.append(LayoutProblem(*place, message))
            continue
        strings = [str(part) for part in filled]
        if any(len(text) > _LONGEST_LABEL or "\n" in text for text in strings):
            texts[name] = "\n\n".join(strings)
        elif strings:
            labels[name] = tuple(strings)
    return labels, texts


def _questions(
    record: NestedRecord, image: str, problems: list[LayoutProblem]
) -> Iterator[BenchmarkQuestion]:
    labels, texts = _fields(record, problems)
    for at, row in enumerate(record.questions):
        place = (record.file.name, record.name, f"questions.{at}")
        if not isinstance(row, Mapping):
            problems.append(LayoutProblem(*place, _("is not an object")))
            continue
        stem, options = row.get("question"), row.get("options")
        if not isinstance(stem, str) or not stem.strip():
            problems.append(LayoutProblem(*place, _("has no question text")))
            continue
        if not isinstance(options, list) or not options:
            problems.append(LayoutProblem(*place, _("has no options")))
            continue
        letter, key_text = _text(row.get("answer")), _text(row.get("correct_option"))
        id = _text(row.get("id")) or f"{record.name}.{at}"
        yield BenchmarkQuestion(
            id=id,
            file=record.file.name,
            record=id,
            split=record.split,
            image=image,
            stem=stem,
            options=tuple(map(str, options)),
            key=letter or key_text,
            key_text=key_text,
            labels=labels,
            texts=texts,
        )


def _text(value: object) -> str | None:
    return None if value in (None, "") else str(value)
