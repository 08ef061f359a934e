"""Reader of the nested JSON layout of II-Bench and CII-Bench."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from annotation.domain.published.layout_errors import LayoutError, LayoutProblem
from annotation.domain.published.nested_files import (
    NestedRecord,
    find_nested_files,
    read_nested_records,
)
from annotation.domain.published.places import ImageFinder, ImagePathError
from audit.domain.benchmark import Benchmark, BenchmarkQuestion, UnreadableRecord
from audit.domain.readers.base import (
    Place,
    UnreadableBenchmarkError,
    documents_of,
)
from workflow.domain.texts import _, join_texts


class NestedReader:
    """Reads JSON arrays of records with ``questions`` and ``meta_data``."""

    layout = "nested"

    def files(self, place: Place) -> Sequence[Path]:
        if place.path.is_file() and place.path.suffix != ".json":
            return []
        try:
            files = find_nested_files(place.path)
        except LayoutError:
            return []
        return [file for file in files if _has_records(file)]

    def read(self, place: Place, files: Sequence[Path]) -> Benchmark:
        finder = ImageFinder(place.root)
        problems: list[LayoutProblem] = []
        images: dict[str, Path | None] = {}
        questions: list[BenchmarkQuestion] = []
        for record in read_nested_records(files, problems.append):
            if record.path not in images:
                images[record.path] = _image(finder, record, problems)
            labels, texts = _fields(record.meta)
            questions += _questions(record, labels, texts, problems)
        if not questions:
            raise UnreadableBenchmarkError(
                _(
                    "no question can be read. {reasons}",
                    reasons=join_texts("; ", map(str, problems[:5])),
                )
            )
        return Benchmark(
            name=place.path.resolve().name,
            layout=self.layout,
            questions=questions,
            images=images,
            unreadable=[
                UnreadableRecord(
                    ", ".join(part for part in problem[:3] if part), problem.message
                )
                for problem in problems
            ],
            documents=documents_of(place.root),
        )


def _has_records(file: Path) -> bool:
    records = read_nested_records([file], lambda problem: None)
    return next(records, None) is not None


def _image(
    finder: ImageFinder, record: NestedRecord, problems: list[LayoutProblem]
) -> Path | None:
    try:
        return finder.find(record.path, named_in=record.file)
    except ImagePathError as error:
        place = (record.file.name, record.name, "local_path")
        problems.append(LayoutProblem(*place, str(error)))
        return None


def _fields(
    meta: Mapping[str, object],
) -> tuple[dict[str, tuple[str, ...]], dict[str, str]]:
    """Return the labels and the texts of a record, told apart by their length."""
    labels: dict[str, tuple[str, ...]] = {}
    texts: dict[str, str] = {}
    for name, value in meta.items():
        if isinstance(value, Mapping):
            value = value.get("choices", value.get("text"))
        listed = value if isinstance(value, list) else [value]
        strings = [text for text in listed if isinstance(text, str)]
        if any(len(text) > 60 or "\n" in text for text in strings):
            texts[name] = "\n\n".join(strings)
        elif strings:
            labels[name] = tuple(strings)
    return labels, texts


def _questions(
    record: NestedRecord,
    labels: Mapping[str, tuple[str, ...]],
    texts: Mapping[str, str],
    problems: list[LayoutProblem],
) -> Iterator[BenchmarkQuestion]:
    for at, row in enumerate(record.questions):
        place = (record.file.name, record.name, f"questions.{at}")
        if not isinstance(row, Mapping):
            problems.append(LayoutProblem(*place, _("is not an object")))
            continue
        stem, options = row.get("question"), row.get("options")
        if not isinstance(stem, str) or not isinstance(options, list):
            problems.append(LayoutProblem(*place, _("has no question or no options")))
            continue
        key = row.get("answer")
        if key in (None, ""):
            key = row.get("correct_option")
        yield BenchmarkQuestion(
            id=str(row.get("id", f"{record.name}.{at}")),
            place=", ".join(place[:2]),
            split=record.split,
            image=record.path,
            stem=stem,
            options=tuple(map(str, options)),
            key=None if key in (None, "") else str(key),
            labels=labels,
            texts=texts,
        )
