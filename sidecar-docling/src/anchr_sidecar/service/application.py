"""The service put together: pools, jobs, model, routes."""

from __future__ import annotations

import asyncio
import hmac
import logging
import shutil
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse

from anchr_sidecar.embedding import DIMENSIONS, MAXIMUM_TOKENS, MODEL_NAME, EmbeddingModel
from anchr_sidecar.limits import Limits
from anchr_sidecar.processes.pool import Pool
from anchr_sidecar.service.embedding_routes import embedding_routes
from anchr_sidecar.service.errors import Refusal, answer_invalid, answer_refusal
from anchr_sidecar.service.jobs import Jobs
from anchr_sidecar.service.metrics import Metrics
from anchr_sidecar.service.page_routes import page_routes
from anchr_sidecar.service.parse_routes import parse_routes
from anchr_sidecar.service.settings import Settings

PARSE_TARGET = "anchr_sidecar.parsing.parse:parse"
RENDER_TARGET = "anchr_sidecar.rendering.render:render"
_RENDERERS = 2


def application(settings: Settings, log: logging.Logger, parse_target: str = PARSE_TARGET) -> FastAPI:
    """`parse_target`: what the parse children run. Raises ModelMissing."""
    limits = settings.limits
    folder = Path(tempfile.mkdtemp(prefix="anchr-sidecar-"))
    uploads = folder / "uploads"
    uploads.mkdir()
    metrics = Metrics()
    model = EmbeddingModel(settings.models / "minilm")
    parsers = Pool(parse_target, settings.workers, child_limits(limits), limits.windows_per_child, log)
    renderers = Pool(RENDER_TARGET, _RENDERERS, child_limits(limits), 200, log)
    jobs = Jobs(parsers, folder, limits, metrics.parse_ended)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        warming = asyncio.create_task(_warm_up(parsers, renderers, log))
        yield
        warming.cancel()
        await asyncio.gather(warming, return_exceptions=True)
        await jobs.close()
        await asyncio.gather(parsers.close(), renderers.close())
        model.close()
        await asyncio.to_thread(shutil.rmtree, folder, ignore_errors=True)

    app = FastAPI(title="Anchr sidecar", lifespan=lifespan, docs_url=None, redoc_url=None, openapi_url=None)
    app.add_exception_handler(Refusal, answer_refusal)
    app.add_exception_handler(RequestValidationError, answer_invalid)
    app.middleware("http")(_token_check(settings.token))
    app.include_router(parse_routes(jobs, uploads, limits))
    app.include_router(page_routes(renderers, uploads, limits, metrics))
    app.include_router(embedding_routes(model, metrics))
    _add_status(app, model, jobs, parsers, renderers, metrics)
    return app


async def _warm_up(parsers: Pool, renderers: Pool, log: logging.Logger) -> None:
    """One child each: starting takes seconds of CPU, and an idle child takes memory."""
    try:
        await parsers.warm_up(1)
        await renderers.warm_up(1)
    except Exception:  # the first task starts a child again, and then its failure has a reader
        log.exception("a child could not be started")


def child_limits(limits: Limits) -> dict[str, int]:
    return {
        "memory_bytes": limits.child_memory_bytes,
        "file_bytes": limits.child_file_bytes,
        "open_files": limits.child_open_files,
        "cpu_seconds": 3_600 * 4,
        "core_bytes": 0,
        "niceness": 5,
    }


def _token_check(
    token: str,
) -> Callable[[Request, Callable[[Request], Awaitable[Response]]], Awaitable[Response]]:
    expected = f"Bearer {token}".encode()

    async def check(request: Request, call_next: Callable[[Request], Awaitable[Response]]) -> Response:
        given = request.headers.get("authorization", "").encode()
        if request.url.path != "/health" and not hmac.compare_digest(given, expected):
            body = {"error": {"code": "UNAUTHORIZED", "message": "The token is missing or wrong."}}
            return JSONResponse(body, 401)
        return await call_next(request)

    return check


def _add_status(
    app: FastAPI, model: EmbeddingModel, jobs: Jobs, parsers: Pool, renderers: Pool, metrics: Metrics
) -> None:
    def pool_state(pool: Pool) -> dict[str, int]:
        return {"size": pool.size, "idle": pool.idle, "running": pool.running, "waiting": pool.waiting}

    @app.get("/health")
    async def health() -> dict[str, str]:
        return {"status": "ok"}

    @app.get("/ready")
    async def ready() -> dict[str, Any]:
        embedding = {
            "model": MODEL_NAME,
            "sha256": model.sha256,
            "dimensions": DIMENSIONS,
            "maximumTokens": MAXIMUM_TOKENS,
            "languages": ["en"],
        }
        pools = {"parse": pool_state(parsers), "pages": pool_state(renderers)}
        return {"status": "ready", "pools": pools, "jobs": jobs.counts(), "embedding": embedding}

    @app.get("/metrics")
    async def measured() -> PlainTextResponse:
        gauges = {f"jobs_{status}": count for status, count in jobs.counts().items()}
        for name, pool in (("parse", parsers), ("pages", renderers)):
            gauges |= {f"{name}_children_{key}": value for key, value in pool_state(pool).items()}
            gauges[f"{name}_children_died"] = pool.deaths
        return PlainTextResponse(metrics.text(gauges))
