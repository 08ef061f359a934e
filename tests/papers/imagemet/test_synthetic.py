"""ImageMet's synthetic set: words, similes, images, and the export for fine-tuning (§3).

"Our train and validation sets consist of 2000 and 177 instances, respectively, each
pairing a synthetic image with a synthetic simile caption."
"""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.management import CommandError, call_command

from curation.images.models import Image, Rights, Source
from releases.management.commands import synthetic_similes
from releases.synthetic.domain.image_splits import SyntheticImage, split_images
from subtext_protocol.shipped import shipped_protocol
from subtext_protocol.synthetic import SyntheticSet
from tests.support.cast import Cast
from tests.support.images import accepted_images

RULES = shipped_protocol("imagemet").release.synthetic
assert RULES is not None
# Appendix I.2, and the similes of Figure 8.
INSTRUCTION = "Caption the visual metaphor in the image in a single sentence. The caption should be a simile of the form: A is as B as C where A is being compared to C on the basis of shared property B."
SIMILES = [
    "The lake is as reflective as a mirror.",
    "The sword is as sharp as justice.",
    "Time is as valuable as money.",
    "Hope is as fragile as a dream.",
]


def run(*arguments: str) -> Any:
    out = io.StringIO()
    call_command(*arguments, "--json", stdout=out)
    return json.loads(out.getvalue())


def lines(file: Path) -> list[Any]:
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()]


@pytest.fixture
def studio(db: None) -> Cast:
    """Thirteen generated images, two of one simile; one may not be redistributed."""
    cast = Cast(protocol=shipped_protocol("imagemet"))
    accepted_images(cast.project, 14)
    withheld = Source.objects.create(
        project=cast.project, name="W", licence="X", rights=Rights.ADDRESS_ONLY
    )
    for at, image in enumerate(Image.objects.order_by("pk")[:13]):
        image.details = {
            "simile": f"Road {at // 2} is as winding as a snake.",
            "open_caption": f"Road {at // 2} winds like a snake.",
            "model": "stable-diffusion-3.5-large",
            "parameters": '{"seed": 7}',
        }
        if at == 12:
            image.source = withheld
        image.save()
        default_storage.save(image.published, ContentFile(b"image %d" % at))
    return cast


def test_2000_and_177_instances_are_drawn() -> None:
    assert (RULES.train, RULES.validation) == (2000, 177)
    images = [
        SyntheticImage(f"{at}", "", "", "", (("simile", f"A is as B as {at // 2}"),))
        for at in range(2177 + 40)
    ]
    splits = split_images(images, RULES, seed=1)
    assert {name: len(split) for name, split in splits.items()} == {
        "train": 2000,
        "validation": 177,
    }
    similes = [{image.sentence_group for image in split} for split in splits.values()]
    assert not similes[0] & similes[1]
    assert splits == split_images(reversed(images), RULES, seed=1)
    assert splits != split_images(images, RULES, seed=2)


@pytest.mark.django_db
def test_images_are_exported_as_conversations(studio: Cast, tmp_path: Path) -> None:
    out = tmp_path / "set"
    sizes = ["--train", "6", "--validation", "3"]
    told = run("synthetic_export", "bench", "--out", str(out), *sizes)
    assert (told["train"], told["validation"], told["withheld"]) == (6, 3, 1)
    records = lines(out / "data/train.jsonl")
    assert len(records) == 6
    assert records[0]["primary"].startswith("Road")
    assert (records[0]["attribute"], records[0]["secondary"]) == ("winding", "a snake")
    assert records[0]["parameters"] == '{"seed": 7}'
    user, assistant = lines(out / "chat/train-100.jsonl")[0]["messages"]
    image, text = user["content"]
    assert (out / image["image"]).read_bytes().startswith(b"image")
    assert text["text"] == INSTRUCTION
    assert assistant["content"][0]["text"] == records[0]["simile"]
    assert "stable-diffusion-3.5-large (9 images)" in (out / "README.md").read_text()
    assert run("release_verify", str(out), "--sha256", told["sha256"])
    again = tmp_path / "again"
    assert run("synthetic_export", "bench", "--out", str(again), *sizes) == told


@pytest.mark.django_db
def test_parts_of_the_training_split_have_their_files(
    studio: Cast, tmp_path: Path
) -> None:
    # Appendix B.1: 33 %, 66 % and 100 %; B.2: 33 % with open captions.
    out = tmp_path / "set"
    sizes = ["--train", "9", "--validation", "2"]
    run("synthetic_export", "bench", "--out", str(out), *sizes)
    parts = [lines(out / f"chat/train-{share}.jsonl") for share in (33, 66, 100)]
    assert [len(part) for part in parts] == [3, 6, 9]
    assert parts[0] == parts[2][:3]
    assert parts[1] == parts[2][:6]
    opened = lines(out / "chat/train-33-open.jsonl")
    assert [chat["messages"][0]["content"][0] for chat in opened] == [
        chat["messages"][0]["content"][0] for chat in parts[0]
    ]
    assert "winds like a snake" in opened[0]["messages"][1]["content"][0]["text"]


@pytest.mark.django_db
def test_too_few_images_are_refused(studio: Cast, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="too few generated images"):
        call_command("synthetic_export", "bench", "--out", str(tmp_path / "set"))


@pytest.mark.django_db
def test_similes_are_chosen_and_elaborated(
    studio: Cast, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # §3: the lowest perplexity is selected, and kept if the cosine similarity is < 0.5.
    measured = {"a mirror": 0.49, "justice": 0.5, "money": 0.2, "a dream": 0.3}
    monkeypatch.setattr(
        synthetic_similes,
        "similarities",
        lambda: ("model", lambda _, others: [measured[text] for text in others]),
    )
    rows = [{"simile": simile, "perplexity": 20} for simile in SIMILES]
    rows.append({"simile": "Hope is as fragile as an egg", "perplexity": 21})
    file, out = tmp_path / "similes.jsonl", tmp_path / "requests.jsonl"
    file.write_text("\n".join(json.dumps(row) for row in rows))
    told = run("synthetic_similes", "bench", str(file), "--out", str(out))
    assert (told["candidates"], told["most_fluent"], told["kept"]) == (5, 4, 3)
    requests = lines(out)
    asked = [request["body"]["messages"][1]["content"] for request in requests]
    assert [text.split("Simile: ")[-1] for text in asked] == [
        f"{SIMILES[at]}\n\nOutput:" for at in (0, 2, 3)
    ]
    # Figure 8 has four solved examples, Figure 7 four cases.
    assert asked[0].count("Final Visual Elaboration: [Case ") == 4
    guide = requests[0]["body"]["messages"][0]["content"]
    assert guide.startswith("Your task is to generate a visual elaboration given a")
    assert [guide.count(f"CASE {n}: If the tenor is") for n in range(1, 5)] == [1] * 4
    assert guide.count("Write the same visual elaboration concisely within 40") == 4


@pytest.mark.django_db
def test_primary_concepts_score_above_500_in_both(studio: Cast, tmp_path: Path) -> None:
    # Appendix H: "All concepts having a score over 500 for both".
    words = tmp_path / "mrc.csv"
    words.write_text(
        "word,concreteness,imageability\n"
        "LAKE,616,616\nHOPE,254,417\nSWORD,600,500\nCAVE,501,501\n"
    )
    out = tmp_path / "words"
    told = run("synthetic_words", "bench", str(words), "--out", str(out))
    assert told == {"words": 4, "concepts": 2}
    assert (out / "concepts.txt").read_text() == "lake\ncave\n"
    shares = (out / "concreteness.csv").read_text().splitlines()
    assert shares[1] == "< 500,250-299,25.0"
    assert shares[-2:] == ["≥ 500,550-599,0.0", "≥ 500,600-649,50.0"]
    assert (out / "imageability.svg").read_text().startswith("<?xml")


@pytest.mark.django_db
def test_the_parameters_of_fine_tuning_are_exported(
    studio: Cast, tmp_path: Path
) -> None:
    # §4.2, "Fine-Tuning": "We freeze the vision encoders and fine-tune the language
    # layers, attention modules and MLP layers. [...] LoRA with a batch size of 4, a
    # learning rate of 2 x 10^-4, and for up to 5 epochs. We use BF16 precision".
    out = tmp_path / "set"
    sizes = ["--train", "9", "--validation", "2"]
    run("synthetic_export", "bench", "--out", str(out), *sizes)
    training = json.loads((out / "training.json").read_text())
    assert training["method"] == "LoRA"
    assert (training["batch_size"], training["learning_rate"]) == (4, 2e-4)
    assert (training["epochs"], training["precision"]) == (5, "bf16")
    assert training["frozen"] == ["vision encoder"]
    assert training["trained"] == ["language layers", "attention modules", "MLP layers"]
    assert "training.json" in (out / "README.md").read_text()


def test_a_protocol_keeps_these_rules() -> None:
    assert isinstance(RULES, SyntheticSet)
    assert RULES.instruction == INSTRUCTION
    assert (RULES.similarity_below, RULES.shares) == (0.5, (0.33, 0.66, 1))
