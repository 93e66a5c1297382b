"""Finds tables in a zone by rows of aligned cells, with no ruling lines and no model."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from anchr_sidecar.layout.columns import is_prose
from anchr_sidecar.layout.patterns import CAPTION, CURRENCY, LIST_MARKER, YEAR, is_number
from anchr_sidecar.layout.rows import columns_of, row_bottom, row_top, rows_of
from anchr_sidecar.layout.segments import Segment, joined

Row = list[Segment]
_TRAILING = {")", "%", ")%", "%)", "*", "†", "pts", "bps"}
_BRIDGE_ROWS = 5


def find_tables(zone: Sequence[Segment]) -> tuple[list[list[Row]], list[Segment]]:
    """Tables as rows of cells, and the segments that belong to none."""
    rows = [join_signs(row) for row in rows_of(segment for segment in zone if segment.upright)]
    kinds = [_is_tabular(row) for row in rows]
    tables: list[list[Row]] = []
    taken: set[int] = set()
    start = 0
    while start < len(rows):
        if not kinds[start]:
            start += 1
            continue
        end = _end_of_run(rows, kinds, start)
        first = _with_heads(rows, start, end, taken)
        if _is_table([row for row, kind in zip(rows[start:end], kinds[start:end], strict=True) if kind]):
            tables.append(rows[first:end])
            taken.update(range(first, end))
        start = end
    rest = [segment for index, row in enumerate(rows) if index not in taken for segment in row]
    return tables, rest + [segment for segment in zone if not segment.upright]


def join_signs(row: Sequence[Segment]) -> Row:
    """A currency sign belongs to the amount on its right, ")" and "%" to the one on their left."""
    cells: Row = []
    for cell in row:
        previous = cells[-1] if cells else None
        if (previous is not None and previous.text in CURRENCY and is_number(cell.text)) or (
            previous is not None and cell.text in _TRAILING and is_number(previous.text)
        ):
            cells[-1] = joined(previous, cell, "")
        else:
            cells.append(cell)
    return cells


def _is_tabular(row: Sequence[Segment]) -> bool:
    if len(row) < 2 or any(cell.leader for cell in row) or all(cell.monospace for cell in row):
        return False
    if all(is_prose(cell) for cell in row):
        return False
    if LIST_MARKER.match(row[0].text) and len(row) == 2 and not is_number(row[1].text):
        return False
    return sum(len(cell.text) for cell in row[1:]) / (len(row) - 1) < 90


def _end_of_run(rows: list[Row], kinds: list[bool], start: int) -> int:
    """Rows with one cell stay in the run where a further row of the same columns follows."""
    end = start + 1
    while end < len(rows):
        if _gap(rows[end - 1], rows[end]) > 3.2 * _size(rows[end]):
            break
        if kinds[end]:
            if not _shares_columns(rows, kinds, start, end):
                break
            end += 1
            continue
        following = _bridge(rows, kinds, start, end)
        if following is None:
            break
        end = following
    return _with_wrapped_tail(rows, kinds, start, end)


def _bridge(rows: list[Row], kinds: list[bool], start: int, end: int) -> int | None:
    limit = min(len(rows), end + _BRIDGE_ROWS)
    for index in range(end, limit):
        if _gap(rows[index - 1], rows[index]) > 3.2 * _size(rows[index]):
            return None
        if kinds[index]:
            return index if _shares_columns(rows, kinds, start, index) else None
        if not _is_label(rows, kinds, start, rows[index]):
            return None
    return None


def _is_label(rows: list[Row], kinds: list[bool], start: int, row: Row) -> bool:
    """It ends before the last column begins, or it heads columns (starts right of the labels)."""
    if CAPTION.match(row[0].text):
        return False
    known = [r for r, kind in zip(rows[start:], kinds[start:], strict=True) if kind][:12]
    last = median(r[-1].left for r in known)
    second = min(r[1].left for r in known)
    text = " ".join(cell.text for cell in row)
    return row[-1].right < last or (row[0].left > second - 20 and len(text) < 80)


def _shares_columns(rows: list[Row], kinds: list[bool], start: int, index: int) -> bool:
    near = [r for r, kind in zip(rows[start:index], kinds[start:index], strict=True) if kind][-8:]
    cells = [cell for row in near for cell in row[1:]]
    return any(
        other.left < cell.right + 2 and cell.left < other.right + 2
        for cell in rows[index][1:]
        for other in cells
    )


def _with_wrapped_tail(rows: list[Row], kinds: list[bool], start: int, end: int) -> int:
    """The last label may continue on a line of its own."""
    if end < len(rows) and not kinds[end] and len(rows[end]) == 1:
        cell, above = rows[end][0], rows[end - 1][0]
        close = _gap(rows[end - 1], rows[end]) < 0.9 * cell.size
        if close and cell.text[:1].islower() and abs(cell.left - above.left) < 14 and not is_prose(cell):
            return end + 1
    return end


def _with_heads(rows: list[Row], start: int, end: int, taken: set[int]) -> int:
    """Header lines over the columns ("Three months ended") and units ("(in millions)")."""
    first = start
    second = min((row[1].left for row in rows[start:end] if len(row) > 1), default=0.0)
    last = max(row[-1].right for row in rows[start:end])
    while first > 0 and first - 1 not in taken and start - first < 4:
        row = rows[first - 1]
        if _gap(row, rows[first]) > 1.3 * _size(row) or CAPTION.match(row[0].text):
            break
        text = " ".join(cell.text for cell in row)
        over = row[0].left > second - 12 and row[-1].right < last + 30 and len(text) < 100
        unit = len(row) == 1 and text.startswith("(") and text.endswith(")") and len(text) < 90
        if not over and not unit:
            break
        first -= 1
    return first


def _is_table(rows: Sequence[Row]) -> bool:
    cells = [cell for row in rows for cell in row]
    if len(rows) < 2 or len(columns_of(rows)) < 2:
        return False
    numbers = sum(1 for row in rows for cell in row[1:] if is_number(cell.text) or YEAR.match(cell.text))
    share = numbers / max(1, len(cells) - len(rows))
    if share >= 0.3:
        return len(rows) >= 3 or numbers >= 3
    if len(rows) < 3 or median(len(cell.text) for cell in cells) > 60:
        return False
    return _aligned(rows) >= 0.6


def _aligned(rows: Sequence[Row]) -> float:
    """Share of cells beyond the first whose left edge, middle or right edge others share."""
    cells = [cell for row in rows for cell in row[1:]]
    shared = 0
    for cell in cells:
        others = [o for o in cells if o is not cell]
        near = sum(
            1
            for o in others
            if abs(o.left - cell.left) < 3
            or abs(o.right - cell.right) < 3
            or abs(o.left + o.right - cell.left - cell.right) < 5
        )
        shared += near >= max(1, round(0.25 * (len(rows) - 1)))
    return shared / max(1, len(cells))


def _gap(above: Row, below: Row) -> float:
    return row_top(below) - row_bottom(above)


def _size(row: Row) -> float:
    return max(6.0, *(cell.size for cell in row))
