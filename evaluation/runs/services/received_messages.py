"""Messages of evaluation workers: each is followed once."""

from django.db import IntegrityError, transaction

from core.clock import database_now
from evaluation.runs.models.received_messages import ReceivedMessage
from subtext_runner.messages import ReplayedMessageError, SignedMessage


def claim_message(message: SignedMessage) -> None:
    """Remember a message in the transaction that follows it.

    Raises ReplayedMessageError if it was received before. Messages of an earlier
    version have no id and are not remembered.
    """
    if message.id is None or message.expires_at is None:
        return
    try:
        with transaction.atomic():
            ReceivedMessage.objects.create(
                message_id=message.id, expires_at=message.expires_at
            )
    except IntegrityError as error:
        raise ReplayedMessageError("It was received before.") from error


def forget_old_messages() -> None:
    """Delete what is known of messages that are refused for their age by now."""
    ReceivedMessage.objects.filter(expires_at__lt=database_now()).delete()
