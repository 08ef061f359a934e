"""Seconds to read a response that repeats one thing, at 1, 10 and 100 kB of it."""

from collections.abc import Callable
from time import process_time

from benchmarks.results import Results, benchmark_parser
from subtext_runner.answer_extraction.rule import extract_answer
from subtext_runner.extraction.blanks import read_blank
from subtext_runner.extraction.truth import read_truth

OPTIONS = ("a clock", "the second meaning", "trees", "life", "joy", "none of these")
REPEATED = {
    "A letter": "A ",
    "Letters of several": "AB ",
    "A bracketed letter": "(B) ",
    "An answer": "The answer is A. ",
    "A verdict": "C fits best. ",
    "A conclusion": "so ",
    "答案是": "答案是",
    "得": "得",
    "Ends of lines": "\n",
    "Digits": "1",
}
READERS: dict[str, Callable[[str], object]] = {
    "choice": lambda text: extract_answer(text, options=OPTIONS),
    "true or false": read_truth,
    "blank": read_blank,
}


def main() -> None:
    results = Results(benchmark_parser("reading", __doc__).parse_args())
    rows = []
    for name, repeated in REPEATED.items():
        for reader, read in READERS.items():
            times = [
                _seconds(read, (repeated * size)[:size])
                for size in (1_000, 10_000, 100_000)
            ]
            ratio = times[2] / times[1]
            rows.append((name, reader, *(f"{t:.4f}" for t in times), f"{ratio:.1f}"))
    head = ("repeated", "reader", "1 kB", "10 kB", "100 kB", "100 ÷ 10")
    results.print_table("seconds", head, *rows)


def _seconds(read: Callable[[str], object], text: str) -> float:
    begun = process_time()
    read(text)
    return process_time() - begun


if __name__ == "__main__":
    main()
