"""The error tree: drawn as it is, and every error fit to be shown."""

import inspect
import re

import pytest

from companion import errors
from companion.errors import CompanionError

ERRORS = [
    value
    for value in vars(errors).values()
    if inspect.isclass(value) and issubclass(value, CompanionError) and value is not CompanionError
]


def drawn():
    """The tree in the docstring: name -> the built-in beside it."""
    return dict(re.findall(r"[├└]── (\w+) \((\w+)\)", errors.__doc__ or ""))


def test_the_docstring_draws_every_error():
    assert drawn() == {error.__name__: error.__bases__[1].__name__ for error in ERRORS}


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: error.__name__)
def test_each_is_ours_and_a_builtin(error):
    assert error.__bases__[0] is CompanionError
    assert error.__bases__[1].__module__ == "builtins"
    assert error.__doc__.startswith("Raised when ")


def test_errors_carry_what_a_caller_can_act_on(tmp_path):
    assert errors.SittingError("x", path=tmp_path, key="frames[2]").key == "frames[2]"
    assert errors.PictureError("x", path=tmp_path).path == tmp_path
    assert errors.BoardNotFound("x", seats=(1,)).seats == (1,)
    assert errors.BoardDataError("x", name="azul").name == "azul"
    assert errors.DependencyError("x", name="cv2").name == "cv2"
    assert str(errors.BoardNotFound("one sentence", seats=(1,))) == "one sentence"
