from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminUserCreationForm, UserChangeForm
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse

from core.admin import ReadOnlyAdmin
from core.translation import translate
from projects.accounts.services.account_names import (
    occupied_names,
    record_account_change,
)
from projects.models import (
    Invitation,
    Membership,
    Project,
    ProtocolVersion,
    SecurityEvent,
    SecurityEventKind,
    User,
)
from projects.security_record.services import record_event


class _AccountForm(forms.ModelForm[User]):
    """Refuses names of other accounts; those that stay as they are may be shared."""

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        names: tuple[str, ...] = ("username", "email")
        new = {
            name: cleaned[name]
            for name in names
            if name in self.changed_data and cleaned.get(name)
        }
        for name, problem in occupied_names(self.instance, new).items():
            self.add_error(name, translate(problem))
        return cleaned


class _AccountChangeForm(_AccountForm, UserChangeForm[User]):
    pass


class _AccountCreationForm(_AccountForm, AdminUserCreationForm[User]):
    pass


@admin.register(User)
class AccountAdmin(UserAdmin[User]):
    """Django's page of accounts; what is done there is in the security record."""

    form = _AccountChangeForm
    add_form = _AccountCreationForm

    def save_model(
        self, request: HttpRequest, obj: User, form: forms.ModelForm[User], change: bool
    ) -> None:
        super().save_model(request, obj, form, change)
        actor = _person(request)
        if change:
            record_account_change(obj, form.changed_data, actor)
        else:
            record_event(SecurityEventKind.ACCOUNT_CREATED, actor=actor, person=obj)

    def user_change_password(
        self, request: HttpRequest, id: str, form_url: str = ""
    ) -> HttpResponse:
        before = self.get_object(request, id)
        response = super().user_change_password(request, id, form_url)
        after = self.get_object(request, id)
        if before and after and before.password != after.password:
            record_event(
                SecurityEventKind.PASSWORD_SET, actor=_person(request), person=after
            )
        return response

    def delete_model(self, request: HttpRequest, obj: User) -> None:
        super().delete_model(request, obj)
        record_event(SecurityEventKind.ACCOUNT_DELETED, actor=_person(request))

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        for user in queryset:
            self.delete_model(request, user)


def _person(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) else None


class SecurityEventAdmin(ReadOnlyAdmin):
    list_display = ["id", "kind", "at", "actor", "person", "project"]
    list_filter = ["kind"]


admin.site.register(Project, ReadOnlyAdmin)
admin.site.register(ProtocolVersion, ReadOnlyAdmin)
admin.site.register(Membership, ReadOnlyAdmin)
admin.site.register(Invitation, ReadOnlyAdmin)
admin.site.register(SecurityEvent, SecurityEventAdmin)
