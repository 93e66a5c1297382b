"""A pool of warm children, one task at a time each."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

from anchr_sidecar.failures import ParseFailure
from anchr_sidecar.processes.process import ChildProcess, TaskFailed


def _ignore(event: dict[str, Any]) -> None:
    del event


class Pool:
    """Callers wait in order for a free child. A child that died is replaced by the next caller.

    `target`: `module:function`, see child.py. `limits`: resource limits of a child.
    """

    def __init__(
        self,
        target: str,
        size: int,
        limits: dict[str, int],
        tasks_per_child: int,
        log: logging.Logger,
    ) -> None:
        self._target = target
        self._limits = limits
        self._tasks_per_child = tasks_per_child
        self._log = log
        self._free = asyncio.Semaphore(size)
        self._idle: list[ChildProcess] = []
        self._busy: set[ChildProcess] = set()
        self._closed = False
        self.size = size
        self.waiting = 0
        self.deaths = 0
        self.started = 0

    @property
    def running(self) -> int:
        return len(self._busy)

    @property
    def idle(self) -> int:
        return len(self._idle)

    async def warm_up(self, count: int) -> None:
        """Starts children ahead of the first tasks."""
        for _ in range(min(count, self.size) - len(self._idle) - len(self._busy)):
            child = await self._start()
            if self._closed:
                await child.kill()
            else:
                self._idle.append(child)

    async def run(
        self,
        request: dict[str, Any],
        seconds: float,
        on_event: Callable[[dict[str, Any]], None] = _ignore,
        on_start: Callable[[], None] = lambda: None,
    ) -> Any:
        """Raises TaskFailed. Cancelling the caller kills the child that works for it."""
        self.waiting += 1
        try:
            await self._free.acquire()
        finally:
            self.waiting -= 1
        try:
            return await self._run(request, seconds, on_event, on_start)
        finally:
            self._free.release()

    async def _run(
        self,
        request: dict[str, Any],
        seconds: float,
        on_event: Callable[[dict[str, Any]], None],
        on_start: Callable[[], None],
    ) -> Any:
        child = await self._take()
        self._busy.add(child)
        on_start()
        try:
            return await child.run(request, seconds, on_event)
        except TaskFailed as failure:
            self._log.info("task failed: %s %s", failure.code, failure.trace)
            raise
        finally:
            self._busy.discard(child)
            await asyncio.shield(self._give_back(child))

    async def _take(self) -> ChildProcess:
        if self._closed:
            raise TaskFailed.of(ParseFailure("INTERNAL", "the service is stopping"))
        while self._idle:
            child = self._idle.pop()
            if child.alive:
                return child
            self.deaths += 1
            await child.kill()
        return await self._start()

    async def _start(self) -> ChildProcess:
        self.started += 1
        return await ChildProcess.start(self._target, self._limits)

    async def _give_back(self, child: ChildProcess) -> None:
        if not child.alive:
            self.deaths += 1
            await child.kill()
        elif self._closed or child.tasks_done >= self._tasks_per_child:
            await child.kill()
        else:
            self._idle.append(child)

    async def close(self) -> None:
        """Kills every child, busy or not."""
        self._closed = True
        children = [*self._idle, *self._busy]
        self._idle.clear()
        await asyncio.gather(*(child.kill() for child in children))
