"""The guide to curation stages is followed word by word.

Its code blocks are written to the files that it names, outside the repository, and a
fresh process takes the stage from the protocol to the data card (``chain.py``).
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from curation.stages.registry import STAGES
from tests.guides.guide import ROOT, read_guide


@pytest.mark.slow
def test_the_stage_of_the_guide_goes_from_protocol_to_data_card(tmp_path: Path) -> None:
    guide = read_guide("add-a-curation-stage")
    (edit,) = guide.edits
    assert edit.path == "curation/stages/registry.py"
    (line,) = set(edit.after.split()) - set(edit.before.split())
    folder = tmp_path / "aspect_ratio"
    folder.mkdir()
    for path, content in guide.new_files.items():
        target = tmp_path if path.startswith("tests/") else folder
        (target / Path(path).name).write_text(content, encoding="utf-8")

    stage = line.strip('",')
    # Somebody who tries the guide has the stage in the repository already.
    elsewhere = {} if stage in STAGES else {"SUBTEXT_CURATION_STAGES": stage}
    done = subprocess.run(
        [
            sys.executable,
            *["-P", "-m", "pytest", "-q", "-p", "tests.stages.elsewhere"],
            *["-p", "no:cacheprovider", "-n", "0", f"--rootdir={ROOT}"],
            *[f"--override-ini=pythonpath={ROOT}", "-c", str(ROOT / "pyproject.toml")],
            str(ROOT / "tests" / "stages" / "chain.py"),
            str(tmp_path / "test_aspect_ratio.py"),
        ],
        cwd=ROOT,
        env={
            **os.environ,
            **elsewhere,
            "TEST_STAGES_FOLDER": str(tmp_path),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
