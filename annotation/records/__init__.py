"""What a record is and when it is complete: schema, validation, checks."""
