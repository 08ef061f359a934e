"""The class of all tasks: a call with other arguments than declared is dropped."""

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any

from celery import Task
from pydantic import ConfigDict, Field, TypeAdapter, ValidationError

from core.broker.messages import (
    MalformedMessageError,
    RefusedMessageError,
    describe_first_problem,
    log_dropped_message,
)

RowId = Annotated[int, Field(ge=1, lt=2**63)]
"""The primary key of a row, as the argument of a task."""


class CheckedTask(Task[..., Any]):
    """A task that checks its arguments, and drops a message that it refuses.

    The arguments have the types that the function's parameters declare. The function
    itself refuses a message with RefusedMessageError.
    """

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        try:
            check_arguments(self.run, args, kwargs)
            return self.run(*args, **kwargs)
        except RefusedMessageError as refusal:
            log_dropped_message(refusal, task=self.name)
            return None


def check_arguments(
    function: Callable[..., Any], args: Sequence[Any], kwargs: Mapping[str, Any]
) -> None:
    """Raise MalformedMessageError unless ``function`` can be called so."""
    signature = inspect.signature(function)
    try:
        arguments = signature.bind(*args, **kwargs).arguments
    except TypeError as error:
        raise MalformedMessageError(str(error)) from error
    for name, value in arguments.items():
        declared = TypeAdapter[Any](
            signature.parameters[name].annotation, config=ConfigDict(strict=True)
        )
        try:
            declared.validate_python(value)
        except ValidationError as error:
            reason = describe_first_problem(error)
            raise MalformedMessageError(f"{name}: {reason}") from error
