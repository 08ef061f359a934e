"""What a judge model is sent: its instruction, and below it the reply to be marked."""

from collections.abc import Mapping

from evaluation.runner.benchmark import Benchmark
from evaluation.runner.errors import SpecError
from evaluation.runner.prompts import Prompt
from evaluation.runner.questions import Question
from projects.domain.protocol.rating import REPLY, Judge


def to_be_judged(
    benchmark: Benchmark, replies: Mapping[str, str]
) -> tuple[Question, ...]:
    """Every item with a reply as something to be asked, in the order of the release.

    Raises SpecError for an item that the release does not have.
    """
    known = {item.id: item for item in benchmark.items}
    for item_id in replies:
        if item_id not in known:
            raise SpecError(f"judged.replies.{item_id}: the release has no such item")
    return tuple(
        Question(
            id=item.id,
            item_id=item.id,
            split=item.split,
            images=item.images,
            language=benchmark.protocol.language,
            stem="",
            options=(),
            answer=None,
            labels=item.labels,
            format="judged",
        )
        for item in known.values()
        if item.id in replies
    )


def judge_prompt(
    benchmark: Benchmark, item: Question, judge: Judge, reply: str
) -> Prompt:
    """The judge's prompt about one item. A text that the item lacks is left empty."""
    written = next(one.written for one in benchmark.items if one.id == item.id)
    values = {name: written.get(name, "") for name in judge.named} | {REPLY: reply}
    return Prompt(
        images=item.images if judge.images else (),
        text=f"{judge.instruction.strip()}\n{judge.filled(values).strip()}",
        language=item.language,
    )
