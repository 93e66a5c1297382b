"""Refusals as JSON: `{"error": {"code", "message"}}`."""

from __future__ import annotations

from collections.abc import Mapping

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse


class Refusal(Exception):
    def __init__(
        self, status: int, code: str, message: str, headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(message)
        self.status, self.code, self.message, self.headers = status, code, message, headers


async def answer_refusal(request: Request, refusal: Exception) -> JSONResponse:
    assert isinstance(refusal, Refusal)
    body = {"error": {"code": refusal.code, "message": refusal.message}}
    return JSONResponse(body, refusal.status, headers=dict(refusal.headers or {}))


async def answer_invalid(request: Request, error: Exception) -> JSONResponse:
    """Places only: the values may be someone's content."""
    assert isinstance(error, RequestValidationError)
    places = ", ".join(".".join(str(part) for part in item["loc"]) for item in error.errors())
    body = {"error": {"code": "INVALID_REQUEST", "message": f"Not as expected: {places}."}}
    return JSONResponse(body, 400)
