"""all-MiniLM-L6-v2 (int8 ONNX) with onnxruntime: mean pooling, unit length, 384 dimensions."""

from __future__ import annotations

import asyncio
import hashlib
import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy
import onnxruntime
from numpy.typing import NDArray
from tokenizers import Tokenizer

MODEL_NAME = "all-MiniLM-L6-v2-int8"
DIMENSIONS = 384
MAXIMUM_TOKENS = 256
"""The model's own training length, special tokens included."""

Vector = NDArray[numpy.float32]


class InputTooLong(Exception):
    """Nothing is cut in silence: the caller must send shorter text."""

    def __init__(self, index: int, tokens: int) -> None:
        super().__init__(f"Input {index} has {tokens} tokens; the model takes {MAXIMUM_TOKENS}.")


class ModelMissing(Exception):
    """Names the file that was not found."""


@dataclass(frozen=True, slots=True)
class Embedded:
    vectors: list[Vector]
    tokens: int


class EmbeddingModel:
    """Texts run one at a time: batches with padding change the vectors of a dynamic int8 model.

    One thread of its own, which requests take in turns, so that a question does not wait for a whole
    document, and nothing here waits for a parse.
    """

    def __init__(self, folder: Path) -> None:
        model, tokenizer = folder / "model.onnx", folder / "tokenizer.json"
        for path in (model, tokenizer):
            if not path.is_file():
                raise ModelMissing(f"The model file {path} is missing.")
        content = model.read_bytes()
        self.sha256 = hashlib.sha256(content).hexdigest()
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = min(4, os.cpu_count() or 1)
        options.inter_op_num_threads = 1
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        self._session = onnxruntime.InferenceSession(content, options, providers=["CPUExecutionProvider"])
        self._inputs = {item.name for item in self._session.get_inputs()}
        self._tokenizer = Tokenizer.from_file(str(tokenizer))
        self._tokenizer.no_truncation()
        self._tokenizer.no_padding()
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="embedding")

    async def embed(self, texts: list[str]) -> Embedded:
        """Unit vectors in the order of the texts. Raises InputTooLong before any work is done."""
        loop = asyncio.get_running_loop()
        encoded = await loop.run_in_executor(None, self._encode, texts)
        vectors = [await loop.run_in_executor(self._thread, self._vector, ids) for ids in encoded]
        return Embedded(vectors, sum(len(ids) for ids in encoded))

    def _encode(self, texts: list[str]) -> list[list[int]]:
        encoded: list[list[int]] = []
        for index, text in enumerate(texts):
            ids: list[int] = self._tokenizer.encode(text).ids
            if len(ids) > MAXIMUM_TOKENS:
                raise InputTooLong(index, len(ids))
            encoded.append(ids)
        return encoded

    def _vector(self, ids: list[int]) -> Vector:
        tokens = numpy.array([ids], dtype=numpy.int64)
        inputs = {
            "input_ids": tokens,
            "attention_mask": numpy.ones_like(tokens),
            "token_type_ids": numpy.zeros_like(tokens),
        }
        output = self._session.run(None, {name: inputs[name] for name in self._inputs})[0]
        pooled = numpy.asarray(output, dtype=numpy.float32)[0].mean(axis=0)
        norm = float(numpy.linalg.norm(pooled))
        unit: Vector = (pooled / norm if norm else pooled).astype(numpy.float32)
        return unit

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)
