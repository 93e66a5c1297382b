"""Draws pages and parts of pages, with a limit on pixels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pypdfium2
from PIL import Image

from anchr_sidecar.parsing.geometry import Rectangle


def draw_page(document: Any, number: int, dots_per_inch: float, max_pixels: int) -> Image.Image:
    """The page as displayed (crop box, rotated). Drawn coarser where it would exceed `max_pixels`."""
    page = document[number - 1]
    try:
        width, height = page.get_size()
        scale = dots_per_inch / 72
        pixels = width * height * scale * scale
        if pixels > max_pixels:
            scale *= (max_pixels / pixels) ** 0.5
        bitmap = page.render(scale=max(scale, 1 / max(width, height)), may_draw_forms=False)
        try:
            image: Image.Image = bitmap.to_pil().convert("RGB")
            return image
        finally:
            bitmap.close()
    finally:
        page.close()


def crop(image: Image.Image, size: tuple[float, float], box: Rectangle) -> Image.Image:
    """Part of a drawn page; `size` and `box` in points of the displayed page."""
    x, y = image.width / size[0], image.height / size[1]
    left, top, right, bottom = box
    area = (int(left * x), int(top * y), max(int(left * x) + 1, round(right * x)), max(1, round(bottom * y)))
    return image.crop(
        (max(0, area[0]), max(0, area[1]), min(image.width, area[2]), min(image.height, area[3]))
    )


def path_boxes(document: Any, number: int, limit: int = 20_000) -> Sequence[Rectangle]:
    """Boxes of the page's drawn lines and shapes, from the bottom left before rotation."""
    page = document[number - 1]
    boxes: list[Rectangle] = []
    try:
        kinds = [pypdfium2.raw.FPDF_PAGEOBJ_PATH, pypdfium2.raw.FPDF_PAGEOBJ_SHADING]
        for count, item in enumerate(page.get_objects(filter=kinds, max_depth=3)):
            if count >= limit:
                break
            boxes.append(item.get_bounds())
    finally:
        page.close()
    return boxes
