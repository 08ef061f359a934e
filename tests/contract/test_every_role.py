"""Every operation of the schema, tried by everybody: who is let in, who is not.

Whatever is not named here is for organizers and maintainers, and only for members of the
project: a new operation for others has to be written down.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

import pytest
from django.urls import resolve

from projects.models import User
from projects.roles import Role
from tests.contract.description import api_description
from tests.support.cast import Cast, browser, join
from tools.permissions import IN_PROJECTS, who_may_call

pytestmark = pytest.mark.django_db

FOR_ANYBODY = {
    "first_maintainer_create",
    "first_maintainer_get",
    "instance_get",
    "invitation_accept",
    "invitation_get",
    "mail_address_confirm",
    "mail_unsubscribe",
    "password_forgotten",
    "password_reset",
    "password_reset_get",
    "predictions_get",
    "predictions_submit",
    "session_begin",
    "session_begin_demo",
    "session_end",
    "session_get",
}
FOR_WHO_IS_LOGGED_IN = {
    "licence_list",
    "question_format_list",
    "mail_confirmation_request",
    "mail_preference_get",
    "mail_preference_set",
    "me_change",
    "my_security_record",
    "password_change",
    "project_list",
}
FOR_STAFF = {
    "audit_add_part",
    "audit_cancel",
    "audit_create",
    "audit_delete",
    "audit_file",
    "audit_get",
    "audit_image",
    "audit_import",
    "audit_list",
    "audit_places",
    "audit_start",
    "installation_security_people",
    "installation_security_record",
    "installation_security_record_export",
    "project_create",
    "shipped_protocol_list",
}
FOR_OPERATORS = {"system_status"}
"""Staff, and maintainers of any project."""
FOR_MEMBERS = {
    "guideline_image_get",
    "calibration_item",
    "case_agree",
    "case_get",
    "case_propose",
    "case_queue",
    "case_queue_counts",
    "image_file",
    "message_add",
    "my_day_get",
    "notice_list",
    "notice_read",
    "notice_unread",
    "notices_read",
    "project_get",
    "release_get",
    "release_list",
    "release_statistics",
    "rework_get",
    "rework_list",
    "rework_submit",
    "screening_next",
    "screening_progress",
    "screening_recent",
    "screening_vote",
    "screening_vote_undo",
    "shown_image_file",
    "thread_get",
    "thread_list",
    "thread_open",
    "validation_answer",
    "validation_next",
    "validation_progress",
    "validation_undo",
    "waiting",
}
"""Members of any role; what they get is their own, or says nothing of anybody's work."""
FOR_ANNOTATORS = {
    "annotation_submit",
    "baseline_answer",
    "baseline_mine",
    "baseline_next",
    "consent_give",
    "draft_save",
    "draft_version_get",
    "draft_version_list",
    "my_calibration",
    "my_call_list",
    "my_feedback",
    "my_terms_get",
    "my_terms_state",
    "my_draft_list",
    "my_work_list",
    "practice_feedback",
    "record_check",
    "slot_decline",
    "slot_skip",
    "slot_get",
    "slot_heartbeat",
    "slot_next",
    "slot_reopen",
    "welcome_get",
}
"""Only theirs: organizers see everybody's work, so theirs would not be blind."""
FOR_RATERS = {
    "analysis_get",
    "error_mark",
    "error_sample_list",
    "marking_list",
    "rating_get",
    "rating_mark",
    "rating_sample_list",
}
"""Organizers mark as well; annotators never read what models answered."""
FOR_RATERS_TOO = {
    "guideline_image_get",
    "notice_list",
    "notice_read",
    "notice_unread",
    "notices_read",
    "project_get",
    "shown_image_file",
    "waiting",
}
"""Of what is for members: raters have no part in making the benchmark."""
FOR_MAINTAINERS = {
    "entrant_admit",
    "guideline_image_add",
    "entrant_list",
    "entrant_revoke",
    "member_change",
    "member_password_link",
    "project_delete",
    "project_history",
    "project_settings_change",
    "project_settings_get",
    "protocol_change",
    "protocol_check",
    "protocol_offer",
    "release_answers",
    "release_cut",
    "release_hub_get",
    "release_hub_publish",
    "release_publish",
    "release_remove",
    "release_takedown",
    "release_takedown_plan",
    "release_yank",
    "security_record",
    "security_record_export",
}


class Operation(NamedTuple):
    name: str
    method: str
    path: str

    @property
    def in_project(self) -> bool:
        return self.path.startswith("/api/projects/bench/")

    @property
    def roles(self) -> set[str]:
        if self.name in FOR_RATERS_TOO:
            return {"rater", "annotator", "organizer", "maintainer"}
        if self.name in FOR_RATERS:
            return {"rater", "organizer", "maintainer"}
        if self.name in FOR_MEMBERS:
            return {"annotator", "organizer", "maintainer"}
        if self.name in FOR_ANNOTATORS:
            return {"annotator"}
        if self.name in FOR_MAINTAINERS:
            return {"maintainer"}
        return {"organizer", "maintainer"}

    def by(self, person: User | None) -> int:
        client = browser(person)
        response = getattr(client, self.method)(self.path, {})
        return int(response.status_code)


WORDS = {"slug": "bench", "token": "x", "version": "1.0.0", "field": "domain"}


def operations() -> Iterator[Operation]:
    for path, methods in sorted(api_description()["paths"].items()):
        filled = re.sub(r"\{(\w+)\}", lambda name: WORDS.get(name[1], "1"), path)
        for method, operation in methods.items():
            yield Operation(operation["operationId"], method, filled)


ALL = list(operations())
OF_A_PROJECT = [one for one in ALL if one.in_project]


def test_what_is_named_is_there_and_nothing_else_is_open() -> None:
    names = {one.name for one in ALL}
    named = FOR_ANYBODY | FOR_WHO_IS_LOGGED_IN | FOR_STAFF | FOR_OPERATORS
    inside = FOR_MEMBERS | FOR_ANNOTATORS | FOR_RATERS | FOR_MAINTAINERS
    assert FOR_RATERS_TOO <= FOR_MEMBERS
    assert named | inside <= names
    assert {one.name for one in ALL if not one.in_project} == named
    assert len(names) == len(ALL) > 200


def test_outsiders_reach_nothing_of_a_project(cast: Cast) -> None:
    for one in OF_A_PROJECT:
        assert one.by(None) == 401, one
        assert one.by(cast.stranger) == 404, one


def people_of(cast: Cast) -> dict[str, User]:
    return {
        "rater": join(cast.project, Role.RATER),
        "annotator": cast.annotators[0],
        "organizer": cast.organizer,
        "maintainer": cast.maintainer,
    }


def test_nobody_reaches_what_is_for_another_role(cast: Cast) -> None:
    people = people_of(cast)
    for one in OF_A_PROJECT:
        for role, person in people.items():
            if role not in one.roles:
                assert one.by(person) == 403, (one, role)


def test_who_may_is_let_in_and_nothing_breaks(cast: Cast) -> None:
    people = people_of(cast)
    for one in OF_A_PROJECT:
        for role in sorted(one.roles):
            status = one.by(people[role])
            assert status not in (401, 403), (one, role)
            assert status < 500, (one, role)


def test_what_needs_an_account_needs_one(cast: Cast) -> None:
    for one in ALL:
        if one.name in FOR_WHO_IS_LOGGED_IN | FOR_STAFF | FOR_OPERATORS:
            assert one.by(None) == 401, one
        if one.name in FOR_STAFF:
            assert one.by(cast.maintainer) == 403, one
        if one.name in FOR_ANYBODY:
            assert one.by(None) < 500, one


def test_the_reference_names_who_may_call() -> None:
    outside = {
        "anyone": FOR_ANYBODY,
        "logged in": FOR_WHO_IS_LOGGED_IN,
        "staff": FOR_STAFF,
        "operators": FOR_OPERATORS,
    }
    for one in ALL:
        view_class = resolve(one.path).func.cls  # type: ignore[attr-defined]
        people = who_may_call(view_class, one.method.upper(), one.path)
        if one.in_project:
            assert people == IN_PROJECTS[frozenset(one.roles)], one
        else:
            assert one.name in outside[people], one
