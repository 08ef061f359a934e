"""The formats of questions as the API shows them."""
