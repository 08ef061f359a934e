"""`python -m demo DIRECTORY` draws the demo images there."""

import argparse
import sys
from pathlib import Path

from demo.drawing.raw_files import draw_all

parser = argparse.ArgumentParser(prog="python -m demo", description=__doc__)
parser.add_argument(
    "directory", type=Path, help="folder for the images; created if missing"
)
sys.stdout.write(f"{draw_all(parser.parse_args().directory)}\n")
