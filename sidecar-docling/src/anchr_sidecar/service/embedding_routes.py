"""`/v1/embeddings`, in OpenAI's shape."""

from __future__ import annotations

import base64
from typing import Annotated, Any, Literal

import numpy
from fastapi import APIRouter
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field

from anchr_sidecar.embedding import DIMENSIONS, MODEL_NAME, EmbeddingModel, InputTooLong, Vector
from anchr_sidecar.service.errors import Refusal
from anchr_sidecar.service.metrics import Metrics

Text = Annotated[str, Field(max_length=200_000)]


class EmbeddingRequest(BaseModel):
    """Other fields of the shape (`user`) are ignored."""

    input: Text | Annotated[list[Text], Field(min_length=1, max_length=2_048)]
    model: str = MODEL_NAME
    encoding_format: Literal["float", "base64"] = "float"
    dimensions: int | None = None


def embedding_routes(model: EmbeddingModel, metrics: Metrics) -> APIRouter:
    router = APIRouter()

    @router.post("/v1/embeddings")
    async def embed(request: EmbeddingRequest) -> JSONResponse:
        if request.model != MODEL_NAME:
            raise Refusal(404, "MODEL_NOT_FOUND", f"The model here is {MODEL_NAME}.")
        if request.dimensions not in (None, DIMENSIONS):
            raise Refusal(400, "INVALID_REQUEST", f"The model has {DIMENSIONS} dimensions.")
        texts = [request.input] if isinstance(request.input, str) else request.input
        if not all(text.strip() for text in texts):
            raise Refusal(400, "EMPTY_INPUT", "Blank text has no vector.")
        try:
            embedded = await model.embed(texts)
        except InputTooLong as error:
            raise Refusal(400, "INPUT_TOO_LONG", str(error)) from None
        metrics.texts_embedded += len(texts)
        data = [
            {"object": "embedding", "index": index, "embedding": _written(vector, request.encoding_format)}
            for index, vector in enumerate(embedded.vectors)
        ]
        usage = {"prompt_tokens": embedded.tokens, "total_tokens": embedded.tokens}
        return JSONResponse({"object": "list", "data": data, "model": MODEL_NAME, "usage": usage})

    return router


def _written(vector: Vector, form: str) -> Any:
    if form == "base64":
        return base64.b64encode(numpy.asarray(vector, dtype="<f4").tobytes()).decode()
    return [float(value) for value in vector]
