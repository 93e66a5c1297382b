"""One page: zones → tables, paragraphs, pictures, in reading order."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from anchr_sidecar.layout.columns import is_prose, zones_of
from anchr_sidecar.layout.grid import grid_of
from anchr_sidecar.layout.paragraphs import paragraphs_of
from anchr_sidecar.layout.region import Region, region_of
from anchr_sidecar.layout.segments import Segment, Word, segments_of
from anchr_sidecar.layout.tables import find_tables

Box = tuple[float, float, float, float]
_MIN_PICTURE_SHARE = 0.004
_MAX_PICTURE_SHARE = 0.85


def layout_of(
    words: Sequence[Word], turned: Sequence[Segment], bitmaps: Sequence[Box], size: tuple[float, float]
) -> list[Region]:
    """The page's regions in reading order. Every word ends up in exactly one of them."""
    segments = segments_of(words)
    pictures = _pictures(bitmaps, segments, size)
    inside = {id(segment) for picture in pictures for segment in picture.segments}
    body = [segment for segment in segments if id(segment) not in inside]
    regions: list[Region] = []
    for zone in zones_of(body):
        regions += _regions_of_zone(zone)
    for picture in pictures:
        regions.insert(_position(regions, picture), picture)
    return regions + [region_of("text", [[segment]]) for segment in turned]


def _regions_of_zone(zone: Sequence[Segment]) -> list[Region]:
    tables, rest = find_tables(zone)
    found: list[Region] = []
    for rows in tables:
        region = region_of("table", rows)
        region.grid = grid_of(rows)
        found.append(region)
    for region in paragraphs_of(rest):
        found.append(region)
    found.sort(key=lambda region: (region.top, region.left))
    return _split_by_tables(found)


def _split_by_tables(regions: list[Region]) -> list[Region]:
    """A paragraph never reads over a table that lies in its midst."""
    tables = [region for region in regions if region.kind == "table"]
    result: list[Region] = []
    for region in regions:
        table = next((t for t in tables if t is not region and _surrounds(region, t)), None)
        if table is None:
            result.append(region)
            continue
        for part in (
            [line for line in region.lines if line[0].middle < table.top],
            [line for line in region.lines if line[0].middle >= table.top],
        ):
            if part:
                result.append(region_of(region.kind, part))
    return sorted(result, key=lambda region: (region.top, region.left))


def _surrounds(region: Region, table: Region) -> bool:
    return (
        len(region.lines) > 1
        and region.kind != "table"
        and region.top < table.top - 1
        and region.bottom > table.bottom + 1
    )


def _pictures(bitmaps: Sequence[Box], segments: Sequence[Segment], size: tuple[float, float]) -> list[Region]:
    """Bitmaps that are neither specks nor the page's background. Short words upon them (axis
    labels) are theirs; running text upon them stays in the body."""
    area = size[0] * size[1]
    pictures: list[Region] = []
    for left, top, right, bottom in _joined(_clipped(bitmaps, size)):
        share = (right - left) * (bottom - top) / max(1.0, area)
        if not _MIN_PICTURE_SHARE < share < _MAX_PICTURE_SHARE or min(right - left, bottom - top) < 14:
            continue
        within = [s for s in segments if _is_within(s, (left, top, right, bottom))]
        region = Region("picture", left, top, right, bottom)
        if within and not any(is_prose(segment) for segment in within):
            region.lines = [[segment] for segment in within]
        pictures.append(region)
    return pictures


def _clipped(bitmaps: Sequence[Box], size: tuple[float, float]) -> list[Box]:
    boxes = [
        (max(0.0, left), max(0.0, top), min(size[0], right), min(size[1], bottom))
        for left, top, right, bottom in bitmaps
    ]
    return [box for box in boxes if box[2] > box[0] and box[3] > box[1]]


def _joined(boxes: list[Box]) -> list[Box]:
    """Producers cut one picture into strips; strips that touch are one picture."""
    joined: list[Box] = []
    for box in sorted(set(boxes), key=lambda box: (box[1], box[0]))[:400]:
        touching = next((i for i, other in enumerate(joined) if _touch(box, other)), None)
        if touching is None:
            joined.append(box)
        else:
            other = joined[touching]
            joined[touching] = (
                min(box[0], other[0]),
                min(box[1], other[1]),
                max(box[2], other[2]),
                max(box[3], other[3]),
            )
    return joined


def _touch(box: Box, other: Box) -> bool:
    stacked = abs(box[1] - other[3]) < 1.5 and abs(box[0] - other[0]) < 2 and abs(box[2] - other[2]) < 2
    beside = abs(box[0] - other[2]) < 1.5 and abs(box[1] - other[1]) < 2 and abs(box[3] - other[3]) < 2
    inside = (
        box[0] >= other[0] - 1
        and box[1] >= other[1] - 1
        and box[2] <= other[2] + 1
        and box[3] <= other[3] + 1
    )
    return stacked or beside or inside


def _is_within(segment: Segment, box: Box) -> bool:
    width = min(segment.right, box[2]) - max(segment.left, box[0])
    return width > 0.8 * segment.width and box[1] - 1 < segment.middle < box[3] + 1


def _position(regions: Sequence[Region], picture: Region) -> int:
    """Before the first region of its column that begins below it."""
    for index, region in enumerate(regions):
        shared = min(region.right, picture.right) - max(region.left, picture.left)
        if shared > 0 and region.top >= picture.top - 1:
            return index
    return len(regions)


def bitmap_boxes(page: Any) -> list[Box]:
    height = page.size.height
    boxes = (box.to_top_left_origin(height) for box in page._backend.get_bitmap_rects())
    return [(box.l, box.t, box.r, box.b) for box in boxes]


_GARBLED = re.compile(r"\(cid:\d+\)|GLYPH<[^>]*>|[\x00-\x08\x0e-\x1f\ufffd\ue000-\uf8ff]")


def garbled_share(text: str) -> float:
    """Share of the letters that stand for no character: a text layer without a Unicode map."""
    letters = sum(1 for c in text if not c.isspace())
    return sum(len(match) for match in _GARBLED.findall(text)) / letters if letters else 0.0
