"""Onboarding of annotators, and its settings for organizers."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ViewSetMixin

from annotation.items.api.serializers import ItemBriefSerializer
from annotation.onboarding.models import Consent, ConsentForm
from annotation.onboarding.selectors.consent_and_practice import (
    current_consent_form,
    list_consents,
    onboarding_progress,
    practice_item,
)
from annotation.onboarding.services.consent_and_practice import (
    give_consent,
    publish_consent_form,
    set_practice_item,
)
from annotation.slots.api.annotator_view import AnnotatorView
from projects.access.api.base import OrganizerView, page_schema, validate_input
from projects.person_names.api import PersonNameField


class TwoLanguageTextSerializer(serializers.Serializer[Any]):
    """One text in both languages."""

    en = serializers.CharField(allow_blank=True, max_length=20_000)
    zh = serializers.CharField(allow_blank=True, max_length=20_000)


class ConsentFormSerializer(serializers.ModelSerializer[ConsentForm]):
    consent = TwoLanguageTextSerializer()
    content_warning = TwoLanguageTextSerializer()

    class Meta:
        model = ConsentForm
        fields = ["number", "consent", "content_warning", "created_at"]


class ConsentFormInputSerializer(serializers.Serializer[Any]):
    """An empty consent asks for no consent; an empty warning uses the protocol's."""

    consent = TwoLanguageTextSerializer()
    content_warning = TwoLanguageTextSerializer()


class OnboardingProgressSerializer(serializers.Serializer[Any]):
    """``may_work``: no consent is missing."""

    briefing = ConsentFormSerializer(allow_null=True)
    asks_for_consent = serializers.BooleanField()
    consented_at = serializers.DateTimeField(
        source="consent.at", allow_null=True, default=None
    )
    may_work = serializers.BooleanField()
    practice = serializers.ChoiceField(choices=["none", "waiting", "done"])


class ConsentInputSerializer(serializers.Serializer[Any]):
    """``number``: version of the consent form that was read."""

    number = serializers.IntegerField(min_value=1)


class ConsentSerializer(serializers.ModelSerializer[Consent]):
    person = PersonNameField()
    briefing = serializers.IntegerField(source="briefing.number")

    class Meta:
        model = Consent
        fields = ["id", "person", "briefing", "at"]


class OnboardingSerializer(serializers.Serializer[Any]):
    """The consent form and the practice item."""

    briefing = ConsentFormSerializer(allow_null=True)
    practice_item = ItemBriefSerializer(allow_null=True)


class PracticeInputSerializer(serializers.Serializer[Any]):
    """``item_id``: a finished item, or null for none."""

    item_id = serializers.IntegerField(allow_null=True)


class MyOnboardingView(AnnotatorView):
    """The annotator's way through onboarding."""

    @extend_schema(operation_id="welcome_get", responses=OnboardingProgressSerializer)
    def read_onboarding_progress(self, request: Request, slug: str) -> Response:
        """Return the annotator's progress through onboarding."""
        return self._respond()

    @extend_schema(
        operation_id="consent_give",
        request=ConsentInputSerializer,
        responses=OnboardingProgressSerializer,
    )
    def give_consent(self, request: Request, slug: str) -> Response:
        """Give consent to the current consent form."""
        data = validate_input(ConsentInputSerializer, request.data)
        give_consent(project=self.project, actor=self.actor, number=data["number"])
        return self._respond()

    def _respond(self) -> Response:
        progress = onboarding_progress(self.project, self.person)
        return Response(OnboardingProgressSerializer(progress).data)


class OnboardingView(ViewSetMixin, OrganizerView):
    """The consent form, the practice item and the consents."""

    @extend_schema(operation_id="onboarding_get", responses=OnboardingSerializer)
    def read_onboarding_settings(self, request: Request, slug: str) -> Response:
        """Return the consent form and the practice item."""
        return self._respond()

    @extend_schema(
        operation_id="briefing_publish",
        request=ConsentFormInputSerializer,
        responses=OnboardingSerializer,
    )
    def publish_consent_form(self, request: Request, slug: str) -> Response:
        """Publish a new consent form, which annotators must agree to again."""
        data = validate_input(ConsentFormInputSerializer, request.data)
        publish_consent_form(project=self.project, actor=self.actor, **data)
        return self._respond()

    @extend_schema(
        operation_id="practice_set",
        request=PracticeInputSerializer,
        responses=OnboardingSerializer,
    )
    def set_practice_item(self, request: Request, slug: str) -> Response:
        """Set the practice item, or none."""
        data = validate_input(PracticeInputSerializer, request.data)
        set_practice_item(project=self.project, actor=self.actor, **data)
        return self._respond()

    @extend_schema(
        operation_id="consent_list", responses=page_schema(ConsentSerializer)
    )
    def list_consents(self, request: Request, slug: str) -> Response:
        """List the consents, latest first."""
        return self.paginate(list_consents(self.project), ConsentSerializer)

    def _respond(self) -> Response:
        body = {
            "briefing": current_consent_form(self.project),
            "practice_item": practice_item(self.project),
        }
        return Response(OnboardingSerializer(body, context=self.context).data)
