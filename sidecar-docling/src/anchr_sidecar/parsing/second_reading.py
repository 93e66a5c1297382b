"""What docling-parse leaves out of a page's words, read from pdfium, which sees the same page.

- Fonts that it reports by their key only ("/F1"), as it does for the standard fourteen.
- Characters that it gives as U+FFFD although the font maps them (Hangul from U+CC00 on, some signs).
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pypdfium2
import pypdfium2.raw as pdfium

from anchr_sidecar.layout.segments import Word
from anchr_sidecar.parsing.geometry import PageFrame

_KEY = re.compile(r"/?[A-Za-z]{0,4}\d+(\+\d+)?")
_NAME_BYTES = 256
_MARGIN = 0.4


class SecondReading:
    """Looks a font key up once a page, and only damaged words."""

    def __init__(self, document: Any, frames: Mapping[int, PageFrame]) -> None:
        self._document = document
        self._frames = frames

    def complete(self, number: int, words: list[Word]) -> list[Word]:
        """The words with font names and characters filled in where pdfium knows them."""
        keys = {word.font for word in words if _KEY.fullmatch(word.font)}
        damaged = any("\ufffd" in word.text for word in words)
        frame = self._frames.get(number)
        if frame is None or not (keys or damaged):
            return words
        try:
            page = self._document[number - 1]
        except pypdfium2.PdfiumError:
            return words
        try:
            left, _, _, top = page.get_bbox()
            text_page = page.get_textpage()
            try:
                reading = _PageReading(text_page, frame, (left, top))
                names = reading.names(words, keys)
                return [reading.filled_in(word, names) for word in words]
            finally:
                text_page.close()
        except pypdfium2.PdfiumError:
            return words
        finally:
            page.close()


class _PageReading:
    def __init__(self, text_page: Any, frame: PageFrame, origin: tuple[float, float]) -> None:
        self._text_page = text_page
        self._frame = frame
        self._origin = origin

    def names(self, words: list[Word], keys: set[str]) -> dict[str, str]:
        samples: dict[str, Word] = {}
        for word in words:
            if word.font in keys and len(word.text) > 1:
                samples.setdefault(word.font, word)
        return {key: name for key, word in samples.items() if (name := self._name_at(word))}

    def filled_in(self, word: Word, names: Mapping[str, str]) -> Word:
        text = self._text_at(word) if "\ufffd" in word.text else word.text
        return replace(word, text=text, font=names.get(word.font, word.font))

    def _name_at(self, word: Word) -> str:
        left, bottom, right, top = self._rectangle(word)
        x, y = (left + right) / 2, (bottom + top) / 2
        index = pdfium.FPDFText_GetCharIndexAtPos(self._text_page.raw, x, y, 3.0, 3.0)
        if index < 0:
            return ""
        buffer = ctypes.create_string_buffer(_NAME_BYTES)
        flags = ctypes.c_int()
        length = pdfium.FPDFText_GetFontInfo(
            self._text_page.raw, index, buffer, _NAME_BYTES, ctypes.byref(flags)
        )
        return buffer.value.decode("utf-8", "replace") if 0 < length <= _NAME_BYTES else ""

    def _text_at(self, word: Word) -> str:
        """Taken only where it fits what is known: the same length and the undamaged characters."""
        left, bottom, right, top = self._rectangle(word)
        found = self._text_page.get_text_bounded(
            left - _MARGIN, bottom - _MARGIN, right + _MARGIN, top + _MARGIN
        )
        text = re.sub(r"\s+", "", found)
        pattern = "".join("." if c == "\ufffd" else re.escape(c) for c in word.text)
        match = re.search(pattern, text)
        return match.group() if match else word.text

    def _rectangle(self, word: Word) -> tuple[float, float, float, float]:
        """Left, bottom, right, top in pdfium's coordinates."""
        box = self._frame.box((word.left, word.top, word.right, word.bottom))
        x, y = self._origin
        return x + box["left"], y - box["bottom"], x + box["right"], y - box["top"]
