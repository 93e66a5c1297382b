"""A region of a page: what becomes one block."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from anchr_sidecar.layout.segments import Segment

RegionKind = Literal[
    "text", "heading", "list-item", "table", "code", "picture", "caption", "footnote", "furniture"
]


@dataclass(slots=True, eq=False)
class GridCell:
    """A table cell; it covers the columns `first` to `last`, inclusive."""

    row: int
    first: int
    last: int
    segments: list[Segment]
    header: bool = False

    @property
    def text(self) -> str:
        return " ".join(segment.text for segment in self.segments)


@dataclass(slots=True, eq=False)
class Grid:
    """A table: `rows` counts header rows as well."""

    rows: int
    columns: int
    cells: list[GridCell]


@dataclass(slots=True, eq=False)
class Region:
    """Displayed page, points from the top left. `lines` are in reading order."""

    kind: RegionKind
    left: float
    top: float
    right: float
    bottom: float
    lines: list[list[Segment]] = field(default_factory=list)
    grid: Grid | None = None
    level: int = 1

    @property
    def segments(self) -> list[Segment]:
        return [segment for line in self.lines for segment in line]

    @property
    def text(self) -> str:
        return " ".join(segment.text for segment in self.segments)


def region_of(kind: RegionKind, lines: Sequence[Sequence[Segment]]) -> Region:
    segments = [segment for line in lines for segment in line]
    return Region(
        kind=kind,
        left=min(segment.left for segment in segments),
        top=min(segment.top for segment in segments),
        right=max(segment.right for segment in segments),
        bottom=max(segment.bottom for segment in segments),
        lines=[list(line) for line in lines],
    )
