"""Write the reference pages that follow from the code: commands and protocol.

``python -m tools.reference`` writes them; with ``--check`` it fails, naming each page
that no longer says what the code says.
"""

import argparse
import importlib
import os
import pkgutil
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import django
from django.apps import apps
from django.core.management import load_command_class
from django.core.management.base import CommandParser

from projects.domain.protocol.document import Protocol

ROOT = Path(__file__).resolve().parent.parent
PAGES = ROOT / "docs" / "reference"
NOTE = "<!-- Written by `make reference`; change the code and not this page. -->"


class RecordingParser(CommandParser):
    """A parser that remembers the arguments it is given, by its public method."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.arguments: list[tuple[tuple[str, ...], Mapping[str, Any]]] = []
        super().__init__(*args, **kwargs)

    def add_argument(self, *names: str, **options: Any) -> argparse.Action:
        self.arguments.append((names, options))
        return super().add_argument(*names, **options)


def commands_page() -> str:
    """Return every command of Subtext with its arguments, by package."""
    lines = [
        "# Commands",
        "",
        NOTE,
        "",
        "Run them as `subtext COMMAND` in an installed package and as `python manage.py COMMAND`",
        "in a checkout. `subtext COMMAND --help` adds the options that every Django command has.",
    ]
    for app in sorted(apps.get_app_configs(), key=lambda config: config.label):
        folder = Path(app.path) / "management" / "commands"
        if Path(app.path).parent != ROOT or not folder.is_dir():
            continue
        for module in pkgutil.iter_modules([str(folder)]):
            command = load_command_class(app.name, module.name)
            # The documentation is the module's, whole; ``help`` may be its first line.
            described = importlib.import_module(
                f"{app.name}.management.commands.{module.name}"
            ).__doc__
            parser = RecordingParser(add_help=False)
            command.add_arguments(parser)
            lines += ["", f"## `{module.name}`", "", (described or "").strip()]
            lines += argument_rows(parser.arguments)
    return "\n".join(lines) + "\n"


def argument_rows(
    arguments: list[tuple[tuple[str, ...], Mapping[str, Any]]],
) -> Iterator[str]:
    """Yield a Markdown table of arguments; nothing where there are none."""
    if not arguments:
        return
    yield from ("", "| argument | meaning | default |", "|---|---|---|")
    for names, options in arguments:
        shown = ", ".join(f"`{name}`" for name in names)
        takes_value = options.get("action") is None and names[0].startswith("-")
        if takes_value:
            metavar = options.get("metavar") or names[-1].strip("-").upper()
            shown += f" `{metavar}`"
        meaning = options.get("help") or ""
        if options.get("choices"):
            choices = ", ".join(f"`{choice}`" for choice in options["choices"])
            meaning = f"{meaning} ({choices})".strip()
        default = options.get("default")
        yield f"| {shown} | {meaning} | {'' if default is None else f'`{default}`'} |"


def protocol_page() -> str:
    """Return every key of a protocol document, by the part it stands in."""
    schema = Protocol.model_json_schema()
    lines = [
        "# Protocol",
        "",
        NOTE,
        "",
        "A protocol is one YAML document. Keys without a default are required; unknown keys are",
        "errors. A text that people read is either one string or a mapping of `en` and `zh`.",
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
            default = "required" if required else default_of(value)
            meaning = one_line(value.get("description", ""))
            lines.append(f"| `{key}` | {type_of(value)} | {default} | {meaning} |")
    return "\n".join(lines) + "\n"


def type_of(value: Mapping[str, Any]) -> str:
    """Say what may stand at a key, with its limits."""
    if "$ref" in value:
        name = value["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    for several in ("anyOf", "oneOf"):
        if several in value:
            return " or ".join(type_of(choice) for choice in value[several])
    if "const" in value:
        return f"`{value['const']}`"
    if "enum" in value:
        return ", ".join(f"`{choice}`" for choice in value["enum"])
    kind = value.get("type", "anything")
    if kind == "array":
        items = value.get("items") or {}
        return f"list of {type_of(items)}" if items else "list"
    if kind == "object":
        if set(value.get("propertyNames", {}).get("enum", ())) == {"en", "zh"}:
            return "text"
        content = value.get("additionalProperties")
        return (
            f"mapping to {type_of(content)}" if isinstance(content, dict) else "mapping"
        )
    return " ".join([kind, *limits_of(value)])


def limits_of(value: Mapping[str, Any]) -> Iterator[str]:
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


def default_of(value: Mapping[str, Any]) -> str:
    """Show a default, nothing where it is itself a part or empty."""
    default = value.get("default")
    if default is None:
        return "none"
    return "" if isinstance(default, dict | list) else f"`{default}`"


def one_line(text: str) -> str:
    """Fold line breaks, and keep bars from ending a cell."""
    return " ".join(text.split()).replace("|", "\\|")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing")
    check = parser.parse_args().check
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings.test"
    django.setup()
    pages = {"commands.md": commands_page(), "protocol.md": protocol_page()}
    outdated = [
        name
        for name, text in pages.items()
        if not (PAGES / name).exists() or (PAGES / name).read_text("utf-8") != text
    ]
    if not check:
        for name in outdated:
            (PAGES / name).write_text(pages[name], encoding="utf-8")
        return 0
    for name in outdated:
        print(f"docs/reference/{name} is not what the code says: run `make reference`.")
    return 1 if outdated else 0


if __name__ == "__main__":
    sys.exit(main())
