"""What annotators write in tests."""

import uuid
from typing import Any

from projects.domain.protocol.document import Protocol
from projects.domain.protocol.text import in_language

_MEANINGS = (
    "Working late eats the hours meant for friends",
    "Old habits return like tides upon the shore",
    "Every ladder needs somebody holding it below",
    "Cities grow taller while gardens grow smaller",
    "Promises melt quicker than winter snow",
    "Children inherit whatever their parents postpone",
)


def finished_record(
    protocol: Protocol, *, mark: str = "", questions: int | None = None
) -> dict[str, Any]:
    """A record that can be handed in under ``protocol``.

    First choices everywhere; ``mark`` is in every text and every option.
    """
    rules = protocol.questions
    words = " ".join([mark, *_MEANINGS, *_MEANINGS]).strip()
    sentences = {
        field.id: {slot.id: f"{mark} thing".strip() for slot in field.slots}
        for field in protocol.fields
        if field.kind == "sentence"
    }
    stems: list[tuple[str | None, str]] = [
        (fixed.id, in_language(fixed.stem, protocol.language)) for fixed in rules.fixed
    ]
    wanted = max(questions or 0, rules.minimum, len(stems))
    while len(stems) < wanted:
        stems.append((None, f"What is suggested here {mark} {len(stems) + 1}?"))
    return {
        "labels": {field.id: [field.choices[0].id] for field in protocol.labels},
        "texts": {field.id: words for field in protocol.texts},
        "sentences": sentences,
        "questions": [
            {
                "uid": str(uuid.uuid4()),
                "format": rules.formats[0],
                "fixed": fixed,
                "stem": stem,
                "options": [
                    f"{_MEANINGS[at]} {mark}".strip()
                    for at in range(rules.options_of(fixed))
                ],
                "answer": 0,
            }
            for fixed, stem in stems
        ],
    }
