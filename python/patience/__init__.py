"""Solves, plays and proves solitaire.

>>> import patience
>>> solution = patience.solve("pyramid", deal=3)
>>> bool(solution), solution.proved
(True, 'shortest')
>>> table = patience.deal("freecell", 164, cells=3)
>>> table
<Table freecell 164, cells=3>
>>> after = table.play(table.legal_moves[0])
>>> patience.parse("freecell", str(after), cells=3) == after
True

Every solution is replayed by rules that share no code with the solver.
"impossible" means that everything was searched; a limit means "unknown".

Every search takes these keywords:

============  ================================================================
goal          ``"board"``, ``"score"``, ``"score=N"`` or ``"cards=NR"``
so_far        what earlier deals have brought towards the goal
fast          the first solution, at once
shortest      the shortest solution, proved
count         how length is counted: ``"steps"``, ``"moves"`` or ``"clicks"``
cheats        ``"fewest"``, ``"never"`` or ``"any"``, in games that have cheats
effort        multiplies the effort of searches that are not exhaustive
max_states    stop after this many states
max_time      stop after this time: seconds, or ``"200ms"``
max_memory    stop at this much memory: bytes, or ``"2GiB"``
============  ================================================================

All other keywords are settings of the game: ``cells=2``, ``draw=1``.
``patience.games()`` has them all.
"""

from __future__ import annotations

from . import _native
from ._errors import DealError, Error, Fault, MoveError, SettingError, SurveyError
from ._native import (
    Distribution,
    Findings,
    Game,
    Hint,
    Line,
    Look,
    Lost,
    Session,
    Setting,
    Share,
    Solution,
    Table,
    Verdict,
    __version__,
    deal,
    games,
    parse,
    solve,
)
from ._results import Results, solve_many

TYPE_CHECKING = False
if TYPE_CHECKING:
    from . import survey

__all__ = [
    "DealError",
    "Distribution",
    "Error",
    "Fault",
    "Findings",
    "Game",
    "Hint",
    "Line",
    "Look",
    "Lost",
    "MoveError",
    "Results",
    "Session",
    "Setting",
    "SettingError",
    "Share",
    "Solution",
    "SurveyError",
    "Table",
    "Verdict",
    "__version__",
    "deal",
    "games",
    "parse",
    "solve",
    "solve_many",
    "survey",
]


def __getattr__(name: str) -> object:
    # Imported when it is asked for: most programs need no survey.
    if name == "survey":
        import importlib

        return importlib.import_module(".survey", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def _restore(
    game: str, text: str, settings: dict[str, int | str], deal: int | None
) -> Table:
    """A table as it was pickled."""
    return _native.restore(game, text, settings, deal)
