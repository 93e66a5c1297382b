"""Plain text → paragraphs at blank lines."""

from __future__ import annotations

import re

from anchr_sidecar.failures import ParseFailure
from anchr_sidecar.limits import Limits
from anchr_sidecar.parsing.encoding import Decoded
from anchr_sidecar.parsing.shape import Block, ParsedWindow, without_pages

_MAX_PARAGRAPH = 20_000


def parse_plain_text(decoded: Decoded, limits: Limits) -> ParsedWindow:
    """Line breaks are kept: in a log or a poem they carry meaning."""
    paragraphs = re.split(r"\n[ \t]*(?:\n[ \t]*)+", decoded.text.replace("\f", "\n\n"))
    blocks = [
        Block(kind="paragraph", text=part, page=None, boxes=[])
        for paragraph in paragraphs
        if paragraph.strip()
        for part in _parts(paragraph.strip("\n").rstrip())
    ]
    if not blocks:
        raise ParseFailure("NO_TEXT_FOUND")
    return without_pages(None, blocks[: limits.blocks], list(decoded.warnings))


def _parts(paragraph: str) -> list[str]:
    """A file of one endless line is cut at ends of sentences, words, or, failing both, anywhere."""
    parts: list[str] = []
    while len(paragraph) > _MAX_PARAGRAPH:
        cut = max(paragraph.rfind(sign, _MAX_PARAGRAPH // 2, _MAX_PARAGRAPH) for sign in ("\n", ". ", "。"))
        if cut < 0:
            cut = paragraph.rfind(" ", _MAX_PARAGRAPH // 2, _MAX_PARAGRAPH)
        cut = _MAX_PARAGRAPH if cut < 0 else cut + 1
        parts.append(paragraph[:cut].rstrip())
        paragraph = paragraph[cut:].lstrip()
    return [*parts, paragraph]
