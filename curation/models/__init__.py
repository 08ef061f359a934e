"""The models of curation, by concern; Django finds them all here."""

from curation.models import copies, filters, images, imports, screening  # noqa: F401
