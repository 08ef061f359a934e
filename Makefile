# Needs only Python >= 3.11: Node comes in a Python wheel.
PYTHON ?= python3

.PHONY: setup run test test-slow test-changed peers wheel schema reference texts tutorial secrets lock

setup: ## .venv from the lock file, compiled texts, front-end build, empty database
	@$(PYTHON) tools/bootstrap.py setup

run: ## the demo at http://127.0.0.1:8000 (SUBTEXT_PORT sets the port; DEMO=no: without the demo)
	@$(PYTHON) tools/bootstrap.py run

test: ## lint, types, contracts, tests, front end, browser journeys: twelve minutes on two cores
	@$(PYTHON) tools/bootstrap.py test

test-slow: ## the rest: long journeys, whole installations, killed workers
	@$(PYTHON) tools/bootstrap.py test-slow

test-changed: ## the tests affected by the changes of the branch: a minute and a half
	@$(PYTHON) tools/bootstrap.py test-changed

peers: ## .venv-peers, .venv-annotators: the tools Subtext is compared with, and the tests against them
	@$(PYTHON) tools/bootstrap.py peers

wheel: ## dist/: the package, for `pip install`
	@$(PYTHON) tools/bootstrap.py wheel

schema: ## the OpenAPI file and the TypeScript types; all targets above do this too
	@$(PYTHON) tools/bootstrap.py schema

reference: ## docs/reference: the pages generated from the code
	@$(PYTHON) tools/bootstrap.py reference

texts: ## the server's texts: new ones into the Chinese catalogue, which is then translated by hand
	@$(PYTHON) tools/bootstrap.py texts

tutorial: ## docs/tutorials/first-release, docs/overview.png: the images, by following the tutorial (minutes)
	@$(PYTHON) tools/bootstrap.py tutorial

secrets: ## secrets/: random secrets for a server (docker-compose.yml); existing ones are kept
	@$(PYTHON) tools/server_secrets.py

LOCK_ALONE = uv pip compile --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-annotate -q
LOCK = $(LOCK_ALONE) pyproject.toml --extra dev

lock: ## the lock files, after a change of the requirements (needs uv)
	@$(LOCK) -o requirements.lock
	@$(LOCK_ALONE) pyproject.toml --extra build --extra demo --extra figures \
		--constraints requirements.lock -o requirements-run.lock
	@$(LOCK) benchmarks/peers/requirements.in --overrides benchmarks/peers/overrides.txt \
		-o benchmarks/peers/requirements.lock
	@$(LOCK_ALONE) benchmarks/peers/annotating.in -o benchmarks/peers/annotating.lock
