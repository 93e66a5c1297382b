"""Lines of a zone → paragraphs, list items, heading lines and code."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

from anchr_sidecar.layout.columns import is_prose
from anchr_sidecar.layout.patterns import CAPTION, LIST_MARKER, NAMED_HEADING, NUMBERED_HEADING
from anchr_sidecar.layout.region import Region, RegionKind, region_of
from anchr_sidecar.layout.rows import rows_of
from anchr_sidecar.layout.segments import RIGHT_TO_LEFT, WIDE_SCRIPT, Segment, joined

Line = list[Segment]
_SENTENCE_END = re.compile(r"[.!?:;。！？：；…]['\"”’)\]）】]*$")


def paragraphs_of(segments: Iterable[Segment]) -> list[Region]:
    """Regions of kind text, list-item, code or caption, from top to bottom."""
    upright = [segment for segment in segments if segment.upright]
    groups: list[list[Line]] = []
    for line in _lines(upright):
        target = next((group for group in reversed(groups[-4:]) if _continues(group, line)), None)
        if target is None:
            groups.append([line])
        else:
            target.append(line)
    regions = [region_of(_kind(group), group) for group in groups]
    return regions + [region_of("text", [[s]]) for s in segments if not s.upright]


def _lines(segments: Iterable[Segment]) -> list[Line]:
    """What stands beside running text is another column where its left edge recurs, and the rest
    of a stretched line where not; a label and its value are one line."""
    rows = rows_of(segments)
    edges = Counter(round(segment.left) for row in rows for segment in row[1:])
    lines: list[Line] = []
    for row in rows:
        if len(row) > 1 and any(is_prose(segment) for segment in row):
            lines += _parts(row, edges)
        else:
            lines.append(_reading(row))
    return lines


def _parts(row: Line, edges: Counter[int]) -> list[Line]:
    parts: list[Line] = [[row[0]]]
    for segment in row[1:]:
        recurring = sum(edges[round(segment.left) + step] for step in (-1, 0, 1)) > 2
        gap = segment.left - parts[-1][-1].right
        if recurring or gap > 4 * segment.size:
            parts.append([segment])
        else:
            parts[-1] = [joined(parts[-1][0], segment, " ")]
    return parts


def _reading(row: Line) -> Line:
    if sum(len(RIGHT_TO_LEFT.findall(cell.text)) for cell in row) * 2 > sum(len(c.text) for c in row):
        return sorted(row, key=lambda cell: -cell.right)
    return row


def line_text(line: Sequence[Segment]) -> str:
    return " ".join(segment.text for segment in line)


def _kind(group: Sequence[Line]) -> RegionKind:
    text = line_text(group[0])
    if all(segment.monospace for line in group for segment in line) and _looks_like_code(group):
        return "code"
    if _starts_item(group[0]):
        return "list-item"
    return "caption" if CAPTION.match(text) and sum(len(line_text(x)) for x in group) < 600 else "text"


def _looks_like_code(group: Sequence[Line]) -> bool:
    """A page set wholly in a typewriter face is prose; code is short lines or signs."""
    text = "\n".join(line_text(line) for line in group)
    return len(group) > 1 or re.search(r"[{}()=<>\[\]$#\\/_|;]|--", text) is not None


def _starts_item(line: Line) -> bool:
    first = line[0]
    if LIST_MARKER.match(first.text) is None:
        return False
    return not (first.bold and (NUMBERED_HEADING.match(first.text) or NAMED_HEADING.match(first.text)))


def _continues(group: Sequence[Line], line: Line) -> bool:
    above, first = group[-1], line[0]
    if first.leader or above[-1].leader or len(line) > 1 or len(above) > 1:
        return _continues_code(group, line)
    previous = above[0]
    if previous.monospace and first.monospace:
        return _continues_code(group, line)
    if _starts_item(line) or CAPTION.match(first.text):
        return _is_false_start(group, line)
    gap = first.top - previous.bottom
    size = max(6.0, min(first.size, previous.size))
    if not -0.6 * size < gap < _limit(group, size):
        return False
    return _same_style(previous, first) and _same_flow(group, previous, first)


def _is_false_start(group: Sequence[Line], line: Line) -> bool:
    """ "Table 3" or "12." may begin a line in the middle of a sentence."""
    previous, first = group[-1][0], line[0]
    close = 0 <= abs(first.top - previous.bottom) < 0.35 * first.size
    open_sentence = not _SENTENCE_END.search(previous.text) and previous.right > first.left + 60
    same_edge = abs(first.left - previous.left) < 1.5 and not first.marker
    full = previous.right > max(segment.right for other in group for segment in other) - 2.5 * first.size
    return close and open_sentence and same_edge and full and len(group) > 1 and not previous.bold


def _limit(group: Sequence[Line], size: float) -> float:
    """The usual distance inside the paragraph, with some play; before it is known, 0.95 of the size."""
    if len(group) < 2:
        return 0.95 * size
    gaps = [b[0].top - a[0].bottom for a, b in pairwise(group)]
    usual = sorted(gaps)[len(gaps) // 2]
    return max(0.45 * size, usual + 0.35 * size)


def _same_style(previous: Segment, first: Segment) -> bool:
    if abs(previous.size - first.size) > 0.14 * max(previous.size, first.size):
        short = min(len(previous.text), len(first.text)) < 12
        if not short or abs(previous.size - first.size) > 0.35 * max(previous.size, first.size):
            return False
    if previous.monospace != first.monospace:
        return False
    return previous.bold == first.bold or (previous.bold and len(first.text) > 60 and len(previous.text) > 60)


def _same_flow(group: Sequence[Line], previous: Segment, first: Segment) -> bool:
    overlap = min(previous.right, first.right) - max(previous.left, first.left)
    if overlap < 0.3 * min(previous.width, first.width):
        return False
    if first.bold and previous.bold and _is_new_heading(first):
        return False
    left = min(line[0].left for line in group)
    right = max(segment.right for line in group for segment in line)
    indent = first.left - (left if len(group) > 1 else previous.left)
    short = previous.right < right - 3 * first.size
    ended = _SENTENCE_END.search(previous.text) is not None
    if indent > 0.8 * first.size and ended and not _is_centred(group, first):
        return False
    wide = WIDE_SCRIPT.search(first.text) is not None
    if len(group) > 1 and short and ended and (first.text[:1].isupper() or wide):
        return previous.right > left + 0.97 * (right - left)
    return True


def _is_centred(group: Sequence[Line], first: Segment) -> bool:
    middle = (first.left + first.right) / 2
    return all(abs((line[0].left + line[-1].right) / 2 - middle) < 3 for line in group)


def _is_new_heading(segment: Segment) -> bool:
    return bool(NUMBERED_HEADING.match(segment.text) or NAMED_HEADING.match(segment.text))


def _continues_code(group: Sequence[Line], line: Line) -> bool:
    """Code keeps its blank lines."""
    above = group[-1]
    if not all(segment.monospace for segment in [*above, *line]):
        return False
    gap = min(s.top for s in line) - max(s.bottom for s in above)
    return -0.6 * line[0].size < gap < 2.2 * line[0].size


def code_text(lines: Sequence[Line]) -> str:
    """Newlines, blank lines and indentation, measured in widths of a character."""
    segments = [segment for line in lines for segment in line]
    widths = sorted(s.width / len(s.text) for s in segments if len(s.text) > 3)
    width = widths[len(widths) // 2] if widths else 0.6 * segments[0].size
    left = min(segment.left for segment in segments)
    gaps = sorted(b[0].middle - a[0].middle for a, b in pairwise(lines))
    pitch = gaps[len(gaps) // 3] if gaps else segments[0].size
    result: list[str] = []
    previous: Line | None = None
    for line in lines:
        if previous is not None and line[0].middle - previous[0].middle > 1.6 * pitch > 0:
            result.append("")
        result.append(_code_line(line, left, width))
        previous = line
    return "\n".join(result)


def _code_line(line: Line, left: float, width: float) -> str:
    text = ""
    for word in sorted((word for segment in line for word in segment.words), key=lambda w: w.left):
        column = round((word.left - left) / width)
        text += " " * max(column - len(text), 1 if text and _apart(word.left, left, width, text) else 0)
        text += word.text
    return text


def _apart(word_left: float, left: float, width: float, text: str) -> bool:
    return word_left - (left + len(text) * width) > 0.4 * width
