"""Simulated people join by invitation, return as who they were, and know formats."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from django.core.management import call_command

from curation.images.models import Image
from demo.crew.people import SimulatedPerson
from demo.crew.questions import UnknownFormatError
from demo.crew.truth import SeededTruths, WrittenTruths
from demo.drawing.truth import TrueFate
from projects.accounts.services import login_throttle
from projects.models import Invitation, Membership
from subtext_protocol.document import Protocol
from subtext_protocol.shipped import shipped_protocol
from tests.support.cast import Cast
from tests.support.images import images_in_screening

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_crew_of_any_size_comes_in_from_one_address(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(login_throttle, "MOST_OF_AN_ADDRESS", 1)
    before = Membership.objects.count()
    for _ in range(2):
        call_command(
            "crew_simulate", cast.project.slug, people=3, until="screening", json=True
        )
        assert Membership.objects.count() == before + 4
        assert Invitation.objects.count() == 4


def test_it_votes_on_the_image_that_it_sees(cast: Cast) -> None:
    images = images_in_screening(cast.project, 8)
    protocol, seed = cast.project.protocol, 11
    truths = SeededTruths(protocol, seed)
    kept = {
        image.pk for image in images if truths.truth_of_item([image.original_path]).keep
    }
    assert 0 < len(kept) < len(images)
    slug = cast.project.slug
    options = {"people": 2, "accuracy": 1, "seed": seed, "until": "screening"}
    call_command("crew_simulate", slug, **options, json=True)
    accepted = Image.objects.filter(project=cast.project, status="accepted")
    assert {image.pk for image in accepted} == kept


def test_it_knows_files_that_a_browser_uploaded_with_their_folder(
    drawn: Path, fates: Sequence[TrueFate]
) -> None:
    protocol = shipped_protocol("ii-bench")
    truths = WrittenTruths(
        drawn.with_suffix(".json"), protocol, SeededTruths(protocol, 0)
    )
    path = next(fate["path"] for fate in fates if fate["outcome"] == "kept")
    assert truths.truth_of_item([f"{drawn.name}/{path}"]) == truths.truth_of_item(
        [path]
    )
    assert truths.truth_of_item([f"other/folder/{path}"]) != truths.truth_of_item(
        [path]
    )


def with_formats(formats: Sequence[str]) -> Protocol:
    """II-Bench's protocol with questions of these formats, which may not be installed."""
    protocol = shipped_protocol("ii-bench")
    questions = protocol.questions.model_copy(update={"formats": formats})
    return protocol.model_copy(update={"questions": questions})


def test_it_writes_questions_of_the_formats_that_it_knows() -> None:
    truths = SeededTruths(with_formats(["ordering", "true_false"]), seed=0, keep=1)
    questions = [
        question
        for number in range(20)
        for question in truths.truth_of_item([f"{number}.png"]).questions
    ]
    assert {question.format for question in questions} == {"true_false"}


def test_formats_that_it_does_not_know_are_named() -> None:
    truths = SeededTruths(with_formats(["ordering"]), seed=0, keep=1)
    with pytest.raises(UnknownFormatError, match="of the format ordering"):
        truths.truth_of_item(["1.png"])
    protocol = shipped_protocol("ii-bench")
    person = SimulatedPerson("answers", protocol=protocol, accuracy=1, seed=0)
    known = SeededTruths(protocol, seed=0, keep=1).truth_of_item(["1.png"])
    theirs = {"format": "ordering", "stem": "Which comes first?", "options": ["a", "b"]}
    with pytest.raises(UnknownFormatError, match="of the format ordering"):
        person.answer_question(known, theirs)


def test_a_published_question_gets_a_key_and_distinct_options() -> None:
    protocol = shipped_protocol("ii-bench")
    person = SimulatedPerson("corrects", protocol=protocol, accuracy=1, seed=0)
    unknown = SeededTruths(protocol, seed=0, keep=1).truth_of_item(["1.png"])
    published = {
        "format": "single_choice",
        "stem": "What does it imply?",
        "options": ["Love.", "Hate.", "Love.", "Hope.", "Fear.", "Time."],
        "answer": None,
    }
    corrected = person.correct_question(unknown, published)
    assert corrected["options"][:3] == ["Love.", "Hate.", "Love. (3)"]
    assert corrected["answer"] in range(6)
