#!/usr/bin/env python
"""Django's command line, from a checkout; an installed Subtext has ``subtext``."""

from config.command_line import main

if __name__ == "__main__":
    main()
