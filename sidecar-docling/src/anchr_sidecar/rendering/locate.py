"""Finds given words on a page: one box a line, covering exactly these words, or nothing."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from anchr_sidecar.parsing.geometry import Rectangle

_QUOTES = str.maketrans("‘’‚‛“”„‟′″`´", "''''\"\"\"\"'\"''")
_MIN_LOOSE = 12
"""Letters and digits that a text needs before punctuation may be ignored."""


@dataclass(frozen=True, slots=True)
class Glyph:
    """A character of the text layer; points from the top left of the visible page before rotation."""

    text: str
    box: Rectangle

    @property
    def middle(self) -> tuple[float, float]:
        left, top, right, bottom = self.box
        return (left + right) / 2, (top + bottom) / 2


def locate(glyphs: Sequence[Glyph], text: str, near: Sequence[Rectangle]) -> list[Rectangle] | None:
    """Searched inside `near` first, then on the whole page. None unless there is one clear place."""
    inside = [g for g in glyphs if any(_holds(box, g.middle) for box in near)]
    orders: list[Callable[[Sequence[Glyph]], list[Glyph]]] = [list, _by_position]
    for keep in (_is_kept, str.isalnum):
        needle = _squeezed_text(text, keep)
        if not needle or (keep is not _is_kept and len(needle) < _MIN_LOOSE):
            continue
        for order in orders:
            found = _occurrences(order(inside), needle, keep) if inside else []
            if found:
                return lines_of(found[0])
        for order in orders:
            found = _occurrences(order(glyphs), needle, keep)
            if len(found) == 1:
                return lines_of(found[0])
            if found:
                return None
    return None


def _holds(box: Rectangle, point: tuple[float, float]) -> bool:
    left, top, right, bottom = box
    return left - 2 <= point[0] <= right + 2 and top - 2 <= point[1] <= bottom + 2


def _is_kept(character: str) -> bool:
    """Signs count, since 1.0 is not 10; white space, hyphens and dashes move with the line breaks."""
    category = unicodedata.category(character)
    return category not in {"Zs", "Zl", "Zp", "Cc", "Cf", "Pd", "Cn", "Co", "Mn"}


def _squeezed(text: str, keep: Callable[[str], bool]) -> Iterator[str]:
    for character in unicodedata.normalize("NFKC", text.translate(_QUOTES)).casefold():
        if keep(character):
            yield character


def _squeezed_text(text: str, keep: Callable[[str], bool]) -> str:
    return "".join(_squeezed(text, keep))


def _occurrences(glyphs: Sequence[Glyph], needle: str, keep: Callable[[str], bool]) -> list[list[Glyph]]:
    """Whole words only: "cat" is not in "concatenate"."""
    characters: list[str] = []
    owners: list[int] = []
    for index, glyph in enumerate(glyphs):
        for character in _squeezed(glyph.text, keep):
            characters.append(character)
            owners.append(index)
    haystack = "".join(characters)
    found: list[list[Glyph]] = []
    start = haystack.find(needle)
    while start >= 0:
        first, last = owners[start], owners[start + len(needle) - 1]
        if _is_whole(glyphs, first, last):
            found.append([glyphs[i] for i in range(first, last + 1) if glyphs[i].text.strip()])
        start = haystack.find(needle, start + 1)
    return found


def _is_whole(glyphs: Sequence[Glyph], first: int, last: int) -> bool:
    return not _glued(glyphs, first - 1, first) and not _glued(glyphs, last, last + 1)


def _glued(glyphs: Sequence[Glyph], left: int, right: int) -> bool:
    """Two letters or digits of one word; ideographs stand alone. "5" is also glued to ".2"."""
    if left < 0 or right >= len(glyphs):
        return False
    a, b = glyphs[left], glyphs[right]
    if _is_ideograph(a.text) or _is_ideograph(b.text):
        return False
    both = a.text[-1:].isalnum() and b.text[:1].isalnum()
    number = (a.text in ".," and b.text.isdigit() and _digit_at(glyphs, left - 1)) or (
        a.text.isdigit() and b.text in ".," and _digit_at(glyphs, right + 1)
    )
    if not both and not number:
        return False
    height = max(a.box[3] - a.box[1], b.box[3] - b.box[1], 1.0)
    same_line = min(a.box[3], b.box[3]) - max(a.box[1], b.box[1]) > 0.3 * height
    return same_line and -0.5 * height < b.box[0] - a.box[2] < 0.15 * height


def _digit_at(glyphs: Sequence[Glyph], index: int) -> bool:
    return 0 <= index < len(glyphs) and glyphs[index].text.isdigit()


def _is_ideograph(text: str) -> bool:
    return any("\u2e80" <= c <= "\u9fff" or "\uf900" <= c <= "\ufaff" for c in text)


def _by_position(glyphs: Sequence[Glyph]) -> list[Glyph]:
    """Lines from top to bottom, for files that draw their words in another order."""
    lines: list[list[Glyph]] = []
    for glyph in sorted((g for g in glyphs if g.text.strip()), key=lambda g: g.middle[1]):
        if lines and glyph.middle[1] < lines[-1][0].box[3] - 0.3 * (glyph.box[3] - glyph.box[1]):
            lines[-1].append(glyph)
        else:
            lines.append([glyph])
    return [glyph for line in lines for glyph in sorted(line, key=lambda g: g.box[0])]


def lines_of(glyphs: Sequence[Glyph]) -> list[Rectangle]:
    """One box a line."""
    lines: list[list[float]] = []
    for glyph in glyphs:
        left, top, right, bottom = glyph.box
        if lines and _on_line(lines[-1], glyph.box):
            line = lines[-1]
            line[0], line[1] = min(line[0], left), min(line[1], top)
            line[2], line[3] = max(line[2], right), max(line[3], bottom)
        else:
            lines.append([left, top, right, bottom])
    return [(line[0], line[1], line[2], line[3]) for line in lines]


def _on_line(line: Sequence[float], box: Rectangle) -> bool:
    overlap = min(line[3], box[3]) - max(line[1], box[1])
    height = max(0.5, min(line[3] - line[1], box[3] - box[1]))
    return overlap > 0.5 * height and box[0] > line[0] - 2 * height
