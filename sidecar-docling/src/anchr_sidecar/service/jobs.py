"""Parse jobs: known by the caller's request id, kept until acknowledged."""

from __future__ import annotations

import asyncio
import hashlib
import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from anchr_sidecar.failures import ParseFailure
from anchr_sidecar.limits import Limits
from anchr_sidecar.processes.pool import Pool
from anchr_sidecar.processes.process import TaskFailed

Status = Literal["queued", "running", "succeeded", "failed"]
_KEPT_SECONDS = 3_600.0
_KEPT_JOBS = 400


class QueueFull(Exception):
    """Try again later."""


class OtherContent(Exception):
    """The id is taken by another file or window."""


@dataclass(slots=True, eq=False)
class Job:
    fingerprint: str
    folder: Path
    pages: int | None = None
    page: int | None = None
    status: Status = "queued"
    failure: TaskFailed | None = None
    ended: float | None = None
    task: asyncio.Task[None] | None = field(default=None, repr=False)

    def as_json(self) -> dict[str, Any]:
        failure = self.failure
        return {
            "status": self.status,
            "page": self.page,
            "pages": self.pages,
            "code": failure.code if failure else None,
            "message": failure.message if failure else None,
            "retryable": failure.retryable if failure else None,
        }


@dataclass(frozen=True, slots=True)
class Submission:
    name: str
    sha256: str
    first: int
    last: int
    """1-based inclusive pages; both 0 for the whole document."""

    @property
    def fingerprint(self) -> str:
        text = "\n".join([self.sha256, str(self.first), str(self.last), self.name])
        return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


class Jobs:
    """`folder` holds one folder a job; `counted` is told each outcome."""

    def __init__(
        self, pool: Pool, folder: Path, limits: Limits, counted: Callable[[str, float], None]
    ) -> None:
        self._pool = pool
        self._folder = folder
        self._limits = limits
        self._counted = counted
        self._jobs: dict[str, Job] = {}
        self._made = 0

    def get(self, request_id: str) -> Job | None:
        return self._jobs.get(request_id)

    def known(self, request_id: str, submission: Submission) -> Job | None:
        """The job of this id, or None. Raises OtherContent."""
        job = self._jobs.get(request_id)
        if job is not None and job.fingerprint != submission.fingerprint:
            raise OtherContent
        return job

    def counts(self) -> dict[Status, int]:
        counts: dict[Status, int] = {"queued": 0, "running": 0, "succeeded": 0, "failed": 0}
        for job in self._jobs.values():
            counts[job.status] += 1
        return counts

    def check_room(self) -> None:
        """Raises QueueFull."""
        self._forget_old()
        if self.counts()["queued"] >= self._limits.queue_length or len(self._jobs) >= _KEPT_JOBS:
            raise QueueFull

    def submit(self, request_id: str, submission: Submission, source: Path) -> Job:
        """Takes over the file at `source`. Raises QueueFull and OtherContent."""
        known = self.known(request_id, submission)
        if known is not None:
            source.unlink(missing_ok=True)
            return known
        self.check_room()
        self._made += 1
        folder = self._folder / f"job-{self._made}"
        folder.mkdir()
        source.rename(folder / "source")
        job = Job(submission.fingerprint, folder)
        self._jobs[request_id] = job
        job.task = asyncio.create_task(self._work(job, submission))
        return job

    async def _work(self, job: Job, submission: Submission) -> None:
        started = time.monotonic()
        request = {
            "source": str(job.folder / "source"),
            "folder": str(job.folder),
            "name": submission.name,
            "first": submission.first,
            "last": submission.last,
            "limits": self._limits.as_json(),
        }
        pages = submission.last - submission.first + 1 if submission.last else self._limits.pages
        seconds = self._limits.deadline_seconds(pages)

        def on_start() -> None:
            job.status = "running"

        def on_event(event: dict[str, Any]) -> None:
            if event["event"] == "page":
                job.page, job.pages = event["page"], event["pages"]

        try:
            await self._pool.run(request, seconds, on_event, on_start)
            job.status = "succeeded"
        except TaskFailed as failure:
            job.failure = failure
            job.status = "failed"
        except OSError as error:
            job.failure = TaskFailed.of(ParseFailure("INTERNAL", f"system error {error.errno}"))
            job.status = "failed"
        job.page = job.pages = None
        job.ended = time.monotonic()
        (job.folder / "source").unlink(missing_ok=True)
        self._counted(job.failure.code if job.failure else "SUCCEEDED", job.ended - started)

    async def remove(self, request_id: str) -> None:
        """Acknowledged, or cancelled: then the child that works for it is killed."""
        job = self._jobs.pop(request_id, None)
        if job is None:
            return
        if job.task is not None and not job.task.done():
            job.task.cancel()
            await asyncio.gather(job.task, return_exceptions=True)
            self._counted("CANCELLED", 0.0)
        await asyncio.to_thread(shutil.rmtree, job.folder, ignore_errors=True)

    def _forget_old(self) -> None:
        """Results that nobody fetched: the caller submits again with the same id."""
        now = time.monotonic()
        for request_id, job in list(self._jobs.items()):
            if job.ended is not None and now - job.ended > _KEPT_SECONDS:
                del self._jobs[request_id]
                shutil.rmtree(job.folder, ignore_errors=True)

    async def close(self) -> None:
        for request_id in list(self._jobs):
            await self.remove(request_id)
