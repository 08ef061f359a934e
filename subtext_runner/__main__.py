"""``subtext-runner extract | run | score | worker``: evaluate without a database."""

import argparse
import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, Field, ValidationError

from core.environment.exits import exit_on_wrong_settings
from core.environment.table import require_valid
from core.environment.variables import ON_EVALUATION_WORKER
from subtext_runner.answer_extraction.rule import extract_answer
from subtext_runner.benchmark import read_benchmark
from subtext_runner.errors import RunnerError, SpecError
from subtext_runner.journal import Journal, read_responses, replies_by_id
from subtext_runner.parameter_options import (
    add_parameter_options,
    parse_request_parameters,
    parse_seed,
)
from subtext_runner.questions import LETTERS
from subtext_runner.records import (
    JudgedRun,
    Response,
    RunSpec,
    problems_by_field,
    spec_from_data,
)
from subtext_runner.report import result_of_scores, score_all
from subtext_runner.run_tasks import questions_to_ask
from subtext_runner.tallies import summarise_scores
from subtext_runner.terminal import ProgressLine
from subtext_runner.worker import drop_failed_responses, run_evaluation


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; return 0 on success and 1 on a reported problem.

    Wrong usage exits with status 2, wrong settings with status 1.
    """
    parser = argparse.ArgumentParser(prog="subtext-runner")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    extracting = commands.add_parser(
        "extract", help="read answers from responses (JSON lines in, JSON lines out)"
    )
    extracting.add_argument(
        "file", nargs="?", help="file of JSON lines (default: standard input)"
    )
    extracting.set_defaults(command=_extract)

    running = commands.add_parser("run", help="do the run of a spec")
    running.add_argument(
        "spec", type=Path, metavar="SPEC.json", help="file that describes the run"
    )
    running.add_argument(
        "--out",
        type=Path,
        required=True,
        metavar="DIR",
        help="folder for the responses",
    )
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
    add_parameter_options(running)
    running.set_defaults(command=_run)

    scoring = commands.add_parser("score", help="score responses again")
    scoring.add_argument(
        "release", help="folder, file:///… or s3://bucket/prefix of the release"
    )
    scoring.add_argument(
        "responses",
        type=Path,
        metavar="RESPONSES.jsonl",
        help="responses of an earlier run",
    )
    scoring.set_defaults(command=_score)

    working = commands.add_parser(
        "worker", help="do the runs that an installation sends through the broker"
    )
    working.add_argument(
        "--loglevel",
        default="INFO",
        help="least severe messages (default: %(default)s)",
    )
    working.set_defaults(command=_work)

    options = parser.parse_args(arguments)
    with exit_on_wrong_settings():
        require_valid(ON_EVALUATION_WORKER, is_server=options.command is _work)
    try:
        status: int = options.command(options)
    except RunnerError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return status


def _extract(arguments: argparse.Namespace) -> int:
    """Extract answers from all lines; bad lines are reported on standard error."""
    bad = 0
    for number, line in enumerate(_lines(arguments.file), start=1):
        if not line.strip():
            continue
        try:
            row = _extract_answer(line)
        except SpecError as error:
            sys.stderr.write(f"line {number}: {error}\n")
            row = {"error": f"line {number}: {error}"}
            bad += 1
        sys.stdout.write(json.dumps(row, ensure_ascii=False) + "\n")
        sys.stdout.flush()
    return 1 if bad else 0


class _ExtractionRequest(BaseModel):
    """Input line of ``extract``."""

    response: str | None = None
    options: Annotated[list[str], Field(min_length=2, max_length=len(LETTERS))]
    finish_reason: str | None = None


def _extract_answer(line: str) -> dict[str, Any]:
    try:
        request = _ExtractionRequest.model_validate_json(line)
    except ValidationError as error:
        raise SpecError(problems_by_field(error)) from error
    letter, reason = extract_answer(**request.model_dump())
    outcome = "miss" if letter is None else "letter"
    return {"outcome": outcome, "letter": letter, "reason": reason}


def _lines(file: str | None) -> Iterable[str]:
    if file is None:
        return sys.stdin
    return _text(Path(file)).split("\n")


def _run(arguments: argparse.Namespace) -> int:
    spec = _with_options(_read_spec(arguments.spec), vars(arguments))
    if arguments.judging is not None:
        judged = JudgedRun(
            what=str(arguments.judging),
            replies=replies_by_id(read_responses(arguments.judging)),
        )
        spec = spec.model_copy(update={"judged": judged})
    journal = Journal(arguments.out / "responses.jsonl")
    previous_responses = journal.responses()
    if arguments.retry_errors:
        previous_responses = drop_failed_responses(previous_responses)
    answered_ids = (
        *spec.answered,
        *(response.question_id for response in previous_responses),
    )
    benchmark = read_benchmark(spec.release.uri, sha256=spec.release.sha256)
    question_ids = {question.id for question in questions_to_ask(spec, benchmark)}
    progress = ProgressLine(len(question_ids - set(answered_ids)))

    def keep(response: Response) -> None:
        journal.append(response)
        progress.add_response(response)

    summary = run_evaluation(
        spec.model_copy(update={"answered": answered_ids}), keep=keep
    )
    progress.close()
    if summary.reason is not None:
        raise SpecError(summary.reason)
    result_data = result_of_scores(
        benchmark, journal.responses(), provenance=summary.provenance
    )
    text = json.dumps(result_data, ensure_ascii=False, indent=1, sort_keys=True)
    (arguments.out / "result.json").write_text(text + "\n", encoding="utf-8")
    summary_data = {
        "state": summary.state,
        "questions": summary.questions,
        "asked": summary.asked,
        "errors": summary.errors,
        "seconds": summary.seconds,
        "usage": result_data["usage"],
        **_summarise_scores(result_data["scores"]),
    }
    sys.stdout.write(json.dumps(summary_data) + "\n")
    return 0


def _with_options(spec: RunSpec, options: Mapping[str, Any]) -> RunSpec:
    """Return the spec with the parameters of the command line in place of its own."""
    parameters = parse_request_parameters(options).with_presets(spec.parameters)
    seed = parse_seed(options)
    changes = {"parameters": parameters, "seed": spec.seed if seed is None else seed}
    return spec.model_copy(update=changes)


def _summarise_scores(scores: dict[str, Any] | None) -> dict[str, Any]:
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


def _score(arguments: argparse.Namespace) -> int:
    benchmark = read_benchmark(arguments.release)
    scored = score_all(benchmark, read_responses(arguments.responses))
    scores = summarise_scores(scored, benchmark.protocol).data()
    sys.stdout.write(json.dumps(scores, ensure_ascii=False, indent=1) + "\n")
    return 0


def _work(arguments: argparse.Namespace) -> int:
    # It loads Celery, which the other commands do without.
    from subtext_runner.celery_app import start_worker  # noqa: PLC0415

    start_worker(loglevel=arguments.loglevel)
    return 0


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise SpecError(f"{path}: {error}") from error


if __name__ == "__main__":
    sys.exit(main())
