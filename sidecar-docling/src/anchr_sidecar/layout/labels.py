"""Headings, running heads and footnotes: decided with all pages of the window at hand."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from anchr_sidecar.layout.patterns import (
    CAPTION,
    NAMED_HEADING,
    NUMBERED_HEADING,
    PAGE_NUMBER,
    is_number,
)
from anchr_sidecar.layout.region import Region
from anchr_sidecar.layout.segments import WIDE_SCRIPT

_EDGE = 0.12
_MAX_HEADING_CHARACTERS = 180


@dataclass(frozen=True, slots=True)
class PageRegions:
    width: float
    height: float
    regions: Sequence[Region]
    had_text: bool = True
    """A text layer that can be read; not so where it is missing or garbled."""
    recognised: bool = False


def label(pages: Mapping[int, PageRegions], outline: Mapping[str, int]) -> None:
    """Sets the kind and heading level of text regions. `outline`: folded bookmark title → depth."""
    body = body_size(pages)
    _mark_furniture(pages, body)
    sizes = heading_sizes(pages, body)
    for page in pages.values():
        for index, region in enumerate(page.regions):
            if region.kind not in {"text", "list-item"}:
                continue
            below = page.regions[index + 1] if index + 1 < len(page.regions) else None
            if is_heading(region, body, below, outline):
                region.kind = "heading"
                region.level = _level(region, body, sizes, outline)
            elif _is_footnote(region, body, page.height):
                region.kind = "footnote"


def body_size(pages: Mapping[int, PageRegions]) -> float:
    """The font size of most letters outside tables; of all letters where there are only tables."""
    for kinds in ({"text", "list-item"}, {"text", "list-item", "table", "caption", "picture", "code"}):
        sizes: Counter[float] = Counter()
        for page in pages.values():
            for region in page.regions:
                if region.kind in kinds:
                    for segment in region.segments:
                        sizes[round(segment.size * 2) / 2] += len(segment.text)
        if sizes:
            return sizes.most_common(1)[0][0]
    return 10.0


def heading_sizes(pages: Mapping[int, PageRegions], body: float) -> list[float]:
    """Sizes above the body's, largest first, steps of less than 8 % taken together."""
    seen = sorted(
        {
            _size(region)
            for page in pages.values()
            for region in page.regions
            if region.kind == "text" and _size(region) > 1.12 * body and len(region.text) < 180
        },
        reverse=True,
    )
    steps: list[float] = []
    for size in seen:
        if not steps or size < 0.92 * steps[-1]:
            steps.append(size)
    return steps


def fold(text: str) -> str:
    """For comparing titles: letters and digits only."""
    return re.sub(r"[\W_]+", "", text).casefold()


def is_heading(region: Region, body: float, below: Region | None, outline: Mapping[str, int]) -> bool:
    text = region.text.strip()
    if not _may_head(region, text):
        return False
    if fold(text) in outline and len(text) > 3:
        return True
    size = _size(region)
    if size > 1.15 * body:
        return len(text) < _MAX_HEADING_CHARACTERS and not text.endswith((",", ";"))
    if not all(segment.bold for segment in region.segments) or len(text) > 130 or size < 0.8 * body:
        return False
    if below is None and not NUMBERED_HEADING.match(text):
        return False
    return not text.endswith((",", ";")) and not (text.endswith(".") and not _is_numbered(text))


def _may_head(region: Region, text: str) -> bool:
    if len(region.lines) > 4 or any(segment.leader for segment in region.segments):
        return False
    if not all(segment.upright for segment in region.segments) or CAPTION.match(text):
        return False
    letters = re.findall(r"[^\W\d_]", text)
    wide = WIDE_SCRIPT.search(text) is not None
    if len(letters) < (1 if wide else 3) or is_number(text):
        return False
    return region.kind != "list-item" or (_is_numbered(text) and len(region.lines) == 1)


def _is_numbered(text: str) -> bool:
    return bool(NUMBERED_HEADING.match(text) or NAMED_HEADING.match(text))


def _size(region: Region) -> float:
    sizes: Counter[float] = Counter()
    for segment in region.segments:
        sizes[round(segment.size * 2) / 2] += len(segment.text)
    return sizes.most_common(1)[0][0] if sizes else 0.0


def _level(region: Region, body: float, sizes: Sequence[float], outline: Mapping[str, int]) -> int:
    """Bookmark depth, else the depth of its number, else the rank of its size; bold at body size is last."""
    text = region.text.strip()
    known = outline.get(fold(text))
    if known is not None:
        return min(6, known)
    numbered = NUMBERED_HEADING.match(text)
    if numbered:
        return min(6, 1 + numbered.group("number").rstrip(".").count("."))
    if re.match(r"^(part|chapter|第.+[章部篇])", text, re.IGNORECASE):
        return 1
    if NAMED_HEADING.match(text):
        return 2
    size = _size(region)
    rank = next((i for i, step in enumerate(sizes) if size > 0.92 * step), len(sizes))
    if size > 1.12 * body:
        return min(4, rank + 1)
    capitals = text.upper() == text and text.lower() != text
    return min(6, max(3, len(sizes) + 1) + (0 if capitals else 1))


def _is_footnote(region: Region, body: float, height: float) -> bool:
    small = _size(region) < 0.9 * body and region.top > 0.55 * height
    return small and re.match(r"^([*†‡§¹²³]|\(?\d{1,2}[).]?\s|\([a-z]\)\s)", region.text.strip()) is not None


def _mark_furniture(pages: Mapping[int, PageRegions], body: float) -> None:
    """Running heads and feet repeat at the same height; lone page numbers stand at the edge."""
    seen: dict[tuple[str, int], list[tuple[int, Region]]] = defaultdict(list)
    for number, page in pages.items():
        for region in page.regions:
            if region.kind in {"table", "picture", "code"} or len(region.lines) > 2:
                continue
            edge = region.bottom < _EDGE * page.height or region.top > (1 - _EDGE) * page.height
            if not edge or len(region.text) > 160:
                continue
            if _is_page_number(region, page):
                region.kind = "furniture"
            key = re.sub(r"\d+|\b[ivxlc]+\b", "#", region.text.strip().casefold())
            seen[key, round(region.top / max(1.0, page.height) * 40)].append((number, region))
    for (key, _), found in seen.items():
        count = len({number for number, _ in found})
        if count >= _enough(found, len(pages), body) or (key == "table of contents" and len(pages) > 1):
            _set_furniture(found, body)
    _mark_counted_pages(pages)


def _mark_counted_pages(pages: Mapping[int, PageRegions]) -> None:
    """A lone number at the end of each page that counts up with the pages is a page number,
    however far from the paper's edge the printer set it."""
    last: dict[int, list[Region]] = defaultdict(list)
    for number, page in pages.items():
        for region in [region for region in page.regions if region.kind != "furniture"][-2:]:
            if re.fullmatch(r"\d{1,4}", region.text.strip()) and region.top > 0.6 * page.height:
                last[int(region.text) - number].append(region)
    for regions in last.values():
        if len(regions) >= max(2, round(0.3 * len(pages))):
            for region in regions:
                region.kind = "furniture"


def _enough(found: Sequence[tuple[int, Region]], pages: int, body: float) -> int:
    """A line set as a title on a few pages is the title of a part that spans them, and worth keeping;
    on most pages it is the title of the whole."""
    if _is_prominent(found[0][1], body):
        return max(3, round(0.5 * pages))
    return max(3 if pages > 4 else 2, round(0.2 * pages))


def _is_prominent(region: Region, body: float) -> bool:
    return _size(region) > 1.1 * body or all(segment.bold for segment in region.segments)


def _set_furniture(found: Sequence[tuple[int, Region]], body: float) -> None:
    """The first occurrence stays where it is set as a title."""
    first = min(found, key=lambda item: item[0])[1]
    for _, region in found:
        if region is not first or not _is_prominent(region, body):
            region.kind = "furniture"


def _is_page_number(region: Region, page: PageRegions) -> bool:
    text = region.text.strip()
    margin = region.top > 0.9 * page.height or region.bottom < 0.08 * page.height
    if text.isdigit() and region.top > 0.84 * page.height and len(text) < 5:
        return all(other.bottom <= region.bottom + 1 for other in page.regions)
    return margin and len(text) < 24 and PAGE_NUMBER.match(text) is not None
