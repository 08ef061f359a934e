"""Fetching: polite to those who are asked, and careful of what they answer."""

import gzip
import ipaddress
import socket
from collections.abc import Callable, Iterator
from time import sleep
from typing import Any

import pytest

from curation.image_files.domain.rejection import RejectedFileError, RejectionReason
from curation.imports.services.fetcher import FetchedContent, Fetcher, FetchLimits
from curation.imports.services.network import is_public_address
from tests.curation.drawn_images import png
from tests.support.site import Answer, Site, serve_site

HERE = [ipaddress.ip_network("127.0.0.0/8")]
IMAGE = png(1)
LIMITS = FetchLimits(delay=0.0, max_bytes=100_000, silence=2.0, seconds=3.0)


@pytest.fixture
def site() -> Iterator[Site]:
    with serve_site() as found:
        yield found


@pytest.fixture
def fetch() -> Iterator[Callable[[str], FetchedContent]]:
    fetcher = Fetcher(agent="Tester/1", pace=at_once, limits=LIMITS, allowed=HERE)
    yield fetcher.fetch
    fetcher.close()


def at_once(host: str, seconds: float) -> None:
    """No pause between requests."""


def refusal(fetch: Callable[[str], FetchedContent], address: str) -> RejectionReason:
    with pytest.raises(RejectedFileError) as caught:
        fetch(address)
    return caught.value.reason_code


Fetch = Callable[[str], FetchedContent]


def test_a_image_is_fetched(site: Site, fetch: Fetch) -> None:
    address = site.image("/a.png", IMAGE)
    assert fetch(address) == FetchedContent(IMAGE, address)
    assert site.paths() == ["/robots.txt", "/a.png"]
    assert site.agents == {"Tester/1"}


def test_redirects_are_followed_and_told(site: Site, fetch: Fetch) -> None:
    address = site.image("/real.png", IMAGE)
    site.answers["/a"] = Answer(status=302, headers={"Location": "/b"})
    site.answers["/b"] = Answer(status=308, headers={"Location": address})
    assert fetch(f"{site.url}/a") == FetchedContent(IMAGE, address)


def test_redirects_have_an_end(site: Site, fetch: Fetch) -> None:
    site.answers["/round"] = Answer(status=301, headers={"Location": "/round"})
    site.answers["/nowhere"] = Answer(status=301)
    assert refusal(fetch, f"{site.url}/round") == RejectionReason.FETCH_FAILED
    assert site.paths().count("/round") == LIMITS.max_redirects + 1
    assert refusal(fetch, f"{site.url}/nowhere") == RejectionReason.FETCH_FAILED


@pytest.mark.parametrize(
    "target",
    ["file:///etc/passwd", "ftp://a.example/x", "http://", "http://[", "//@:"],
)
def test_redirects_lead_to_web_addresses_only(
    site: Site, fetch: Fetch, target: str
) -> None:
    site.answers["/a"] = Answer(status=302, headers={"Location": target})
    assert refusal(fetch, f"{site.url}/a") == RejectionReason.FETCH_FAILED


# Where nobody has sent us


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "10.1.2.3",
        "172.20.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0",  # noqa: S104
        "224.0.0.1",
        "255.255.255.255",
        "::1",
        "::",
        "fe80::1",
        "fc00::1",
        "ff02::1",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "64:ff9b::7f00:1",
        "2002:7f00:1::",
        "2001:0:4136:e378:8000:63bf:80ff:fffe",
    ],
)
def test_private_addresses_are_not_public(address: str) -> None:
    assert not is_public_address(ipaddress.ip_address(address))


@pytest.mark.parametrize("address", ["93.184.216.34", "2606:2800:220:1::1"])
def test_others_are(address: str) -> None:
    assert is_public_address(ipaddress.ip_address(address))


@pytest.fixture
def guarded() -> Iterator[Fetch]:
    fetcher = Fetcher(agent="Tester/1", pace=at_once, limits=LIMITS)
    yield fetcher.fetch
    fetcher.close()


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "2130706433", "0x7f.1"])
def test_this_machine_is_not_asked(site: Site, guarded: Fetch, host: str) -> None:
    site.image("/a.png", IMAGE)
    port = site.host.rpartition(":")[2]
    assert (
        refusal(guarded, f"http://{host}:{port}/a.png")
        == RejectionReason.PRIVATE_ADDRESS
    )
    assert site.asked == []


def test_a_redirect_into_a_private_network_is_refused(site: Site) -> None:
    """What is allowed is this site; where it sends us is checked like anything else."""
    site.answers["/a"] = Answer(
        status=302, headers={"Location": "http://10.0.0.1/secret"}
    )
    here = [ipaddress.ip_network("127.0.0.1/32")]
    fetcher = Fetcher(agent="Tester/1", pace=at_once, limits=LIMITS, allowed=here)
    assert refusal(fetcher.fetch, f"{site.url}/a") == RejectionReason.PRIVATE_ADDRESS


def resolving(monkeypatch: pytest.MonkeyPatch, *answers: list[str]) -> list[str]:
    """Let names resolve to these addresses, one answer after the other."""
    asked: list[str] = []
    real = socket.getaddrinfo
    left = list(answers)

    def resolve(host: Any, port: Any, *args: Any, **kwargs: Any) -> Any:
        name = host.decode() if isinstance(host, bytes) else host
        if not name.endswith(".example"):
            return real(host, port, *args, **kwargs)
        asked.append(name)
        found = left.pop(0) if len(left) > 1 else left[0]
        return [
            (socket.AF_INET, socket.SOCK_STREAM, 6, "", (one, port)) for one in found
        ]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    return asked


def test_a_name_that_leads_to_a_private_address_is_refused(
    guarded: Fetch, monkeypatch: pytest.MonkeyPatch
) -> None:
    resolving(monkeypatch, ["192.168.0.7"])
    assert refusal(guarded, "http://a.example/x.png") == RejectionReason.PRIVATE_ADDRESS


def test_one_private_address_among_several_is_enough(
    guarded: Fetch, monkeypatch: pytest.MonkeyPatch
) -> None:
    resolving(monkeypatch, ["93.184.216.34", "127.0.0.1"])
    assert refusal(guarded, "http://a.example/x.png") == RejectionReason.PRIVATE_ADDRESS


def test_the_address_that_was_checked_is_the_one_connected_to(
    site: Site, fetch: Fetch, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name is asked for once a connection: there is no second, other answer to get."""
    asked = resolving(monkeypatch, ["127.0.0.1"], ["127.0.0.1"], ["10.0.0.1"])
    port = site.host.rpartition(":")[2]
    site.image("/a.png", IMAGE)
    assert fetch(f"http://a.example:{port}/a.png").content == IMAGE
    assert len(asked) <= len(site.asked)
    assert {host for _, _, host in site.asked} == {f"a.example:{port}"}


def test_a_name_that_changes_its_mind_is_looked_at_again(
    site: Site, fetch: Fetch, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its robots.txt came from an allowed place, the picture would not."""
    resolving(monkeypatch, ["127.0.0.1"], ["10.0.0.1"])
    port = site.host.rpartition(":")[2]
    address = f"http://a.example:{port}/a.png"
    assert refusal(fetch, address) == RejectionReason.PRIVATE_ADDRESS


# What robots.txt says


def test_what_robots_txt_forbids_is_not_fetched(site: Site, fetch: Fetch) -> None:
    site.answers["/robots.txt"] = Answer(
        b"User-agent: *\nDisallow: /private/\nAllow: /private/open/\n"
    )
    closed = site.image("/private/a.png", IMAGE)
    opened = site.image("/private/open/a.png", IMAGE)
    assert refusal(fetch, closed) == RejectionReason.ROBOTS
    assert fetch(opened).content == IMAGE
    assert site.paths() == ["/robots.txt", "/private/open/a.png"]


@pytest.mark.parametrize(
    ("status", "allowed"), [(404, True), (403, True), (500, False), (503, False)]
)
def test_without_robots_txt_as_the_standard_says(
    site: Site, fetch: Fetch, status: int, allowed: bool
) -> None:
    site.answers["/robots.txt"] = Answer(status=status)
    address = site.image("/a.png", IMAGE)
    if allowed:
        assert fetch(address).content == IMAGE
    else:
        assert refusal(fetch, address) == RejectionReason.ROBOTS


def test_the_target_of_a_redirect_has_robots_too(site: Site, fetch: Fetch) -> None:
    with serve_site() as other:
        other.answers["/robots.txt"] = Answer(b"User-agent: Tester\nDisallow: /\n")
        target = other.image("/a.png", IMAGE)
        site.answers["/a"] = Answer(status=302, headers={"Location": target})
        assert refusal(fetch, f"{site.url}/a") == RejectionReason.ROBOTS
        assert other.paths() == ["/robots.txt"]


def test_each_request_takes_a_turn_of_its_host(site: Site) -> None:
    site.answers["/robots.txt"] = Answer(b"User-agent: *\nCrawl-delay: 7\n")
    first, second = site.image("/a", IMAGE), site.image("/b", IMAGE)
    turns: list[tuple[str, float]] = []

    def pace(host: str, seconds: float) -> None:
        turns.append((host, seconds))

    fetcher = Fetcher(agent="Tester/1", pace=pace, limits=LIMITS, allowed=HERE)
    fetcher.fetch(first)
    fetcher.fetch(second)
    assert turns == [(site.host, 0.0), (site.host, 7.0), (site.host, 7.0)]


def test_a_host_that_is_busy_is_asked_again_later(site: Site) -> None:
    says = iter([429, 503, 200])

    def answer() -> Answer:
        return Answer(IMAGE, status=next(says), headers={"Retry-After": "9"})

    site.answers["/a.png"] = answer
    turns: list[float] = []

    def pace(host: str, seconds: float) -> None:
        turns.append(seconds)

    fetcher = Fetcher(agent="Tester/1", pace=pace, limits=LIMITS, allowed=HERE)
    assert fetcher.fetch(f"{site.url}/a.png").content == IMAGE
    assert turns.count(9.0) >= 2


# What comes back


def test_what_is_no_image_is_not_read(site: Site, fetch: Fetch) -> None:
    for kind in ("text/html; charset=utf-8", "application/zip", "video/mp4"):
        address = site.image("/a", IMAGE, kind)
        assert refusal(fetch, address) == RejectionReason.NOT_AN_IMAGE
    for kind in ("IMAGE/PNG", "application/octet-stream", ""):
        assert fetch(site.image("/a", IMAGE, kind)).content == IMAGE


def test_what_is_too_large_is_not_read_to_its_end(site: Site, fetch: Fetch) -> None:
    assert (
        refusal(fetch, site.image("/a", bytes(100_001)))
        == RejectionReason.TOO_MANY_BYTES
    )
    sent = []

    def endless(send: Callable[[bytes], None]) -> None:
        for _ in range(10_000):
            send(bytes(10_000))
            sent.append(10_000)

    site.answers["/b"] = Answer(write=endless)
    assert refusal(fetch, f"{site.url}/b") == RejectionReason.TOO_MANY_BYTES
    assert sum(sent) < 50_000_000


def test_a_packed_answer_is_not_unpacked(site: Site, fetch: Fetch) -> None:
    site.answers["/a"] = Answer(
        gzip.compress(bytes(50_000_000)), headers={"Content-Encoding": "gzip"}
    )
    assert refusal(fetch, f"{site.url}/a") == RejectionReason.FETCH_FAILED


@pytest.mark.parametrize("status", [400, 401, 403, 404, 410, 500, 204])
def test_an_answer_that_is_none(site: Site, fetch: Fetch, status: int) -> None:
    site.answers["/a"] = Answer(status=status)
    assert refusal(fetch, f"{site.url}/a") == RejectionReason.FETCH_FAILED


def test_a_server_that_trickles_is_left_in_the_end(site: Site) -> None:
    """Each byte comes in time; all of them never would."""
    limits = FetchLimits(delay=0.0, silence=1.0, seconds=0.5)

    def trickle(send: Callable[[bytes], None]) -> None:
        for _ in range(100):
            send(b"x")
            sleep(0.1)

    site.answers["/a"] = Answer(write=trickle)
    fetcher = Fetcher(agent="Tester/1", pace=at_once, limits=limits, allowed=HERE)
    assert refusal(fetcher.fetch, f"{site.url}/a") == RejectionReason.FETCH_FAILED


def test_a_server_that_is_not_there_or_breaks_off(site: Site, fetch: Fetch) -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        port = closed.getsockname()[1]
        # Without robots.txt there is no permission to ask for more.
        assert refusal(fetch, f"http://127.0.0.1:{port}/a") == RejectionReason.ROBOTS
    site.answers["/a"] = Answer(
        headers={"Content-Length": "5000"}, write=lambda send: send(b"abc")
    )
    assert refusal(fetch, f"{site.url}/a") == RejectionReason.FETCH_FAILED


@pytest.mark.parametrize(
    "address",
    [
        "ftp://a.example/x",
        "file:///etc/passwd",
        "http://user:secret@a.example/x",
        "http://",
        "https:///x",
        "http://[::1",
        "not an address",
        "http://a.example:99999/x",
        "http://" + "a" * 300 + ".example/x",
        "http://\udcff.example/",
    ],
)
def test_what_is_no_address_is_refused(fetch: Fetch, address: str) -> None:
    assert refusal(fetch, address) in (
        RejectionReason.FETCH_FAILED,
        RejectionReason.ROBOTS,
    )
