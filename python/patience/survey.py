"""Surveys: a question about many deals, answered in a folder.

>>> import patience, tempfile
>>> place = tempfile.TemporaryDirectory()
>>> survey = patience.survey.run(place.name, "golf", deals=(1, 200))
>>> survey
<Survey: Golf, goal board: deals 1 to 200>
>>> survey.share()
0.45 (0.38..0.52)
>>> survey.is_complete
True
>>> place.cleanup()

The folder is the truth. Whatever stops a run, the same call goes on where it
stopped, and ``patience survey run`` of the command does so, too: both write the
same files. A shard, a part of the deals, is a function of the question and its
number alone, so it does not matter who computes it and where.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

from . import _native
from ._progress import bar
from ._results import Results

TYPE_CHECKING = False
if TYPE_CHECKING:
    from concurrent.futures import Executor
    from typing import Any

    from ._native import Distribution, Findings, Share
    from ._progress import Progress

__all__ = ["Plot", "Survey", "compute_shard", "open", "run"]


class Plot:
    """A picture: a notebook shows it, and ``save`` writes it as SVG."""

    def __init__(self, svg: str) -> None:
        self.svg = svg

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the picture as an SVG file."""
        Path(path).write_text(self.svg, encoding="utf-8")


class Survey:
    """A survey's folder and what has been found so far."""

    def __init__(self, folder: _native.Folder) -> None:
        self._folder = folder

    @property
    def path(self) -> Path:
        """The folder."""
        return Path(self._folder.path)

    @property
    def question(self) -> str:
        """The question in words."""
        return self._folder.question

    @property
    def plan(self) -> dict[str, Any]:
        """The question as it is in ``plan.json``."""
        plan: dict[str, Any] = json.loads(self._folder.plan)
        return plan

    @property
    def shards(self) -> tuple[int, int]:
        """Shards that are done, and all of them."""
        return self._folder.shards()

    @property
    def is_complete(self) -> bool:
        """Every shard is there."""
        done, all = self.shards
        return done == all

    @property
    def digest(self) -> str:
        """Two surveys with the same question and digest have found the same."""
        return self._folder.digest()

    def findings(self) -> Findings:
        """Counts, the share that can be won, and distributions."""
        return self._folder.findings()

    def share(self, *, census: bool = False) -> Share:
        """The share of deals that can be won, with its 95% interval.

        With ``census``, the deals of the survey are all that you ask about, and
        the share is exact.
        """
        return self.findings().share(census=census)

    def lengths(self) -> Distribution:
        """The lengths of the solutions."""
        return self.findings().lengths()

    def cheats(self) -> Distribution:
        """The cheats in the solutions, in games that have them."""
        return self.findings().cheats()

    def scores(self) -> Distribution:
        """The points of the solutions, in games that have them."""
        return self.findings().scores()

    def plot(self, what: str = "share") -> Plot:
        """A picture: ``share`` over the number of deals, or how often each
        ``length``, ``cheats``, ``score``, ``cards`` or ``states`` was seen."""
        svg = self._folder.plot(what)
        if svg is None:
            raise _native_error(f"there is no picture of `{what}` in this survey")
        return Plot(svg)

    def report(self, path: str | os.PathLike[str] | None = None) -> Path:
        """Writes the report, one HTML file, to the folder or to ``path``."""
        target = Path(path) if path is not None else self.path / "report.html"
        target.write_text(self._folder.report(), encoding="utf-8")
        return target

    def results(self) -> Results:
        """Every row; of a deal that was tried again, the last."""
        return Results(self._folder.rows())

    def to_polars(self) -> Any:
        """Every row as a polars.DataFrame."""
        if (self.path / "retries").exists():
            return self.results().to_polars()
        import polars

        return polars.read_parquet(self.path / "shards" / "*.parquet").sort("deal")

    def to_pandas(self) -> Any:
        """Every row as a pandas.DataFrame."""
        return self.results().to_pandas()

    def to_numpy(self) -> dict[str, Any]:
        """Every row, as arrays by column."""
        return self.results().to_numpy()

    def to_arrow(self) -> Any:
        """Every row as a pyarrow.Table."""
        return self.results().to_arrow()

    def __repr__(self) -> str:
        done, all = self.shards
        note = "" if done == all else f"; {done} of {all} shards are done"
        return f"<Survey: {self.question}{note}>"


def _native_error(message: str) -> Exception:
    from ._errors import SurveyError

    return SurveyError(message)


def compute_shard(plan: str, shard: int) -> bytes:
    """Computes a shard of a plan: the bytes of its file.

    This is all that a worker does. Nothing but the two arguments decides what
    comes out, so it can be done anywhere, and more than once.
    """
    return _native.compute_shard(plan, shard)


def open(path: str | os.PathLike[str]) -> Survey:
    """Opens a survey, finished or not."""
    return Survey(_native.Folder.open(path))


def _ends(deals: range | tuple[int, int] | None) -> tuple[int, int] | None:
    """The first and the last deal."""
    if isinstance(deals, range):
        if deals.step != 1 or not deals:
            raise _native_error(f"{deals} is not a range of deals")
        return deals[0], deals[-1]
    return deals


def run(
    path: str | os.PathLike[str],
    game: str | None = None,
    *,
    deals: range | tuple[int, int] | None = None,
    sample: int | None = None,
    seed: int = 1,
    until: float | None = None,
    threads: int | None = None,
    part: str | None = None,
    executor: Executor | None = None,
    ray: str | None = None,
    in_flight: int | None = None,
    progress: bool | Progress | None = None,
    shard_size: int | None = None,
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
) -> Survey:
    """Begins a survey, or goes on with it: the same call resumes.

    ``deals`` are the first and the last number, both included, or a range;
    ``sample`` is a number of different deals drawn at random, the same ones for
    the same ``seed``. Without a game, the survey that is in the folder goes on.

    It is computed on ``threads`` of this process, on all cores by default; by the
    workers of an ``executor``, any ``concurrent.futures.Executor``; or by the
    cluster at the address ``ray``, such as ``"auto"``. Workers send their rows
    back, and only this process writes. ``in_flight`` is how many shards they get
    at a time [default: four a core].

    ``until`` stops when the 95% interval of the share is this wide. ``part`` is
    ``"I/N"``: every Nth shard, from I.
    """
    if game is None:
        folder = _native.Folder.open(path)
    else:
        folder = _native.Folder.begin(
            path,
            game,
            deals=_ends(deals),
            sample=sample,
            seed=seed,
            shard_size=shard_size,
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
    if executor is not None and ray is not None:
        raise TypeError("run() takes either an executor or the address of a Ray cluster")
    shown = bar(progress)

    def tick(done: int, all: int, *_: int) -> None:
        shown(done, all)

    if ray is not None:
        from ._ray import RayExecutor

        with RayExecutor(ray, log=Path(path) / "ray.log") as cluster:
            _drive(folder, cluster, part, until, in_flight, tick)
    elif executor is not None:
        _drive(folder, executor, part, until, in_flight, tick)
    else:
        folder.run(threads=threads, part=part, until=until, progress=tick)
    survey = Survey(folder)
    deals_done = survey.findings().deals
    shown.end(deals_done, deals_done)
    return survey


def _drive(
    folder: _native.Folder,
    executor: Executor,
    part: str | None,
    until: float | None,
    in_flight: int | None,
    tick: Any,
) -> None:
    """Hands shards to an executor and takes in what comes back."""
    from collections import deque
    from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait

    intake = folder.intake(part=part, until=until)
    plan = folder.plan
    waiting = deque(intake.missing())
    running: dict[Future[bytes], int] = {}
    try:
        while (waiting or running) and not intake.is_enough():
            # More would only fill the memory: a driver with 50,000 futures is
            # slow. The cores are counted again, since hosts come and go.
            most = in_flight or 4 * _cores(executor)
            while waiting and len(running) < most:
                shard = waiting.popleft()
                running[executor.submit(compute_shard, plan, shard)] = shard
            done, _ = wait(running, timeout=0.2, return_when=FIRST_COMPLETED)
            for future in done:
                intake.accept(running.pop(future), future.result())
            tick(*intake.progress())
    except BrokenExecutor as error:
        raise _native_error(
            f"the executor broke: {error}; nothing is lost, the same call goes on"
        ) from error
    finally:
        for future in running:
            future.cancel()


def _cores(executor: Executor) -> int:
    """How many workers an executor has, as far as it tells."""
    cores = getattr(executor, "cores", None)
    if callable(cores):
        return max(1, int(cores()))
    return int(getattr(executor, "_max_workers", None) or os.cpu_count() or 1)
