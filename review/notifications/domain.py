"""What a notification says, on the page and in mails."""

from collections.abc import Mapping

from core.domain.texts import Text, _

_GENERAL: Mapping[str, Text] = {
    "work_returned": _("An item was returned to you for rework"),
    "question_returned": _("A question that you wrote did not pass"),
    "checklist_failed": _("An item that you annotated did not pass a checklist"),
    "work_lapsed": _("The time limit for an item passed; your draft is kept"),
    "asked": _("New discussion"),
    "answered": _("New answer to your question"),
    "thread_closed": _("Your discussion was closed"),
    "dissent": _("Validators differ on a question that you wrote or answered"),
    "test_set_assigned": _("A test set was assigned to you"),
    "round_opened": _("A validation round is open: questions wait for you"),
    "checklist_opened": _("A checklist round is open: items wait for you"),
    "password_link_made": _("Someone made a link to set your password"),
    "password_link_used": _("A link that someone else made has set your password"),
    "password_changed": _("Your password was changed"),
    "password_set": _("Staff of this installation set your password"),
    "email_changed": _("The e-mail address of your account was changed"),
    "token_created": _("An API token was created for your account"),
    "role_changed": _("Your role was changed"),
    "member_removed": _("You were removed from a project"),
}
"""By kind, for readers who have no name for the item, and for what concerns none."""

_OF_ITEM: Mapping[str, Text] = {
    "work_returned": _("Item {number} was returned to you for rework"),
    "question_returned": _("A question that you wrote for item {number} did not pass"),
    "checklist_failed": _(
        "Item {number}, which you annotated, did not pass a checklist"
    ),
    "work_lapsed": _("The time limit for item {number} passed; your draft is kept"),
    "asked": _("New discussion of item {number}"),
    "answered": _("New answer about item {number}"),
    "thread_closed": _("The discussion of item {number} was closed"),
    "dissent": _("Validators differ on a question of item {number}"),
}


def notification_text(kind: str, item_name: str | None) -> Text:
    """Return the sentence of a notification, with the reader's name of the item.

    It contains nothing that people wrote: no reason, message, or part of an item.
    """
    if item_name is None or kind not in _OF_ITEM:
        return _GENERAL[kind]
    return Text(_OF_ITEM[kind].template, number=item_name)
