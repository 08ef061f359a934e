"""Time of `make run` until the first page, the first image and the whole demo.

The command that `make run` ends in is started on an empty data folder, after `make
setup`, and requested as by a browser. Seconds are by the clock: the machine's load
is printed with them.
"""

import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter, sleep

import httpx

from benchmarks.measuring import Cost
from benchmarks.results import Results, benchmark_parser

ROOT = Path(__file__).resolve().parent.parent.parent
PROJECT = "/api/projects/demo"
PATIENCE = 1200.0


def main() -> int:
    parser = benchmark_parser("first_page", __doc__)
    parser.add_argument(
        "--pages-only", action="store_true", help="stop at the first image"
    )
    options = parser.parse_args()
    results = Results(options)
    with tempfile.TemporaryDirectory(prefix="subtext-benchmark-") as folder:
        rows = start_and_ask(Path(folder) / "var", whole=not options.pages_only)
        check = Cost()
        with check:
            manage(Path(folder) / "var", "check").wait()
    print(f"Load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    results.print_table("start", ("until", "seconds"), *rows)
    print(f"\nmanage.py check: {check.processor:.2f} s of processor")
    return 0


def start_and_ask(data_dir: Path, *, whole: bool) -> list[tuple[str, str]]:
    """Start the product, and return when each thing was first there."""
    port = free_port()
    rows: list[tuple[str, str]] = []
    begun = perf_counter()
    product = manage(data_dir, "run", "--demo", port=port)

    def reached(what: str, is_there: Callable[[], bool]) -> None:
        while not is_there():
            if product.poll() is not None or perf_counter() - begun > PATIENCE:
                raise SystemExit(f"Not reached: {what}")
            sleep(0.1)
        rows.append((what, f"{perf_counter() - begun:.1f}"))

    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as browser:
            reached("login page", lambda: answers(browser, "/login"))
            log_in(browser)
            reached(
                "overview of the demo project",
                lambda: answers(browser, f"{PROJECT}/overview/"),
            )
            reached("first image", lambda: first_image(browser))
            if whole:
                reached("all images filtered", lambda: is_curated(browser))
    finally:
        stopped = perf_counter()
        product.send_signal(signal.SIGINT)
        product.wait()
    rows.append(("end, after Ctrl-C", f"{perf_counter() - stopped:.1f}"))
    return rows


def manage(
    data_dir: Path, *command: str, port: int = 8000, whole: bool = False
) -> subprocess.Popen[bytes]:
    """Start a command of an installation; ``whole``: the demo has all its projects."""
    named = {
        "SUBTEXT_DATA_DIR": str(data_dir),
        "SUBTEXT_PORT": str(port),
        "SUBTEXT_DEMO_FINISHED": str(whole).lower(),
    }
    return subprocess.Popen(
        [sys.executable, "manage.py", *command],
        cwd=ROOT,
        env={**os.environ, **named},
        stdout=subprocess.DEVNULL,
    )


def answers(browser: httpx.Client, path: str) -> bool:
    try:
        return browser.get(path).status_code == httpx.codes.OK
    except httpx.TransportError:
        return False


def log_in(browser: httpx.Client) -> None:
    browser.get("/api/session/")
    browser.post(
        "/api/session/demo/",
        json={"username": "demo-olga"},
        headers={"X-CSRFToken": browser.cookies["csrftoken"]},
    ).raise_for_status()


def first_image(browser: httpx.Client) -> bool:
    images = browser.get(f"{PROJECT}/images/").raise_for_status().json()["results"]
    return bool(images) and answers(browser, images[0]["thumbnail_url"])


def is_curated(browser: httpx.Client) -> bool:
    return not browser.get("/api/instance/").raise_for_status().json()["demo_jobs"]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


if __name__ == "__main__":
    sys.exit(main())
