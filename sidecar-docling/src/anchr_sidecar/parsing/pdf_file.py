"""Opens a PDF with pdfium before Docling sees it: is it sound, and what are its pages?"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pypdfium2
import pypdfium2.raw as pdfium

from anchr_sidecar.failures import ParseFailure
from anchr_sidecar.layout.labels import fold
from anchr_sidecar.limits import Limits
from anchr_sidecar.parsing.geometry import PageFrame

_MAX_OUTLINE = 5_000
_MAX_SIDE = 14_400.0
_NO_TITLE = re.compile(
    r"^(untitled|microsoft word|powerpoint|slide \d|document\d*$|layout \d|print|http)"
    r"|\.(docx?|pptx?|xlsx?|indd|tex|dvi|pdf|qxd|html?)$",
    re.IGNORECASE,
)


@contextmanager
def opened_pdf(content: bytes, limits: Limits) -> Iterator[Any]:
    """A pdfium document with at least one page. Raises the failure that names what is wrong."""
    try:
        document = pypdfium2.PdfDocument(content)
    except pypdfium2.PdfiumError as error:
        code = getattr(error, "err_code", None)
        if code == pdfium.FPDF_ERR_PASSWORD:
            raise ParseFailure("PASSWORD_REQUIRED") from error
        if code == pdfium.FPDF_ERR_SUCCESS:
            raise ParseFailure("EMPTY_DOCUMENT", "it has no pages") from error
        if code == pdfium.FPDF_ERR_SECURITY:
            raise ParseFailure("UNSUPPORTED_TYPE", "a kind of encryption that is not supported") from error
        raise ParseFailure("CORRUPT_FILE") from error
    try:
        count = len(document)
        if count < 1:
            raise ParseFailure("EMPTY_DOCUMENT", "it has no pages")
        if count > limits.pages:
            if frame_of(document, count) is None:  # the number is only claimed
                raise ParseFailure("CORRUPT_FILE")
            raise ParseFailure("TOO_MANY_PAGES", f"{count} pages, limit {limits.pages}")
        yield document
    finally:
        document.close()


def frame_of(document: Any, number: int) -> PageFrame | None:
    """None where the page cannot be loaded. `number` is 1-based."""
    try:
        page = document[number - 1]
    except (pypdfium2.PdfiumError, IndexError):
        return None
    try:
        rotation = page.get_rotation() % 360
        width, height = page.get_size()
    finally:
        page.close()
    if rotation in (90, 270):
        width, height = height, width
    if not (0 < width <= _MAX_SIDE and 0 < height <= _MAX_SIDE):
        return None
    return PageFrame(number, float(width), float(height), int(rotation))


def title_of(document: Any) -> str | None:
    """The title in the file's properties, unless it is a file name or a program's default."""
    try:
        title = re.sub(r"\s+", " ", document.get_metadata_value("Title")).strip()
    except (pypdfium2.PdfiumError, UnicodeDecodeError):
        return None
    letters = sum(1 for character in title if character.isalpha())
    if letters < 3 or letters < 0.5 * len(title.replace(" ", "")) or _NO_TITLE.search(title):
        return None
    return title[:300]


def outline_of(document: Any) -> dict[str, int]:
    """Bookmarks: title without spaces and punctuation → depth from 1."""
    outline: dict[str, int] = {}
    try:
        for count, bookmark in enumerate(document.get_toc(max_depth=6)):
            if count >= _MAX_OUTLINE:
                break
            folded = fold(bookmark.get_title())
            if len(folded) > 3:
                outline.setdefault(folded, bookmark.level + 1)
    except (pypdfium2.PdfiumError, UnicodeDecodeError, RecursionError):
        return outline
    return outline
