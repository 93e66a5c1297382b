"""Pictures of a window, cut out of drawn pages."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pypdfium2
from PIL import Image

from anchr_sidecar.limits import Limits
from anchr_sidecar.parsing.geometry import PageFrame, Rectangle
from anchr_sidecar.parsing.page_images import crop, draw_page
from anchr_sidecar.parsing.shape import ParseWarning

_DOTS_PER_INCH = 144


class PictureStore:
    """Numbers pictures from 1. What the reader sees is stored, so masks and turned images are right."""

    def __init__(self, document: Any, frames: Mapping[int, PageFrame], folder: Path, limits: Limits) -> None:
        self._document = document
        self._frames = frames
        self._folder = folder
        self._limits = limits
        self._count = 0
        self._drawn: tuple[int, Image.Image] | None = None
        self.warnings: list[ParseWarning] = []

    def store(self, number: int, box: Rectangle) -> int | None:
        """The picture's number, or None with a warning where it could not be stored."""
        if self._count >= self._limits.picture_count:
            return None
        try:
            picture = crop(self._page(number), self._frames[number].displayed, box)
            path = self._folder / f"{self._count + 1}.png"
            picture.save(path, "PNG")
        except (pypdfium2.PdfiumError, OSError, ValueError, MemoryError):
            message = "A picture could not be stored."
            self.warnings.append(ParseWarning(code="PICTURE_LOST", page=number, message=message))
            return None
        if path.stat().st_size > self._limits.picture_bytes:
            path.unlink()
            return None
        self._count += 1
        return self._count

    def _page(self, number: int) -> Image.Image:
        if self._drawn is None or self._drawn[0] != number:
            image = draw_page(self._document, number, _DOTS_PER_INCH, self._limits.render_pixels)
            self._drawn = (number, image)
        return self._drawn[1]
