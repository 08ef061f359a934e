"""Releases as stored and read: lists, files, previews, errata, withdrawal."""
