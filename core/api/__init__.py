"""What all endpoints share: problems, pages, parsers, fields and the schema."""
