"""Lines → one text, with words that were hyphenated at the end of a line put together again."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from anchr_sidecar.layout.segments import WIDE_SCRIPT

_SPLIT = re.compile(r"(?P<stem>[^\W\d_]{2,})[-\u00ad\u2010]$")
_NEXT = re.compile(r"^(?P<rest>[^\W\d_]{2,})")
_WORD = re.compile(r"[^\W\d_]{2,}(?:-[^\W\d_]{2,})*")
_LIGATURES = {
    "\ufb00": "ff",
    "\ufb01": "fi",
    "\ufb02": "fl",
    "\ufb03": "ffi",
    "\ufb04": "ffl",
    "\ufb05": "st",
    "\ufb06": "st",
    "\u00a0": " ",
    "\u00ad": "",
    "\u0000": "",
}
_PRESENTATION = re.compile(r"[\ufb1d-\ufdfb\ufe70-\ufefc]+")
_TRANSLATION = str.maketrans(_LIGATURES)


@dataclass(frozen=True, slots=True)
class Hyphenation:
    """What the window shows: its words, and whether its typesetter hyphenates at all."""

    words: frozenset[str]
    usual: bool

    def joins(self, stem: str, rest: str) -> bool:
        """Whether "stem-" at the end of a line and "rest" are one word without a hyphen."""
        joined, kept = (stem + rest).casefold(), f"{stem}-{rest}".casefold()
        if joined in self.words or kept in self.words:
            return joined in self.words
        return self.usual


def hyphenation_of(lines: Iterable[str]) -> Hyphenation:
    words: set[str] = set()
    count = ends = 0
    for line in lines:
        count += 1
        ends += _SPLIT.search(line) is not None
        words.update(word.casefold() for word in _WORD.findall(line[:-1] if line.endswith("-") else line))
    return Hyphenation(frozenset(words), count > 0 and ends > 0.02 * count)


def clean(text: str) -> str:
    """Ligatures and Arabic presentation forms as letters; no NULs, soft hyphens or lone surrogates."""
    text = _PRESENTATION.sub(lambda match: unicodedata.normalize("NFKC", match.group()), text)
    return text.translate(_TRANSLATION).encode("utf-8", "ignore").decode()


def join_lines(lines: Sequence[str], hyphenation: Hyphenation) -> str:
    text = ""
    for raw in lines:
        line = raw.strip()
        if not text or not line:
            text = text or line
            continue
        split, following = _SPLIT.search(text), _NEXT.match(line)
        if split and following and following.group("rest")[:1].islower():
            joined = hyphenation.joins(split.group("stem"), following.group("rest"))
            text = (text[:-1] if joined else text) + line
        elif text.endswith(("-", "/", "—", "–")) and not text.endswith((" -", " –", " —", " /")):
            text += line
        else:
            wide = WIDE_SCRIPT.match(text[-1]) and WIDE_SCRIPT.match(line[0])
            text += ("" if wide else " ") + line
    return clean(text).strip()
