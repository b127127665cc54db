# make run    set everything up and start: the camera that is connected, else the demonstration
# make test   set everything up and run the tests
# `make help` lists the rest.

VENV := .venv
BIN := $(VENV)/bin
SET_UP := .ci/set-up
CODE := companion calibration hardware web tests

.DEFAULT_GOAL := help
.PHONY: help run setup venv test test-long test-matrix test-libcamera test-service install-service uninstall-service install-hub uninstall-hub check format bench clean

help: ## show this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1|\2/p' Makefile | column -t -s '|' 2>/dev/null || \
		grep '##' Makefile

# A stamp tells that the environment is ready, so that the second time costs nothing.
# The tests' stamp stands for both: whoever has the tests' tools can run the companion.
$(VENV)/ready-to-run: pyproject.toml $(SET_UP)
	@test $(VENV)/ready-to-test -nt pyproject.toml -a $(VENV)/ready-to-test -nt $(SET_UP) || $(SET_UP) $(VENV)
	@touch $@

$(VENV)/ready-to-test: pyproject.toml $(SET_UP)
	@$(SET_UP) $(VENV) test
	@touch $@

run: $(VENV)/ready-to-run ## start with the camera and pins that are connected, else on the simulated table
	$(BIN)/companion run

setup: $(VENV)/ready-to-test ## make .venv, with the tests' tools
venv: setup

test: $(VENV)/ready-to-test ## run the tests, three files at a time: some wait for a browser
	$(BIN)/python -m pytest -q --numprocesses 3 --dist loadfile --no-loadscope-reorder

test-long: $(VENV)/ready-to-test ## run what is slow or statistical
	$(BIN)/python -m pytest -q -m long

test-matrix: test-with-oldest test-with-newest ## run the tests with the oldest and the newest OpenCV and numpy

test-with-%: .ci/matrix/%.txt
	PIP_CONSTRAINT=$< $(SET_UP) .venv-$* test
	.venv-$*/bin/python -m pytest -q

test-libcamera: $(VENV)/ready-to-run ## take pictures through the real picamera2 and libcamera (needs root, 1 GB)
	.ci/libcamera/run

test-service: ## install, hang and remove the services under a real systemd in a container (needs root, 1 GB)
	.ci/service/run

install-service: ## install or update the companion as a service that starts with the computer (as root)
	hardware/service/install-service install

install-hub: ## install or update a club's hub as a service (as root)
	hardware/service/install-service install hub

uninstall-hub: ## remove the hub's service; ledger and configuration stay (PURGE=1 removes them)
	hardware/service/install-service uninstall hub

uninstall-service: ## remove the service; games and configuration stay (PURGE=1 removes them)
	hardware/service/install-service uninstall

check: $(VENV)/ready-to-test ## linters, formatting, types, import directions
	$(BIN)/ruff check $(CODE)
	$(BIN)/ruff format --check $(CODE)
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(VENV)/ready-to-test ## format the code
	$(BIN)/ruff check --fix $(CODE)
	$(BIN)/ruff format $(CODE)

bench: $(VENV)/ready-to-run ## measure speed against decoding the same pictures
	$(BIN)/companion bench

clean: ## remove what can be made again
	rm -rf .venv .venv-oldest .venv-newest .venv*.lock build *.egg-info
