"""Ray as an executor."""

from __future__ import annotations

import contextlib
import os
import sys
from concurrent.futures import Executor, Future

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from typing import Any


@contextlib.contextmanager
def _noise_to(path: Path) -> Any:
    """Sends what libraries write to standard error to a file. Ray dumps twenty
    lines of state there when a host dies, whatever its settings are. Python's own
    standard error stays where it was."""
    sys.stderr.flush()
    kept = os.dup(2)
    log = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
    before = sys.stderr
    try:
        is_ours = before.fileno() == 2
    except (OSError, ValueError, AttributeError):
        is_ours = False  # a notebook has a standard error of its own
    own = os.fdopen(os.dup(kept), "w", buffering=1) if is_ours else None
    try:
        os.dup2(log, 2)
        if own:
            sys.stderr = own
        yield
    finally:
        if own:
            sys.stderr = before
            own.close()
        os.dup2(kept, 2)
        os.close(kept)
        os.close(log)


class RayExecutor(Executor):
    """The cores of a Ray cluster. Tasks of hosts that die are done by others."""

    def __init__(self, address: str, log: Path) -> None:
        try:
            import ray
        except ImportError as error:
            message = "Ray is not installed: pip install 'patience-solitaire[ray]'"
            raise ImportError(message) from error
        self._ray: Any = ray
        self._tasks: dict[Future[Any], Any] = {}
        self._log = log
        self._address = address
        self._is_ours = not ray.is_initialized()
        self._stack = contextlib.ExitStack()

    def __enter__(self) -> RayExecutor:
        self._stack.enter_context(_noise_to(self._log))
        try:
            if self._is_ours:
                self._ray.init(
                    address=self._address, log_to_driver=False, logging_level="ERROR"
                )
        except BaseException:
            self._stack.close()
            raise
        return self

    def cores(self) -> int:
        """The cores of all hosts that are there now."""
        return int(self._ray.cluster_resources().get("CPU", 1))

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        # A lost host is no fault of the task: it is tried as often as it takes.
        remote = self._ray.remote(num_cpus=1, max_retries=-1)(fn)
        reference = remote.remote(*args, **kwargs)
        future: Future[Any] = reference.future()
        self._tasks[future] = reference
        future.add_done_callback(lambda done: self._tasks.pop(done, None))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Cancels what is still in work, and leaves the cluster."""
        for reference in list(self._tasks.values()):
            with contextlib.suppress(Exception):
                self._ray.cancel(reference, force=True)
        if self._is_ours:
            self._ray.shutdown()
        self._stack.close()
