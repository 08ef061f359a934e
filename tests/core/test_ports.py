"""Ports: what a package needs of a higher one."""

from importlib import import_module

import pytest

from core.ports import KeyedPort, Port, UnfilledPortError
from tests.journeys.product import ROOT

MODULES = [
    "core.job_kinds",
    *(f"{path.parent.name}.ports" for path in ROOT.glob("*/ports.py")),
]
PORTS = {
    f"{module}.{name}": port
    for module in MODULES
    for name, port in vars(import_module(module)).items()
    if isinstance(port, Port)
}


@Port
def longest(words: list[str]) -> str:
    """Return the longest word."""
    raise AssertionError("the declaration was called")


def test_an_unfilled_port_says_its_name() -> None:
    with pytest.raises(UnfilledPortError, match=r"test_ports\.longest") as problem:
        longest(["a"])
    assert str(problem.value).startswith("nothing fills the port ")


def test_a_replaced_port_is_as_before_when_the_context_ends() -> None:
    with longest.replace_temporarily(lambda words: max(words, key=len)):
        assert longest(["a", "abc", "ab"]) == "abc"
        with longest.replace_temporarily(lambda words: "nothing"):
            assert longest(["a"]) == "nothing"
        assert longest(["a"]) == "a"
    with pytest.raises(UnfilledPortError):
        longest(["a"])


@pytest.mark.parametrize("port", PORTS.values(), ids=PORTS)
def test_a_started_process_has_filled_every_port_once(port: Port[..., object]) -> None:
    with pytest.raises(ValueError, match="filled already"):
        port.set_function(print)


def test_a_keyed_port_keeps_the_order_and_names_what_is_missing() -> None:
    colours: KeyedPort[str, int] = KeyedPort("tests.colours")
    colours.set_provided("red", 3)
    colours.set_provided("blue", 1)
    with colours.replace_temporarily("green", 2):
        assert dict(colours) == {"red": 3, "blue": 1, "green": 2}
    assert list(colours.values()) == [3, 1]
    assert colours.get("green") is None
    with pytest.raises(UnfilledPortError, match=r"tests\.colours for 'green'"):
        colours["green"]
    with pytest.raises(ValueError, match="filled already for 'red'"):
        colours.set_provided("red", 4)
