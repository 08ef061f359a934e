"""How a response to each format of question is read and scored."""
