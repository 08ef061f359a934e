import pytest
from django.core.management import call_command


@pytest.mark.parametrize("value", ["false", "true"])
def test_a_removed_setting_is_named_with_its_replacement(
    value: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SUBTEXT_ORGANIZERS_INVITE", value)
    call_command("check", tags=["environment"])
    warning = capsys.readouterr().err
    assert "SUBTEXT_ORGANIZERS_INVITE is no longer read." in warning
    assert "`organizers_invite: false` under `annotation`" in warning


def test_nothing_is_said_while_it_is_not_set(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("SUBTEXT_ORGANIZERS_INVITE", raising=False)
    call_command("check", tags=["environment"])
    assert "SUBTEXT_" not in capsys.readouterr().err
