"""Write the generated pages: API, commands, glossary, protocol, upgrades, the papers."""

import argparse
import importlib
import json
import os
import pkgutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings.test"

import django

django.setup()

from django.apps import apps  # noqa: E402 - needs the settings
from django.core.management import load_command_class  # noqa: E402
from django.core.management.base import CommandParser  # noqa: E402
from drf_spectacular.generators import EndpointEnumerator, SchemaGenerator  # noqa: E402

from core.environment.sections import VariableSection  # noqa: E402
from core.environment.table import REMOVED, SECTIONS  # noqa: E402
from core.environment.variables import Service, Variable  # noqa: E402
from subtext_protocol.document import Protocol  # noqa: E402
from subtext_protocol.loading import LONGEST_DOCUMENT, MOST_VALUES  # noqa: E402
from tests.papers.rows import papers_page  # noqa: E402
from tools.errors import errors_page  # noqa: E402
from tools.folders import folders_page  # noqa: E402
from tools.markdown import one_line  # noqa: E402
from tools.permissions import (  # noqa: E402
    OperationReference,
    permissions_page,
    who_may_call,
)
from tools.upgrades import upgrades_page  # noqa: E402

ROOT = Path(__file__).resolve().parent.parent
PAGES = ROOT / "docs"
NOTE = "<!-- Written by `make reference`; change the code and not this page. -->"
PROJECT = "/api/projects/{slug}/"
"""The beginning of most addresses."""
TERMS = ROOT / "frontend" / "src" / "features" / "glossary" / "locale"
"""The definitions that the interface shows, by language."""
IN_CODE = {"correct-answer": "key", "release-checks": "gate", "time-limit": "lease"}
"""Terms that the code and the API call otherwise."""


class RecordingParser(CommandParser):
    """A parser that records its arguments."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.arguments: list[tuple[tuple[str, ...], Mapping[str, Any]]] = []
        super().__init__(*args, **kwargs)

    def add_argument(self, *names: str, **options: Any) -> argparse.Action:
        self.arguments.append((names, options))
        return super().add_argument(*names, **options)


class CommandReference(NamedTuple):
    """A command of Subtext, for its section of the page."""

    name: str
    description: str
    arguments: list[tuple[tuple[str, ...], Mapping[str, Any]]]


def list_commands() -> Iterator[CommandReference]:
    """Yield the commands of Subtext by package."""
    for app in sorted(apps.get_app_configs(), key=lambda config: config.label):
        folder = Path(app.path) / "management" / "commands"
        if Path(app.path).parent != ROOT or not folder.is_dir():
            continue
        for module in pkgutil.iter_modules([str(folder)]):
            command = load_command_class(app.name, module.name)
            # The module's docstring is complete; ``help`` may be only its first line.
            described = importlib.import_module(
                f"{app.name}.management.commands.{module.name}"
            ).__doc__
            parser = RecordingParser(add_help=False)
            command.add_arguments(parser)
            yield CommandReference(
                module.name, (described or "").strip(), parser.arguments
            )


def commands_page() -> str:
    """Return every command of Subtext with its arguments, by package."""
    lines = [
        "# Commands",
        "",
        NOTE,
        "",
        "Run them as `subtext COMMAND` in an installed package and as `python manage.py COMMAND`",
        "in a checkout. `subtext COMMAND --help` adds the options that every Django command has.",
        "Evaluation workers have a command of their own, `subtext-runner`",
        "([guide](../how-to/start-an-evaluation-worker.md)).",
    ]
    for command in list_commands():
        lines += ["", f"## `{command.name}`", "", command.description]
        lines += argument_rows(command.arguments)
    return "\n".join(lines) + "\n"


def argument_rows(
    arguments: list[tuple[tuple[str, ...], Mapping[str, Any]]],
) -> Iterator[str]:
    """Yield a Markdown table of arguments; nothing where there are none."""
    if not arguments:
        return
    yield from ("", "| argument | meaning | default |", "|---|---|---|")
    for names, options in arguments:
        names_cell = ", ".join(f"`{name}`" for name in names)
        if options.get("action") in (None, "append") and names[0].startswith("-"):
            metavar = options.get("metavar") or names[-1].strip("-").upper()
            words = [metavar] if isinstance(metavar, str) else metavar
            names_cell += f" `{' '.join(words)}`"
        # The default has a column of its own.
        meaning, _, described = options["help"].partition(" (default: ")
        if options.get("choices"):
            choices = ", ".join(f"`{choice}`" for choice in options["choices"])
            meaning = f"{meaning} ({choices})"
        default = described.removesuffix(")")
        if default == "%(default)s":
            default = f"`{options['default']}`"
        if options.get("required"):
            default = "required"
        yield f"| {names_cell} | {meaning} | {default} |"


class AddressedOperation(NamedTuple):
    """An operation of the API, for its row of the page."""

    method: str
    path: str
    reference: OperationReference


def list_operations() -> Iterator[AddressedOperation]:
    """Yield the operations of the API in the order of their addresses."""
    # drf-spectacular's generators have no types.
    schema: Any = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    endpoints: Any = EndpointEnumerator().get_api_endpoints()  # type: ignore[no-untyped-call]
    for path, _, method, callback in endpoints:
        view = callback.cls
        operation = schema["paths"].get(path, {}).get(method.lower())
        if operation is None:
            continue
        reference = OperationReference(
            package=view.__module__.partition(".")[0],
            people=who_may_call(view, method, path),
            purpose=one_line(operation["description"].partition("\n\n")[0]),
        )
        yield AddressedOperation(method, path, reference)


def api_page() -> str:
    """Return every operation of the API by package: address, role and purpose."""
    packages: dict[str, list[str]] = {}
    for method, path, (package, people, purpose) in list_operations():
        address = path.removeprefix(PROJECT) or path
        packages.setdefault(package, []).append(
            f"| {method} | `{address}` | {people} | {purpose} |"
        )
    lines = [
        "# API",
        "",
        NOTE,
        "",
        f"Addresses that do not begin with `/api/` are below `{PROJECT}`, with the slug of a",
        "project. `/api/schema/` of an installation describes the fields of each operation",
        "(OpenAPI 3).",
        "",
        "Scripts send `Authorization: Token …`; an operator creates the token with",
        "`api_token_create NAME`, and it ends with the person's password. Browsers have a",
        "session: a request that changes something names the account that the page was opened",
        "for (`X-Subtext-Person`, its id). It is a 409 if another account is logged in. Long lists",
        "come in pages: `next` is the address of the next page, or null. An error is a problem",
        "document (RFC 9457): `detail` says what is wrong, and `errors` name each field.",
        "",
        "“For” names the [roles](roles-and-permissions.md) that an operation accepts; others get a",
        "403, and people outside the project a 404. *Logged in* means any person with an account,",
        "*staff* those who administer the installation, *operators* staff and the maintainers of",
        "any project.",
    ]
    for package, rows in sorted(packages.items()):
        lines += ["", f"## {package.capitalize()}", ""]
        lines += ["| method | address | for | purpose |", "|---|---|---|---|", *rows]
    return "\n".join(lines) + "\n"


def protocol_page() -> str:
    """Return the page of all keys of a protocol document, by part."""
    schema = Protocol.model_json_schema()
    lines = [
        "# Protocol",
        "",
        NOTE,
        "",
        "A protocol is one YAML document. Keys without a default are required; unknown keys are",
        "errors. A text that people read is either one string or a mapping of `en` and `zh`.",
        "Plain values are read as in YAML 1.2: `yes` and `off` are text. Values that YAML 1.1",
        "reads otherwise (`59:59`, `010`, `2001-01-01`) are errors that name their line; put",
        f"text in quotes. A document has at most {LONGEST_DOCUMENT // 1024} kB and",
        f"{MOST_VALUES:,} values.",
    ]
    parts = {"Protocol": schema, **schema["$defs"]}
    for name, part in parts.items():
        if "properties" not in part:
            continue
        lines += ["", f"## {name}", ""]
        if part.get("description"):
            lines += [part["description"], ""]
        lines += ["| key | value | default | meaning |", "|---|---|---|---|"]
        for key, value in part["properties"].items():
            required = key in part.get("required", ())
            default = "required" if required else key_default(value)
            meaning = one_line(value.get("description", ""))
            lines.append(f"| `{key}` | {key_type(value)} | {default} | {meaning} |")
    return "\n".join(lines) + "\n"


def glossary_page() -> str:
    """Return the terms of the interface, in both languages."""
    english, chinese = (
        json.loads((TERMS / f"{language}.json").read_text("utf-8"))["term"]
        for language in ("en", "zh")
    )
    lines = [
        "# Glossary",
        "",
        NOTE,
        "",
        "The terms of the interface, the API and the documents, in the order of the work. In the",
        "interface, the first use of a term on a page is underlined and shows its definition.",
        "",
        "More on [agreement, reliability and hours](../explanation/agreement.md) and on",
        "[near-duplicates](../explanation/near-duplicates.md).",
        "",
        "| term | meaning | 中文 | 含义 |",
        "|---|---|---|---|",
    ]
    for term, entry in english.items():
        name = f"**{entry['name']}**"
        if term in IN_CODE:
            name += f" (in code: `{IN_CODE[term]}`)"
        cells = [
            name,
            entry["meaning"],
            chinese[term]["name"],
            chinese[term]["meaning"],
        ]
        lines.append(f"| {' | '.join(map(one_line, cells))} |")
    return "\n".join(lines) + "\n"


def settings_page() -> str:
    """Return every environment variable by section, with its values and readers."""
    lines = [
        "# Settings",
        "",
        NOTE,
        "",
        "Every setting is an environment variable. With docker-compose the installation's",
        "services read them from `.env` and the evaluation worker reads its own from",
        "`worker.env`. A start names all invalid, unknown and missing settings together, and",
        "ends. Every variable `X` that holds a secret or a server's address may be given as a",
        "file, by `X_FILE`.",
    ]
    for section in SECTIONS:
        lines += ["", f"## {section.title}"]
        if section.introduction:
            lines += ["", section.introduction]
        lines += ["", "| variable | meaning | values | default | read by |"]
        lines += ["|---|---|---|---|---|"]
        lines += [setting_row(section, variable) for variable in section.variables]
    lines += [
        "",
        "## Removed",
        "",
        "A start warns while one of these is set.",
        "",
        "| variable | use instead |",
        "|---|---|",
        *(f"| `{name}` | {hint} |" for name, hint in REMOVED.items()),
    ]
    return "\n".join(lines) + "\n"


def setting_row(section: VariableSection, variable: Variable[Any]) -> str:
    """Return the row of a variable."""
    readers = section.services_reading(variable)
    default = variable.default_text or (
        f"required without `{variable.instead.name}`"
        if variable.instead
        else "required"
        if variable.required
        else "none"
        if variable.default in (None, "")
        else f"`{str(variable.default).lower()}`"
        if isinstance(variable.default, bool)
        else f"`{variable.default}`"
    )
    cells = [
        f"`{variable.name}`",
        variable.description,
        variable.allowed_values,
        default,
        ", ".join(service for service in Service if service in readers),
    ]
    return f"| {' | '.join(map(one_line, cells))} |"


def key_type(value: Mapping[str, Any]) -> str:
    """Return the type of a key's value, with its limits."""
    if "$ref" in value:
        name = value["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    for several in ("anyOf", "oneOf"):
        if several in value:
            return " or ".join(key_type(choice) for choice in value[several])
    if "const" in value:
        return f"`{value['const']}`"
    if "enum" in value:
        return ", ".join(f"`{choice}`" for choice in value["enum"])
    kind = value.get("type", "anything")
    if kind == "array":
        items = value.get("items") or {}
        return f"list of {key_type(items)}" if items else "list"
    if kind == "object":
        if set(value.get("propertyNames", {}).get("enum", ())) == {"en", "zh"}:
            return "text"
        content = value.get("additionalProperties")
        return (
            f"mapping to {key_type(content)}"
            if isinstance(content, dict)
            else "mapping"
        )
    return " ".join([kind, *key_limits(value)])


def key_limits(value: Mapping[str, Any]) -> Iterator[str]:
    """Yield the limits of a number or string as comparisons."""
    for key, sign in (
        ("minimum", "≥"),
        ("exclusiveMinimum", ">"),
        ("maximum", "≤"),
        ("exclusiveMaximum", "<"),
    ):
        if key in value:
            yield f"{sign} {value[key]}"
    if "pattern" in value:
        yield f"`{value['pattern']}`"


def key_default(value: Mapping[str, Any]) -> str:
    """Return the default as Markdown; empty for a part or a list."""
    default = value.get("default")
    if default is None:
        return "none"
    return "" if isinstance(default, dict | list) else f"`{default}`"


def generated_pages() -> dict[str, str]:
    """Return the text of each page by its path below ``docs``."""
    return {
        "reference/api.md": api_page(),
        "reference/commands.md": commands_page(),
        "reference/errors.md": errors_page(NOTE),
        "reference/glossary.md": glossary_page(),
        "reference/roles-and-permissions.md": permissions_page(
            NOTE, (operation.reference for operation in list_operations())
        ),
        "reference/folders.md": folders_page(NOTE),
        "reference/protocol.md": protocol_page(),
        "reference/settings.md": settings_page(),
        "reference/upgrades.md": upgrades_page(NOTE),
        "papers.md": papers_page(NOTE),
    }


def main() -> None:
    for name, text in generated_pages().items():
        (PAGES / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
