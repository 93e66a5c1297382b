"""Columns of prose: a page is cut into zones that are read one after the other."""

from __future__ import annotations

from collections.abc import Sequence

from anchr_sidecar.layout.patterns import is_number
from anchr_sidecar.layout.rows import rows_of
from anchr_sidecar.layout.segments import WIDE_SCRIPT, Segment

Zone = list[Segment]
_MIN_LINES = 5
_SLACK = 3.0


def zones_of(segments: Sequence[Segment], depth: int = 0) -> list[Zone]:
    """Zones in reading order. Only prose makes columns: a table's columns stay together."""
    gutter = _gutter(segments) if depth < 3 else None
    if gutter is None:
        return [list(segments)] if segments else []
    zones: list[Zone] = []
    for band, split in _bands(segments, gutter):
        if not split:
            zones.append(band)
            continue
        left = [segment for segment in band if segment.left < gutter - _SLACK]
        right = [segment for segment in band if segment.left >= gutter - _SLACK]
        zones += zones_of(left, depth + 1) + zones_of(right, depth + 1)
    return zones


def is_prose(segment: Segment) -> bool:
    """A line of running text, by its length: about four words."""
    text = segment.text
    if is_number(text) or segment.leader:
        return False
    wide = len(WIDE_SCRIPT.findall(text))
    if sum(1 for character in text if character.isalpha()) < 0.6 * len(text):
        return False
    return len(text) + wide >= 22 and (wide >= 8 or text.count(" ") >= 3)


def _gutter(segments: Sequence[Segment]) -> float | None:
    """The left edge of a column that starts right of another column's lines, beside them."""
    prose = [segment for segment in segments if is_prose(segment)]
    if len(prose) < 2 * _MIN_LINES:
        return None
    start = min(segment.left for segment in prose)
    extent = max(segment.right for segment in prose) - start
    candidates = [s for s in prose if s.left > start + 0.2 * extent]
    best: tuple[int, float] | None = None
    for edge in sorted({round(segment.left) for segment in candidates}):
        right = [s for s in candidates if edge - 1 <= s.left <= edge + 2]
        if len(right) < _MIN_LINES:
            continue
        top, bottom = min(s.top for s in right), max(s.bottom for s in right)
        beside = [s for s in prose if s.middle > top - 2 and s.middle < bottom + 2]
        left = [s for s in beside if s.right < edge - 1]
        crossing = [s for s in beside if s.left < edge - _SLACK and s.right > edge + _SLACK]
        if len(left) >= _MIN_LINES and len(crossing) < 0.6 * min(len(left), len(right)):
            score = min(len(left), len(right)) - len(crossing)
            if best is None or score > best[0]:
                best = (score, float(edge))
    return None if best is None else best[1]


def _bands(segments: Sequence[Segment], gutter: float) -> list[tuple[Zone, bool]]:
    """Rows that cross the gutter end a band; a band is split where prose stands beside it."""
    bands: list[tuple[Zone, bool]] = []
    for row in rows_of(segments):
        crossing = any(s.left < gutter - _SLACK and s.right > gutter + _SLACK for s in row)
        if bands and bands[-1][1] == (not crossing):
            bands[-1][0].extend(row)
        else:
            bands.append((list(row), not crossing))
    return _settled(bands, gutter)


def _settled(bands: list[tuple[Zone, bool]], gutter: float) -> list[tuple[Zone, bool]]:
    """A band without prose right of the gutter is no pair of columns (a heading, a table)."""
    settled: list[tuple[Zone, bool]] = []
    for zone, split in bands:
        right = sum(1 for s in zone if s.left >= gutter - _SLACK and is_prose(s))
        keep = split and right >= 2
        if settled and settled[-1][1] == keep and not keep:
            settled[-1][0].extend(zone)
        else:
            settled.append((zone, keep))
    return settled
