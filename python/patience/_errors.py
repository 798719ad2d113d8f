"""The exceptions of the package."""

from __future__ import annotations


class Error(ValueError):
    """Something that cannot be done, in words that stand alone."""


class SettingError(Error):
    """The game does not have this setting, or not this value of it."""


class MoveError(Error):
    """A move that may not be made, or moves that do not reach the goal."""

    #: Which of several moves it is, from 1; None for a single one, 0 for all.
    step: int | None

    def __init__(self, message: str, step: int | None = None) -> None:
        super().__init__(message)
        self.step = step

    def __reduce__(self) -> tuple[type[MoveError], tuple[str, int | None]]:
        return type(self), (str(self), self.step)


class Fault(tuple[int | None, int | None, str]):
    """One thing that is wrong with a text: line, column and message."""

    @property
    def line(self) -> int | None:
        """The line, from 1; None if it is the text as a whole."""
        return self[0]

    @property
    def column(self) -> int | None:
        """The column, from 1."""
        return self[1]

    @property
    def message(self) -> str:
        """What is wrong."""
        return self[2]


class DealError(Error):
    """A text that is not a deal or a position of the game."""

    #: Everything that is wrong, in the order of places.
    faults: list[Fault]

    def __init__(
        self, message: str, faults: list[tuple[int | None, int | None, str]]
    ) -> None:
        super().__init__(message)
        self.faults = [Fault(fault) for fault in faults]

    @property
    def line(self) -> int | None:
        """The line of the first fault."""
        return self.faults[0].line if self.faults else None

    @property
    def column(self) -> int | None:
        """The column of the first fault."""
        return self.faults[0].column if self.faults else None

    def __reduce__(self) -> tuple[type[DealError], tuple[str, list[Fault]]]:
        return type(self), (str(self), self.faults)


class SurveyError(Error):
    """Something about a survey that cannot be done."""


for _class in (Error, SettingError, MoveError, Fault, DealError, SurveyError):
    _class.__module__ = "patience"
