"""From a new project to a leaderboard, in the browser alone.

Ten people, each at a browser of their own: Mateo is the maintainer, Olga the organizer.
Ada, who uses nothing but the keyboard, and 陈晨, who reads 中文, annotate: first what is
shared for calibration, then blind. Bo, who has screened, validates with Dilan and Esi; a
question that was reworked meets Gus, Hana and Ivo.
"""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.journeys.chain.annotating import two_annotate_blind
from tests.journeys.chain.beginning import (
    a_project_is_made_and_people_join,
    one_screens_by_keyboard,
    pictures_are_imported_and_filtered,
    raw_files,
)
from tests.journeys.chain.calibrating import shared_pictures_come_first
from tests.journeys.chain.office import Office
from tests.journeys.chain.publishing import a_version_is_cut_and_scored
from tests.journeys.chain.reviewing import (
    a_third_decides,
    rounds_are_closed_to_the_last,
    the_author_rewords_it_and_it_passes,
    three_validate_and_one_question_comes_back,
)
from tests.journeys.product import Product

pytestmark = [pytest.mark.timeout(900), pytest.mark.slow]


def test_from_a_new_project_to_the_leaderboard(
    browser: Browser, product: Product, tmp_path: Path
) -> None:
    office = Office(browser, product, tmp_path)
    a_project_is_made_and_people_join(office)
    pictures_are_imported_and_filtered(office, raw_files(tmp_path / "raw"))
    one_screens_by_keyboard(office)
    shared_pictures_come_first(office)
    two_annotate_blind(office)
    a_third_decides(office)
    three_validate_and_one_question_comes_back(office)
    the_author_rewords_it_and_it_passes(office)
    rounds_are_closed_to_the_last(office)
    a_version_is_cut_and_scored(office)
    assert office.problems == []
