"""Keep an installation of this version for the tests of later ones.

    python -m tests.upgrades.keep X.Y.Z

`kept/X.Y.Z.tar.xz` holds `data/` (database and media), `exports/<slug>/` (the release
folders that the version exported), `tables/<slug>.json` and `runs.json` (what its
evaluations printed). `kept/X.Y.Z.sql.xz` is the same database on PostgreSQL, moved
there. Made once for each released version, and for others whose data people may have
(version and day of the commit), and never changed. Needs PostgreSQL and `pg_dump`.
"""

import json
import shutil
import sys
import tarfile
import tempfile
from collections.abc import Iterable
from pathlib import Path

from PIL import Image

from demo.drawing.raw_files import draw_all
from tests.support.model_server import model_server
from tests.upgrades.dump import dump_database, empty_database
from tests.upgrades.installation import Installation, oracle
from tests.upgrades.kept import FOLDER

RELEASED = {"ii-bench": ("none", "cot"), "cmmmu": ("none", "text-only")}
"""The protocols that are taken to an evaluated release, and the settings of the runs."""
PEOPLE = 8
OPEN = "cii-bench"
"""This one stays in the middle of the work."""
SIDE = 112
"""Pixels of the longer side: the archive is tracked, and no test looks at the images."""
VERSION = "1.0.0"


def main(name: str) -> None:
    with tempfile.TemporaryDirectory() as temporary:
        base = Path(temporary)
        raw = _small_images(base)
        kept = base / "kept"
        installation = Installation(kept / "data")
        installation.manage("migrate", "--verbosity", "0")
        with model_server(oracle) as server:
            runs = {
                slug: _release(installation, slug, settings, raw, server.base_url, kept)
                for slug, settings in RELEASED.items()
            }
        _curate(installation, OPEN, raw)
        _crew(installation, OPEN, until="adjudication")
        (kept / "runs.json").write_text(json.dumps(runs, indent=1, sort_keys=True))
        with empty_database() as url:
            _move(installation, Installation(base / "server", url))
            dump_database(url, FOLDER / f"{name}.sql.xz")
        for unneeded in ("broker", "cache", "runner", "logs", "lock"):
            _delete(kept / "data" / unneeded)
        with tarfile.open(FOLDER / f"{name}.tar.xz", "w:xz") as packed:
            for path in sorted(kept.rglob("*")):
                packed.add(path, path.relative_to(kept), recursive=False)


def _move(installation: Installation, server: Installation) -> None:
    (server.folder / "media").mkdir(parents=True)
    shutil.copy(installation.folder / "secret-key", server.folder)
    file = server.folder / "server.env"
    lines = [f"{name}={value}\n" for name, value in server.variables.items()]
    file.write_text("".join(lines))
    installation.manage("move", str(file))


def _delete(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def _small_images(base: Path) -> Path:
    """Every fourth demo image, small, and one file that is none."""
    drawn, raw = base / "drawn", base / "raw"
    draw_all(drawn)
    raw.mkdir()
    images = [
        path for path in sorted(drawn.rglob("*")) if path.suffix in {".png", ".jpg"}
    ]
    for path in images[::4]:
        try:
            with Image.open(path) as image:
                image.thumbnail((SIDE, SIDE))
                image.save(raw / path.name)
        except OSError:
            shutil.copy(path, raw / path.name)
    return raw


def _curate(installation: Installation, protocol: str, raw: Path) -> None:
    installation.manage(
        "project_create", protocol, "--protocol", protocol, "--name", protocol
    )
    installation.manage(
        *["images_import", protocol, str(raw)],
        *["--source", "Drawn by Subtext", "--licence", "CC0-1.0"],
        *["--rights", "redistribute"],
    )
    installation.manage("curation_run", protocol, "--wait")


def _crew(installation: Installation, slug: str, *, until: str = "validation") -> None:
    installation.manage(
        *["crew_simulate", slug, "--people", str(PEOPLE), "--accuracy", "0.9"],
        *["--until", until],
    )


def _release(
    installation: Installation,
    protocol: str,
    settings: Iterable[str],
    raw: Path,
    base_url: str,
    kept: Path,
) -> list[object]:
    _curate(installation, protocol, raw)
    _crew(installation, protocol)
    installation.manage(
        *["release_cut", protocol, VERSION, "--wait"],
        *["--override", "simulated=A crew did the work of people."],
        # The second project has the images of the first.
        *["--override", "released_before=The same images under two protocols."],
    )
    folder = kept / "exports" / protocol
    folder.parent.mkdir(parents=True, exist_ok=True)
    installation.manage("release_export", protocol, VERSION, str(folder))
    runs = [
        installation.ask(
            *["evaluation_run", protocol, VERSION, "--model", "oracle", "--wait"],
            *["--base-url", base_url, "--setting", setting],
        )
        for setting in settings
    ]
    tables = kept / "tables"
    tables.mkdir(exist_ok=True)
    (tables / f"{protocol}.json").write_text(
        installation.manage("evaluation_tables", protocol, VERSION, "--json")
    )
    return runs


if __name__ == "__main__":
    main(sys.argv[1])
