"""The work of a page child: a drawn page, and the boxes of given words on it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pypdfium2
import pypdfium2.raw as pdfium

from anchr_sidecar.failures import ParseFailure
from anchr_sidecar.limits import Limits
from anchr_sidecar.parsing.geometry import PageFrame, Rectangle
from anchr_sidecar.parsing.page_images import draw_page
from anchr_sidecar.parsing.pdf_file import frame_of, opened_pdf
from anchr_sidecar.rendering.locate import Glyph, locate

_MAX_GLYPHS = 200_000


def render(request: dict[str, Any], report: Callable[[dict[str, Any]], None]) -> dict[str, Any]:
    """`request`: source and image (paths), number, dpi, boxes, text, limits. Raises ParseFailure."""
    del report
    limits = Limits(**request["limits"])
    content = Path(request["source"]).read_bytes()
    with opened_pdf(content, limits) as document:
        number = int(request["number"])
        frame = frame_of(document, number) if 1 <= number <= len(document) else None
        if frame is None:
            raise ParseFailure("CORRUPT_FILE", "no such page")
        image = draw_page(document, number, float(request["dpi"]), limits.render_pixels)
        image.save(request["image"], "PNG")
        return {
            "widthPx": image.width,
            "heightPx": image.height,
            "width": round(frame.width, 2),
            "height": round(frame.height, 2),
            "rotation": frame.rotation,
            "found": _found(document, frame, request["text"], request["boxes"]),
        }


def _found(
    document: Any, frame: PageFrame, text: str | None, boxes: list[dict[str, float]]
) -> list[dict[str, Any]] | None:
    if not text or not text.strip():
        return None
    near = [
        (box["left"], box["top"], box["right"], box["bottom"]) for box in boxes if box["page"] == frame.number
    ]
    lines = locate(glyphs_of(document, frame), text, near)
    if lines is None:
        return None
    return [_box(frame, line) for line in lines]


def _box(frame: PageFrame, line: Rectangle) -> dict[str, Any]:
    left, top, right, bottom = (round(value, 2) for value in line)
    return {"page": frame.number, "left": left, "top": top, "right": right, "bottom": bottom}


def glyphs_of(document: Any, frame: PageFrame) -> list[Glyph]:
    """The page's characters as pdfium gives them, white space included, without invisible ones."""
    page = document[frame.number - 1]
    try:
        origin_left, _, _, origin_top = page.get_bbox()
        text_page = page.get_textpage()
        try:
            glyphs = []
            for index in range(min(text_page.count_chars(), _MAX_GLYPHS)):
                character = chr(pdfium.FPDFText_GetUnicode(text_page.raw, index))
                try:
                    left, bottom, right, top = text_page.get_charbox(index, loose=True)
                except pypdfium2.PdfiumError:
                    continue
                box = (left - origin_left, origin_top - top, right - origin_left, origin_top - bottom)
                glyphs.append(Glyph(character, box))
            return glyphs
        finally:
            text_page.close()
    finally:
        page.close()
