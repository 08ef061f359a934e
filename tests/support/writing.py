"""Records that annotators write in tests."""

import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from subtext_protocol.document import Protocol
from subtext_protocol.fields import SlotField, TextField
from subtext_protocol.text import in_language, text_length

_MEANINGS: Mapping[str, Sequence[str]] = {
    "en": (
        "Working late eats the hours meant for friends",
        "Old habits return like tides upon the shore",
        "Every ladder needs somebody holding it below",
        "Cities grow taller while gardens grow smaller",
        "Promises melt quicker than winter snow",
        "Children inherit whatever their parents postpone",
    ),
    "zh": (
        "加班吞噬了本该陪伴朋友的时光",
        "旧习惯像潮水一样反复回到岸边",
        "每架梯子都需要有人在底下扶稳",
        "城市越长越高，花园却越来越小",
        "承诺比冬天的积雪融化得更快些",
        "孩子们终将继承父母拖延的一切",
    ),
}
_STEMS = {"en": "What is suggested here {mark} {n}?", "zh": "画面在暗示什么{mark}{n}？"}


def finished_record(
    protocol: Protocol, *, mark: str = "", questions: int | None = None
) -> dict[str, Any]:
    """Return a record that passes all checks of ``protocol``.

    It has the first choice of every label; ``mark`` is in every text, stem and option.
    """
    rules = protocol.questions
    meanings = _MEANINGS[protocol.language]
    stems: list[tuple[str | None, str]] = [
        (fixed.id, in_language(fixed.stem, protocol.language)) for fixed in rules.fixed
    ]
    question_count = max(questions or 0, rules.minimum, len(stems))
    while len(stems) < question_count:
        stem = _STEMS[protocol.language].format(mark=mark, n=len(stems) + 1)
        stems.append((None, stem))
    return {
        "labels": {field.id: [field.choices[0].id] for field in protocol.labels},
        "texts": {field.id: _text(field, meanings, mark) for field in protocol.texts},
        "sentences": {
            field.id: {slot.id: f"{meanings[0]} {mark}".strip() for slot in field.slots}
            for field in protocol.fields
            if isinstance(field, SlotField)
        },
        "questions": [
            {
                "uid": str(uuid.uuid4()),
                "format": rules.formats[0],
                "fixed": fixed,
                "stem": stem,
                "options": [
                    f"{meanings[at]} {mark}".strip()
                    for at in range(rules.option_count(fixed))
                ],
                "answer": 0,
            }
            for fixed, stem in stems
        ],
    }


def _text(field: TextField, meanings: Sequence[str], mark: str) -> str:
    """Return a text of meanings that has the minimum length."""
    text = f"{meanings[0]} {mark}".strip()
    at = 0
    while text_length(text, field.unit) < field.minimum:
        at += 1
        text += f". {meanings[at % len(meanings)]}"
    return text
