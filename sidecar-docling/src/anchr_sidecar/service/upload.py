"""A request's body → a file, counted and hashed on the way."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncIterator
from pathlib import Path

from anchr_sidecar.service.errors import Refusal


async def store_body(chunks: AsyncIterator[bytes], path: Path, limit: int) -> str:
    """The SHA-256 in hexadecimal. Refuses with 413 as soon as the limit is passed."""
    digest = hashlib.sha256()
    size = 0
    with path.open("wb") as file:
        async for chunk in chunks:
            size += len(chunk)
            if size > limit:
                raise Refusal(413, "TOO_LARGE", f"The file is larger than {limit} bytes.")
            digest.update(chunk)
            await asyncio.to_thread(file.write, chunk)
    return digest.hexdigest()
