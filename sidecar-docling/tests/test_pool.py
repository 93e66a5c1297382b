"""Children that hang, die, grow or crash: the job fails by name, and the next one goes on."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from anchr_sidecar.limits import MEBIBYTE, Limits
from anchr_sidecar.processes.pool import Pool
from anchr_sidecar.service.application import child_limits
from anchr_sidecar.service.jobs import Jobs, OtherContent, QueueFull, Submission

LIMITS = replace(Limits(), window_seconds=60.0, child_memory_bytes=700 * MEBIBYTE, queue_length=2)


@asynccontextmanager
async def jobs_in(folder: Path, limits: Limits = LIMITS, tasks_per_child: int = 50) -> AsyncIterator[Any]:
    log = logging.getLogger("tests")
    pool = Pool("tests.stub_parsers:behave", 1, child_limits(limits), tasks_per_child, log)
    outcomes: list[str] = []
    jobs = Jobs(pool, folder, limits, lambda outcome, seconds: outcomes.append(outcome))
    try:
        yield jobs, pool, outcomes
    finally:
        await jobs.close()
        await pool.close()


def put(jobs: Jobs, folder: Path, request_id: str, wish: str) -> Any:
    source = folder / f"{request_id}.upload"
    source.write_text(wish)
    return jobs.submit(request_id, Submission("a.pdf", wish, 1, 7), source)


async def until(test: Callable[[], bool], seconds: float = 20) -> None:
    async with asyncio.timeout(seconds):
        while not test():
            await asyncio.sleep(0.02)


def run(scene: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(scene())  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("wish", "code", "retryable"),
    [("die", "INTERNAL", True), ("grow", "OUT_OF_MEMORY", True), ("crash secret", "INTERNAL", True)],
)
def test_a_child_that_fails_fails_its_job_only(tmp_path: Path, wish: str, code: str, retryable: bool) -> None:
    async def scene() -> None:
        async with jobs_in(tmp_path) as (jobs, _, outcomes):
            bad = put(jobs, tmp_path, "bad", wish)
            good = put(jobs, tmp_path, "good", "fine")
            await until(lambda: good.status == "succeeded")
            state = bad.as_json()
            assert (state["status"], state["code"], state["retryable"]) == ("failed", code, retryable)
            assert "secret" not in json.dumps(state)
            assert outcomes == [code, "SUCCEEDED"]

    run(scene)


def test_a_parser_that_never_returns_is_killed_at_its_deadline(tmp_path: Path) -> None:
    async def scene() -> None:
        async with jobs_in(tmp_path, replace(LIMITS, window_seconds=1.0)) as (jobs, pool, _):
            hung = put(jobs, tmp_path, "hung", "hang")
            good = put(jobs, tmp_path, "good", "fine")
            await until(lambda: hung.status == "running" and hung.page == 3)
            assert hung.as_json()["pages"] == 7
            [child] = pool._busy
            await until(lambda: good.status == "succeeded")
            assert hung.failure.code == "PARSE_TIMEOUT"
            assert not Path(f"/proc/{child.pid}").exists()

    run(scene)


def test_cancelling_kills_the_child_and_leaves_nothing(tmp_path: Path) -> None:
    async def scene() -> None:
        async with jobs_in(tmp_path) as (jobs, pool, outcomes):
            hung = put(jobs, tmp_path, "hung", "hang")
            await until(lambda: hung.status == "running")
            [child] = pool._busy
            await jobs.remove("hung")
            assert not Path(f"/proc/{child.pid}").exists()
            assert jobs.get("hung") is None
            assert list(tmp_path.iterdir()) == []
            assert outcomes == ["CANCELLED"]
            good = put(jobs, tmp_path, "good", "fine")
            await until(lambda: good.status == "succeeded")

    run(scene)


def test_a_waiting_job_can_be_cancelled_before_it_starts(tmp_path: Path) -> None:
    async def scene() -> None:
        async with jobs_in(tmp_path) as (jobs, pool, _):
            hung = put(jobs, tmp_path, "hung", "hang")
            put(jobs, tmp_path, "waiting", "fine")
            await until(lambda: hung.status == "running")
            await jobs.remove("waiting")
            assert (pool.waiting, pool.running) == (0, 1)

    run(scene)


def test_a_full_queue_refuses_and_makes_room_again(tmp_path: Path) -> None:
    async def scene() -> None:
        async with jobs_in(tmp_path) as (jobs, _, _):
            hung = put(jobs, tmp_path, "hung", "hang")
            await until(lambda: hung.status == "running")
            put(jobs, tmp_path, "one", "fine")
            put(jobs, tmp_path, "two", "fine")
            with pytest.raises(QueueFull):
                put(jobs, tmp_path, "three", "fine")
            with pytest.raises(OtherContent):
                put(jobs, tmp_path, "two", "other")
            await jobs.remove("hung")
            await until(lambda: jobs.get("two").status == "succeeded")
            put(jobs, tmp_path, "three", "fine")

    run(scene)


def test_children_are_renewed_after_their_share_of_windows(tmp_path: Path) -> None:
    async def scene() -> None:
        async with jobs_in(tmp_path, tasks_per_child=2) as (jobs, pool, _):
            for number in range(4):
                job = put(jobs, tmp_path, str(number), "fine")
                await until(lambda job=job: job.status == "succeeded")
            assert pool.started == 2

    run(scene)


def test_a_child_sees_nothing_of_the_service_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANCHR_SIDECAR_TOKEN", "secret")

    async def scene() -> None:
        async with jobs_in(tmp_path) as (jobs, _, _):
            job = put(jobs, tmp_path, "look", "environment")
            await until(lambda: job.status == "succeeded")
            seen = json.loads(json.loads((job.folder / "result.json").read_text())["wish"])
            assert not [name for name in seen["names"] if "TOKEN" in name]
            assert "anchr-sidecar-child-" in seen["folder"]

    run(scene)
