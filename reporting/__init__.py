"""Statistics, tables, charts, learned shortcuts and bilingual phrases."""
