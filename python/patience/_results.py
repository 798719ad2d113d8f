"""Many deals at once, and their results as columns."""

from __future__ import annotations

from . import _native
from ._progress import bar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from ._native import Findings
    from ._progress import Progress


class Results:
    """What was found for many deals: a row for each, in their order.

    >>> results = solve_many("golf", deals=range(1, 6))
    >>> results["outcome"]
    ['solved', 'impossible', 'solved', 'impossible', 'impossible']
    >>> results[2]["deal"], results[2]["length"]
    (3, 47)

    The columns are those of a survey's files: deal, outcome, stop (why it is
    unknown), proved, length, lower_bound, cheats, score, cards, cleared, states,
    micros.
    """

    def __init__(self, rows: _native.Rows) -> None:
        self._rows = rows
        self._lists: dict[str, list[Any]] = {}

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
        return list(_native.Rows.COLUMNS)

    def __len__(self) -> int:
        return len(self._rows)

    def _column(self, name: str) -> list[Any]:
        if name not in self._lists:
            self._lists[name] = self._rows.column(name)
        return self._lists[name]

    def __getitem__(self, key: int | str) -> Any:
        if isinstance(key, str):
            return list(self._column(key))
        return {name: self._column(name)[key] for name in self.columns}

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return (self[index] for index in range(len(self)))

    def __repr__(self) -> str:
        return f"<Results: {repr(self.summary())[11:]}"

    def summary(self) -> Findings:
        """Counts, the share that can be won, and distributions.

        >>> solve_many("golf", deals=range(1, 101)).summary()
        <Findings: 100 deals: 42 solved, 58 impossible, 0 unknown; 0.42 (0.32..0.53)>
        """
        return self._rows.findings()

    def to_numpy(self) -> dict[str, Any]:
        """Columns as arrays: masked where a value is missing, words as text."""
        import numpy

        arrays: dict[str, Any] = {}
        for name in self.columns:
            values, missing = self._rows.buffers(name)
            array: Any = numpy.frombuffer(values, dtype=numpy.uint64)
            mask = numpy.frombuffer(missing, dtype=numpy.bool_)
            words = _native.Rows.words(name)
            if words:
                array = numpy.array(words)[array.astype(numpy.intp)]
            elif name == "cleared":
                array = array.astype(numpy.bool_)
            elif name not in ("deal", "states"):
                array = array.astype(numpy.uint32)
            if name in ("stop", "proved", "cleared") or mask.any():
                array = numpy.ma.MaskedArray(array, mask)
            arrays[name] = array
        return arrays

    def to_pandas(self) -> Any:
        """A pandas.DataFrame, with the nullable types of pandas."""
        import numpy
        import pandas

        series: dict[str, Any] = {}
        for name in self.columns:
            values, missing = self._rows.buffers(name)
            array: Any = numpy.frombuffer(values, dtype=numpy.uint64)
            mask = numpy.frombuffer(missing, dtype=numpy.bool_)
            words = _native.Rows.words(name)
            if words:
                codes = numpy.where(mask, -1, array.astype(numpy.int64))
                series[name] = pandas.Categorical.from_codes(codes, words)
            elif name == "cleared":
                truths = array.astype(numpy.bool_)
                series[name] = pandas.arrays.BooleanArray(truths, mask.copy())
            elif name in ("deal", "states"):
                series[name] = array.copy()
            else:
                numbers = array.astype(numpy.uint32)
                series[name] = pandas.arrays.IntegerArray(numbers, mask.copy())
        return pandas.DataFrame(series)

    def to_polars(self) -> Any:
        """A polars.DataFrame."""
        import io

        import polars

        return polars.read_parquet(io.BytesIO(self._rows.parquet()))

    def to_arrow(self) -> Any:
        """A pyarrow.Table."""
        import pyarrow
        import pyarrow.parquet

        return pyarrow.parquet.read_table(pyarrow.BufferReader(self._rows.parquet()))

    def to_parquet(self, path: Any) -> None:
        """Writes a Parquet file with the columns of a survey."""
        with open(path, "wb") as file:
            file.write(self._rows.parquet())


def solve_many(
    game: str,
    deals: Iterable[int],
    *,
    threads: int | None = None,
    progress: bool | Progress | None = None,
    goal: str = "board",
    so_far: int = 0,
    fast: bool = False,
    shortest: bool = False,
    count: str | None = None,
    cheats: str = "fewest",
    effort: int = 1,
    max_states: int | None = None,
    max_time: float | str | None = None,
    max_memory: int | str | None = None,
    **settings: int | str | bool,
) -> Results:
    """Solves many deals, on all cores unless ``threads`` is given.

    In a notebook there is a bar; ``progress=True`` shows one on a terminal, too,
    and a function is called with the deals done and all of them. For more deals
    than fit into memory, and for results that survive a power cut, there is
    ``patience.survey``.

    >>> len(solve_many("freecell", deals=range(1, 101), fast=True))
    100
    """
    numbers = deals if isinstance(deals, (range, list)) else list(deals)
    shown = bar(progress)
    rows = _native.solve_many(
        game,
        numbers,
        threads=threads,
        progress=shown,
        goal=goal,
        so_far=so_far,
        fast=fast,
        shortest=shortest,
        count=count,
        cheats=cheats,
        effort=effort,
        max_states=max_states,
        max_time=max_time,
        max_memory=max_memory,
        **settings,
    )
    shown.end(len(numbers), len(numbers))
    return Results(rows)
