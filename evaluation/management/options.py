"""Options that several commands have."""

from django.core.management.base import CommandParser


def add_complete_only(parser: CommandParser) -> None:
    """Add the option that leaves out runs with too many errors."""
    parser.add_argument(
        "--complete-only",
        action="store_true",
        help="leave out runs with more errors than the protocol allows "
        "(default: mark them)",
    )
