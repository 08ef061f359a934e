"""A project of validated items, and what is measured of it. Needs Django set up."""

import hashlib
import io
from pathlib import Path
from typing import NamedTuple

import numpy as np
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.management import call_command
from PIL import Image as Picture

from annotation.items.models.items import Item, ItemImage
from annotation.items.models.questions import Question, QuestionRevision
from core.services import Actor
from curation.images.domain.states import ACCEPTED
from curation.images.models import Image, Rights, Source
from projects.models import Project, User
from projects.project_settings.services import create_project
from projects.roles import Role
from releases.building.services.creation import create_release
from releases.building.services.folders import build_release
from releases.gate.selectors.checks import check_gate
from releases.layouts.domain.folder import write_release
from releases.layouts.domain.release_folder import SUMS
from releases.records.models import Release
from releases.records.selectors.files import release_prefix
from releases.records.selectors.releases import frozen_release
from review.adjudication.domain.case_states import VALIDATED
from review.adjudication.models import Case
from subtext_protocol.shipped import shipped_protocol

WORDS = [
    "the",
    "clock",
    "a",
    "ladder",
    "says",
    "more",
    "than",
    "it",
    "shows",
    "and",
    "someone",
    "reads",
    "between",
    "lines",
]


class Built(NamedTuple):
    sums: bytes
    """SHA256SUMS: the hash of every file."""
    bytes: int
    files: int


class Bench:
    """A project under II-Bench's protocol in an empty database."""

    def __init__(self, *, images: int, questions: int) -> None:
        call_command("migrate", verbosity=0)
        self._chance = np.random.default_rng(20240609)
        self._actor = Actor(None, Role.MAINTAINER)
        self.project: Project = create_project(
            slug="bench",
            name="Bench",
            protocol=shipped_protocol("ii-bench"),
            maintainer=None,
        )
        self._author = User.objects.create_user("author")
        self._fill(images, questions)

    def _fill(self, images: int, questions: int) -> None:
        source = Source.objects.create(
            project=self.project,
            name="Drawn",
            licence="CC0-1.0",
            rights=Rights.REDISTRIBUTE,
        )
        drawn = Image.objects.bulk_create(
            self._image(source, number) for number in range(images)
        )
        items = Item.objects.bulk_create(
            Item(
                project=self.project,
                number=number,
                protocol_version=self.project.current_protocol,
            )
            for number in range(1, images + 1)
        )
        ItemImage.objects.bulk_create(
            ItemImage(item=item, image=image, position=0)
            for item, image in zip(items, drawn, strict=True)
        )
        Case.objects.bulk_create(
            Case(
                project=self.project, item=item, status=VALIDATED, record=self._record()
            )
            for item in items
        )
        created_questions = Question.objects.bulk_create(
            Question(
                item=items[number % images],
                position=number // images,
                format="single_choice",
                # Its name is drawn anew otherwise, and each run would differ.
                uid=f"q-{number:012d}",
            )
            for number in range(questions)
        )
        QuestionRevision.objects.bulk_create(
            QuestionRevision(
                question=question,
                number=1,
                stem=self._text(17) + "?",
                options=[self._text(14) for _ in range(6)],
                answer=int(self._chance.integers(6)),
                author=self._author,
            )
            for question in created_questions
        )

    def _image(self, source: Source, number: int) -> Image:
        coarse = self._chance.integers(0, 256, (30, 40, 3), dtype=np.uint8)
        picture = Picture.fromarray(coarse).resize(
            (640, 480), Picture.Resampling.BICUBIC
        )
        file = io.BytesIO()
        picture.save(file, "JPEG", quality=92)
        content = file.getvalue()
        sha256 = hashlib.sha256(content).hexdigest()
        name = default_storage.save(
            f"published/{sha256[:2]}/{sha256}.jpg", ContentFile(content)
        )
        return Image(
            project=self.project,
            source=source,
            status=ACCEPTED,
            sha256=sha256,
            published_sha256=sha256,
            published=name,
            original=name,
            original_path=f"{number}.jpg",
            format="JPEG",
            width=640,
            height=480,
            size=len(content),
            phash=f"{int(self._chance.integers(2**63)):016x}",
        )

    def _record(self) -> dict[str, object]:
        labels = {}
        for field in self.project.protocol.labels:
            at = int(self._chance.integers(len(field.choices)))
            labels[field.id] = [field.choices[at].id]
        return {
            "labels": labels,
            "texts": {"explanation": self._text(170)},
            "sentences": {},
        }

    def _text(self, words: int) -> str:
        return " ".join(self._chance.choice(WORDS, words).tolist())

    def judge(self) -> list[str]:
        """Return the blocking release checks."""
        return [line.id for line in check_gate(self.project).blocking_lines]

    def cut(self, blocking: list[str]) -> Release:
        return create_release(
            project=self.project,
            version="1.0.0",
            actor=self._actor,
            overrides=dict.fromkeys(blocking, "A benchmark."),
        )

    def build(self, release: Release) -> Built:
        build_release(release_id=release.pk, progress=lambda done, total: None)
        return _built(_stored(release))

    def write(self, release: Release, folder: Path) -> Built:
        """Write the folder again, from the same frozen rows."""
        folder.mkdir()
        release.refresh_from_db()  # the job has frozen another copy
        stored = _stored(release)
        write_release(
            frozen_release(release),
            folder,
            read_image=lambda image: (stored / image.path).read_bytes(),
        )
        return _built(folder)


def _stored(release: Release) -> Path:
    return Path(default_storage.path(release_prefix(release)))


def _built(folder: Path) -> Built:
    files = [file for file in folder.rglob("*") if file.is_file()]
    size = sum(file.stat().st_size for file in files)
    return Built((folder / SUMS).read_bytes(), size, len(files))
