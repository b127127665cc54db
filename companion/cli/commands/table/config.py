"""``companion config``: what the configuration says, checked."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from companion import config
from companion.config import toml_text

HELP = "check the configuration and print what holds."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add which file and in which form."""
    add_config_argument(parser)
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="as JSON")
    form.add_argument(
        "--reference", action="store_true", help="the table of all keys, as in the manual"
    )


def add_config_argument(parser: argparse.ArgumentParser) -> None:
    """Add ``--config``, for every command that reads the configuration."""
    parser.add_argument(
        "--config", type=Path, metavar="FILE", help="the configuration (companion.toml)"
    )


def run(args: argparse.Namespace) -> int:
    """Print the effective configuration and where it comes from."""
    from companion.cli.shared.config_check import check_config

    if args.reference:
        print(toml_text.reference(), end="")
        return 0
    path = config.find(args.config)
    effective = config.load(path)
    check_config(effective)
    if args.json:
        print(json.dumps(toml_text.to_json(effective), indent=2))
        return 0
    print(f"# from {path}" if path else "# no companion.toml: these are the defaults")
    print()
    print(toml_text.to_toml(effective), end="")
    return 0
