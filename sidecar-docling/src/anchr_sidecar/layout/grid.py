"""Rows of cells → a grid with header rows, wrapped labels put back together."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from anchr_sidecar.layout.patterns import YEAR, is_number
from anchr_sidecar.layout.region import Grid, GridCell
from anchr_sidecar.layout.rows import Interval, columns_of, row_bottom, row_top, spanned
from anchr_sidecar.layout.segments import Segment

Row = list[Segment]
_MAX_HEADER_ROWS = 7
_DATE = re.compile(
    r"^((jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\.?\s+\d{1,2},?(\s*\d{4})?"
    r"|q[1-4]\s*['’]?\d{0,4}|(fy\s*)?\d{4}[ea]?(\s*\([\da-z]\))?|\d{1,2}/\d{1,2}/\d{2,4})$",
    re.IGNORECASE,
)

_OPEN_END = re.compile(r"(,|\b(and|or|of|the|to|for|in|by|with|from|on|at|as|per|a|an))$")


def grid_of(rows: Sequence[Row]) -> Grid:
    heads = _header_rows(rows)
    body = [row for row in rows[heads:] if len(row) > 1] or list(rows)
    columns = columns_of(body)
    if len(columns) < 2:
        columns = columns_of([row for row in rows if len(row) > 1])
    columns = _with_empty_columns(columns, rows[:heads])
    lines = [_placed(row, columns, header=index < heads) for index, row in enumerate(rows)]
    merged = _unwrapped(lines, rows, heads)
    cells = [
        GridCell(index, first, last, segments, header=header)
        for index, (line, header) in enumerate(merged)
        for (first, last), segments in sorted(line.items())
    ]
    return Grid(rows=len(merged), columns=max(1, len(columns)), cells=cells)


def _with_empty_columns(columns: list[Interval], heads: Sequence[Row]) -> list[Interval]:
    """A column may have a head and no entries."""
    alone = [
        [
            cell
            for cell in row
            if all(cell.left > right + 6 or cell.right < left - 6 for left, right in columns)
        ]
        for row in heads
    ]
    extra = columns_of([row for row in alone if row and len(row[-1].text) > 3])
    return sorted([*columns, *extra])


def _header_rows(rows: Sequence[Row]) -> int:
    """Rows above the first amount. Years and dates over the columns are no amounts."""
    for index, row in enumerate(rows[: _MAX_HEADER_ROWS + 1]):
        values = row[1:] if len(row) > 1 else []
        if any(_is_amount(cell.text) for cell in values):
            if index and not _is_section(rows[index - 1]):
                return index
            return _before_sections(rows, index)
    return 1 if _first_row_heads(rows) else 0


def _is_section(row: Row) -> bool:
    return len(row) == 1 and not row[0].text.startswith("(")


def _before_sections(rows: Sequence[Row], index: int) -> int:
    """A lone label right above the first amounts ("Assets:") opens the body."""
    left = min(row[0].left for row in rows)
    while index and _is_section(rows[index - 1]) and rows[index - 1][0].left < left + 40:
        index -= 1
    return index


def _is_amount(text: str) -> bool:
    return is_number(text) and not YEAR.match(text) and not _DATE.match(text)


def _first_row_heads(rows: Sequence[Row]) -> bool:
    """In a table of words the first row heads it where it looks unlike the rest, or is full."""
    first, rest = rows[0], [cell for row in rows[1:] for cell in row]
    if len(first) < 2:
        return False
    if all(cell.bold for cell in first) and not all(cell.bold for cell in rest):
        return True
    return len(first) >= max(len(row) for row in rows) and not any(_is_amount(c.text) for c in first)


def _placed(row: Row, columns: Sequence[Interval], *, header: bool) -> dict[tuple[int, int], Row]:
    placed: dict[tuple[int, int], Row] = {}
    for (first, last), cell in zip(_spans(row, columns, header=header), row, strict=True):
        key = next((k for k in placed if k[0] <= last and first <= k[1]), (first, last))
        placed.setdefault(key, []).append(cell)
    return placed


def _spans(row: Row, columns: Sequence[Interval], *, header: bool) -> list[tuple[int, int]]:
    spans = [spanned(cell, columns) for cell in row]
    if not header or len(row) >= len(columns):
        return spans
    owners: dict[int, int] = {}
    for index in range(1, len(columns)):
        middle = (columns[index][0] + columns[index][1]) / 2
        nearest = min(range(len(row)), key=lambda i: max(row[i].left - middle, middle - row[i].right))
        reach = max(row[nearest].left - middle, middle - row[nearest].right)
        if reach < 0.75 * _pitch(columns) and spans[nearest][1] > 0:
            owners[index] = nearest
    for position in range(len(row)):
        own = [index for index, owner in owners.items() if owner == position]
        if own and spans[position][0] > 0:
            spans[position] = (min(own), max(own))
    return spans


def _pitch(columns: Sequence[Interval]) -> float:
    middles = [(left + right) / 2 for left, right in columns[1:]]
    steps = [b - a for a, b in pairwise(middles)]
    return min(steps) if steps else columns[-1][1] - columns[-1][0]


Line = dict[tuple[int, int], Row]


def _unwrapped(lines: list[Line], rows: Sequence[Row], heads: int) -> list[tuple[Line, bool]]:
    merged: list[tuple[Line, bool]] = []
    pending: Row = []
    for index, placed in enumerate(lines):
        line = placed
        if index < heads:
            merged.append((line, True))
            continue
        close = _is_close(rows, index)
        if pending:
            line = _prefixed(line, pending)
            pending = []
        if (
            _is_label_only(line)
            and index + 1 < len(lines)
            and _continues(line, lines[index + 1], rows, index)
        ):
            pending = _label(line)
        elif close and len(merged) > heads and _belongs_above(line, merged[-1][0]):
            _append(merged[-1][0], line)
        else:
            merged.append((line, False))
    return merged


def _is_close(rows: Sequence[Row], index: int) -> bool:
    if not index:
        return False
    size = max(cell.size for cell in rows[index])
    return row_top(rows[index]) - row_bottom(rows[index - 1]) < 0.6 * size


def _is_label_only(line: Line) -> bool:
    return len(line) == 1 and next(iter(line))[0] == 0


def _label(line: Line) -> Row:
    return next((cells for (first, _), cells in sorted(line.items()) if first == 0), [])


def _continues(line: Line, following: Line, rows: Sequence[Row], index: int) -> bool:
    """A label that breaks off goes on in the next row: lower case, or an opening bracket."""
    label, rest = _label(line), _label(following)
    if label and not rest:
        return row_top(rows[index + 1]) < row_bottom(rows[index]) - 1
    if not label or label[-1].text.endswith((":", ".")):
        return False
    open_end = _OPEN_END.search(label[-1].text) is not None
    return _is_close(rows, index + 1) and (
        open_end or rest[0].text[:1].islower() or rest[0].text[:1] in "($&"
    )


def _prefixed(line: Line, pending: Row) -> Line:
    key = next((key for key in line if key[0] == 0), (0, 0))
    return {**line, key: [*pending, *line.get(key, [])]}


def _belongs_above(line: Line, above: Line) -> bool:
    """The wrapped rest of the cells above: words only, and no new label unless in lower case."""
    label = _label(line)
    if any(is_number(cell.text) for cells in line.values() for cell in cells):
        return False
    if label and not label[0].text[:1].islower():
        return False
    return all(any(first <= b and a <= last for a, b in above) for first, last in line)


def _append(above: Line, line: Line) -> None:
    for (first, last), cells in line.items():
        key = next(key for key in above if key[0] <= last and first <= key[1])
        above[key] = [*above[key], *cells]
