"""One child process from outside: start, run a task under a deadline, kill."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import shutil
import signal
import sys
import tempfile
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from pathlib import Path
from typing import Any

from anchr_sidecar.failures import ParseFailure

_LINE_LIMIT = 16 * 1024 * 1024
_START_SECONDS = 90.0


class TaskFailed(Exception):
    """The child's verdict, or ours on its death."""

    def __init__(self, code: str, message: str, retryable: bool, trace: str = "") -> None:
        super().__init__(message)
        self.code, self.message, self.retryable, self.trace = code, message, retryable, trace

    @classmethod
    def of(cls, failure: ParseFailure, trace: str = "") -> TaskFailed:
        return cls(failure.code, failure.sentence, failure.retryable, trace)


class ChildProcess:
    """Has an empty environment, a temporary folder of its own, and dies with the service."""

    def __init__(self, process: Process, folder: Path, memory_bytes: int) -> None:
        self._process = process
        self._folder = folder
        self._memory_bytes = memory_bytes
        self._peak_bytes = 0
        self.tasks_done = 0

    @classmethod
    async def start(cls, target: str, limits: dict[str, int]) -> ChildProcess:
        folder = Path(tempfile.mkdtemp(prefix="anchr-sidecar-child-"))
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "anchr_sidecar.processes.child",
            target,
            json.dumps(limits),
            stdin=PIPE,
            stdout=PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env=_environment(folder),
            cwd=folder,
            limit=_LINE_LIMIT,
            start_new_session=True,
        )
        child = cls(process, folder, limits.get("memory_bytes", 0))
        try:
            async with asyncio.timeout(_START_SECONDS):
                if await child._read() != {"event": "ready"}:
                    raise TaskFailed.of(ParseFailure("INTERNAL"), "the child did not start")
        except BaseException:
            await child.kill()
            raise
        return child

    @property
    def pid(self) -> int:
        return self._process.pid

    async def run(
        self, request: dict[str, Any], seconds: float, on_event: Callable[[dict[str, Any]], None]
    ) -> Any:
        """The task's value. Raises TaskFailed; after a deadline or a death the child is gone.
        An event with `extendSeconds` moves the deadline: recognising a page takes its time."""
        try:
            async with asyncio.timeout(seconds) as deadline:

                def heard(event: dict[str, Any]) -> None:
                    when = deadline.when()
                    if when is not None:
                        deadline.reschedule(when + float(event.get("extendSeconds", 0)))
                    on_event(event)

                return await self._converse(request, heard)
        except TimeoutError:
            await self.kill()
            raise TaskFailed.of(ParseFailure("PARSE_TIMEOUT")) from None
        except asyncio.CancelledError:
            await self.kill()
            raise

    async def _converse(self, request: dict[str, Any], on_event: Callable[[dict[str, Any]], None]) -> Any:
        assert self._process.stdin is not None
        watch = asyncio.create_task(self._watch_memory())
        try:
            self._process.stdin.write((json.dumps(request) + "\n").encode())
            await self._process.stdin.drain()
            while (message := await self._read()) is not None:
                if message["event"] == "done":
                    self.tasks_done += 1
                    return message["value"]
                if message["event"] == "failed":
                    self.tasks_done += 1
                    raise TaskFailed(
                        message["code"], message["message"], message["retryable"], message.get("trace", "")
                    )
                on_event(message)
        except (BrokenPipeError, ConnectionResetError):
            pass  # the death is judged below, by its signal
        finally:
            watch.cancel()
        raise await self._death()

    async def _read(self) -> dict[str, Any] | None:
        assert self._process.stdout is not None
        line = await self._process.stdout.readline()
        return json.loads(line) if line else None

    async def _watch_memory(self) -> None:
        """Linux only; elsewhere a death without a verdict counts as internal."""
        status = Path(f"/proc/{self._process.pid}/status")
        while True:
            try:
                for line in status.read_text().splitlines():
                    if line.startswith("VmPeak:"):
                        self._peak_bytes = max(self._peak_bytes, int(line.split()[1]) * 1024)
            except (OSError, ValueError, IndexError):
                return
            await asyncio.sleep(0.2)

    async def _death(self) -> TaskFailed:
        code = await self._process.wait()
        await self.kill()
        if code == -signal.SIGXCPU:
            return TaskFailed.of(ParseFailure("PARSE_TIMEOUT"))
        near_limit = self._memory_bytes and self._peak_bytes > 0.7 * self._memory_bytes
        if code == -signal.SIGKILL or near_limit:
            return TaskFailed.of(ParseFailure("OUT_OF_MEMORY"))
        return TaskFailed.of(ParseFailure("INTERNAL"), f"the child ended with {code}")

    @property
    def alive(self) -> bool:
        return self._process.returncode is None and self._folder.exists()

    async def kill(self) -> None:
        """With all that it started: the child leads a process group of its own."""
        if self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):  # it ended between the look and the kill
                os.killpg(self._process.pid, signal.SIGKILL)
            await self._process.wait()
        await asyncio.to_thread(shutil.rmtree, self._folder, ignore_errors=True)


def _environment(folder: Path) -> dict[str, str]:
    """Nothing of the service's environment but where Python finds its modules."""
    return {
        "HOME": str(folder),
        "TMPDIR": str(folder),
        "PATH": "",
        "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONUNBUFFERED": "1",
        "LANG": "C.UTF-8",
        "HF_HUB_OFFLINE": "1",
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
    }
