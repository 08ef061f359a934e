"""The formats of questions: shapes, keys and problems; one module a format."""
