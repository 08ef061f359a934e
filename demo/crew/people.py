"""One pseudo-person: how often right, and what a mistake looks like."""

import hashlib
import random
from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from demo.crew.truth import Truth
from projects.domain.protocol.document import Protocol
from projects.domain.protocol.fields import LabelField
from projects.domain.protocol.text import in_language


class Person:
    """Says the truth with probability ``accuracy``, label by label, key by key."""

    def __init__(
        self, name: str, *, protocol: Protocol, accuracy: float, seed: int
    ) -> None:
        self.name = name
        self._protocol = protocol
        self._accuracy = accuracy
        digest = hashlib.sha256(f"{seed}|{name}".encode()).digest()
        self._chance = random.Random(digest)  # noqa: S311 - a simulation

    def right(self) -> bool:
        """Whether the next judgement is right."""
        return self._chance.random() < self._accuracy

    def vote(self, truth: Truth) -> dict[str, Any]:
        """A screening vote."""
        keep = truth.keep if self.right() else not truth.keep
        if keep:
            return {"decision": "keep"}
        reason = self._protocol.curation.screening.reasons[0].id
        return {"decision": "discard", "reason": reason}

    def record(self, truth: Truth, fixed: Sequence[Mapping[str, Any]]) -> Any:
        """What this person hands in; ``fixed`` are the fixed questions of the form."""
        questions = []
        for number, question in enumerate(truth.questions):
            given = fixed[number] if number < len(fixed) else None
            answer = question.answer
            if not self.right():
                others = [i for i in range(len(question.options)) if i != answer]
                answer = self._chance.choice(others)
            questions.append(
                {
                    "uid": given["uid"] if given else self._uid(),
                    "format": self._protocol.questions.formats[0],
                    "fixed": given["fixed"] if given else None,
                    "stem": given["stem"] if given else question.stem,
                    "options": list(question.options),
                    "answer": answer,
                }
            )
        return {
            "labels": {f.id: self.label(f, truth) for f in self._protocol.labels},
            "texts": dict(truth.texts),
            "sentences": {},
            "questions": questions,
        }

    def label(self, field: LabelField, truth: Truth) -> list[str]:
        """One label: the true one, or a plausible mistake."""
        true = list(truth.labels.get(field.id, ()))
        if self.right():
            return true
        others = [c.id for c in field.choices if c.id not in true]
        if not field.multiple:
            return [self._chance.choice(others)] if others else true
        if len(true) > 1 and self._chance.random() < 0.5:
            return true[:-1]
        return [*true, self._chance.choice(others)] if others else true

    def choose(self, truth: Truth, options: Sequence[str]) -> int:
        """Which of the shown options this person takes for right."""
        true = {question.options[question.answer] for question in truth.questions}
        correct = [i for i, option in enumerate(options) if option in true]
        if correct and self.right():
            return correct[0]
        return self._chance.randrange(len(options))

    def corrected(self, truth: Truth, question: Mapping[str, Any]) -> dict[str, Any]:
        """A question that came back, with the key looked at again."""
        true = {q.options[q.answer] for q in truth.questions}
        options = question["options"]
        correct = [i for i, option in enumerate(options) if option in true]
        answer = correct[0] if correct else question["answer"]
        return {"stem": question["stem"], "options": options, "answer": answer}

    def title(self, text: Mapping[Any, str]) -> str:
        return in_language(dict(text), self._protocol.language)

    def _uid(self) -> str:
        return str(UUID(int=self._chance.getrandbits(128), version=4))
