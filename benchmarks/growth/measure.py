"""Ask every address of the project in one database; print what each cost as JSON lines.

python -m benchmarks.growth.measure [--only PART] [--patience SECONDS]
"""

import argparse
import json
import logging
from dataclasses import asdict

import django

django.setup()

from benchmarks.growth.requests import addresses, ask  # noqa: E402
from benchmarks.growth.weight import tables  # noqa: E402


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="part of an address")
    parser.add_argument("--patience", type=float, default=120.0)
    parser.add_argument("--weight", action="store_true", help="rows and bytes instead")
    asked = parser.parse_args()
    logging.disable(logging.ERROR)
    if asked.weight:
        print(json.dumps([one._asdict() for one in tables()]))
        return
    for one in addresses(asked.only):
        spent = ask(one, patience=asked.patience)
        line = {**asdict(one), "spent": asdict(spent) if spent else None}
        print(json.dumps(line), flush=True)


if __name__ == "__main__":
    main()
