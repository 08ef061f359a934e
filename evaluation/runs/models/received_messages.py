"""Messages of evaluation workers that were received."""

from django.db import models


class ReceivedMessage(models.Model):
    """A message that is refused if it comes again; kept until it would be too old."""

    message_id = models.CharField(max_length=64, unique=True)
    expires_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return self.message_id
