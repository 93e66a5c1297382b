"""Font sizes from word boxes.

Depending on the font, docling-parse reports boxes as high as the font (ascent to descent) or
only as high as the ink. The difference shows in words with and without descenders.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from statistics import median
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from anchr_sidecar.layout.segments import Word

_TALL = frozenset("bdfhklt/!?%&#")
_DEEP = frozenset("gpqy,;()[]{}|$@jQ/")
# Ink height of Latin type as a share of the font size (Helvetica and Times agree within 0.04).
_INK_SHARE = {(True, True): 0.92, (True, False): 0.72, (False, True): 0.72, (False, False): 0.52}
_FULL_SHARE = 0.95


def _shape(text: str) -> tuple[bool, bool]:
    tall = any(c in _TALL or c.isupper() or c.isdigit() for c in text)
    return tall, any(c in _DEEP for c in text)


def with_sizes(words: Sequence[Word]) -> list[Word]:
    """The words with their font size in points."""
    by_font: dict[str, list[Word]] = defaultdict(list)
    for word in words:
        by_font[word.font].append(word)
    verdicts = {font: _is_ink(group) for font, group in by_font.items()}
    known = [verdict for verdict in verdicts.values() if verdict is not None]
    common = sum(known) * 2 > len(known)
    result = []
    for word in words:
        verdict = verdicts[word.font]
        result.append(replace(word, size=_size(word, common if verdict is None else verdict)))
    return result


def _is_ink(words: Sequence[Word]) -> bool | None:
    flat = [w.bottom - w.top for w in words if _shape(w.text) in {(True, False), (False, False)}]
    deep = [w.bottom - w.top for w in words if _shape(w.text) == (True, True)]
    if not flat or not deep:
        return None
    return median(deep) > 1.08 * median(flat)


def _size(word: Word, ink: bool) -> float:
    height = word.bottom - word.top
    if word.recognised or not ink or not word.text.isascii():
        return height / _FULL_SHARE
    return height / _INK_SHARE[_shape(word.text)]
