"""Rows, and the intervals that columns of cells occupy."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from anchr_sidecar.layout.segments import Segment

Interval = tuple[float, float]


def rows_of(segments: Iterable[Segment]) -> list[list[Segment]]:
    """Segments side by side, from top to bottom, each row from left to right."""
    rows: list[list[Segment]] = []
    for segment in sorted(segments, key=lambda segment: (segment.middle, segment.left)):
        target = next((row for row in reversed(rows[-3:]) if _beside(segment, row)), None)
        if target is None:
            rows.append([segment])
        else:
            target.append(segment)
    return [sorted(row, key=lambda segment: segment.left) for row in rows]


def _beside(segment: Segment, row: Sequence[Segment]) -> bool:
    """Boxes may be as low as a dash or as high as a superscript: the overlap with the lower one counts."""
    nearest = min(row, key=lambda other: abs(other.left - segment.left))
    if any(o.left < segment.right - 1 and segment.left < o.right - 1 for o in row):
        return False
    overlap = min(segment.bottom, nearest.bottom) - max(segment.top, nearest.top)
    return overlap > 0.5 * min(segment.height, nearest.height)


def row_top(row: Sequence[Segment]) -> float:
    return min(segment.top for segment in row)


def row_bottom(row: Sequence[Segment]) -> float:
    return max(segment.bottom for segment in row)


def columns_of(rows: Sequence[Sequence[Segment]]) -> list[Interval]:
    """Narrow cells define the columns; a cell that touches several is a spanning cell.
    Neighbours that no row fills both of are one column (a nil dash set apart, a footnote sign)."""
    cells = sorted((cell for row in rows for cell in row), key=lambda cell: cell.width)
    columns: list[list[float]] = []
    for cell in cells:
        hit = [column for column in columns if _overlap(cell, column) > _tolerance(cell, column)]
        if not hit:
            columns.append([cell.left, cell.right])
        elif len(hit) == 1 and not _is_wide_over(cell, hit[0], columns):
            hit[0][0] = min(hit[0][0], cell.left)
            hit[0][1] = max(hit[0][1], cell.right)
    return _joined(sorted((left, right) for left, right in columns), rows)


def _overlap(cell: Segment, column: Sequence[float]) -> float:
    return min(cell.right, column[1]) - max(cell.left, column[0])


def _tolerance(cell: Segment, column: Sequence[float]) -> float:
    return min(2.0, 0.3 * min(cell.width, column[1] - column[0]))


def _is_wide_over(cell: Segment, column: Sequence[float], columns: list[list[float]]) -> bool:
    """Growing over the gap to the next column would swallow it."""
    following = [other for other in columns if other[0] >= column[1]]
    return any(cell.right > other[0] - 1 for other in following)


def _joined(columns: list[Interval], rows: Sequence[Sequence[Segment]]) -> list[Interval]:
    joined: list[Interval] = []
    for column in columns:
        if joined and column[0] - joined[-1][1] < _near(rows) and _never_both(joined[-1], column, rows):
            joined[-1] = (joined[-1][0], max(joined[-1][1], column[1]))
        else:
            joined.append(column)
    return joined


def _near(rows: Sequence[Sequence[Segment]]) -> float:
    sizes = [cell.size for row in rows for cell in row]
    return 1.8 * max(4.0, sum(sizes) / max(1, len(sizes)))


def _never_both(left: Interval, right: Interval, rows: Sequence[Sequence[Segment]]) -> bool:
    return not any(_fills(row, left) and _fills(row, right) for row in rows)


def _fills(row: Sequence[Segment], column: Interval) -> bool:
    return any(_overlap(cell, column) > _tolerance(cell, column) for cell in row)


def spanned(cell: Segment, columns: Sequence[Interval]) -> tuple[int, int]:
    """First and last column that the cell covers; the nearest where it covers none."""
    hit = [i for i, column in enumerate(columns) if _overlap(cell, column) > _tolerance(cell, column)]
    if hit:
        return hit[0], hit[-1]
    nearest = min(range(len(columns)), key=lambda i: _distance(cell, columns[i]))
    return nearest, nearest


def _distance(cell: Segment, column: Interval) -> float:
    return max(0.0, column[0] - cell.right, cell.left - column[1])


def count(rows: Iterable[Sequence[Segment]], test: Callable[[Segment], bool]) -> int:
    return sum(1 for row in rows for cell in row if test(cell))
