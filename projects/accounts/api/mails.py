"""Notifications by mail: when, at which address, and how they end."""

from typing import Any

from django.conf import settings
from django.utils.decorators import method_decorator
from django.views.decorators.csrf import csrf_protect
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from projects.access.api.base import PublicView, validate_input
from projects.accounts.services.login_throttle import LoginThrottle
from projects.accounts.services.mail_preferences import (
    DAILY_HOUR,
    confirm_address,
    get_mail_preference,
    needs_confirmation,
    request_confirmation,
    set_mail_frequency,
    unsubscribe,
)
from projects.models import MailFrequency, User


class MailPreferenceSerializer(serializers.Serializer[Any]):
    """Whether and when I get notifications by mail.

    ``available``: the installation sends mails. ``address``: my e-mail address, or
    empty; mails go there once it is ``confirmed``. ``refusal``: the reply of the mail
    server if it refused the address for good. ``daily_hour``: the hour of mails once a
    day, in ``time_zone``.
    """

    available = serializers.BooleanField()
    frequency = serializers.ChoiceField(choices=MailFrequency.choices)
    address = serializers.CharField(allow_blank=True)
    confirmed = serializers.BooleanField()
    refusal = serializers.CharField(allow_blank=True)
    daily_hour = serializers.IntegerField()
    time_zone = serializers.CharField()


class MailFrequencyInputSerializer(serializers.Serializer[Any]):
    frequency = serializers.ChoiceField(choices=MailFrequency.choices)


class ConfirmedAddressSerializer(serializers.Serializer[Any]):
    """The address that was confirmed."""

    address = serializers.CharField(source="confirmed_address")


def _preference_response(user: User) -> Response:
    preference = get_mail_preference(user)
    body = {
        "available": bool(settings.EMAIL_HOST),
        "frequency": preference.frequency,
        "address": user.email,
        "confirmed": preference.is_confirmed,
        "refusal": preference.current_refusal,
        "daily_hour": DAILY_HOUR,
        "time_zone": settings.PROJECT_TIME_ZONE,
    }
    return Response(MailPreferenceSerializer(body).data)


class MailPreferenceView(APIView):
    """Return or set whether I get my notifications by mail."""

    @extend_schema(
        operation_id="mail_preference_get", responses=MailPreferenceSerializer
    )
    def get(self, request: Request) -> Response:
        assert isinstance(request.user, User)  # noqa: S101 - the default
        return _preference_response(request.user)

    @extend_schema(
        operation_id="mail_preference_set",
        request=MailFrequencyInputSerializer,
        responses=MailPreferenceSerializer,
    )
    def put(self, request: Request) -> Response:
        """Set when I get mails. An address not yet confirmed gets a link by mail."""
        assert isinstance(request.user, User)  # noqa: S101 - the default
        data = validate_input(MailFrequencyInputSerializer, request.data)
        if needs_confirmation(request.user, data["frequency"]):
            LoginThrottle(request, request.user.username, "confirm").count_attempt()
        set_mail_frequency(user=request.user, **data)
        return _preference_response(request.user)


class ConfirmationView(APIView):
    """Mail the link that confirms my address again."""

    @extend_schema(
        operation_id="mail_confirmation_request", request=None, responses={204: None}
    )
    def post(self, request: Request) -> Response:
        assert isinstance(request.user, User)  # noqa: S101 - the default
        LoginThrottle(request, request.user.username, "confirm").count_attempt()
        request_confirmation(user=request.user)
        return Response(status=204)


class AddressConfirmView(PublicView):
    """Confirm an address by the link that was mailed there."""

    @extend_schema(
        operation_id="mail_address_confirm",
        request=None,
        responses=ConfirmedAddressSerializer,
    )
    @method_decorator(csrf_protect)
    def post(self, request: Request, token: str) -> Response:
        preference = confirm_address(token=token)
        return Response(ConfirmedAddressSerializer(preference).data)


class UnsubscribeView(PublicView):
    """Turn notifications by mail off by the link of a mail."""

    @extend_schema(operation_id="mail_unsubscribe", request=None, responses={204: None})
    @method_decorator(csrf_protect)
    def post(self, request: Request, token: str) -> Response:
        unsubscribe(token=token)
        return Response(status=204)
