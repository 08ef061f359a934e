"""Records and answers in requests and responses."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers


class AnswerField(serializers.JSONField):
    """A key, or an answer given without it, in the form of the question's format.

    Single choice: an option index from 0. Several answers: a list of indices. True or
    false: a boolean. Fill in the blank: the accepted answers, or the text given.
    """


class QuestionContentSerializer(serializers.Serializer[Any]):
    uid = serializers.CharField()
    format = serializers.CharField()
    fixed = serializers.CharField(allow_null=True)
    stem = serializers.CharField(allow_blank=True)
    options = serializers.ListField(child=serializers.CharField(allow_blank=True))
    answer = AnswerField(allow_null=True)


class RecordSerializer(serializers.Serializer[Any]):
    """The shape of a record; annotation.records.domain.validation checks it."""

    labels = serializers.DictField(
        child=serializers.ListField(child=serializers.CharField())
    )
    texts = serializers.DictField(child=serializers.CharField(allow_blank=True))
    sentences = serializers.DictField(
        child=serializers.DictField(child=serializers.CharField(allow_blank=True))
    )
    questions = QuestionContentSerializer(many=True)


@extend_schema_field(RecordSerializer)
class RecordField(serializers.JSONField):
    """A record exactly as typed, including spaces at the ends of texts."""
