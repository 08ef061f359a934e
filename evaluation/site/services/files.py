"""Writing the static site of a release."""

import json
import zipfile
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import yaml
from django.core.files.storage import default_storage

from core.domain.grouping import group_by_key
from core.domain.texts import _
from core.errors import InvalidInputError
from core.scratch import scratch_folder
from evaluation.runs.selectors.scored_runs import Splits
from evaluation.site.domain import FileView, page_path, render_page
from evaluation.site.selectors.leaderboards import PublicBoard, public_boards
from evaluation.site.selectors.pages import list_page_examples, site_page
from releases.building.services.folders import require_new_folder
from releases.content.domain.frozen import FrozenRelease
from releases.layouts.domain.hub_benchmark import leaderboard_splits, task_id
from releases.records.models import Release
from releases.records.selectors.files import (
    ReleaseFile,
    release_files,
    release_prefix,
    require_given_out,
)
from releases.records.selectors.releases import frozen_release
from subtext_protocol.text import LANGUAGES

HUB = "https://huggingface.co/datasets"

_LONG_AGO = (1980, 1, 1, 0, 0, 0)
_KILO = 1000


def write_site(
    *, release: Release, folder: Path, hub: str = "", complete_only: bool = False
) -> int:
    """Write the site of a published release into a new or empty ``folder``.

    Two sites of the same release with the same scores are the same bytes. ``hub`` is
    the id of the release's dataset on the Hugging Face Hub (``organization/name``):
    downloads then lead there, and the results of each model are written as
    ``hub/<model>/.eval_results/<benchmark>.yaml`` for the model's own repository. Models
    with an incomplete run are marked, or left out with ``complete_only``.

    Returns the number of files. Raises NotFoundError when an image of the release was
    taken down, and InvalidInputError when the folder is not empty.
    """
    require_given_out(release)
    require_new_folder(folder)
    if hub and hub.count("/") != 1:
        raise InvalidInputError(
            _("{hub!r} is not the id of a dataset, such as team/benchmark.", hub=hub)
        )
    folder.mkdir(parents=True, exist_ok=True)
    frozen = frozen_release(release)
    boards = public_boards(release, complete_only=complete_only)
    files = release_files(release)
    for file in _documents(files):
        _copy(release, file.path, folder / "files" / file.path)
    for item, _question in list_page_examples(frozen):
        for image in item.images:
            _copy(release, image.path, folder / image.path)
    card = (folder / "files/README.md").read_text(encoding="utf-8")
    for language in LANGUAGES:
        page = site_page(
            release,
            frozen,
            language,
            boards=boards,
            card=card,
            downloads=_downloads(release, files, hub),
        )
        for name in ("index", "examples"):
            _write(folder / page_path(name, language), render_page(name, page))
        if language == frozen.language:
            _write_json(folder / "examples.json", [asdict(e) for e in page.examples])
            _write_json(folder / "changes.json", [asdict(c) for c in page.changes])
    _write_json(folder / "leaderboard.json", _leaderboard(release, boards))
    if hub:
        _write_hub_results(release, frozen, boards, hub, folder / "hub")
    return sum(path.is_file() for path in folder.rglob("*"))


def write_site_zip(*, release: Release, archive_path: Path) -> None:
    """Write the site as a zip archive; equal sites give equal archives."""
    with (
        scratch_folder() as scratch,
        zipfile.ZipFile(archive_path, "w", zipfile.ZIP_DEFLATED) as archive,
    ):
        folder = scratch / "site"
        write_site(release=release, folder=folder)
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            name = path.relative_to(folder).as_posix()
            entry = zipfile.ZipInfo(name, _LONG_AGO)
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, path.read_bytes())


def _documents(files: Sequence[ReleaseFile]) -> list[ReleaseFile]:
    """Return the files at the top of the release folder that people read."""
    return [file for file in files if "/" not in file.path and file.path[0] != "."]


def _downloads(
    release: Release, files: Sequence[ReleaseFile], hub: str
) -> list[FileView]:
    """Return documents, which the site holds, and folders, which the Hub may hold."""
    views = [
        FileView(
            path=file.path,
            href=f"files/{file.path}",
            files=1,
            size=_size(file.bytes),
            sha256=file.sha256,
        )
        for file in _documents(files)
    ]
    folders = group_by_key(
        (file.path.partition("/")[0], file.bytes) for file in files if "/" in file.path
    )
    views += [
        FileView(
            path=f"{top}/",
            href=f"{HUB}/{hub}/tree/{release.version}/{top}" if hub else "",
            files=len(sizes),
            size=_size(sum(sizes)),
            sha256="",
        )
        for top, sizes in sorted(folders.items())
    ]
    return views


def _size(count: int) -> str:
    size = float(count)
    for unit in ("B", "kB", "MB"):
        if size < _KILO:
            return f"{size:.0f} {unit}" if unit == "B" else f"{size:.1f} {unit}"
        size /= _KILO
    return f"{size:.1f} GB"


def _leaderboard(release: Release, boards: Sequence[PublicBoard]) -> dict[str, Any]:
    return {
        "benchmark": release.project.slug,
        "version": release.version,
        "release_sha256": release.manifest_sha256,
        "boards": [
            {
                "splits": board.splits,
                "setting": board.setting.id,
                "prompt_sha256": board.prompt_sha256,
                "questions": board.questions,
                "smallest_difference": board.smallest_difference,
                "rows": [asdict(row) for row in board.rows],
            }
            for board in boards
        ],
    }


def _write_hub_results(
    release: Release,
    frozen: FrozenRelease,
    boards: Sequence[PublicBoard],
    hub: str,
    folder: Path,
) -> None:
    """Write the scores of each model in the form of the Hub, in its first prompt.

    https://huggingface.co/docs/hub/eval-results
    """
    tasks: dict[Splits, str] = {
        (split,): task_id(frozen, split) for split in leaderboard_splits(frozen)
    }
    results: dict[str, dict[str, dict[str, Any]]] = {}
    for board in boards:
        task = tasks.get(board.splits)
        if task is None:
            continue
        for row in board.rows:
            if row.kind != "model" or row.accuracy is None:
                continue
            incomplete = f" Incomplete: errors {row.errors}." if row.incomplete else ""
            entry = {
                "dataset": {"id": hub, "task_id": task, "revision": release.version},
                "value": round(row.accuracy * 100, 2),
                **({"date": row.date} if row.date else {}),
                "source": {
                    "url": f"{HUB}/{hub}/tree/{release.version}",
                    "name": frozen.title,
                },
                "notes": (
                    f"Prompt {board.setting.id} ({board.prompt_sha256[:12]}), "
                    + (f"{row.parameters}, " if row.parameters else "")
                    + f"n = {row.n}, 95 % interval {row.low:.1%} to {row.high:.1%}, "
                    f"release {release.manifest_sha256}.{incomplete}"
                ),
            }
            results.setdefault(row.model, {}).setdefault(task, entry)
    for model, by_task in sorted(results.items()):
        text = yaml.safe_dump(list(by_task.values()), sort_keys=False)
        path = folder / _repository(model) / ".eval_results"
        _write(path / f"{release.project.slug}.yaml", text)


def _repository(model: str) -> Path:
    """Return the model's name as a path of one or two parts, safe on any system."""
    parts = [
        "".join(c if c.isalnum() or c in "-_." else "-" for c in part).strip(".")
        for part in model.split("/")[-2:]
    ]
    return Path(*(part or "model" for part in parts))


def _copy(release: Release, path: str, target: Path) -> None:
    if target.exists():
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    with default_storage.open(f"{release_prefix(release)}/{path}") as source:
        target.write_bytes(source.read())


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode())


def _write_json(path: Path, data: Any) -> None:
    _write(path, json.dumps(data, ensure_ascii=False, indent=2, default=str) + "\n")
