"""The backups that this installation has made."""

from django.db import models


class Backup(models.Model):
    """A verified backup; its files may be deleted since."""

    name = models.CharField(max_length=64)
    place = models.CharField(max_length=500)
    at = models.DateTimeField()
    """The moment whose data it holds."""
    rows = models.PositiveBigIntegerField()
    files = models.PositiveBigIntegerField()
    bytes = models.PositiveBigIntegerField()
    """Bytes that restoring it reads."""
    finished_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name
