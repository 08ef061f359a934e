"""No module outside its folder names a curation stage.

Looked for are the ids and states of the installed stages as whole strings, and imports
of their packages. Near-duplicates and screening have pages and tables of their own,
whose modules are named here.
"""

import ast
import re
from collections.abc import Iterator, Mapping

from curation.stages.registry import INSTALLED
from tests.architecture.sources import ROOT, findings, typescript_lines

NAMES = {name for stage in INSTALLED for name in (stage.id, stage.state)}

COPIES = "the clusters and previews of near-duplicates"
DESK = "the screening desk"
AUDIT = "an audit measures text as that stage does"
FATES = "what the demo's raw files are meant to become"
ALLOWED: Mapping[str, str] = {
    "published/audit/domain/auditing.py": AUDIT,
    "published/audit/domain/checks/files.py": AUDIT,
    "published/audit/domain/images.py": AUDIT,
    "published/management/commands/audit.py": AUDIT,
    "published/audit/services/audit_jobs.py": AUDIT,
    "subtext_runner/image_texts.py": "prompts with the text of the image",
    "curation/management/commands/ocr_weights_fetch.py": "the models of the text engine",
    "curation/near_duplicates/api/views.py": COPIES,
    "curation/near_duplicates/domain/stage.py": "its declaration",
    "curation/near_duplicates/selectors/export_columns.py": COPIES,
    "curation/near_duplicates/selectors/clusters.py": COPIES,
    "curation/near_duplicates/services/clusters.py": COPIES,
    "curation/near_duplicates/services/preview_jobs.py": COPIES,
    "curation/near_duplicates/services/previews.py": COPIES,
    "curation/near_duplicates/services/released_decisions.py": COPIES,
    "curation/reports/selectors/report.py": DESK,
    "curation/screening/domain/stage.py": "its declaration",
    "curation/screening/selectors.py": DESK,
    "curation/screening/services/votes.py": DESK,
    "demo/crew/people.py": DESK,
    "demo/crew/simulate.py": DESK,
    "demo/crew/staffing.py": DESK,
    "review/progress/api/overview.py": DESK,
    "demo/drawing/raw_files.py": FATES,
    "demo/drawing/truth.py": FATES,
    "releases/gate/domain.py": "a check of that name",
    "releases/gate/selectors/lines.py": "a check of that name",
    "frontend/src/features/releases/gate.ts": "a check of that name",
    "frontend/src/lib/protocol/screening.ts": DESK,
    "frontend/src/lib/stages/stages.ts": "which stages have a page of their own",
}
"""Modules that may name a stage, each with what it names by it."""

# "screening" is also the name of the desk's feature and of its texts.
_IN_CODE = "|".join(sorted(NAMES - {"screening"}))
_TYPESCRIPT = re.compile(
    rf"""(["'`.])(?:{_IN_CODE})\b(?![:/-])|\b(?:{_IN_CODE}):|curation\.screening"""
)


def python_findings(source: str) -> Iterator[str]:
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and node.value in NAMES:
            yield f"{node.lineno}: names {node.value}"
        if isinstance(node, ast.ImportFrom) and node.module:
            app, *parts = node.module.split(".")
            is_of_stage = "stages" in parts[:1] or parts[-1:] == ["stage"]
            if app == "curation" and is_of_stage and NAMES.intersection(parts):
                yield f"{node.lineno}: imports {node.module}"


def typescript_findings(source: str) -> Iterator[str]:
    for number, line in typescript_lines(source):
        if found := _TYPESCRIPT.search(line):
            yield f"{number}: names {found[0]}"


def test_only_listed_modules_name_a_stage() -> None:
    migrations = tuple(ROOT.glob("*/migrations"))
    stages = ROOT / "curation" / "stages"
    found = findings(
        python_findings, typescript_findings, without=(stages, *migrations)
    )
    unlisted = {file: said for file, said in found.items() if file not in ALLOWED}
    assert unlisted == {}
    assert sorted(found) == sorted(ALLOWED), "an exception that nothing needs any more"


def test_a_stage_imports_no_other_stage() -> None:
    for stage in INSTALLED:
        folder = ROOT / "curation" / "stages" / stage.id
        for file in folder.rglob("*.py"):
            for said in python_findings(file.read_text(encoding="utf-8")):
                assert "imports" not in said or f".{stage.id}." in said, file


def test_code_that_names_a_stage_is_found() -> None:
    assert list(python_findings("x = stage == 'text_area'"))
    assert list(python_findings("from curation.stages.text_area.stage import TextArea"))
    assert not list(python_findings("x = 'a text area'"))
    assert list(typescript_findings('if (stage.id === "text_area") {}'))
    assert list(typescript_findings('const OUT = ["too_much_text"];'))
    assert not list(typescript_findings('t("screening:title"); // text_area'))
