"""Answers to questions from a file, so that a sitting with questions can be replayed.

The file is JSON: ``{"003.jpg": [{"seat": 0, "cells": {"line/4/2": "blue"}}]}``; ``null`` is
nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.boards import Board
from companion.errors import UsageError
from companion.fields import FieldError, parse
from companion.journal.cell_contents import kind_of
from companion.reconcile import OTHER, Question
from companion.service.reports.report import Report
from companion.service.sitting.keeper import Keeper
from companion.whole_file import read_whole


@dataclass(frozen=True)
class Answer:
    """What lies on some cells of one board."""

    seat: int
    cells: Mapping[str, Any]


@dataclass(frozen=True)
class Answers:
    """Answers by picture."""

    by_file: Mapping[str, Sequence[Answer]]

    def settle(self, file: str, report: Report, keeper: Keeper) -> Report:
        """Return the report of ``file`` after all its questions with an answer were answered."""
        while report.question is not None:
            if not isinstance(report.question, Question):
                break
            option = self._option(file, report.question)
            if option is None:
                break
            report = keeper.answer(option)
        return report

    def _option(self, file: str, question: Question) -> int | None:
        for answer in self.by_file.get(file, ()):
            if answer.seat != question.seat or not set(question.cells) <= set(answer.cells):
                continue
            told = tuple(_content(answer.cells[cell]) for cell in question.cells)
            if told in question.options:
                return question.options.index(told)
            if OTHER in question.options:
                return question.options.index(OTHER)
        return None


def read_answers(path: Path) -> Answers:
    """Read a file of answers; raises ``UsageError`` with what is wrong in it."""
    try:
        root = parse(read_whole(path))
        return Answers(
            {
                file: tuple(
                    Answer(item.member("seat").whole(0, 3), item.member("cells").mapping())
                    for item in root.member(file).items()
                )
                for file in root.mapping()
            }
        )
    except OSError as error:
        raise UsageError(
            f"the answers {path} cannot be read ({error.strerror}); name another file"
        ) from error
    except FieldError as error:
        raise UsageError(
            f"the answers {path} are wrong: {error}; give a list of seat and cells by picture"
        ) from error


def check_answers(path: Path, answers: Answers, files: Collection[str], board: Board) -> None:
    """Raise ``UsageError`` where an answer is for none of the pictures ``files``, or no cell."""
    for file, each in answers.by_file.items():
        if file not in files:
            raise UsageError(
                f"the answers {path} are wrong: the sitting has no picture {file:.40}; "
                "name its pictures as sitting.json does"
            )
        for cell in (cell for answer in each for cell in answer.cells):
            if kind_of(board, cell) is None:
                raise UsageError(
                    f"the answers {path} are wrong: {file} has the cell {cell:.40}, which a board "
                    f"of {board.game} has not; name cells as the question does"
                )


def _content(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
