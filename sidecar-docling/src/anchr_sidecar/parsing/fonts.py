"""Names of fonts that Docling reports by their key only ("/F1"), as it does for the standard fourteen."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Mapping
from typing import Any

import pypdfium2
import pypdfium2.raw as pdfium

from anchr_sidecar.layout.segments import Word
from anchr_sidecar.parsing.geometry import PageFrame

_KEY = re.compile(r"/?[A-Za-z]{0,4}\d+(\+\d+)?")
_NAME_BYTES = 256


class FontNames:
    """One look-up for each key on a page, at a word set in it. pdfium sees the same page."""

    def __init__(self, document: Any, frames: Mapping[int, PageFrame]) -> None:
        self._document = document
        self._frames = frames

    def of_page(self, number: int, words: list[Word]) -> dict[str, str]:
        """Key → name, for the keys among the words' fonts that could be resolved."""
        samples: dict[str, Word] = {}
        for word in words:
            if not word.recognised and _KEY.fullmatch(word.font) and len(word.text) > 1:
                samples.setdefault(word.font, word)
        frame = self._frames.get(number)
        if not samples or frame is None:
            return {}
        page = self._document[number - 1]
        try:
            left, _, _, top = page.get_bbox()
            text_page = page.get_textpage()
            try:
                names = {key: _name_at(text_page, frame, word, (left, top)) for key, word in samples.items()}
            finally:
                text_page.close()
        except pypdfium2.PdfiumError:
            return {}
        finally:
            page.close()
        return {key: name for key, name in names.items() if name}


def _name_at(text_page: Any, frame: PageFrame, word: Word, origin: tuple[float, float]) -> str:
    box = frame.box((word.left, word.top, word.right, word.bottom))
    x = origin[0] + (box["left"] + box["right"]) / 2
    y = origin[1] - (box["top"] + box["bottom"]) / 2
    index = pdfium.FPDFText_GetCharIndexAtPos(text_page.raw, x, y, 3.0, 3.0)
    if index < 0:
        return ""
    buffer = ctypes.create_string_buffer(_NAME_BYTES)
    flags = ctypes.c_int()
    length = pdfium.FPDFText_GetFontInfo(text_page.raw, index, buffer, _NAME_BYTES, ctypes.byref(flags))
    return buffer.value.decode("utf-8", "replace") if 0 < length <= _NAME_BYTES else ""
