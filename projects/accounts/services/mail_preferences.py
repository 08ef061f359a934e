"""When people get their notifications by mail, and at which address.

Mails go only to an address whose reader has opened a link that was sent there. Every
mail has a link that turns them off without a login (RFC 8058).
"""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from celery import current_app
from django.conf import settings
from django.core import signing
from django.db.models import F, Max, QuerySet
from django.utils import timezone

from core.domain.texts import _
from core.errors import FieldProblem, InvalidInputError, NotFoundError
from core.translation import override_language, translate
from projects.accounts.services.mails import MailRefusedError, make_mail, send_one_mail
from projects.models import MailFrequency, MailPreference, User

DAILY_HOUR = 8
"""The hour of the day, in the installation's time zone, for mails once a day."""
CONFIRMATION = "projects.confirmation_mail"
_CONFIRMATION_DAYS = 7
_confirmations = signing.TimestampSigner(sep=".", salt="projects.mails.confirm")
_unsubscriptions = signing.Signer(sep=".", salt="projects.mails.unsubscribe")
COLLECTED_FOR = timedelta(minutes=5)
"""Time after a mail in which the person's notifications wait for the next mail."""
_SHORTEST_WAIT, _LONGEST_WAIT = timedelta(minutes=1), timedelta(hours=1)
"""Limits of the time after which a mail that the server did not take is tried again."""


def get_mail_preference(user: User) -> MailPreference:
    """Return the person's preference; that of people who chose nothing is not stored."""
    return MailPreference.objects.filter(user=user).first() or MailPreference(user=user)


def set_mail_frequency(*, user: User, frequency: str) -> None:
    """Set when the person gets mails; an address not yet confirmed gets a link.

    Raises InvalidInputError (frequency) without an address or a mail server.
    """
    if frequency != MailFrequency.OFF:
        _require_address(user, "frequency")
    preference = get_mail_preference(user)
    if preference.frequency == MailFrequency.OFF:
        preference.since = timezone.now()
    preference.frequency = frequency
    preference.save()
    if needs_confirmation(user, frequency):
        request_confirmation(user=user)


def needs_confirmation(user: User, frequency: str) -> bool:
    """Return whether mails that often need an address that is not confirmed yet."""
    return frequency != MailFrequency.OFF and not get_mail_preference(user).is_confirmed


def request_confirmation(*, user: User) -> None:
    """Mail a link that confirms the person's address. A worker sends it.

    Raises InvalidInputError (address) without an address or a mail server.
    """
    _require_address(user, "address")
    if current_app.conf.task_always_eager:
        send_confirmation_mail(user_id=user.pk)
    else:
        current_app.send_task(CONFIRMATION, args=[user.pk])


def _require_address(user: User, field: str) -> None:
    if not settings.EMAIL_HOST:
        problem = _("This installation sends no mail.")
    elif not user.email:
        problem = _("Save an e-mail address first.")
    else:
        return
    raise InvalidInputError(problem, [FieldProblem(field, problem)])


def send_confirmation_mail(*, user_id: int) -> None:
    """Mail the link. Raises MailServerError, MailDelayedError or MailUncertainError.

    If the server refuses the address for good, the account page says so.
    """
    user = User.objects.get(pk=user_id)
    token = _confirmations.sign_object({"user": user.pk, "address": user.email})
    text = _(
        "The account {name} at {origin} asks for notifications at this address.\n\n"
        "Open this link within {days} days to confirm the address:\n\n{link}\n\n"
        "If you did not ask for it, ignore this mail: you get no further ones.\n",
        name=user.username,
        origin=settings.ORIGIN,
        days=_CONFIRMATION_DAYS,
        link=f"{settings.ORIGIN}/confirm-address/{token}",
    )
    with override_language(user.locale):
        subject = translate(_("Subtext: confirm your e-mail address"))
        mail = make_mail(user.email, subject, translate(text))
    try:
        send_one_mail(mail)
    except MailRefusedError as error:
        refuse_address(get_mail_preference(user), str(error))


def confirm_address(*, token: str) -> MailPreference:
    """Confirm an address by the link that was sent there.

    Raises NotFoundError if the link has expired, or the account has another address.
    """
    try:
        link = _confirmations.unsign_object(
            token, max_age=timedelta(days=_CONFIRMATION_DAYS)
        )
    except signing.BadSignature:
        link = {"user": None, "address": ""}
    user = User.objects.filter(
        pk=link["user"], email=link["address"], is_active=True
    ).first()
    if user is None:
        raise NotFoundError(
            _(
                "This link has expired, or the account has another address now. Request "
                "a new link on the account page."
            )
        )
    preference = get_mail_preference(user)
    if not preference.is_confirmed or preference.current_refusal:
        preference.since = timezone.now()
    preference.confirmed_address = user.email
    preference.refused_address = preference.refusal = ""
    preference.save()
    return preference


def refuse_address(preference: MailPreference, reply: str) -> None:
    """Send no more mails to the person's address; the account page shows the reply."""
    preference.refused_address = preference.user.email
    preference.refusal = reply
    preference.save()


def unsubscribe_link(user: User) -> str:
    """Return the address that turns the person's mails off, by a POST to it."""
    token = _unsubscriptions.sign(str(user.pk))
    return f"{settings.ORIGIN}/unsubscribe/{token}"


def unsubscribe(*, token: str) -> None:
    """Turn mails off. Other mails, such as password links, are not affected.

    The link works for as long as people keep the mail. Raises NotFoundError.
    """
    try:
        user_id = int(_unsubscriptions.unsign(token))
    except signing.BadSignature as error:
        raise NotFoundError(
            _("This link is incomplete. Turn mails off on the account page.")
        ) from error
    MailPreference.objects.filter(user=user_id).update(frequency=MailFrequency.OFF)


def unsubscribe_headers(user: User) -> dict[str, str]:
    """Return the headers by which mail programs show a button to unsubscribe.

    One click is for addresses with HTTPS only (RFC 8058, section 3.1).
    """
    link = unsubscribe_link(user)
    headers = {"List-Unsubscribe": f"<{link}>"}
    if link.startswith("https:"):
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return headers


def list_mail_readers(now: datetime) -> QuerySet[MailPreference]:
    """Return the preferences of people who may get a mail now, longest waiting first."""
    turned_on = MailPreference.objects.exclude(frequency=MailFrequency.OFF).filter(
        user__is_active=True,
        user__is_simulated=False,
        confirmed_address=F("user__email"),
        next_mail_at__lte=now,
    )
    confirmed = turned_on.exclude(user__email="").exclude(
        refused_address=F("user__email")
    )
    return confirmed.select_related("user").order_by("next_mail_at", "pk")


def last_daily_time(now: datetime) -> datetime:
    """Return the last time before ``now`` at which mails once a day were due."""
    local = now.astimezone(ZoneInfo(settings.PROJECT_TIME_ZONE))
    due = local.replace(hour=DAILY_HOUR, minute=0, second=0, microsecond=0)
    return due if due <= local else due - timedelta(days=1)


def claim_mail(preference: MailPreference, now: datetime) -> bool:
    """Return whether this process may mail the person now; no other may meanwhile."""
    unchanged = MailPreference.objects.filter(
        pk=preference.pk,
        frequency=preference.frequency,
        next_mail_at=preference.next_mail_at,
    )
    return bool(unchanged.update(next_mail_at=now + COLLECTED_FOR))


def delay_mails(preferences: QuerySet[MailPreference], now: datetime) -> None:
    """Try again later, after a time that doubles with each attempt."""
    failures = preferences.aggregate(most=Max("failures"))["most"] or 0
    wait = min(_SHORTEST_WAIT * 2 ** min(failures, 10), _LONGEST_WAIT)
    preferences.update(failures=F("failures") + 1, next_mail_at=now + wait)
