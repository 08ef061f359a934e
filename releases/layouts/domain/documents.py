"""The templates of a release's documents."""

from pathlib import Path

from reporting.document_templates import DocumentTemplates

templates = DocumentTemplates(Path(__file__).with_name("templates"))
