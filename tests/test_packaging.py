"""What is installed is what is here."""

import os
import shutil
import subprocess
import sys
import tomllib
from importlib import metadata
from importlib.resources import files
from pathlib import Path

import pytest

from companion.cli import command_line

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PACKAGES = ("calibration", "companion", "hardware", "web")


def test_the_command_is_installed():
    (script,) = metadata.entry_points(group="console_scripts", name="companion")
    assert script.value == "companion.cli:main"
    command = Path(sys.executable).with_name("companion")
    done = subprocess.run([command, "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == f"companion {PROJECT['project']['version']}\n"
    assert PROJECT["project"]["name"] == command_line.DISTRIBUTION


def test_the_module_runs_as_the_command_does():
    done = subprocess.run(
        [sys.executable, "-m", "companion", "--version"], capture_output=True, check=True
    )
    assert done.stdout.startswith(b"companion ")


@pytest.mark.parametrize("package", PACKAGES)
def test_every_package_can_be_imported_and_is_typed(package):
    __import__(package)
    assert files(package).joinpath("py.typed").is_file()


@pytest.mark.parametrize("package", PACKAGES)
def test_every_data_file_is_packed(package):
    folder = ROOT / package
    globs = PROJECT["tool"]["setuptools"]["package-data"][package]
    packed = {path for pattern in globs for path in folder.glob(pattern)}
    data = {
        path
        for path in folder.rglob("*")
        if path.is_file() and path.suffix not in (".py", ".pyc") and "__pycache__" not in path.parts
    }
    assert data - packed == set()


@pytest.mark.parametrize("package", PACKAGES)
def test_no_folder_with_code_is_left_out(package):
    for path in (ROOT / package).rglob("*.py"):
        assert (path.parent / "__init__.py").is_file(), path.parent


def test_one_build_of_opencv_only():
    installed = {dist.name.lower() for dist in metadata.distributions()}
    assert len(installed & {"opencv-python", "opencv-python-headless"}) == 1


def test_the_environment_is_set_up_anew_where_its_set_up_has_changed(tmp_path):
    """Whoever has run the tests has more than is needed to run it, but it may be of yesterday."""
    shutil.copy(ROOT / "Makefile", tmp_path)
    told, past, then = tmp_path / "told", (1_000_000_000,) * 2, (1_000_000_060,) * 2
    set_up, project = tmp_path / "set-up", tmp_path / "pyproject.toml"
    set_up.write_text(f'#!/bin/sh\necho "$@" >>{told}\n')
    set_up.chmod(0o755)
    project.touch()
    (tmp_path / "venv").mkdir()
    run, test = (tmp_path / "venv" / f"ready-to-{what}" for what in ("run", "test"))

    def made():
        told.write_text("")
        run.unlink(missing_ok=True)
        words = ["make", "VENV=venv", "SET_UP=./set-up", "venv/ready-to-run"]
        subprocess.run(words, cwd=tmp_path, check=True, capture_output=True)
        return told.read_text()

    assert made() == "venv\n"
    for each in (set_up, project):
        os.utime(each, past)
    test.touch()
    assert made() == "", "whoever has the tests' tools can run it"
    for changed in (set_up, project):
        os.utime(test, then)
        changed.touch()
        assert made() == "venv\n", f"{changed.name} has changed"
        os.utime(changed, past)


@pytest.mark.long
def test_the_wheel_holds_the_boards_and_the_command(tmp_path):
    source = tmp_path / "source"  # a build leaves its traces beside the code
    source.mkdir()
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    for package in PACKAGES:
        shutil.copytree(ROOT / package, source / package)
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", tmp_path, source],
        check=True,
        capture_output=True,
    )
    (wheel,) = tmp_path.glob("*.whl")
    target = tmp_path / "unpacked"
    subprocess.run([sys.executable, "-m", "zipfile", "-e", wheel, target], check=True)
    code = "from companion.boards import load; print(len(load('azul').cells))"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=target, capture_output=True, text=True, check=True
    )
    assert done.stdout == "148\n"
    assert (
        "companion = companion.cli:main"
        in (next(target.glob("*.dist-info")) / "entry_points.txt").read_text()
    )
