"""What holds for every file of a release folder, whatever its texts are."""

import csv
import getpass
import json
import re
import socket
import tempfile
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from releases.content.domain.frozen import FieldAgreement, FrozenOverride, FrozenRelease
from releases.content.domain.release_form import Author, ReleaseForm
from releases.layouts.domain.vlmevalkit import READ_AS_NOTHING
from subtext_protocol.shipped import shipped_protocol
from tests.releases.samples import frozen_item, frozen_release, written

ROOT = Path(__file__).resolve().parents[3]
FORMULA = ("=", "+", "-", "@", "\t", "\r")
PROSE = (".md", ".cff")
HOSTILE = st.builds(
    "{}{}".format,
    st.sampled_from(["=", "+", "-", "@", "", "<b>", "{{", "\\", '"', "'"]),
    st.text(
        st.characters(codec="utf-8", exclude_categories=("Cs", "Cc")),
        min_size=1,
        max_size=30,
    ),
).filter(lambda text: text.strip() not in {"", *READ_AS_NOTHING})


def release_with(texts: list[str], protocol_id: str) -> FrozenRelease:
    """A release in which the texts stand wherever people write texts."""
    first, second, third = texts
    protocol = shipped_protocol(protocol_id)
    items = []
    for number in (1, 2):
        item = frozen_item(protocol, number, split="test")
        [question] = item.questions
        [image] = item.images
        options = (f"{first} 1", f"{second} 2", *question.options[2:])
        items.append(
            replace(
                item,
                questions=(replace(question, stem=third, options=options),),
                images=(replace(image, source=first, licence=second, address=third),),
            )
        )
    return frozen_release(
        protocol,
        items,
        note=first,
        overrides=(FrozenOverride("rounds", {"en": "Open rounds: 1."}, second),),
        waivers=(third,),
        agreement=(FieldAgreement("domain", 0.5, 0.1, 1),),
        form=ReleaseForm(
            authors=(Author(first, second),),
            funding=third,
            contact=first,
            intended_use=second,
            limits=third,
            biases=first,
            personal_information=second,
            social_impact=third,
            synthetic_data=False,
        ),
    )


def files(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


@settings(
    max_examples=15,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
@given(
    texts=st.lists(HOSTILE, min_size=3, max_size=3),
    protocol_id=st.sampled_from(["ii-bench", "cii-bench"]),
)
def test_every_file_is_the_same_again_and_safe_to_open(
    texts: list[str], protocol_id: str
) -> None:
    release = release_with(texts, protocol_id)
    with tempfile.TemporaryDirectory() as scratch:
        first, second = Path(scratch, "first"), Path(scratch, "second")
        written(release, first)
        written(release, second)
        found = files(first)
        assert found == files(second)
        for path, content in found.items():
            # Bytes of the machine that built it: folder, repository, host.
            for place in (scratch, str(ROOT), str(Path.home()) + "/"):
                assert place.encode() not in content, path
            if path.endswith(".json"):
                json.loads(content)
            if path.endswith(".jsonl"):
                for line in content.decode().splitlines():
                    json.loads(line)
            if path.endswith(".csv"):
                _assert_no_formula(path, content.decode())


def _assert_no_formula(path: str, text: str) -> None:
    # Tables for VLMEvalKit are not spreadsheets: models read their cells word by word.
    for row in csv.reader(text.splitlines()):
        for cell in row:
            is_number = re.fullmatch(r"-?[\d.,]+%?", cell)
            assert is_number or not cell.startswith(FORMULA), (path, cell)


@pytest.mark.parametrize("items", [1, 2])
def test_plurals_are_right_in_every_file_that_people_read(
    items: int, tmp_path: Path
) -> None:
    protocol = shipped_protocol("ii-bench")
    made = [frozen_item(protocol, n, split="test") for n in range(items)]
    written(frozen_release(protocol, made, version="1.0.0"), tmp_path)
    texts = {
        path: content.decode()
        for path, content in files(tmp_path).items()
        if path.endswith(PROSE) or path == "croissant.json"
    }
    assert re.search(rf"\b{items} items?\b", texts["DATASHEET.md"])
    for path, text in texts.items():
        assert not re.search(r"\b1 (?!of )[a-z]{3,}s\b", text), path
        assert not re.search(r"\b[2-9] (?:item|image|question|vote)\b", text), path


def test_no_file_names_the_machine_or_its_user(tmp_path: Path) -> None:
    written(frozen_release(shipped_protocol("ii-bench")), tmp_path)
    assert {"README.md", "manifest.json"} <= files(tmp_path).keys()
    names = {socket.gethostname(), str(ROOT)}
    if (user := getpass.getuser()) not in ("root", "user"):
        names.add(user)
    for path, content in files(tmp_path).items():
        if not path.startswith(("images/", "data/", "vlmevalkit/", "LICENSES/")):
            for name in names:
                assert not re.search(rf"\b{re.escape(name)}\b", content.decode()), path
