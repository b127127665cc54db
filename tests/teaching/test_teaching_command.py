"""The command that teaches says what it lacks before it draws for half an hour."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from unittest.mock import MagicMock

import pytest

from companion.training import __main__ as teaching


@pytest.fixture
def refused(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., str]:
    """What is said to words that are refused; nothing is begun."""
    begins_nothing = tuple((name, print, words) for name, _, words in teaching.COMMANDS)
    monkeypatch.setattr(teaching, "COMMANDS", begins_nothing)

    def said(*words: str) -> str:
        monkeypatch.setattr(sys, "argv", ["training", *words])
        with pytest.raises(SystemExit) as ended:
            teaching.main()
        assert ended.value.code == 2
        return capsys.readouterr().err

    return said


@pytest.mark.parametrize("words", ["train work", "measure work", "export work x", "all work x"])
def test_without_torch_nothing_is_begun(
    refused: Callable[..., str], monkeypatch: pytest.MonkeyPatch, words: str
) -> None:
    monkeypatch.setattr(teaching, "find_spec", lambda _: None, raising=False)
    assert "torch is not installed" in refused(*words.split())


@pytest.mark.parametrize("words", ["draw work --seed 3", "train work --sittings 3"])
def test_what_a_command_makes_no_use_of_is_refused(refused: Callable[..., str], words: str) -> None:
    assert "unrecognized arguments" in refused(*words.split())


@pytest.mark.parametrize("step", [teaching.run_train, teaching.run_measure, teaching.run_export])
def test_a_step_says_which_must_come_before_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: Callable[[Namespace], None]
) -> None:
    for name in ("calibrate", "export", "measure", "model", "train"):
        monkeypatch.setitem(sys.modules, f"companion.training.{name}", MagicMock())
    monkeypatch.setitem(sys.modules, "torch", MagicMock())
    args = Namespace(work=tmp_path, out=tmp_path / "eyes.npz", seed=1)
    with pytest.raises(SystemExit, match=r"'(draw|train)' makes"):
        step(args)
