"""Words of page images, by RapidOCR with the models inside its package."""

from __future__ import annotations

import logging
from typing import Any

import numpy

from anchr_sidecar.layout.segments import Word
from anchr_sidecar.limits import Limits
from anchr_sidecar.parsing.page_images import draw_page

_DOTS_PER_INCH = 150
_MIN_SCORE = 0.5


class PageRecogniser:
    """Loaded at the first page that needs it: most documents never do."""

    def __init__(self) -> None:
        self._engine: Any = None

    def words(self, document: Any, number: int, limits: Limits) -> list[Word]:
        """Lines of the page, points from the top left of the displayed page."""
        image = draw_page(document, number, _DOTS_PER_INCH, limits.render_pixels)
        pixels = numpy.asarray(image)
        if pixels.min() == pixels.max():
            return []
        result = self._loaded()(pixels[:, :, ::-1])
        if result is None or result.boxes is None:
            return []
        width, _ = document.get_page_size(number - 1)
        scale = width / image.width
        return [
            _word(box, text, scale)
            for box, text, score in zip(result.boxes, result.txts, result.scores, strict=True)
            if score >= _MIN_SCORE and text.strip()
        ]

    def _loaded(self) -> Any:
        if self._engine is None:
            from rapidocr import RapidOCR

            logging.getLogger("RapidOCR").setLevel(logging.ERROR)
            self._engine = RapidOCR(
                params={
                    "Global.log_level": "error",
                    "EngineConfig.onnxruntime.intra_op_num_threads": 2,
                    "EngineConfig.onnxruntime.enable_cpu_mem_arena": False,
                }
            )
        return self._engine


def _word(box: Any, text: str, scale: float) -> Word:
    xs, ys = [float(point[0]) * scale for point in box], [float(point[1]) * scale for point in box]
    height = max(ys) - min(ys)
    return Word(min(xs), min(ys), max(xs), max(ys), text.strip(), recognised=True, size=height)
