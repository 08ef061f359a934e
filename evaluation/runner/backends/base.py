"""What every way of answering questions has in common."""

from collections.abc import Iterable, Iterator
from typing import Protocol

from evaluation.runner.benchmark import Question
from evaluation.runner.records import Response


class Backend(Protocol):
    """Somebody who answers questions: a served model or a baseline."""

    def answer(self, questions: Iterable[Question]) -> Iterator[Response]:
        """One response a question, in the order in which they come.

        A question that got no answer has a response with an error. Raises
        BackendUnusable when none can be answered. Closing the iterator stops asking.
        """
