"""`/v1/parses`: submit, look, fetch, acknowledge or cancel."""

from __future__ import annotations

import re
import uuid
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import FileResponse, JSONResponse

from anchr_sidecar.limits import Limits
from anchr_sidecar.service.errors import Refusal
from anchr_sidecar.service.jobs import Job, Jobs, OtherContent, QueueFull, Submission
from anchr_sidecar.service.upload import store_body

_REQUEST_ID = re.compile(r"[A-Za-z0-9._:-]{1,200}")
_RETRY_AFTER_SECONDS = 5


def parse_routes(jobs: Jobs, uploads: Path, limits: Limits) -> APIRouter:
    router = APIRouter(prefix="/v1/parses")

    @router.put("/{request_id}")
    async def submit(
        request: Request,
        request_id: str,
        name: Annotated[str, Query(max_length=2_000)],
        sha256: Annotated[str, Query(pattern="^[0-9a-fA-F]{64}$")],
        first: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
        last: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
    ) -> JSONResponse:
        if not _REQUEST_ID.fullmatch(request_id):
            raise Refusal(400, "INVALID_REQUEST", "The request id holds characters that are not allowed.")
        if (first == 0) != (last == 0) or last < first:
            raise Refusal(400, "INVALID_REQUEST", "The page window must be first to last, counted from 1.")
        if int(request.headers.get("content-length") or 0) > limits.file_bytes:
            raise Refusal(413, "TOO_LARGE", f"The file is larger than {limits.file_bytes} bytes.")
        submission = Submission(name, sha256.lower(), first, last)
        path = uploads / uuid.uuid4().hex
        try:
            if _known(jobs, request_id, submission) is None:
                _check_room(jobs)
            if await store_body(request.stream(), path, limits.file_bytes) != submission.sha256:
                raise Refusal(400, "HASH_MISMATCH", "The content does not have the SHA-256 that was named.")
            _known(jobs, request_id, submission)
            _check_room(jobs) if jobs.get(request_id) is None else None
            job = jobs.submit(request_id, submission, path)
        finally:
            path.unlink(missing_ok=True)
        return JSONResponse(job.as_json(), 202)

    @router.get("/{request_id}")
    async def look(request_id: str) -> JSONResponse:
        return JSONResponse(_found(jobs, request_id).as_json())

    @router.get("/{request_id}/result")
    async def result(request_id: str) -> FileResponse:
        job = _succeeded(jobs, request_id)
        return FileResponse(job.folder / "result.json", media_type="application/json")

    @router.get("/{request_id}/pictures/{number}")
    async def picture(request_id: str, number: int) -> FileResponse:
        path = _succeeded(jobs, request_id).folder / f"{number}.png"
        if not path.is_file():
            raise Refusal(404, "NOT_FOUND", "There is no such picture.")
        return FileResponse(path, media_type="image/png")

    @router.delete("/{request_id}")
    async def acknowledge(request_id: str) -> Response:
        await jobs.remove(request_id)
        return Response(status_code=204)

    return router


def _known(jobs: Jobs, request_id: str, submission: Submission) -> Job | None:
    try:
        return jobs.known(request_id, submission)
    except OtherContent:
        message = "This request id belongs to another file, name or page window."
        raise Refusal(409, "CONFLICT", message) from None


def _check_room(jobs: Jobs) -> None:
    try:
        jobs.check_room()
    except QueueFull:
        headers = {"Retry-After": str(_RETRY_AFTER_SECONDS)}
        raise Refusal(429, "QUEUE_FULL", "The queue is full; try again later.", headers) from None


def _found(jobs: Jobs, request_id: str) -> Job:
    job = jobs.get(request_id)
    if job is None:
        raise Refusal(404, "NOT_FOUND", "This request id is not known; submit it again.")
    return job


def _succeeded(jobs: Jobs, request_id: str) -> Job:
    job = _found(jobs, request_id)
    if job.status != "succeeded":
        raise Refusal(409, "NOT_READY", f"The parse is {job.status}.")
    return job
