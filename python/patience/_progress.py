"""A bar for calls that take long: in a notebook, or on a terminal if asked for."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

#: What is called with the deals done and all of them.
Progress = Callable[[int, int], object]


def _kernel() -> bool:
    """This is a notebook."""
    module = sys.modules.get("IPython")
    shell = module.get_ipython() if module else None
    return getattr(shell, "kernel", None) is not None


def _text(done: int, all: int, started: float) -> str:
    text = f"{done:,} of {all:,} deals"
    seconds = time.monotonic() - started
    if seconds > 0.5 and done:
        text += f", {done / seconds:,.0f} a second"
    return text


class _Notebook:
    def __init__(self) -> None:
        self.started = time.monotonic()
        self.handle: Any = None

    def __call__(self, done: int, all: int) -> None:
        from IPython.display import HTML, display

        text = _text(done, all, self.started)
        bar = HTML(f'<progress value="{done}" max="{all}"></progress> {text}')
        if self.handle is None:
            self.handle = display(bar, display_id=True)
        else:
            self.handle.update(bar)

    def end(self, done: int, all: int) -> None:
        if self.handle is not None:
            self(done, all)


class _Terminal:
    def __init__(self) -> None:
        self.started = time.monotonic()
        self.drawn = 0.0

    def __call__(self, done: int, all: int) -> None:
        now = time.monotonic()
        if now - self.drawn >= 0.2:
            self.drawn = now
            sys.stderr.write(f"\r\033[K{_text(done, all, self.started)}")
            sys.stderr.flush()

    def end(self, done: int, all: int) -> None:
        if self.drawn:
            sys.stderr.write("\r\033[K")
            sys.stderr.flush()


class _Silent:
    def __call__(self, done: int, all: int) -> None: ...

    def end(self, done: int, all: int) -> None: ...


class _Given(_Silent):
    def __init__(self, progress: Progress) -> None:
        self.progress = progress

    def __call__(self, done: int, all: int) -> None:
        self.progress(done, all)


def bar(progress: bool | Progress | None) -> _Notebook | _Terminal | _Silent:
    """The bar for what the user asked for: None is a bar in a notebook only."""
    if callable(progress):
        return _Given(progress)
    if progress is False:
        return _Silent()
    if _kernel():
        return _Notebook()
    return _Terminal() if progress else _Silent()
