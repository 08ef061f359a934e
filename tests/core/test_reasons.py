"""Errors of libraries and of the system, as people read them."""

import csv
import errno
import io
import json
import os
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

import httpx
import pyarrow
import pytest
import yaml
from PIL import Image

from core.domain.reasons import describe_failure
from core.domain.texts import Text, _
from core.translation import override_language, translate


def _raised(act: Callable[[], object]) -> Exception:
    with pytest.raises(Exception) as caught:  # noqa: PT011 - any of them
        act()
    return caught.value


def _status(code: int) -> httpx.Response:
    return httpx.Response(code, request=httpx.Request("GET", "http://hub.example/"))


ERRORS: dict[str, Callable[[], object]] = {
    "there is no such file or folder": lambda: open("/secret/of/server"),  # noqa: SIM115, PTH123
    "it is a folder": lambda: Path("/").read_bytes(),
    "its name is too long": lambda: Path("/tmp/" + "x" * 300).read_bytes(),
    "it is not text in UTF-8 (byte 3)": lambda: b"ab\xff".decode(),
    "it is not JSON (line 2, column 2)": lambda: json.loads("{\n :"),
    "it is not YAML (line 1, column 5)": lambda: yaml.safe_load("a: b: c"),
    "it is nested too deeply": lambda: json.loads("[" * 100_000),
    "'id' is missing in it": lambda: {}["id"],
    "the server answered with status 401": lambda: _status(401).raise_for_status(),
}
DAMAGED: list[Callable[[], object]] = [
    lambda: Image.open(io.BytesIO(b"no image")),
    lambda: zipfile.ZipFile(io.BytesIO(b"PK")),
    lambda: zlib.decompress(b"x"),
    lambda: list(csv.reader(["a\0b", '"'], strict=True)),
    lambda: pyarrow.ipc.open_stream(b"x"),
]


@pytest.mark.parametrize("reason", ERRORS)
def test_an_error_is_told_in_our_own_words(reason: str) -> None:
    told = describe_failure(_raised(ERRORS[reason]))
    assert told == reason.replace("'id'", "id")
    with override_language("zh"):
        assert translate(told) != told


@pytest.mark.parametrize("act", DAMAGED)
def test_words_of_libraries_are_not_told(act: Callable[[], object]) -> None:
    assert describe_failure(_raised(act)) in (
        "it is damaged or has another format",
        "it ends too early",
    )


def test_our_own_messages_stay() -> None:
    own = _("{name} is encrypted", name="a.png")
    assert describe_failure(ValueError(own)) == own
    assert isinstance(describe_failure(ValueError(own)), Text)


def test_the_system_names_no_path() -> None:
    for code in errno.errorcode:
        told = describe_failure(OSError(code, os.strerror(code), "/srv/subtext/x"))
        assert told
        assert "/" not in told
