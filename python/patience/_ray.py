"""Ray as an executor."""

from __future__ import annotations

import contextlib
import os
import sys
import threading
from concurrent.futures import Executor, Future

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path
    from typing import Any


class _Split:
    """A standard stream, except for what Ray's own threads write."""

    def __init__(self, stream: Any, log: Any) -> None:
        self._stream = stream
        self._log = log

    def _now(self) -> Any:
        is_ray = threading.current_thread().name.startswith("ray_")
        return self._log if is_ray else self._stream

    def write(self, text: str) -> int:
        return int(self._now().write(text))

    def flush(self) -> None:
        self._now().flush()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


@contextlib.contextmanager
def _noise_to(path: Path) -> Iterator[None]:
    """Sends what Ray says to a file. When a host dies, it writes twenty lines of
    state, whatever its settings are: its threads to standard output, its libraries
    to standard error. What others write in Python stays where it was."""
    output, error = sys.stdout, sys.stderr
    error.flush()
    kept = os.dup(2)
    try:
        is_file = error.fileno() == 2
    except (OSError, ValueError, AttributeError):
        is_file = False  # a notebook has a standard error of its own
    own = os.fdopen(os.dup(kept), "w", buffering=1) if is_file else None
    with open(path, "a", encoding="utf-8", buffering=1) as log:
        try:
            os.dup2(log.fileno(), 2)
            sys.stdout, sys.stderr = _Split(output, log), _Split(own or error, log)
            yield
        finally:
            sys.stdout, sys.stderr = output, error
            os.dup2(kept, 2)
            os.close(kept)
            if own:
                own.close()


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
