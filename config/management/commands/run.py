"""Start Subtext on this machine: the web server and its workers."""

import errno
import os
import signal
import socket
from importlib.util import find_spec
from time import sleep
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from backups.services.target import CLEARED, clear_unfinished_restore
from config.checks import ENVIRONMENT
from config.data_folder import FolderInUseError, lock_data_folder, prepare_database
from config.processes import ProcessEndedError, ProcessGroup
from config.status import security_settings
from config.web_address import is_reachable_from_network, web_url
from core.environment import general, images
from core.jobs import resume_jobs
from core.models import Job, JobStatus
from demo.job_kinds import FINISHED, IMAGES, STARTED
from demo.projects.begin import begin_demo
from projects.accounts.selectors import demo_jobs, demo_people
from projects.accounts.services.first_maintainer import setup_token
from projects.security_record.services import record_installation

_OVER = {
    IMAGES: ("The demo images are ready.", "The demo images could not be created"),
    STARTED: (
        "The started demo project is ready.",
        "The started demo project could not be created",
    ),
    FINISHED: (
        "The finished demo project is ready.",
        "The finished demo project could not be created",
    ),
}
"""What is said of a demo job when it has finished, and when it has failed."""
_DONE = (JobStatus.FINISHED, JobStatus.FAILED)


class Command(BaseCommand):
    help = __doc__ or ""
    # All checks would delay the first page.
    requires_system_checks = [ENVIRONMENT]

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--demo",
            action="store_true",
            help="draw the demo images, and make projects of them",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["demo"] and find_spec("resvg_py") is None:
            raise CommandError(
                "The demo needs another package. Install it with "
                "`pip install 'subtext-bench[demo]'`."
            )
        if options["demo"] and is_reachable_from_network():
            raise CommandError(
                "In the demo anybody logs in without a password, so it is not opened to "
                f"the network. Unset {general.LISTEN.name}, or start without the demo "
                "(`make run DEMO=no`, `subtext run`)."
            )
        port, url = general.PORT.read(), web_url()
        # All three stop the server in the same way. SIGINT is also set here because a
        # shell's background process starts with it ignored.
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, _interrupt)
        try:
            with lock_data_folder(settings.DATA_DIR, url):
                _require_free(port)
                self._serve(ProcessGroup(port), url, demo=options["demo"])
        except FolderInUseError as error:
            raise CommandError(
                f"Subtext is already running on {settings.DATA_DIR}: open {error}, or "
                "stop it with Ctrl-C in its terminal."
            ) from error
        except ProcessEndedError as error:
            raise CommandError(str(error)) from error
        except KeyboardInterrupt:
            self._say("Stopped.")

    def _serve(self, processes: ProcessGroup, url: str, *, demo: bool) -> None:
        os.environ[general.DEMO.name] = "true" if demo else "false"
        if demo:
            # For some eighty images half a gigabyte of memory is worth more than speed.
            os.environ.setdefault(images.OCR_RUNTIME.name, "onnxruntime")
        if clear_unfinished_restore():
            self._say(CLEARED)
        prepare_database()
        self.check(tags=["database"], databases=["default"])
        record_installation(security_settings(demo=demo))
        if demo:
            begin_demo()
        try:
            processes.start_web()
            self._print_welcome(url, demo=demo)
            resume_jobs()
            processes.start_workers()
            demo_jobs = Job.objects.filter(kind__in=_OVER)
            known = set(demo_jobs.filter(status__in=_DONE).values_list("pk", flat=True))
            while True:
                for name in processes.restart_ended_processes():
                    self._say(f"The {name} had stopped and was restarted.")
                for job in demo_jobs.filter(status__in=_DONE).exclude(pk__in=known):
                    known.add(job.pk)
                    ready, failed = _OVER[job.kind]
                    is_ready = job.status == JobStatus.FINISHED
                    self._say(ready if is_ready else f"{failed}: {job.error}")
                sleep(0.5)
        finally:
            processes.stop_all()

    def _print_welcome(self, url: str, *, demo: bool) -> None:
        self._say(f"\nSubtext runs at {url}\n")
        if is_reachable_from_network():
            self._say(
                "Other machines of the network reach it. The connection is not encrypted: "
                "whoever can read the network's traffic can read passwords.\n"
            )
        token = setup_token()
        if demo:
            self._say("Demo people (also offered as buttons on the login page):")
            for membership in demo_people():
                self._say(f"  {membership.user.shown_name:<12} {membership.role}")
            if demo_jobs():
                self._say(
                    "\nThe demo images are being drawn and filtered. Every page shows the progress."
                )
        elif token:
            self._say("Create the first account with this link. It works once:")
            self._say(f"  {url}/first-maintainer/{token}")
        elif demo_people():
            self._say(
                "Demo people log in without a password, only in the demo. "
                "For your own installation, set another SUBTEXT_DATA_DIR."
            )
        self._say(f"\nAll data is in {settings.DATA_DIR}. Press Ctrl-C to stop.")

    def _say(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()


def _require_free(port: int) -> None:
    address = general.LISTEN.read()
    family = socket.AF_INET6 if ":" in str(address) else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((str(address), port))
        except OSError as error:
            if error.errno == errno.EADDRNOTAVAIL:
                raise CommandError(
                    f"{general.LISTEN.name} is {address}, which is no address of this "
                    "machine. `hostname -I` prints those that it has."
                ) from error
            raise CommandError(
                f"Port {port} is in use. Choose another one in SUBTEXT_PORT, "
                f"for example SUBTEXT_PORT={port + 1}."
            ) from error


def _interrupt(signal_number: int, frame: object) -> None:
    raise KeyboardInterrupt
