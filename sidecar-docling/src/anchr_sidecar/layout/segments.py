"""Text pieces of a page: words of one baseline with no wide gap between them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from statistics import median
from typing import Any

from anchr_sidecar.layout.patterns import (
    CURRENCY,
    LONE_MARKER,
    is_bold,
    is_monospace,
    is_number,
    squeeze_leaders,
)

RIGHT_TO_LEFT = re.compile(r"[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
WIDE_SCRIPT = re.compile(r"[\u2e80-\u9fff\uf900-\ufaff\uff00-\uff60]")
"""Chinese and Japanese, which put no spaces between words. Korean does."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the text layer; points from the top left of the displayed page."""

    left: float
    top: float
    right: float
    bottom: float
    text: str
    font: str = ""
    recognised: bool = False
    size: float = 0.0


@dataclass(slots=True, eq=False)
class Segment:
    """Words of one line that stand together: a line of a column, or a cell of a table."""

    left: float
    top: float
    right: float
    bottom: float
    text: str
    words: Sequence[Word] = field(default_factory=tuple)
    bold: bool = False
    monospace: bool = False
    upright: bool = True
    marker: str = ""
    leader: bool = False
    size: float = 10.0
    """Font size in points, estimated."""

    @property
    def height(self) -> float:
        return max(1.0, self.bottom - self.top)

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def middle(self) -> float:
        return (self.top + self.bottom) / 2


def words_of_page(page: Any) -> tuple[list[Word], list[Segment]]:
    """The page's words and, apart, its text lines that do not run from left to right
    (turned margin notes), which would tear every row apart."""
    height = page.size.height
    words: list[Word] = []
    turned: list[Segment] = []
    lines = [cell for cell in page.cells if cell.text.strip()]
    recognised = [cell for cell in lines if cell.from_ocr]
    for cell in recognised:
        words.append(_word(cell, height, recognised=True))
    for cell in lines:
        if not cell.from_ocr and _is_turned(cell):
            word = _word(cell, height)
            turned.append(_segment_of([word], upright=False))
    for cell in page.parsed_page.word_cells or []:
        if cell.text.strip() and not _is_turned(cell):
            words.append(_word(cell, height))
    return words, turned


def _word(cell: Any, height: float, *, recognised: bool = False) -> Word:
    box = cell.rect.to_bounding_box().to_top_left_origin(height)
    font = getattr(cell, "font_name", "") or ""
    return Word(box.l, box.t, box.r, box.b, cell.text.replace("\x02", "-").strip(), font, recognised)


def _is_turned(cell: Any) -> bool:
    angle = abs(float(cell.rect.angle)) % 3.141592653589793
    return 0.3 < angle < 2.84


def segments_of(words: Iterable[Word]) -> list[Segment]:
    """Groups words into lines by their baseline, and splits a line at wide gaps."""
    pieces: list[Segment] = []
    for line in _lines(words):
        for group in _split_at_gaps(line):
            pieces.append(_segment_of(group))
    return _join_markers(pieces)


def _lines(words: Iterable[Word]) -> list[list[Word]]:
    lines: list[list[Word]] = []
    for word in sorted(words, key=lambda word: ((word.top + word.bottom) / 2, word.left)):
        target = next((line for line in reversed(lines[-6:]) if _on_line(word, line)), None)
        if target is None:
            lines.append([word])
        else:
            target.append(word)
    return [sorted(line, key=lambda word: word.left) for line in lines]


def _on_line(word: Word, line: Sequence[Word]) -> bool:
    """Superscripts overlap their line by more than half of their own height."""
    top = min(line[0].top, line[-1].top)
    bottom = max(line[0].bottom, line[-1].bottom)
    overlap = min(bottom, word.bottom) - max(top, word.top)
    smaller = max(0.5, min(word.bottom - word.top, bottom - top))
    return overlap > 0.55 * smaller


def _split_at_gaps(line: Sequence[Word]) -> list[list[Word]]:
    groups: list[list[Word]] = [[line[0]]]
    for word in line[1:]:
        previous = groups[-1][-1]
        height = 0.8 * max(previous.size, word.size)
        monospace = is_monospace(previous.font) and is_monospace(word.font)
        limit = (6.0 if monospace else 1.15) * max(4.0, height)
        reach = max(other.right for other in groups[-1])
        if word.left - reach < min(limit, _amount_limit(previous, word, height)):
            groups[-1].append(word)
        else:
            groups.append([word])
    return groups


def _amount_limit(previous: Word, word: Word, height: float) -> float:
    """Amounts in narrow columns stand closer than words of other columns do."""
    if not is_number(previous.text):
        return 1000.0
    if word.text in CURRENCY:
        return 0.3 * height
    digits = word.text[:1].isdigit() or word.text[:1] in "($-"
    return 0.6 * height if digits and is_number(word.text) and len(previous.text) > 2 else 1000.0


def _segment_of(words: Sequence[Word], *, upright: bool = True) -> Segment:
    text = squeeze_leaders(_join_words(words))
    letters = sum(len(word.text) for word in words)
    bold = sum(len(word.text) for word in words if is_bold(word.font))
    monospace = all(is_monospace(word.font) for word in words)
    return Segment(
        left=min(word.left for word in words),
        top=min(word.top for word in words),
        right=max(word.right for word in words),
        bottom=max(word.bottom for word in words),
        text=text,
        words=tuple(words),
        bold=bold > 0.9 * letters,
        monospace=monospace,
        upright=upright,
        size=_usual_size(words),
        leader="…" in text and text != _join_words(words),
    )


def _usual_size(words: Sequence[Word]) -> float:
    """The size that most letters have, so that a lone superscript or dash does not count."""
    sizes = [word.size for word in words for _ in word.text if any(c.isalnum() for c in word.text)]
    return median(sizes or [word.size or word.bottom - word.top for word in words])


def _join_words(words: Sequence[Word]) -> str:
    right_to_left = sum(len(RIGHT_TO_LEFT.findall(word.text)) for word in words)
    if right_to_left * 2 > sum(len(word.text) for word in words):
        words = _logical_order(words)
        return " ".join(word.text for word in words)
    text = words[0].text
    for previous, word in pairwise(words):
        text += (" " if _is_spaced(previous, word) else "") + word.text
    return text


def _is_spaced(previous: Word, word: Word) -> bool:
    height = 0.8 * (min(previous.size, word.size) or word.bottom - word.top)
    wide = bool(WIDE_SCRIPT.match(word.text[:1]) or WIDE_SCRIPT.match(previous.text[-1:]))
    return word.left - previous.right > (0.45 if wide else 0.12) * height


def _logical_order(words: Sequence[Word]) -> list[Word]:
    """Right to left, but runs of left-to-right words (Latin, digits) keep their own order."""
    ordered: list[Word] = []
    run: list[Word] = []
    for word in sorted(words, key=lambda word: -word.right):
        if RIGHT_TO_LEFT.search(word.text):
            ordered += [*reversed(run), word]
            run = []
        else:
            run.append(word)
    return [*ordered, *reversed(run)]


def _join_markers(segments: list[Segment]) -> list[Segment]:
    """A bullet, "5.1" or "(a)" that a tab sets off belongs to the text on its right."""
    used: set[int] = set()
    result: list[Segment] = []
    for index, segment in enumerate(segments):
        if index in used:
            continue
        following = segments[index + 1] if index + 1 < len(segments) else None
        if following is not None and _is_marker_of(segment, following):
            used.add(index + 1)
            result.append(_with_marker(segment, following))
        else:
            result.append(segment)
    return result


def _is_marker_of(marker: Segment, text: Segment) -> bool:
    if not LONE_MARKER.match(marker.text) or len(text.text) < 3 or LONE_MARKER.match(text.text):
        return False
    if abs(marker.middle - text.middle) > 0.6 * text.height:
        return False
    if re.fullmatch(r"[\d.,%$()\s—–-]+", text.text):
        return False
    return 0 <= text.left - marker.right < 4.5 * max(marker.height, text.height)


def _with_marker(marker: Segment, text: Segment) -> Segment:
    return replace(
        text,
        left=marker.left,
        top=min(marker.top, text.top),
        bottom=max(marker.bottom, text.bottom),
        text=f"{marker.text} {text.text}",
        words=(*marker.words, *text.words),
        marker="" if marker.text[:1].isalpha() and len(marker.text) > 3 else marker.text,
    )


def joined(left: Segment, right: Segment, glue: str) -> Segment:
    """Two segments of one line as one."""
    return replace(
        right,
        left=left.left,
        right=max(left.right, right.right),
        top=min(left.top, right.top),
        bottom=max(left.bottom, right.bottom),
        text=left.text + glue + right.text,
        words=(*left.words, *right.words),
        size=max(left.size, right.size),
        marker=left.marker,
    )
