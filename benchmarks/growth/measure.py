"""Ask every address of the project in one database; print what each cost as JSON lines.

python -m benchmarks.growth.measure [--only PART] [--patience SECONDS]
"""

import argparse
import json
import logging
from dataclasses import asdict

import django

django.setup()

# As in a web process: what it loads is left out of garbage collections.
import config.wsgi  # noqa: E402, F401
from benchmarks.growth.requests import addresses, ask  # noqa: E402
from benchmarks.growth.weight import tables  # noqa: E402


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="part of an address")
    parser.add_argument("--patience", type=float, default=120.0)
    parser.add_argument("--weight", action="store_true", help="rows and bytes instead")
    options = parser.parse_args()
    logging.disable(logging.ERROR)
    if options.weight:
        print(json.dumps([table._asdict() for table in tables()]))
        return
    for request in addresses(options.only):
        spent = ask(request, patience=options.patience)
        line = {**asdict(request), "spent": asdict(spent) if spent else None}
        print(json.dumps(line), flush=True)


if __name__ == "__main__":
    main()
