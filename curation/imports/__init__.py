"""Sources with their rights, uploads, and the imports of their files."""
