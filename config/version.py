"""The version of Subtext: the one place where the number is written."""

VERSION = "0.1.0"
