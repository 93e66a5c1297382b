"""Regions of a window → blocks of the answer."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from anchr_sidecar.layout.paragraphs import code_text
from anchr_sidecar.layout.patterns import LIST_MARKER, LONE_MARKER
from anchr_sidecar.layout.region import Region
from anchr_sidecar.layout.segments import Segment
from anchr_sidecar.parsing.geometry import PageFrame, Rectangle
from anchr_sidecar.parsing.pipeline import PdfOutcome, RegionKey
from anchr_sidecar.parsing.shape import Block, Box
from anchr_sidecar.parsing.words import Hyphenation, clean, join_lines

PictureNumber = Callable[[int, Rectangle], int | None]
"""Stores a picture by page and displayed box; its number, or None where it could not be stored."""


class BlockBuilder:
    """Builds each region once; captions and continued paragraphs go with their owners."""

    def __init__(
        self,
        outcome: PdfOutcome,
        frames: Mapping[int, PageFrame],
        hyphenation: Hyphenation,
        store_picture: PictureNumber,
    ) -> None:
        self._outcome = outcome
        self._frames = frames
        self._hyphenation = hyphenation
        self._store_picture = store_picture
        self._lefts = list_indents(outcome)

    def build(self) -> list[Block]:
        owned = {key for keys in self._outcome.captions.values() for key in keys}
        owned |= {key for keys in self._outcome.merges.values() for key in keys}
        blocks = []
        for key in self._outcome.order:
            if key not in owned and self._outcome.region(key).kind != "furniture":
                blocks.append(self._block(key))
        return blocks

    def _block(self, key: RegionKey) -> Block:
        region = self._outcome.region(key)
        if region.kind == "table":
            return self._table(key, region)
        if region.kind == "picture":
            return self._picture(key, region)
        keys = [key, *self._outcome.merges.get(key, [])]
        boxes = [self._box(other) for other in keys]
        lines = [text for other in keys for text in _line_texts(self._outcome.region(other))]
        text = join_lines(lines, self._hyphenation)
        if region.kind == "heading":
            return Block(kind="heading", level=region.level, text=text, page=key[0], boxes=boxes)
        if region.kind == "code":
            code = clean(code_text(region.lines))
            return Block(kind="code", text=code, language=None, page=key[0], boxes=boxes)
        if region.kind == "list-item":
            return self._list_item(key, region, text, boxes)
        kind = "footnote" if region.kind == "footnote" else "paragraph"
        return Block(kind=kind, text=text, page=key[0], boxes=boxes)  # type: ignore[typeddict-item]

    def _list_item(self, key: RegionKey, region: Region, text: str, boxes: list[Box]) -> Block:
        match = LIST_MARKER.match(text)
        marker = region.segments[0].marker or (match.group("marker") if match else "")
        rest = text[len(marker) :].lstrip() if text.startswith(marker) else text
        if marker and not re.search(r"[\w(①-⑳]", marker):
            marker = "•" if marker not in "–—-*" else marker
        lefts = self._lefts.get(key[0], [])
        depth = sum(1 for left in lefts if left < region.left - 6)
        return Block(
            kind="list-item", text=rest, marker=marker, depth=min(depth, 5), page=key[0], boxes=boxes
        )

    def _table(self, key: RegionKey, region: Region) -> Block:
        grid = region.grid
        assert grid is not None
        texts = [[""] * grid.columns for _ in range(grid.rows)]
        segments: list[list[Segment]] = [[] for _ in range(grid.rows)]
        heads: set[int] = set()
        for cell in grid.cells:
            text = join_lines([segment.text for segment in cell.segments], self._hyphenation)
            span = range(cell.first, cell.last + 1) if cell.header else range(cell.first, cell.first + 1)
            for column in span:
                texts[cell.row][column] = text
            segments[cell.row] += cell.segments
            heads |= {cell.row} if cell.header else set()
        body = [row for row in range(grid.rows) if row not in heads and segments[row]]
        header = [_joined_head(texts, sorted(heads), column) for column in range(grid.columns)]
        caption, boxes = self._with_captions(key)
        return Block(
            kind="table",
            header=header if heads else [],
            rows=[texts[row] for row in body],
            rowBoxes=[self._frames[key[0]].box(_around(segments[row])) for row in body],
            caption=caption,
            page=key[0],
            boxes=boxes,
        )

    def _picture(self, key: RegionKey, region: Region) -> Block:
        caption, boxes = self._with_captions(key)
        text = join_lines(_line_texts(region), self._hyphenation) or None
        number = self._store_picture(key[0], (region.left, region.top, region.right, region.bottom))
        return Block(
            kind="picture",
            picture=number,
            caption=caption,
            alternativeText=None,
            text=text,
            page=key[0],
            boxes=boxes,
        )

    def _with_captions(self, key: RegionKey) -> tuple[str | None, list[Box]]:
        captions = self._outcome.captions.get(key, [])
        lines = [text for other in captions for text in _line_texts(self._outcome.region(other))]
        boxes = [self._box(key), *(self._box(other) for other in captions)]
        return join_lines(lines, self._hyphenation) or None, boxes

    def _box(self, key: RegionKey) -> Box:
        region = self._outcome.region(key)
        return self._frames[key[0]].box((region.left, region.top, region.right, region.bottom))


def _joined_head(texts: Sequence[Sequence[str]], heads: Sequence[int], column: int) -> str:
    parts: list[str] = []
    for row in heads:
        if texts[row][column] and texts[row][column] not in parts:
            parts.append(texts[row][column])
    return " ".join(parts)


def _line_texts(region: Region) -> list[str]:
    return [" ".join(segment.text for segment in line) for line in region.lines]


def _around(segments: Sequence[Segment]) -> Rectangle:
    return (
        min(segment.left for segment in segments),
        min(segment.top for segment in segments),
        max(segment.right for segment in segments),
        max(segment.bottom for segment in segments),
    )


def list_indents(outcome: PdfOutcome) -> dict[int, list[float]]:
    """Left edges at which list items of a page start, one for each depth of indentation.
    Columns start their own count: an edge more than 150 points further right is no indentation."""
    result: dict[int, list[float]] = {}
    for number, page in outcome.pages.items():
        edges: list[float] = []
        for left in sorted(region.left for region in page.regions if region.kind == "list-item"):
            if not edges or 6 < left - edges[-1] < 60:
                edges.append(left)
        result[number] = edges
    return result


def is_marker_only(text: str) -> bool:
    return LONE_MARKER.match(text) is not None
