"""Search finds a text however its letters, quotes and dashes were typed."""

from pathlib import Path

import pytest

from annotation.items.models.questions import QuestionRevision
from core.domain.text_folding import fold_text
from core.jobs import enqueue_job, run_job
from core.models import JobStatus
from core.services import Actor
from curation.images.models import Image, ImageAlias
from curation.images.selectors.images import list_images
from review.adjudication.models import Case
from review.adjudication.selectors.item_search import ItemSearch, search_items
from review.adjudication.services.search_renewal import renew_search
from review.job_kinds import RENEWAL
from review.rounds.selectors.questions import list_questions
from tests.annotation.desk import Desk
from tests.curation.drawn_images import folder_of, png
from tests.review.office import Office
from tests.support.annotations import annotated_items
from tests.support.cast import Cast
from tests.support.images import accepted_images, import_folder, open_source

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

TYPED = {
    "a café": "cafe\u0301",
    "a cafe\u0301": "CAFÉ",
    "ＡＢＣ１２": "abc12",
    "abc12": "ＡＢＣ１２",
    "she said “no”": 'said "no"',
    'he said "no"': "said “no”",
    "「図」と『絵』": '"図"',
    "it’s": "it's",
    "2019–2020": "2019-2020",
    "Straße": "STRASSE",
    "co\u00adop\u200beration": "cooperation",
    "a\u00a0b": "a b",
    "か\u3099": "が",
    "ｶﾞｷﾞ": "ガギ",
}
"""What may be typed to find a text."""


@pytest.mark.parametrize(("text", "typed"), TYPED.items())
def test_both_sides_are_folded_and_stay_so(text: str, typed: str) -> None:
    folded = fold_text(text)
    assert fold_text(typed) in folded
    assert fold_text(folded) == folded == fold_text(text.casefold())


def test_what_differs_in_meaning_is_kept_apart() -> None:
    assert fold_text("café") != fold_text("cafe")
    assert fold_text("か") != fold_text("が")


def found(office: Office, text: str) -> list[int]:
    items = search_items(office.cast.project, ItemSearch(text=text))
    return sorted(items.values_list("number", flat=True))


def test_items_and_questions_are_found(cast: Cast, office: Office) -> None:
    accepted_images(cast.project, 2)
    for mark in ("“Cafe\u0301” ＡＢＣ", "other"):
        desk = Desk(cast, cast.annotators[0])
        desk.submit(desk.next(), desk.record(mark))
    assert found(office, '"café" abc') == [1]
    assert found(office, "＃１") == [1]
    choice = cast.project.protocol.labels[0].choices[0].title["en"]
    wide = "".join(chr(ord(letter) + 0xFEE0) for letter in choice if letter.isalpha())
    assert found(office, wide) == [1, 2]


def import_files(cast: Cast, folder: Path, files: dict[str, bytes]) -> None:
    import_folder(cast, open_source(cast, "Crawl"), folder_of(folder, files))


def test_images_are_found_by_their_paths(cast: Cast, tmp_path: Path) -> None:
    files = {"Cafe\u0301/ＡＢ.png": png(1), "copy “1”.png": png(1)}
    import_files(cast, tmp_path, files)
    for typed in ("café/ab", 'copy "1"', " ａｂ.png　"):
        assert list_images(cast.project, search=typed).count() == 1, typed
    assert list_images(cast.project, search="cafe/").count() == 0


def as_before() -> None:
    """Leave the columns as an installation without folding has them."""
    for row in (*Case.objects.all(), *QuestionRevision.objects.all()):
        row.search_text = "“cafe\u0301”\nａ"
        row.save(update_fields=["search_text"])
    Image.objects.update(original_path="Cafe\u0301.png", search_path="")
    ImageAlias.objects.update(path="“b”.png", search_path="")


def test_stored_texts_are_renewed_by_a_job(
    cast: Cast, office: Office, tmp_path: Path
) -> None:
    annotated_items(cast, 1, questions=1)
    office.finalize_all()
    import_files(cast, tmp_path, {"a.png": png(1), "b.png": png(1)})
    as_before()
    # Until the job has come to them, images are found as before.
    assert list_images(cast.project, search="“b”").count() == 1
    job = run_job(
        enqueue_job(
            kind=RENEWAL,
            scope_id=cast.project.pk,
            actor=Actor.system(),
            parameters={},
        ).pk
    )
    assert job.status == JobStatus.FINISHED
    assert job.done == job.total == job.result["renewed"]
    assert {row.search_text for row in Case.objects.all()} == {'"café"\na'}
    assert found(office, "“CAFÉ”") == [1]
    assert list_questions(cast.project, text="“CAFÉ”").count() == 1
    assert list_images(cast.project, search='"B"').count() == 1
    assert list_images(cast.project, search="CAFÉ").exists()
    # Once more, nothing is left to do.
    assert renew_search(cast.project, lambda read, total: None) == 0


def test_a_renewal_that_was_stopped_continues(cast: Cast, office: Office) -> None:
    annotated_items(cast, 2)
    as_before()

    class StoppedError(Exception):
        pass

    def stop(read: int, total: int) -> None:
        raise StoppedError(read, total)

    with pytest.raises(StoppedError) as stopped:
        renew_search(cast.project, stop)
    read, total = stopped.value.args
    assert 0 < read < total
    assert renew_search(cast.project, lambda read, total: None) == total - read
