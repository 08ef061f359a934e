"""``python -m evaluation.runner extract | run | score``: evaluate without a server."""

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, ValidationError

from evaluation.runner.benchmark import read_benchmark
from evaluation.runner.errors import RunnerError, SpecError
from evaluation.runner.extraction.rule import extract
from evaluation.runner.journal import Journal, read_responses, replies_in
from evaluation.runner.metrics import summarise
from evaluation.runner.questions import LETTERS
from evaluation.runner.records import (
    Judged,
    Response,
    RunSpec,
    named_fields,
    spec_from_data,
)
from evaluation.runner.report import result, score_all
from evaluation.runner.terminal import Progress
from evaluation.runner.worker import questions_of, run, without_errors


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; return 0 on success and 1 on a reported problem.

    Wrong usage exits with status 2.
    """
    parser = argparse.ArgumentParser(prog="python -m evaluation.runner")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    extracting = commands.add_parser(
        "extract", help="read answers from responses (JSON lines in, JSON lines out)"
    )
    extracting.add_argument(
        "file", nargs="?", help="file of JSON lines (default: standard input)"
    )
    extracting.set_defaults(command=_extract)

    running = commands.add_parser("run", help="do the run of a spec")
    running.add_argument("spec", type=Path, metavar="SPEC.json")
    running.add_argument("--out", type=Path, required=True, metavar="DIR")
    running.add_argument(
        "--retry-errors",
        action="store_true",
        help="repeat calls that ended in an error",
    )
    running.add_argument(
        "--judging",
        type=Path,
        metavar="RESPONSES.jsonl",
        help="responses of an open task's run for the judge model",
    )
    running.set_defaults(command=_run)

    scoring = commands.add_parser("score", help="score responses again")
    scoring.add_argument(
        "release", help="folder, file:///… or s3://bucket/prefix of the release"
    )
    scoring.add_argument("responses", type=Path, metavar="RESPONSES.jsonl")
    scoring.set_defaults(command=_score)

    chosen = parser.parse_args(arguments)
    try:
        status: int = chosen.command(chosen)
    except RunnerError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return status


def _extract(chosen: argparse.Namespace) -> int:
    """Extract answers from all lines; bad lines are reported on standard error."""
    bad = 0
    for number, line in enumerate(_lines(chosen.file), start=1):
        if not line.strip():
            continue
        try:
            found = _extracted(line)
        except SpecError as error:
            sys.stderr.write(f"line {number}: {error}\n")
            found = {"error": f"line {number}: {error}"}
            bad += 1
        sys.stdout.write(json.dumps(found, ensure_ascii=False) + "\n")
        sys.stdout.flush()
    return 1 if bad else 0


class _Answered(BaseModel):
    """Input line of ``extract``."""

    response: str | None = None
    options: Annotated[list[str], Field(min_length=2, max_length=len(LETTERS))]
    language: Literal["en", "zh"] = "en"
    finish_reason: str | None = None


def _extracted(line: str) -> dict[str, Any]:
    try:
        said = _Answered.model_validate_json(line)
    except ValidationError as error:
        raise SpecError(named_fields(error)) from error
    letter, reason = extract(**said.model_dump())
    outcome = "miss" if letter is None else "letter"
    return {"outcome": outcome, "letter": letter, "reason": reason}


def _lines(file: str | None) -> Iterable[str]:
    if file is None:
        return sys.stdin
    return _text(Path(file)).splitlines()


def _run(chosen: argparse.Namespace) -> int:
    spec = _read_spec(chosen.spec)
    if chosen.judging is not None:
        judged = Judged(
            what=str(chosen.judging), replies=replies_in(read_responses(chosen.judging))
        )
        spec = spec.model_copy(update={"judged": judged})
    journal = Journal(chosen.out / "responses.jsonl")
    kept = journal.responses()
    if chosen.retry_errors:
        kept = without_errors(kept)
    answered = (*spec.answered, *(response.question_id for response in kept))
    benchmark = read_benchmark(spec.release.uri, sha256=spec.release.sha256)
    asked = {question.id for question in questions_of(spec, benchmark)}
    progress = Progress(len(asked - set(answered)))

    def keep(response: Response) -> None:
        journal.append(response)
        progress.add(response)

    summary = run(spec.model_copy(update={"answered": answered}), keep=keep)
    progress.close()
    if summary.reason is not None:
        raise SpecError(summary.reason)
    found = result(benchmark, journal.responses(), provenance=summary.provenance)
    text = json.dumps(found, ensure_ascii=False, indent=1, sort_keys=True)
    (chosen.out / "result.json").write_text(text + "\n", encoding="utf-8")
    shown = {
        "state": summary.state,
        "questions": summary.questions,
        "asked": summary.asked,
        "errors": summary.errors,
        "seconds": summary.seconds,
        "usage": found["usage"],
        **_shown_scores(found["scores"]),
    }
    sys.stdout.write(json.dumps(shown) + "\n")
    return 0


def _shown_scores(scores: dict[str, Any] | None) -> dict[str, Any]:
    """Return the overall tally, an open task's metrics or a judge's mean."""
    if scores is not None and "marks" in scores:
        return {name: scores[name] for name in ("n", "miss", "overall_mark")}
    if scores is not None and "metrics" in scores:
        return {"metrics": scores["metrics"], "skipped": scores["skipped"]}
    return {"overall": scores and scores["overall"]}


def _read_spec(path: Path) -> RunSpec:
    try:
        return spec_from_data(json.loads(_text(path)))
    except (ValueError, SpecError) as error:
        raise SpecError(f"{path}: {error}") from error


def _score(chosen: argparse.Namespace) -> int:
    benchmark = read_benchmark(chosen.release)
    scored = score_all(benchmark, read_responses(chosen.responses))
    scores = asdict(summarise(scored, benchmark.protocol))
    sys.stdout.write(json.dumps(scores, ensure_ascii=False, indent=1) + "\n")
    return 0


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise SpecError(f"{path}: {error}") from error


if __name__ == "__main__":
    sys.exit(main())
