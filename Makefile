# Needs only Python >= 3.11: Node comes in a Python wheel.
PYTHON ?= python3

.PHONY: setup run test

setup: ## .venv from the lock file, front-end build
	@$(PYTHON) tools/bootstrap.py setup

run: ## the demo at http://127.0.0.1:8000 (SUBTEXT_PORT moves it)
	@$(PYTHON) tools/bootstrap.py run

test: ## lint, types, contracts, tests, front end, browser journeys
	@$(PYTHON) tools/bootstrap.py test

schema: ## OpenAPI and TypeScript types after a change of the API
	@$(PYTHON) tools/bootstrap.py schema

lock: ## requirements.lock after a change of pyproject.toml (needs uv)
	uv pip compile pyproject.toml --extra dev --universal --python-version 3.11 \
		--generate-hashes --no-emit-index-url --no-annotate -q -o requirements.lock
