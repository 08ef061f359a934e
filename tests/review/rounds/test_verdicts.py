from review.rounds.domain.verdicts import (
    ValidatorAnswer,
    draw_option_order,
    judge_answers,
)


def is_one(given: object) -> bool:
    return given == 1


def test_k_of_n_agree_with_the_key() -> None:
    found = judge_answers(
        [ValidatorAnswer(1), ValidatorAnswer(1), ValidatorAnswer(0)],
        agrees=is_one,
        needed=2,
    )
    assert (found.passed, found.agreed, found.asked, found.reasons) == (True, 2, 3, [])


def test_too_few_agree() -> None:
    found = judge_answers(
        [ValidatorAnswer(1), ValidatorAnswer(2), ValidatorAnswer(None, ["typo"])],
        agrees=is_one,
        needed=2,
    )
    assert not found.passed
    assert found.reasons == [
        {"kind": "disagreement", "agreed": 1, "asked": 3, "needed": 2},
        {"kind": "issue", "issue": "typo", "count": 1},
    ]


def test_an_issue_fails_what_everybody_answered_right() -> None:
    found = judge_answers(
        [ValidatorAnswer(1), ValidatorAnswer(1, ["typo"], "teh"), ValidatorAnswer(1)],
        agrees=is_one,
        needed=2,
    )
    assert not found.passed
    assert [reason["kind"] for reason in found.reasons] == ["issue", "comment"]


def test_a_mere_comment_does_not_fail() -> None:
    assert judge_answers(
        [ValidatorAnswer(1, (), "nice one")], agrees=is_one, needed=1
    ).passed


def test_each_person_has_an_order_of_their_own_that_stays() -> None:
    orders = [draw_option_order(6, revision=4, person=p, seed=9) for p in range(30)]
    assert all(sorted(order) == list(range(6)) for order in orders)
    assert orders[0] == draw_option_order(6, revision=4, person=0, seed=9)
    assert len({tuple(order) for order in orders}) > 20
    assert draw_option_order(6, revision=5, person=0, seed=9) != orders[0]
