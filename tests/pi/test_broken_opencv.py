"""Where OpenCV cannot be loaded, what is there to find that out must work without it."""

import os
import subprocess
import sys

import pytest

LOST = "raise ImportError('libGL.so.1: cannot open shared object file', name='cv2')"


@pytest.fixture
def without_opencv(tmp_path):
    """Runs a command line on such a machine; returns its exit code and what it says."""
    (tmp_path / "cv2.py").write_text(LOST)
    path = os.pathsep.join([str(tmp_path), *sys.path])
    environment = {"PYTHONPATH": path, "HOME": str(tmp_path), "PATH": os.environ["PATH"]}

    def run(*words):
        done = subprocess.run(
            [sys.executable, "-m", "companion", *words],
            capture_output=True, text=True, env=environment, cwd=tmp_path, timeout=60,
        )  # fmt: skip
        return done.returncode, done.stdout + done.stderr

    return run


def test_the_doctor_says_how_to_mend_it_and_goes_on(without_opencv):
    code, said = without_opencv("doctor")
    assert code == 1
    assert "MEND  library: cv2 cannot be loaded (libGL.so.1" in said
    assert "sudo apt install libgl1" in said
    assert "camera, pins and keys are not examined: a library is missing" in said
    assert "club: not used" in said


@pytest.mark.parametrize("words", [["config"], ["rules", "azul", "1"], ["--help"]])
def test_what_needs_no_pictures_works_without_it(without_opencv, words):
    code, said = without_opencv(*words)
    assert code == 0, said
