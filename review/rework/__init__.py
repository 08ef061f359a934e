"""Changes to decided items: rework, edits, returned, voided and dropped items."""
