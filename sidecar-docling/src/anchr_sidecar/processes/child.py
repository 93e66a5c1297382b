"""The inside of a child process: one task at a time, asked for and answered in lines of JSON.

Started as `python -m anchr_sidecar.processes.child TARGET LIMITS`, where TARGET is `module:function`.
The function takes (request, report) and returns a JSON value; the module may have a `warm_up`.
"""

from __future__ import annotations

import importlib
import json
import logging
import os
import resource
import sys
import threading
import time
import traceback
from collections.abc import Callable
from typing import Any, TextIO

from anchr_sidecar.failures import ParseFailure


def main(arguments: list[str]) -> None:
    target, limits = arguments[1], json.loads(arguments[2])
    answers = _take_over_output()
    _apply_limits(limits)
    _end_with_parent()
    logging.disable(logging.CRITICAL)
    module_name, function_name = target.split(":")
    module = importlib.import_module(module_name)
    function = getattr(module, function_name)
    warm_up: Callable[[], None] | None = getattr(module, "warm_up", None)
    if warm_up is not None:
        warm_up()
    _send(answers, {"event": "ready"})
    for line in sys.stdin:
        _send(answers, _answer(function, json.loads(line), lambda event: _send(answers, event)))


def _take_over_output() -> TextIO:
    """Libraries print to standard output; the answers get a descriptor of their own."""
    descriptor = os.dup(1)
    os.dup2(2, 1)
    return os.fdopen(descriptor, "w", encoding="utf-8")


def _apply_limits(limits: dict[str, int]) -> None:
    """CPU time is a second line behind the pool's deadline; it counts over the child's whole life."""
    for name, kind in (
        ("memory_bytes", resource.RLIMIT_AS),
        ("file_bytes", resource.RLIMIT_FSIZE),
        ("open_files", resource.RLIMIT_NOFILE),
        ("cpu_seconds", resource.RLIMIT_CPU),
        ("core_bytes", resource.RLIMIT_CORE),
    ):
        if name in limits:
            _, hard = resource.getrlimit(kind)
            value = limits[name] if hard == resource.RLIM_INFINITY else min(limits[name], hard)
            resource.setrlimit(kind, (value, value))
    os.nice(limits.get("niceness", 0))


def _end_with_parent() -> None:
    """A child in the middle of a task does not read its input, and so would outlive a killed service."""
    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os._exit(1)

    threading.Thread(target=watch, daemon=True, name="parent-watch").start()


def _answer(
    function: Callable[..., Any], request: dict[str, Any], report: Callable[[dict[str, Any]], None]
) -> dict[str, Any]:
    try:
        return {"event": "done", "value": function(request, report)}
    except ParseFailure as failure:
        return _failed(failure)
    except MemoryError:
        return _failed(ParseFailure("OUT_OF_MEMORY"))
    except Exception as error:  # noqa: BLE001 - the verdict on whatever a library throws at a hostile file
        if "bad_alloc" in str(error) or "Cannot allocate memory" in str(error):
            return _failed(ParseFailure("OUT_OF_MEMORY"))
        return {**_failed(ParseFailure("INTERNAL")), "trace": _places(error)}


def _failed(failure: ParseFailure) -> dict[str, Any]:
    return {
        "event": "failed",
        "code": failure.code,
        "message": failure.sentence,
        "retryable": failure.retryable,
    }


def _places(error: Exception) -> str:
    """Where it happened, for the operator; the message is left out, it may quote the file."""
    frames = traceback.extract_tb(error.__traceback__)[-6:]
    places = " < ".join(f"{os.path.basename(frame.filename)}:{frame.lineno}" for frame in reversed(frames))
    return f"{type(error).__name__} at {places}"


def _send(stream: TextIO, message: dict[str, Any]) -> None:
    stream.write(json.dumps(message, ensure_ascii=False) + "\n")
    stream.flush()


if __name__ == "__main__":
    main(sys.argv)
