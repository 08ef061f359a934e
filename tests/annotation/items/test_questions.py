"""Questions of final records: revised and dropped, never overwritten."""

import pytest

from annotation.items.models.items import Item
from annotation.items.models.questions import Question, QuestionRevision
from annotation.items.selectors.items import live_questions
from annotation.items.services.questions import (
    create_question,
    drop_question,
    revise_question,
)
from core.errors import ConflictError, InvalidInputError
from tests.support.cast import Cast, browser
from tests.support.images import accepted_images

pytestmark = pytest.mark.django_db


@pytest.fixture
def item(cast: Cast) -> Item:
    accepted_images(cast.project, 1)
    return Item.objects.get()


def create(cast: Cast, item: Item, position: int = 0, stem: str = "Why?") -> Question:
    return create_question(
        item=item,
        position=position,
        format="single_choice",
        fixed=None,
        stem=stem,
        options=["a", "b", "c", "d", "e", "f"],
        answer=2,
        author=cast.organizer,
    )


def revise(cast: Cast, question: Question, stem: str) -> QuestionRevision:
    return revise_question(
        question=question,
        stem=stem,
        options=["a", "b", "c", "d", "e", "f"],
        answer=1,
        author=cast.organizer,
        reason="Two options were right.",
    )


def test_a_revision_keeps_what_was_there(cast: Cast, item: Item) -> None:
    question = create(cast, item)
    revise(cast, question, "How come?")
    assert [(r.stem, r.answer) for r in question.revisions.order_by("number")] == [
        ("Why?", 2),
        ("How come?", 1),
    ]
    assert [r.stem for r in live_questions(item)] == ["How come?"]


def test_revising_what_has_changed_is_a_conflict(cast: Cast, item: Item) -> None:
    question = create(cast, item)
    stale = Question.objects.get(pk=question.pk)
    revise(cast, question, "first")
    with pytest.raises(ConflictError):
        revise(cast, stale, "second")
    assert [r.stem for r in live_questions(item)] == ["first"]


def test_a_key_has_to_be_an_option(cast: Cast, item: Item) -> None:
    with pytest.raises(InvalidInputError):
        create_question(
            item=item,
            position=0,
            format="single_choice",
            fixed=None,
            stem="Why?",
            options=["a", "b"],
            answer=2,
            author=cast.organizer,
        )


def test_a_dropped_question_is_in_no_list_and_in_the_history(
    cast: Cast, item: Item
) -> None:
    kept = create(cast, item, 1, "Kept?")
    dropped = create(cast, item, 0, "Dropped?")
    actor = cast.actor(cast.organizer)
    with pytest.raises(InvalidInputError):
        drop_question(question=dropped, actor=actor, reason=" ")
    drop_question(question=dropped, actor=actor, reason="Cannot be saved.")
    assert [r.question for r in live_questions(item)] == [kept]
    with pytest.raises(ConflictError):
        drop_question(question=dropped, actor=actor, reason="Again.")
    with pytest.raises(ConflictError):
        revise(cast, dropped, "Late")
    path = f"/api/projects/bench/items/{item.pk}/questions/"
    history = browser(cast.organizer).get(path).data
    assert [(q["live"], q["dropped_reason"]) for q in history] == [
        (False, "Cannot be saved."),
        (True, ""),
    ]
    assert history[0]["revisions"][0]["options"] == ["a", "b", "c", "d", "e", "f"]
