"""Accuracy and speed of measuring the share of text, on images drawn for it."""

import io
import random
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from os import sched_getaffinity
from pathlib import Path
from statistics import mean, median
from typing import Any

import numpy as np
from PIL import Image
from rapidocr import RapidOCR

from benchmarks.measuring import Cost
from benchmarks.peers.client import Peer
from benchmarks.results import Results, benchmark_parser
from benchmarks.text_area import drawing, grounds, words
from curation.image_files.domain.decoding import decode_image
from curation.stages.text_area.area import (
    DEFAULT_THRESHOLD,
    OcrThresholds,
    TextRegion,
    judge_regions,
    measure_text_areas,
)
from curation.stages.text_area.engines.rapid import RapidEngine

_BLOCK = 8
"""Images that one pipeline reads before the other, so that load affects both alike."""
_POSTER = 0.4
_SPECK = 0.02
SUBTEXT = "Subtext"


@dataclass
class Task:
    """An image file, and its share of text if that is known."""

    name: str
    file: bytes
    truth: float | None
    read: dict[str, float] = field(default_factory=dict)
    """By pipeline: the share it measured."""


# Pipelines --------------------------------------------------------------------------


class Subtext:
    """The measurement of a job: files in, shares out, on every core."""

    def __init__(self, name: str, runtime: str) -> None:
        self.name = name
        self._engine = RapidEngine(threads=len(sched_getaffinity(0)), runtime=runtime)
        print(f"{name}: {self._engine.parameters['detection']}")

    def read(self, tasks: Sequence[Task]) -> None:
        for task, area in measure_text_areas(
            tasks, lambda task: decode_image(task.file).image, self._engine
        ):
            task.read[self.name] = area.ratio


class DefaultRapidOCR:
    """RapidOCR with its defaults, on its own threads; the same rule confirms what it read,
    because its area alone would count drawings."""

    name = "RapidOCR"

    def __init__(self) -> None:
        self._ocr: Any = RapidOCR(params={"Global.log_level": "critical"})

    def read(self, tasks: Sequence[Task]) -> None:
        for task in tasks:
            image = decode_image(task.file).image
            result = self._ocr(np.asarray(image)[:, :, ::-1])
            regions = [
                TextRegion(
                    tuple((x / image.width, y / image.height) for x, y in box),
                    text,
                    float(score),
                )
                for box, text, score in zip(
                    result.boxes if result.boxes is not None else (),
                    result.txts or (),
                    result.scores or (),
                    strict=True,
                )
            ]
            task.read[self.name] = judge_regions(regions, OcrThresholds()).ratio


Pipeline = Subtext | DefaultRapidOCR


def run(pipelines: Sequence[Pipeline], tasks: Sequence[Task]) -> dict[str, Cost]:
    """Let every pipeline read every task, block by block in turn."""
    clocks = {pipeline.name: Cost() for pipeline in pipelines}
    for pipeline in pipelines:
        pipeline.read([Task("warm", tasks[0].file, None)])
    for start in range(0, len(tasks), _BLOCK):
        for pipeline in pipelines:
            with clocks[pipeline.name]:
                pipeline.read(tasks[start : start + _BLOCK])
    return clocks


# Pictures ---------------------------------------------------------------------------


def drawn(kind: str, seed: int, number: int) -> Task:
    """Return the image of a kind, always the same for a seed and number."""
    chance = random.Random(f"{seed} {kind} {number}")  # noqa: S311 - a drawing
    if kind == TEXT_FREE:
        return Task(kind, _file(grounds.illustration(chance)), 0.0)
    picture = drawing.KINDS[kind](chance)
    return Task(kind, _file(picture.image), picture.ratio)


TEXT_FREE = "no text"


def _file(picture: Image.Image) -> bytes:
    out = io.BytesIO()
    picture.save(out, "PNG", compress_level=1)
    return out.getvalue()


# Printing ---------------------------------------------------------------------------


def accuracy(results: Results, tasks: Sequence[Task], names: Sequence[str]) -> None:
    """By kind, the mean absolute error of each pipeline, and the two reaches."""
    with_text = [task for task in tasks if task.name != TEXT_FREE]
    rows = []
    for kind in [*dict.fromkeys(task.name for task in with_text), "all"]:
        chosen = [task for task in with_text if kind in (task.name, "all")]
        rows.append((kind, *(f"{_error(chosen, name):.4f}" for name in names)))
    head = ("mean absolute error of the share", *names)
    results.print_table("errors", head, *rows)
    posters = [task for task in with_text if (task.truth or 0) > _POSTER]
    flagged = [sum(t.read[n] > DEFAULT_THRESHOLD for t in posters) for n in names]
    print(
        f"\nposters (more than {_POSTER} text) above {DEFAULT_THRESHOLD}:",
        ", ".join(
            f"{n} {c}/{len(posters)}" for n, c in zip(names, flagged, strict=True)
        ),
    )
    free = [task for task in tasks if task.name == TEXT_FREE]
    above = [sum(t.read[n] > _SPECK for t in free) for n in names]
    print(
        f"illustrations without text above {_SPECK}:",
        ", ".join(f"{n} {c}/{len(free)}" for n, c in zip(names, above, strict=True)),
    )


def _error(tasks: Iterable[Task], name: str) -> float:
    return mean(abs(task.read[name] - (task.truth or 0)) for task in tasks)


def speed(results: Results, name: str, clocks: dict[str, Cost], count: int) -> None:
    rows = [
        (pipeline, f"{cost.clock / count:.3f}", f"{cost.processor / count:.3f}")
        for pipeline, cost in clocks.items()
    ]
    ours = clocks[SUBTEXT]
    for pipeline, cost in clocks.items():
        if cost is not ours:
            clock, processor = ours.clock / cost.clock, ours.processor / cost.processor
            rows.append((f"{SUBTEXT} / {pipeline}", f"{clock:.2f}", f"{processor:.2f}"))
    results.print_table(name, ("seconds a picture", "clock", "processor"), *rows)


def easyocr_speed(tasks: Sequence[Task]) -> None:
    """EasyOCR's defaults; random weights, so its time alone, and a lower bound of it:
    its detector finds one line, however many there are."""
    with (
        Peer("benchmarks.text_area.peer") as peer,
        tempfile.TemporaryDirectory() as folder,
    ):
        name = peer.ask(str, "prepared", languages=["ch_sim", "en"])
        seconds = []
        for number, task in enumerate(tasks):
            path = Path(folder) / f"{number}.png"
            path.write_bytes(task.file)
            seconds.append(peer.ask(float, "read", path=str(path)))
    print(
        f"  EasyOCR {name}, random weights (time only, one line a picture): "
        f"{mean(seconds):.2f} wall over {len(seconds)} pictures"
    )


def folder_report(
    results: Results, folder: Path, pipelines: Sequence[Pipeline]
) -> None:
    """Compare on real images, whose true share is unknown, and name the differences."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    tasks = [Task(path.name, path.read_bytes(), None) for path in files]
    clocks = run(pipelines, tasks)
    print(f"\n{len(tasks)} pictures in {folder}")
    speed(results, "seconds-of-folder", clocks, len(tasks))
    for name in clocks:
        shares = sorted(task.read[name] for task in tasks)
        above = [t.name for t in tasks if t.read[name] > DEFAULT_THRESHOLD]
        print(
            f"  {name}: median {median(shares):.3f}, 90th "
            f"{shares[round(0.9 * (len(shares) - 1))]:.3f}, most {shares[-1]:.3f}; "
            f"above {DEFAULT_THRESHOLD}: {', '.join(above) or 'none'}"
        )


def main() -> None:
    parser = benchmark_parser("text_area", __doc__)
    parser.add_argument("--seed", type=int, default=2026, help="1 was tuned on")
    parser.add_argument("--pictures", type=int, default=10, help="of each kind")
    parser.add_argument("--free", type=int, default=200, help="without text")
    parser.add_argument("--folder", type=Path, help="real pictures besides")
    parser.add_argument("--no-peer", action="store_true", help="leave EasyOCR out")
    options = parser.parse_args()
    results = Results(options)

    kinds = [
        kind
        for kind in drawing.KINDS
        if kind not in drawing.NEEDS_CHINESE or words.font_files(chinese=True)
    ]
    print(
        f"rapidocr {version('rapidocr')}, {len(sched_getaffinity(0))} cores, seed "
        f"{options.seed}, {len(words.font_files(chinese=False))} Latin and "
        f"{len(words.font_files(chinese=True))} Chinese fonts, "
        f"{len(grounds.illustrations())} illustrations"
    )
    for kind in drawing.KINDS.keys() - set(kinds):
        print(f"LEFT OUT: {kind}: no font here draws Chinese")
    tasks = [
        drawn(kind, options.seed, number)
        for kind in kinds
        for number in range(options.pictures)
    ] + [drawn(TEXT_FREE, options.seed, number) for number in range(options.free)]
    # In blocks of one kind, other load would affect this kind only.
    random.Random(options.seed).shuffle(tasks)  # noqa: S311

    pipelines: list[Pipeline] = [
        Subtext(SUBTEXT, "auto"),
        Subtext(f"{SUBTEXT} on ONNX Runtime", "onnxruntime"),
        DefaultRapidOCR(),
    ]
    clocks = run(pipelines, tasks)
    accuracy(results, tasks, list(clocks))
    speed(results, "seconds", clocks, len(tasks))
    if not options.no_peer:
        easyocr_speed([drawn(kind, options.seed, 0) for kind in kinds])
    if options.folder:
        folder_report(results, options.folder, pipelines)


if __name__ == "__main__":
    main()
