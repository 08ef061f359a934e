"""The version of Subtext, in the one place where it is written."""

VERSION = "0.3.0"
