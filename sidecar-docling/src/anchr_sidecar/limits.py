"""Limits on input and on child processes; every value can be set from outside."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

MEBIBYTE = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Limits:
    """Sizes in bytes, times in seconds."""

    file_bytes: int = 50 * MEBIBYTE
    pages: int = 2_000
    window_seconds: float = 60.0
    """A parse window's deadline, extended by `recognised_page_seconds` for each page that needs OCR
    and by `page_seconds` for each page beyond the usual 20."""
    page_seconds: float = 1.0
    recognised_page_seconds: float = 30.0
    render_seconds: float = 20.0
    child_memory_bytes: int = 3_072 * MEBIBYTE
    """Address space; the resident set is about half of it."""
    child_file_bytes: int = 256 * MEBIBYTE
    child_open_files: int = 256
    windows_per_child: int = 50
    queue_length: int = 32
    picture_count: int = 500
    picture_bytes: int = 20 * MEBIBYTE
    render_pixels: int = 12_000_000
    blocks: int = 200_000

    def deadline_seconds(self, pages: int) -> float:
        return self.window_seconds + self.page_seconds * max(0, pages - 20)

    def as_json(self) -> dict[str, Any]:
        return asdict(self)
