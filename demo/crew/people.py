"""A simulated person: their accuracy and their mistakes."""

import hashlib
import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from uuid import UUID

from curation.screening.domain.stage import screening_rules
from demo.crew.questions import find_true_question, get_simulated_format
from demo.crew.truth import WORDS, ItemTruth
from subtext_protocol.document import Protocol
from subtext_protocol.fields import LabelField


class SimulatedPerson:
    """A person who is right with probability ``accuracy``, by label and by key."""

    def __init__(
        self, name: str, *, protocol: Protocol, accuracy: float, seed: int
    ) -> None:
        self.name = name
        self._protocol = protocol
        self._accuracy = accuracy
        digest = hashlib.sha256(f"{seed}|{name}".encode()).digest()
        self._chance = random.Random(digest)  # noqa: S311 - a simulation

    def is_next_judgement_right(self) -> bool:
        """Return whether the next judgement is right."""
        return self._chance.random() < self._accuracy

    def make_vote(self, truth: ItemTruth) -> dict[str, Any]:
        """Return a screening vote."""
        keep = truth.keep if self.is_next_judgement_right() else not truth.keep
        if keep:
            return {"decision": "keep"}
        reason = screening_rules(self._protocol).reasons[0].id
        return {"decision": "discard", "reason": reason}

    def group_images(self, images: Sequence[int]) -> Iterator[Sequence[int]]:
        """Yield the images of every tenth item, to be combined into one item.

        The first item is among them, so that a small set has one too.
        """
        rules = self._protocol.item
        at = number = 0
        while at < len(images):
            size = rules.images
            if number % 10 == 0:
                size = self._chance.randint(rules.images + 1, rules.up_to)
                if size <= len(images) - at:
                    yield images[at : at + size]
            at, number = at + size, number + 1

    def make_record(self, truth: ItemTruth, fixed: Sequence[Mapping[str, Any]]) -> Any:
        """Return this person's submission; ``fixed`` are the form's fixed questions."""
        questions = []
        by_rule = self._protocol.questions.written_by == "rule"
        written = () if by_rule else truth.questions
        for number, question in enumerate(written):
            fixed_question = fixed[number] if number < len(fixed) else None
            answer = question.answer
            if not self.is_next_judgement_right():
                answer = get_simulated_format(question.format).invent_wrong_key(
                    question, self._chance
                )
            questions.append(
                {
                    "uid": fixed_question["uid"] if fixed_question else self._uid(),
                    "format": question.format,
                    "fixed": fixed_question["fixed"] if fixed_question else None,
                    "stem": fixed_question["stem"] if fixed_question else question.stem,
                    "options": list(question.options),
                    "answer": answer,
                }
            )
        return {
            "labels": self._labels(truth),
            "texts": dict(truth.texts),
            "sentences": {
                field: self.make_sentence(slots)
                for field, slots in truth.sentences.items()
            },
            "questions": questions,
        }

    def make_sentence(self, slots: Mapping[str, str]) -> dict[str, str]:
        """Return a sentence with its parts in true order, or reversed by mistake."""
        texts = list(slots.values())
        if not self.is_next_judgement_right():
            texts.reverse()
        return dict(zip(slots, texts, strict=True))

    def _labels(self, truth: ItemTruth) -> dict[str, list[str]]:
        labels: dict[str, list[str]] = {}
        for field in self._protocol.labels:
            labels[field.id] = self.choose_label(
                field, truth, labels.get(field.parent or "", ())
            )
        return labels

    def choose_label(
        self, field: LabelField, truth: ItemTruth, above: Sequence[str] = ()
    ) -> list[str]:
        """Return one label: the true value, or a plausible mistake.

        ``above`` is the value of the parent field, which the choice must belong to.
        """
        allowed = [choice.id for choice in field.choices_under(above)]
        true = [
            choice for choice in truth.labels.get(field.id, ()) if choice in allowed
        ]
        true = true or allowed[:1]
        if self.is_next_judgement_right():
            return true
        offered = field.choices_under(above)
        wrong_choices = [c.id for c in offered if c.id not in true]
        if not field.multiple:
            return [self._chance.choice(wrong_choices)] if wrong_choices else true
        if len(true) > 1 and self._chance.random() < 0.5:
            return true[:-1]
        return [*true, self._chance.choice(wrong_choices)] if wrong_choices else true

    def answer_question(self, truth: ItemTruth, place: Mapping[str, Any]) -> Any:
        """Return this person's answer to a question shown without its key."""
        kind = get_simulated_format(place["format"])
        known = find_true_question(truth.questions, place)
        if known is not None and self.is_next_judgement_right():
            return kind.choose_answer(known, place["options"], None)
        if known is None:
            words = WORDS[self._protocol.language]
            known = kind.invent_question(words, self._chance, len(place["options"]))
        return kind.choose_answer(known, place["options"], self._chance)

    def correct_question(
        self, truth: ItemTruth, question: Mapping[str, Any]
    ) -> dict[str, Any]:
        """Return a reworked question with its key corrected.

        A published question may have no key, or the same option twice.
        """
        known = find_true_question(truth.questions, question)
        answer = question["answer"]
        options = [
            f"{option} ({at + 1})" if option in question["options"][:at] else option
            for at, option in enumerate(question["options"])
        ]
        if known is not None:
            answer = get_simulated_format(known.format).correct_key(known, options)
        elif answer is None:
            words = WORDS[self._protocol.language]
            kind = get_simulated_format(question["format"])
            answer = kind.invent_question(words, self._chance, len(options)).answer
        return {"stem": question["stem"], "options": options, "answer": answer}

    def _uid(self) -> str:
        return str(UUID(int=self._chance.getrandbits(128), version=4))
