"""EasyOCR with random weights, for machines without its published ones.

Its networks are the real ones, so input, post-processing and time are realistic; the text
that it reads is not. The detector's last layer says "text" everywhere, so it finds one
box, the whole image. Runs in `.venv-peers` only.
"""

import hashlib
from pathlib import Path

import easyocr.config as published
import torch
from easyocr.craft import CRAFT
from easyocr.model.vgg_model import Model

CRAFT_FILE = published.detection_models["craft"]
ENGLISH = published.recognition_models["gen2"]["english_g2"]
CHINESE = published.recognition_models["gen2"]["zh_sim_g2"]


def random_weights(folder: Path) -> None:
    """Write a detector and both recognisers into ``folder`` and let this process's
    EasyOCR take them for its own."""
    torch.manual_seed(3)
    detector = CRAFT(pretrained=False)
    torch.nn.init.zeros_(detector.conv_cls[-1].weight)
    torch.nn.init.ones_(detector.conv_cls[-1].bias)
    _save(detector, CRAFT_FILE, folder)
    for config in (ENGLISH, CHINESE):
        classes = len(config["characters"]) + 1  # and "no character"
        _save(Model(1, 256, 256, classes), config, folder)


def _save(network: torch.nn.Module, config: dict[str, str], folder: Path) -> None:
    # As the published files hold them: trained with several GPUs.
    weights = {f"module.{name}": value for name, value in network.state_dict().items()}
    path = folder / config["filename"]
    torch.save(weights, path)
    digest = hashlib.md5(path.read_bytes(), usedforsecurity=False)
    config["md5sum"] = digest.hexdigest()
