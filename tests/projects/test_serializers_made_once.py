"""What is asked for all the time is checked and shown by serializers made once."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.test import Client
from rest_framework import serializers

from projects.api.base import shown, validated


class _PartSerializer(serializers.Serializer[object]):
    name = serializers.CharField()
    address = serializers.SerializerMethodField()

    def get_address(self, row: dict[str, str]) -> str:
        return f"/{self.context['slug']}/{row['name']}/"


class _WholeSerializer(serializers.Serializer[object]):
    title = serializers.CharField(default="")
    notes = serializers.DictField(child=serializers.CharField(), default=dict)
    parts = _PartSerializer(many=True, default=list)


def test_nothing_of_one_input_is_in_the_next() -> None:
    first = validated(_WholeSerializer, {"title": "one", "parts": [{"name": "a"}]})
    assert first == {"title": "one", "notes": {}, "parts": [{"name": "a"}]}
    first["notes"]["late"] = "changed"
    first["parts"].append("changed")
    assert validated(_WholeSerializer, {}) == {"title": "", "notes": {}, "parts": []}


def test_what_was_wrong_with_one_input_is_not_wrong_with_the_next() -> None:
    with pytest.raises(serializers.ValidationError) as refused:
        validated(_WholeSerializer, {"parts": [{}]})
    assert refused.value.detail["parts"][0]["name"][0].code == "required"
    assert validated(_WholeSerializer, {"parts": [{"name": "b"}]})["parts"]


def test_each_is_shown_for_its_own_project_to_many_at_once() -> None:
    def addresses(number: int) -> list[str]:
        row = {"title": "", "notes": {}, "parts": [{"name": str(number)}] * 3}
        made = shown(_WholeSerializer, row, slug=f"project-{number % 3}")
        return [part["address"] for part in made["parts"]]

    with ThreadPoolExecutor(8) as threads:
        for number, found in enumerate(threads.map(addresses, range(400))):
            assert found == [f"/project-{number % 3}/{number}/"] * 3


@pytest.mark.django_db
@pytest.mark.parametrize("body", ["null", "{}"])
def test_a_body_that_says_nothing_is_told_what_is_missing(body: str) -> None:
    answer = Client().post("/api/session/", body, content_type="application/json")
    assert answer.status_code == 400
    named = {one["field"] for one in answer.json()["errors"]}
    assert named == {"username", "password"}
