"""Small images of the cases of findings."""

import hashlib
import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path

from curation.image_files.domain.decoding import decode_image
from curation.image_files.domain.rejection import RejectedFileError
from published.audit.domain.finding import Finding
from published.audit.domain.measurements import MeasurementCache
from published.audit.domain.report import data_address
from published.reading.benchmark import Benchmark

MOST_CASES = 50
"""Cases of a finding that have thumbnails."""
MOST_THUMBNAILS = 4
"""Thumbnails of one case."""
_SIDE = 320


def images_of_cases(
    benchmark: Benchmark, findings: Sequence[Finding]
) -> Mapping[str, Sequence[str]]:
    """Return the names of the images to show, by the id of the case.

    They are the images that a case names, or those of its questions. Cases without an
    image file are left out.
    """
    images_by_question = {q.id: q.all_images for q in benchmark.questions}
    names_by_case = {}
    for finding in findings:
        for case in finding.cases[:MOST_CASES]:
            names = case.images or list(
                chain.from_iterable(
                    images_by_question.get(id, ()) for id in case.questions
                )
            )
            stored = [name for name in dict.fromkeys(names) if benchmark.images[name]]
            if stored:
                names_by_case[case.id_for(finding.check)] = stored[:MOST_THUMBNAILS]
    return names_by_case


def make_thumbnails(
    benchmark: Benchmark, names: Sequence[str], measurements: MeasurementCache
) -> Iterator[tuple[str, bytes]]:
    """Yield each image that can be decoded, as a small WebP."""
    for name in names:
        content = _thumbnail(benchmark.images.get(name), measurements)
        if content is not None:
            yield name, content


def inline_thumbnails(
    benchmark: Benchmark, findings: Sequence[Finding], measurements: MeasurementCache
) -> Callable[[str], Sequence[str]]:
    """Return a function that gives the data addresses of a case's images by its id."""
    names_by_case = images_of_cases(benchmark, findings)
    names = list(dict.fromkeys(n for group in names_by_case.values() for n in group))
    addresses = {
        name: data_address(content)
        for name, content in make_thumbnails(benchmark, names, measurements)
    }
    return lambda case_id: [
        addresses[name] for name in names_by_case.get(case_id, ()) if name in addresses
    ]


def _thumbnail(file: Path | None, measurements: MeasurementCache) -> bytes | None:
    if file is None:
        return None
    try:
        original = file.read_bytes()
        digest = hashlib.sha256(original).hexdigest()
        return measurements.get_or_measure(
            lambda: _drawn(original), "thumbnail", digest
        )
    except (RejectedFileError, OSError):
        return None


def _drawn(original: bytes) -> bytes:
    image = decode_image(original, draft_side=_SIDE).image
    image.thumbnail((_SIDE, _SIDE))
    content = io.BytesIO()
    image.save(content, "WEBP", quality=60)
    return content.getvalue()
