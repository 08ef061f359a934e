"""The tutorial is followed word by word, from an empty installation to a release.

It leaves the images of the tutorial as PNG; `make tutorial` takes them over.
"""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.journeys.chain.office import Office
from tests.journeys.product import ROOT, started
from tests.journeys.tutorial.guide import Guide
from tests.journeys.tutorial.walk import STEPS, Walk

TUTORIAL = ROOT / "docs" / "tutorials" / "first-release.md"

pytestmark = [pytest.mark.timeout(900), pytest.mark.slow]


def test_the_tutorial_is_followed_word_by_word(
    browser: Browser, tmp_path: Path
) -> None:
    guide = Guide(TUTORIAL)
    with started(tmp_path / "var", demo=False) as product:
        product.wait_for("/first-maintainer/")
        office = Office(browser, product, tmp_path)
        with office.person("Mia") as mia, office.person("Ada") as ada:
            walk = Walk(guide, product, mia, ada)
            for step in STEPS:
                step(walk)
        assert guide.is_over()
        assert office.problems == []
        assert product.stop() == 0
