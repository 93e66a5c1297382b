"""A window of a PDF → a parsed window."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

from anchr_sidecar.failures import ParseFailure
from anchr_sidecar.layout.labels import body_size
from anchr_sidecar.layout.segments import Word
from anchr_sidecar.limits import Limits
from anchr_sidecar.parsing.blocks import BlockBuilder
from anchr_sidecar.parsing.geometry import PageFrame
from anchr_sidecar.parsing.memory import MemoryWatch
from anchr_sidecar.parsing.pdf_file import frame_of, opened_pdf, outline_of, title_of
from anchr_sidecar.parsing.pictures import PictureStore
from anchr_sidecar.parsing.pipeline import PdfOutcome, PdfReader
from anchr_sidecar.parsing.recognition import PageRecogniser
from anchr_sidecar.parsing.recovery import recover
from anchr_sidecar.parsing.second_reading import SecondReading
from anchr_sidecar.parsing.shape import Block, Page, ParsedWindow, ParseWarning, text_of
from anchr_sidecar.parsing.words import clean, hyphenation_of

Report = Callable[[dict[str, Any]], None]
"""Told of progress: `page` n of m, and `recognising`, which asks for more time."""


@lru_cache(maxsize=1)
def reader() -> PdfReader:
    return PdfReader()


@lru_cache(maxsize=1)
def recogniser() -> PageRecogniser:
    return PageRecogniser()


def parse_pdf(
    content: bytes, window: tuple[int, int], pictures: Path, limits: Limits, report: Report
) -> ParsedWindow:
    """`window`: 1-based inclusive pages, cut to the document; (0, 0) is the whole document.
    Pictures are stored as `pictures`/1.png and so on."""
    with opened_pdf(content, limits) as document:
        first, last = _cut(window, len(document))
        frames = {n: frame for n in range(first, last + 1) if (frame := frame_of(document, n)) is not None}
        outcome = _read(document, content, (first, last), frames, limits, report)
        store = PictureStore(document, frames, pictures, limits)
        blocks, warnings = _blocks(outcome, frames, store)
        pages = [_page(n, frames.get(n), outcome) for n in range(first, last + 1)]
        warnings = _page_warnings(pages, outcome, frames) + warnings + store.warnings
        whole = first == 1 and last == len(document)
        if whole and not any(text_of(block).strip() for block in blocks):
            raise ParseFailure("NO_TEXT_FOUND")
        return ParsedWindow(
            title=title_of(document) or (_largest_line(outcome) if first == 1 else None),
            pageCount=len(document),
            firstPage=first,
            lastPage=last,
            pages=pages,
            blocks=blocks[: limits.blocks],
            warnings=warnings,
        )


def _cut(window: tuple[int, int], count: int) -> tuple[int, int]:
    first, last = window
    if (first, last) == (0, 0):
        return 1, count
    if first > count:
        raise ParseFailure("INTERNAL", f"page {first} of a document of {count} pages was asked for")
    return max(1, first), min(last, count)


def _read(
    document: Any,
    content: bytes,
    window: tuple[int, int],
    frames: dict[int, PageFrame],
    limits: Limits,
    report: Report,
) -> PdfOutcome:
    first, last = window

    def recognise(number: int) -> list[Word]:
        report({"event": "recognising", "extendSeconds": limits.recognised_page_seconds})
        return recogniser().words(document, number, limits)

    def page_done(number: int) -> None:
        report({"event": "page", "page": number - first + 1, "pages": last - first + 1})

    second = SecondReading(document, frames)
    memory = MemoryWatch()
    outcome = reader().read(content, window, outline_of(document), recognise, second.complete, page_done)
    if outcome is None or not outcome.pages:
        if memory.exhausted():
            raise ParseFailure("OUT_OF_MEMORY")
        raise ParseFailure("CORRUPT_FILE")
    return outcome


def _blocks(
    outcome: PdfOutcome, frames: dict[int, PageFrame], store: PictureStore
) -> tuple[list[Block], list[ParseWarning]]:
    for number in [number for number in outcome.pages if number not in frames]:
        size = outcome.pages[number]
        frames[number] = PageFrame(number, max(1.0, size.width), max(1.0, size.height), 0)
    lines = (
        " ".join(segment.text for segment in line)
        for page in outcome.pages.values()
        for region in page.regions
        for line in region.lines
    )
    builder = BlockBuilder(outcome, frames, hyphenation_of(lines), store.store)
    blocks = [block for block in builder.build() if not _is_blank(block)]
    return recover(outcome, blocks, frames)


def _is_blank(block: Block) -> bool:
    if block["kind"] in {"table", "picture"}:
        return block["kind"] == "table" and not block["rows"] and not block["header"]
    return not (block.get("text") or "").strip()


def _page(number: int, frame: PageFrame | None, outcome: PdfOutcome) -> Page:
    read = outcome.pages.get(number)
    return Page(
        number=number,
        width=round(frame.width, 2) if frame else 0.0,
        height=round(frame.height, 2) if frame else 0.0,
        rotation=frame.rotation if frame else 0,
        hadText=read is not None and read.had_text,
        ocr=read is not None and read.recognised,
    )


def _page_warnings(
    pages: list[Page], outcome: PdfOutcome, frames: dict[int, PageFrame]
) -> list[ParseWarning]:
    warnings: list[ParseWarning] = []
    for page in pages:
        number = page["number"]
        if number in outcome.failed_pages or number not in frames:
            message = "The page could not be read."
            warnings.append(ParseWarning(code="PAGE_FAILED", page=number, message=message))
        elif not page["hadText"] and not page["ocr"]:
            message = "The page holds no text."
            warnings.append(ParseWarning(code="NO_TEXT_ON_PAGE", page=number, message=message))
    return warnings


def _largest_line(outcome: PdfOutcome) -> str | None:
    """The heading in the largest type on the first page, where it stands out."""
    page = outcome.pages.get(1)
    headings = [region for region in page.regions if region.kind == "heading"] if page else []
    if page is None or not headings:
        return None
    best = max(headings, key=lambda region: region.segments[0].size)
    if best.segments[0].size < 1.25 * body_size(outcome.pages) or len(best.text) < 4:
        return None
    return clean(best.text)[:300]
