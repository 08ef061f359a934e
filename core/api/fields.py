"""Fields of serializers that several stages use."""

from rest_framework import serializers

from core.translation import translate


class TranslatedField(serializers.CharField):
    """A read-only text, in the reader's language."""

    def to_representation(self, value: str) -> str:
        return translate(value)
