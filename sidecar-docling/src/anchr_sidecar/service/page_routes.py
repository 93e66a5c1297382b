"""`/v1/pages/{number}`: a drawn page and the boxes of given words on it."""

from __future__ import annotations

import asyncio
import base64
import uuid
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from starlette.datastructures import UploadFile

from anchr_sidecar.failures import ParseFailure
from anchr_sidecar.limits import Limits
from anchr_sidecar.processes.pool import Pool
from anchr_sidecar.processes.process import TaskFailed
from anchr_sidecar.service.errors import Refusal
from anchr_sidecar.service.metrics import Metrics
from anchr_sidecar.service.upload import store_body

_FORM_OVERHEAD = 2_000_000
_MAX_WAITING = 6
_STATUS = {"INTERNAL": 500, "OUT_OF_MEMORY": 500, "PARSE_TIMEOUT": 504}


class BoxIn(BaseModel):
    model_config = ConfigDict(extra="forbid")
    page: int
    left: float
    top: float
    right: float
    bottom: float


class PageRequest(BaseModel):
    model_config = ConfigDict(extra="forbid")
    dpi: Annotated[float, Field(ge=18, le=400)] = 144
    boxes: Annotated[list[BoxIn], Field(max_length=2_000)] = []
    text: Annotated[str | None, Field(max_length=100_000)] = None


def page_routes(pool: Pool, uploads: Path, limits: Limits, metrics: Metrics) -> APIRouter:
    """Two pages are drawn at a time; a few may wait, further ones are told to come again."""
    router = APIRouter()

    @router.post("/v1/pages/{number}")
    async def draw(request: Request, number: int) -> JSONResponse:
        _check_size(request, limits)
        if pool.waiting >= _MAX_WAITING:
            raise Refusal(429, "BUSY", "Too many pages are being drawn.", {"Retry-After": "1"})
        path, image = uploads / uuid.uuid4().hex, uploads / f"{uuid.uuid4().hex}.png"
        try:
            wanted = await _read_form(request, path, limits)
            task = {
                "source": str(path),
                "image": str(image),
                "number": number,
                "limits": limits.as_json(),
                **wanted.model_dump(),
            }
            value = await _drawn(pool, task, limits)
            metrics.pages_drawn += 1
            content = await asyncio.to_thread(image.read_bytes)
        finally:
            path.unlink(missing_ok=True)
            image.unlink(missing_ok=True)
        return JSONResponse({"image": base64.b64encode(content).decode(), **value})

    return router


def _check_size(request: Request, limits: Limits) -> None:
    length = request.headers.get("content-length")
    if length is None:
        raise Refusal(411, "LENGTH_REQUIRED", "The request must name its length.")
    if int(length) > limits.file_bytes + _FORM_OVERHEAD:
        raise Refusal(413, "TOO_LARGE", f"The file is larger than {limits.file_bytes} bytes.")


async def _read_form(request: Request, path: Path, limits: Limits) -> PageRequest:
    async with request.form(max_files=1, max_fields=4, max_part_size=_FORM_OVERHEAD) as form:
        file, wanted = form.get("file"), form.get("request")
        if not isinstance(file, UploadFile):
            raise Refusal(400, "INVALID_REQUEST", "The part `file` is missing.")
        if isinstance(wanted, UploadFile):
            wanted = (await wanted.read()).decode("utf-8", "replace")
        try:
            parsed = PageRequest.model_validate_json(wanted or "{}")
        except ValidationError as error:
            places = ", ".join(".".join(str(part) for part in item["loc"]) for item in error.errors())
            raise Refusal(400, "INVALID_REQUEST", f"Not as expected: {places}.") from None
        await store_body(_chunks(file), path, limits.file_bytes)
        return parsed


async def _chunks(file: UploadFile) -> Any:
    while chunk := await file.read(1 << 20):
        yield chunk


async def _drawn(pool: Pool, task: dict[str, Any], limits: Limits) -> dict[str, Any]:
    """The wait is part of the deadline: a preview that comes late is of no use."""
    try:
        async with asyncio.timeout(limits.render_seconds + 10):
            value: dict[str, Any] = await pool.run(task, limits.render_seconds)
            return value
    except TimeoutError:
        raise Refusal(429, "BUSY", "Too many pages are being drawn.", {"Retry-After": "2"}) from None
    except TaskFailed as failure:
        status = _STATUS.get(failure.code, 422)
        raise Refusal(status, failure.code, failure.message) from None
    except OSError as error:
        internal = ParseFailure("INTERNAL", f"system error {error.errno}")
        raise Refusal(500, internal.code, internal.sentence) from None
