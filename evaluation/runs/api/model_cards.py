"""API of model cards."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ViewSetMixin

from evaluation.runs.api.parameters import RequestParametersSerializer
from evaluation.runs.models.model_cards import Access, ModelCard
from evaluation.runs.selectors.model_cards import list_cards
from evaluation.runs.services.model_cards import delete_card, save_card
from projects.access.api.base import OrganizerView, validate_input


class ModelCardSerializer(serializers.Serializer[Any]):
    """Access, parts, names and base of a model; ``access`` is empty without a card."""

    model = serializers.CharField(max_length=200)
    access = serializers.ChoiceField(choices=Access.choices, allow_blank=True)
    size = serializers.CharField(max_length=100, allow_blank=True, default="")
    vision_encoder = serializers.CharField(max_length=200, allow_blank=True, default="")
    projection = serializers.CharField(max_length=200, allow_blank=True, default="")
    language_model = serializers.CharField(max_length=200, allow_blank=True, default="")
    base_model = serializers.CharField(max_length=200, allow_blank=True, default="")
    short_name = serializers.CharField(max_length=100, allow_blank=True, default="")
    parameters = RequestParametersSerializer(required=False)


class ModelCardView(ViewSetMixin, OrganizerView):
    """Model cards of a project."""

    @extend_schema(
        operation_id="model_card_list", responses={200: ModelCardSerializer(many=True)}
    )
    def list_cards(self, request: Request, slug: str) -> Response:
        """List the cards, with blank ones for models that were run without a card."""
        cards = list_cards(self.project)
        return Response(ModelCardSerializer(cards, many=True).data)

    @extend_schema(
        operation_id="model_card_save",
        request=ModelCardSerializer,
        responses=ModelCardSerializer,
    )
    def save_card(self, request: Request, slug: str) -> Response:
        """Save the card of one model; an empty access deletes it."""
        data = validate_input(ModelCardSerializer, request.data)
        if data["access"]:
            card = save_card(project=self.project, **data)
        else:
            delete_card(project=self.project, model=data["model"])
            card = ModelCard(model=data["model"])
        return Response(ModelCardSerializer(card).data)
