"""The messages of expected errors, collected from the code, with their Chinese."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from core.errors import (
    ChangedError,
    ConflictError,
    InvalidInputError,
    NotAllowedError,
    NotFoundError,
    SubtextError,
    TooLargeError,
    TooManyRequestsError,
    UnavailableError,
)
from tools.check import PYTHON_CODE, ROOT
from tools.markdown import one_line
from tools.texts import read_catalogue

ADVICE: dict[type[SubtextError], str] = {
    InvalidInputError: "Correct the named fields and send the request again.",
    NotAllowedError: (
        "Ask a maintainer for the role, or staff for what concerns the whole"
        " installation ([roles](roles-and-permissions.md))."
    ),
    NotFoundError: (
        "Check the address or the number. What a person may not know of is also"
        " “not found”: log in with the account that belongs to the project."
    ),
    ConflictError: (
        "The message says what stands in the way. Reload the page to see what is"
        " possible now (`cause`: `state`)."
    ),
    ChangedError: (
        "Reload, look at the present state, and decide again (`cause`: `changed`; where"
        " the protocol changed, `protocol`)."
    ),
    TooLargeError: "Send less at once.",
    TooManyRequestsError: "Wait as long as the message says (`Retry-After` in seconds).",
    UnavailableError: (
        "Nothing is wrong with the request. Try again after `Retry-After` seconds; if"
        " it remains, run [`doctor`](../how-to/troubleshoot.md)."
    ),
}
WORKER_ERRORS = {
    "BackendUnusableError": "model server or local model",
    "EngineUnavailableError": "text recognition",
    "ManifestError": "manifest",
    "PromptError": "prompt",
    "ReleaseError": "release folder",
    "SpecError": "description of a run",
    "UnreadableBenchmarkError": "published benchmark",
    "UnreadableFileError": "published benchmark",
    "ColumnsError": "published benchmark",
    "ImagePathError": "published benchmark",
    "RejectedFileError": "file that was not imported",
}
"""Errors that end a job, a run or the import of one file, with what they are about."""
TEXT_POSITIONS = {"FieldProblem": 1, "RejectedFileError": 1, "get_or_missing": 1}
"""The position of the message, if it is not the first argument."""
GIVEN_BY = {"FieldProblem": "InvalidInputError", "get_or_missing": "NotFoundError"}
"""Names that give a message to an error, with its class."""


def errors_page(note: str) -> str:
    """Return the page of all messages, by HTTP status and by what they are about."""
    catalogue = read_catalogue()
    chinese = {str(message.id): str(message.string) for message in catalogue}
    messages = collect_messages()
    lines = [
        "# Errors by message",
        "",
        note,
        "",
        "Search this page for a message. `{name}` stands for what differs from case to case.",
        "Messages of a start and of missing services are in",
        "[Find out why nothing happens](../how-to/troubleshoot.md#messages-of-a-start).",
    ]
    for error_class, advice in ADVICE.items():
        lines += ["", f"## {error_class.status}: {error_class.title}", ""]
        meaning = str(error_class.__doc__).splitlines()[0].replace("``", "`")
        lines += [meaning, advice]
        rows = sorted(messages[error_class.__name__])
        if rows:
            lines += ["", "| message | 中文 |", "|---|---|"]
        lines += [
            f"| {one_line(row)} | {one_line(chinese.get(row, ''))} |" for row in rows
        ]
    lines += ["", "## Jobs, imports and runs of models", ""]
    lines += ["They stand beside the job, the file or the run.", ""]
    lines += ["| about | message | 中文 |", "|---|---|---|"]
    by_subject = {
        (about, text)
        for name, about in WORKER_ERRORS.items()
        for text in messages[name]
    }
    lines += [
        f"| {about} | {one_line(text)} | {one_line(chinese.get(text, ''))} |"
        for about, text in sorted(by_subject)
    ]
    return "\n".join(lines) + "\n"


def collect_messages() -> dict[str, set[str]]:
    """Return the messages that the code gives to errors, by the name of the class."""
    messages: dict[str, set[str]] = defaultdict(set)
    for package in PYTHON_CODE:
        for path in (ROOT / package).rglob("*.py"):
            for name, text in _messages_in(path):
                messages[GIVEN_BY.get(name, name)].add(text)
    return messages


def _messages_in(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the class and the message of each error that a file creates."""
    known = (
        {name.__name__ for name in ADVICE} | set(WORKER_ERRORS) | set(TEXT_POSITIONS)
    )
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        match node:
            case ast.Call(func=ast.Name(id=name), args=arguments) if name in known:
                for argument in arguments[TEXT_POSITIONS.get(name, 0) :][:1]:
                    yield from ((name, text) for text in _marked_texts(argument))


def _marked_texts(node: ast.AST) -> Iterator[str]:
    """Yield the text of ``_("…")``, or of each branch of a conditional expression."""
    match node:
        case ast.Call(func=ast.Name(id="_"), args=[ast.Constant(value=str(text)), *_]):
            yield text
        case ast.IfExp(body=body, orelse=orelse):
            yield from _marked_texts(body)
            yield from _marked_texts(orelse)
