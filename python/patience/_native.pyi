"""The native part of the package: crates/python."""

import os
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, final

__all__ = [
    "Distribution",
    "Findings",
    "Folder",
    "Game",
    "Hint",
    "Intake",
    "Line",
    "Look",
    "Lost",
    "Rows",
    "Session",
    "Setting",
    "Share",
    "Solution",
    "Table",
    "Verdict",
    "__version__",
    "compute_shard",
    "deal",
    "games",
    "parse",
    "restore",
    "solve",
    "solve_many",
]

__version__: str

@final
class Setting:
    """What can be set in a game."""

    @property
    def key(self) -> str:
        """The name of the keyword argument."""
    @property
    def title(self) -> str:
        """What it is, for a label."""
    @property
    def values(self) -> range | list[int | str]:
        """The values that there are."""
    @property
    def default(self) -> int | str:
        """The value unless another is chosen."""

@final
class Game:
    """A game."""

    @property
    def name(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def aliases(self) -> list[str]: ...
    @property
    def summary(self) -> str: ...
    @property
    def goals(self) -> list[str]: ...
    @property
    def counts(self) -> list[str]:
        """How length may be counted; the first one is the game's own."""
    @property
    def settings(self) -> list[Setting]: ...
    @property
    def numbers(self) -> range:
        """The deal numbers there are."""
    @property
    def has_cheats(self) -> bool: ...
    @property
    def rules(self) -> str:
        """The rules in words (Markdown)."""

def games() -> list[Game]: ...
@final
class Table:
    """A table with cards on it, under the rules of its game. It does not change:
    playing gives another table."""

    @property
    def game(self) -> str: ...
    @property
    def deal(self) -> int | None:
        """The number of the deal, or None in the middle of a game."""
    @property
    def settings(self) -> dict[str, int | str]:
        """The settings that differ from the game's defaults."""
    @property
    def text(self) -> str:
        """The position as text that `patience.parse` reads back."""
    @property
    def picture(self) -> str:
        """The table drawn with letters."""
    @property
    def legal_moves(self) -> list[str]: ...
    @property
    def is_won(self) -> bool: ...
    @property
    def score(self) -> int | None: ...
    def play(self, *moves: str) -> Table: ...
    def describe(self, move_: str) -> str: ...
    def solve(
        self,
        *,
        goal: str = "board",
        so_far: int = 0,
        fast: bool = False,
        shortest: bool = False,
        count: str | None = None,
        cheats: str = "fewest",
        effort: int = 1,
        max_states: int | None = None,
        max_time: float | str | None = None,
        max_memory: int | str | None = "4GiB",
    ) -> Solution: ...
    def hint(
        self,
        *,
        goal: str = "board",
        so_far: int = 0,
        fast: bool = False,
        shortest: bool = False,
        count: str | None = None,
        cheats: str = "fewest",
        effort: int = 1,
        max_states: int | None = None,
        max_time: float | str | None = None,
        max_memory: int | str | None = "4GiB",
    ) -> Hint: ...
    def verify(self, moves: Sequence[str], *, goal: str = "board", so_far: int = 0) -> Line:
        """Replays moves with the rules and checks that they reach the goal; if they
        do not, a MoveError says where and why."""
    def moves_in(self, text: str) -> list[str]:
        """The moves in a solution text, such as the command prints."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Table: ...
    def __deepcopy__(self, _memo: Any) -> Table: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    def _repr_svg_(self) -> str: ...

def deal(game: str, number: int, **settings: int | str | bool) -> Table: ...
def parse(game: str, text: str, **settings: int | str | bool) -> Table: ...
def restore(
    game: str, text: str, settings: dict[str, int | str], deal: int | None
) -> Table: ...
@final
class Line:
    """A line of play that the reference rules have replayed."""

    @property
    def moves(self) -> list[str]: ...
    @property
    def length(self) -> int: ...
    @property
    def count(self) -> str: ...
    @property
    def proved(self) -> str | None: ...
    @property
    def score(self) -> int | None: ...
    @property
    def cards(self) -> int | None: ...
    @property
    def cleared(self) -> bool: ...
    @property
    def cheats(self) -> int | None: ...

@final
class Solution:
    """The answer to a question about one deal. It is true if the deal is solved."""

    @property
    def table(self) -> Table:
        """The table that was solved."""
    @property
    def outcome(self) -> str:
        """`solved`, `impossible` or `unknown`."""
    @property
    def reason(self) -> str | None:
        """Why it is unknown."""
    @property
    def moves(self) -> list[str]: ...
    @property
    def length(self) -> int | None: ...
    @property
    def count(self) -> str | None: ...
    @property
    def proved(self) -> str | None:
        """`shortest`, `best`, `most` or None."""
    @property
    def score(self) -> int | None: ...
    @property
    def cards(self) -> int | None: ...
    @property
    def cleared(self) -> bool | None: ...
    @property
    def cheats(self) -> int | None: ...
    @property
    def lower_bound(self) -> int | None: ...
    @property
    def definitive(self) -> bool | None: ...
    @property
    def alternatives(self) -> list[Line]: ...
    @property
    def states(self) -> int: ...
    @property
    def seconds(self) -> float: ...
    def __bool__(self) -> bool: ...

@final
class Hint:
    """The next move of a best solution, and why."""

    @property
    def move(self) -> str | None: ...
    @property
    def reason(self) -> str: ...
    @property
    def winnable(self) -> bool | None: ...
    @property
    def solution(self) -> Solution: ...

def solve(
    game: str,
    deal: int | None = None,
    *,
    position: str | None = None,
    goal: str = "board",
    so_far: int = 0,
    fast: bool = False,
    shortest: bool = False,
    count: str | None = None,
    cheats: str = "fewest",
    effort: int = 1,
    max_states: int | None = None,
    max_time: float | str | None = None,
    max_memory: int | str | None = "4GiB",
    **settings: int | str | bool,
) -> Solution: ...
@final
class Session:
    """A game in progress: play, undo, redo, save and load."""

    def __new__(cls, table: Table, *, autoplay: str = "safe") -> Session: ...
    @staticmethod
    def load(text: str) -> Session:
        """Reads a saved session, and replays its moves."""
    def save(self) -> str: ...
    @property
    def table(self) -> Table: ...
    @property
    def legal_moves(self) -> list[str]: ...
    @property
    def history(self) -> list[str]:
        """The moves made so far, those of the autoplay included."""
    @property
    def undone(self) -> list[str]:
        """The moves that can be redone."""
    @property
    def is_won(self) -> bool: ...
    @property
    def autoplay(self) -> str:
        """Which cards go home by themselves: `safe`, `all` or `off`."""
    @autoplay.setter
    def autoplay(self, value: str) -> None: ...
    def play(self, move_: str) -> list[str]:
        """Makes a move, then those of the autoplay, which are returned."""
    def undo(self) -> bool: ...
    def redo(self) -> bool: ...
    def restart(self) -> None: ...
    def jump(self, moves: int) -> None: ...
    def oracle(self, *, max_states: int = 100000) -> Look:
        """Which moves still win. Each position may cost `max_states`."""
    def where_lost(self, *, max_states: int = 1000000) -> Lost:
        """Where the game was lost. Each position may cost `max_states`."""
    def __copy__(self) -> Session: ...
    def __deepcopy__(self, _memo: Any) -> Session: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    def _repr_svg_(self) -> str: ...

@final
class Verdict:
    """What a position or a move comes to. It is true if it wins."""

    @property
    def word(self) -> str:
        """`wins`, `loses`, `unknown` or `chance`."""
    @property
    def length(self) -> int | None: ...
    @property
    def proved(self) -> bool: ...
    @property
    def cheats(self) -> int | None: ...
    @property
    def score(self) -> int | None: ...
    @property
    def chance(self) -> float | None: ...
    @property
    def text(self) -> str: ...
    def __bool__(self) -> bool: ...

@final
class Look:
    """What is known about a table and its moves."""

    @property
    def position(self) -> Verdict: ...
    @property
    def moves(self) -> list[tuple[str, Verdict]]:
        """Every legal move, best first."""
    @property
    def advice(self) -> str | None:
        """The best move that is known."""
    @property
    def reason(self) -> str:
        """What it leads to."""
    @property
    def winning(self) -> list[str]: ...
    @property
    def losing(self) -> list[str]: ...
    def __getitem__(self, move_: str, /) -> Verdict: ...
    def __len__(self) -> int: ...

@final
class Lost:
    """Where a game was lost."""

    @property
    def kind(self) -> str:
        """`still-wins`, `at`, `between`, `never` or `unknown`."""
    @property
    def step(self) -> int | None:
        """How many moves had been made when it could last be won."""
    @property
    def move(self) -> str | None: ...
    @property
    def better(self) -> str | None: ...
    @property
    def text(self) -> str: ...

@final
class Share:
    """A share with its 95% interval."""

    @property
    def value(self) -> float: ...
    @property
    def low(self) -> float: ...
    @property
    def high(self) -> float: ...
    @property
    def deals(self) -> int: ...
    def __float__(self) -> float: ...

@final
class Distribution:
    """How often each number was seen. Deals that are unknown count as larger than
    all."""

    @property
    def histogram(self) -> dict[int, int]: ...
    @property
    def count(self) -> int: ...
    @property
    def least(self) -> int: ...
    @property
    def most(self) -> int: ...
    @property
    def mean(self) -> float: ...
    @property
    def mean_interval(self) -> tuple[float, float] | None: ...
    @property
    def median(self) -> int | None: ...
    def quantile(self, share: float) -> int | None: ...
    def quantile_interval(self, share: float) -> tuple[int | None, int | None]: ...
    def __len__(self) -> int: ...

@final
class Findings:
    """What many deals come to."""

    @property
    def deals(self) -> int: ...
    @property
    def solved(self) -> int: ...
    @property
    def impossible(self) -> int: ...
    @property
    def unknown(self) -> int: ...
    @property
    def states(self) -> int: ...
    @property
    def seconds(self) -> float: ...
    @property
    def hardest(self) -> list[tuple[int, int, bool]]:
        """The deals with the most states: deal, states, solved."""
    @property
    def undecided(self) -> list[int]: ...
    def share(self, *, census: bool = False) -> Share: ...
    def lengths(self) -> Distribution: ...
    def cheats(self) -> Distribution: ...
    def scores(self) -> Distribution: ...
    def cards(self) -> Distribution: ...

@final
class Rows:
    """The rows of many deals."""

    COLUMNS: ClassVar[list[str]]
    def __len__(self) -> int: ...
    def column(self, name: str) -> list[Any]: ...
    def buffers(self, name: str) -> tuple[bytes, bytes]: ...
    @staticmethod
    def words(name: str) -> list[str]: ...
    def parquet(self) -> bytes: ...
    def findings(self) -> Findings: ...

def solve_many(
    game: str,
    deals: Sequence[int],
    *,
    threads: int | None = None,
    progress: Callable[[int, int], object] | None = None,
    **options: Any,
) -> Rows: ...
@final
class Folder:
    """A survey's folder."""

    @staticmethod
    def open(path: str | os.PathLike[str]) -> Folder: ...
    @staticmethod
    def begin(
        path: str | os.PathLike[str],
        game: str,
        *,
        deals: tuple[int, int] | None = None,
        sample: int | None = None,
        seed: int = 1,
        shard_size: int | None = None,
        **options: Any,
    ) -> Folder: ...
    @property
    def path(self) -> os.PathLike[str]: ...
    @property
    def plan(self) -> str: ...
    @property
    def question(self) -> str: ...
    def shards(self) -> tuple[int, int]: ...
    def digest(self) -> str: ...
    def findings(self) -> Findings: ...
    def rows(self) -> Rows: ...
    def report(self) -> str: ...
    def plot(self, what: str) -> str | None: ...
    def run(
        self,
        *,
        threads: int | None = None,
        part: str | None = None,
        until: float | None = None,
        progress: Callable[[int, int, int, int, int], object] | None = None,
    ) -> str: ...
    def intake(self, *, part: str | None = None, until: float | None = None) -> Intake: ...

@final
class Intake:
    """A survey to which shards are added."""

    def missing(self) -> list[int]: ...
    def accept(self, shard: int, bytes: bytes) -> None: ...
    def progress(self) -> tuple[int, int, int, int, int]: ...
    def is_enough(self) -> bool: ...

def compute_shard(plan: str, shard: int) -> bytes: ...
