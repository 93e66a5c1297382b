"""Bytes of a text file → text. Exact, or a failure: never mojibake in silence."""

from __future__ import annotations

import codecs
from collections.abc import Callable
from dataclasses import dataclass

import charset_normalizer

from anchr_sidecar.failures import ParseFailure
from anchr_sidecar.parsing.cjk_scores import big5_score, gb18030_score, japanese_score, korean_score
from anchr_sidecar.parsing.shape import ParseWarning
from anchr_sidecar.parsing.western import is_western

_BOMS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_SCORED: tuple[tuple[str, Callable[[str], float]], ...] = (
    ("gb18030", gb18030_score),
    ("big5hkscs", big5_score),
    ("cp932", japanese_score),
    ("euc_jp", japanese_score),
    ("cp949", korean_score),
)
_SAMPLE = 200_000
_ACCEPTED = 0.72
_CLEAR_LEAD = 0.12
_MAX_DAMAGE = 0.02
"""Share of undecodable bytes that damage in transit may explain in UTF-8."""


@dataclass(frozen=True, slots=True)
class Decoded:
    text: str
    encoding: str
    warnings: tuple[ParseWarning, ...] = ()


def decode(content: bytes) -> Decoded:
    """Raises EMPTY_DOCUMENT, UNSUPPORTED_TYPE (binary) or ENCODING_UNKNOWN."""
    if not content:
        raise ParseFailure("EMPTY_DOCUMENT")
    for bom, encoding in _BOMS:
        if content.startswith(bom):
            return _decoded(content[len(bom) :], encoding)
    wide = _wide_without_bom(content)
    if wide is not None:
        return wide
    escaped = _by_escapes(content)
    if escaped is not None:
        return escaped
    if _is_binary(content):
        raise ParseFailure("UNSUPPORTED_TYPE", "it is not text")
    utf8 = _as_utf8(content)
    if utf8 is not None:
        return utf8
    return _by_score(content) or _damaged_utf8(content) or _western(content)


def _clean(text: str) -> str:
    return text.replace("\x00", "").replace("\ufeff", "").replace("\r\n", "\n").replace("\r", "\n")


def _decoded(content: bytes, encoding: str) -> Decoded:
    try:
        return Decoded(_clean(content.decode(encoding)), encoding)
    except UnicodeDecodeError:
        text = content.decode(encoding, "replace")
        if text.count("\ufffd") > max(1, _MAX_DAMAGE * len(text)):
            raise ParseFailure("ENCODING_UNKNOWN") from None
        return Decoded(_clean(text), encoding, (_damage_warning(),))


def _damage_warning() -> ParseWarning:
    message = "Some characters were damaged and are shown as a replacement sign."
    return ParseWarning(code="TEXT_DAMAGED", page=None, message=message)


def _wide_without_bom(content: bytes) -> Decoded | None:
    """UTF-16 and UTF-32 show by where their zero bytes or their Latin and common ideographs stand."""
    sample = content[:4_096]
    if len(sample) < 4 or (b"\x00" not in sample and len(content) % 2):
        return None
    for encoding in ("utf-32-le", "utf-32-be", "utf-16-le", "utf-16-be"):
        width = 4 if "32" in encoding else 2
        try:
            text = sample[: len(sample) - len(sample) % width].decode(encoding)
        except UnicodeDecodeError:
            continue
        if _reads_as_text(text) and (b"\x00" in sample):
            return _decoded(content[: len(content) - len(content) % width], encoding)
    return None


def _reads_as_text(text: str) -> bool:
    known = sum(1 for c in text if c in "\n\r\t" or "\x20" <= c <= "\x7e" or _is_common(c))
    spaces = sum(1 for c in text if c in "\n\r\t ,.，。")
    return known > 0.97 * len(text) and spaces > 0 and "\x00" not in text


def _is_common(character: str) -> bool:
    code = ord(character)
    return (
        0xA0 <= code < 0x600
        or 0x3000 <= code < 0x3100
        or 0x4E00 <= code < 0x9FA6
        or 0xAC00 <= code < 0xD7A4
        or 0xFF00 <= code < 0xFFF0
        or 0x2010 <= code < 0x2040
    )


def _is_binary(content: bytes) -> bool:
    sample = content[:65_536]
    control = sum(sample.count(byte) for byte in range(32) if byte not in (7, 8, 9, 10, 11, 12, 13, 27))
    return control > max(2, 0.02 * len(sample))


def _as_utf8(content: bytes) -> Decoded | None:
    try:
        return Decoded(_clean(content.decode("utf-8")), "utf-8")
    except UnicodeDecodeError as error:
        if error.end >= len(content) - 3 and error.reason == "unexpected end of data":
            return Decoded(_clean(content[: error.start].decode("utf-8")), "utf-8", (_damage_warning(),))
        return None


def _by_escapes(content: bytes) -> Decoded | None:
    for mark, encoding in (
        (b"\x1b$B", "iso2022_jp_2"),
        (b"\x1b$@", "iso2022_jp_2"),
        (b"\x1b$)C", "iso2022_kr"),
    ):
        if mark in content:
            try:
                return Decoded(_clean(content.decode(encoding)), encoding)
            except UnicodeDecodeError:
                continue
    return None


def _by_score(content: bytes) -> Decoded | None:
    """Each encoding decodes strictly; the one whose characters are the commonest of its language."""
    scored: list[tuple[float, str]] = []
    for encoding, score in _SCORED:
        text = _strict(content[:_SAMPLE], encoding)
        if text is not None:
            scored.append((score(text), encoding))
    scored.sort(reverse=True)
    if not scored or scored[0][0] < _ACCEPTED:
        return None
    if len(scored) > 1 and scored[0][0] - scored[1][0] < _CLEAR_LEAD:
        raise ParseFailure("ENCODING_UNKNOWN")
    encoding = scored[0][1]
    text = _strict(content, encoding)
    if text is not None:
        return Decoded(_clean(text), encoding)
    return _decoded(content, encoding)


def _strict(content: bytes, encoding: str) -> str | None:
    """A character cut at the end is forgiven."""
    try:
        return codecs.getincrementaldecoder(encoding)("strict").decode(content, final=False)
    except UnicodeDecodeError:
        return None


def _damaged_utf8(content: bytes) -> Decoded | None:
    """Mostly valid UTF-8 with a few foreign bytes in it."""
    text = content.decode("utf-8", "replace")
    wrong, wide = text.count("\ufffd"), sum(1 for c in text[:_SAMPLE] if ord(c) > 0x7F and c != "\ufffd")
    if wide < 8 or wrong > 0.35 * wide or wrong > 0.1 * len(text):
        return None
    return Decoded(_clean(text), "utf-8", (_damage_warning(),))


def _western(content: bytes) -> Decoded:
    text = content.decode("cp1252", "replace")
    if is_western(text[:_SAMPLE]):
        return _guessed(text, "cp1252")
    return _one_byte(content)


def _one_byte(content: bytes) -> Decoded:
    """One-byte code pages differ in a few signs only: accepted where every good guess reads the same."""
    matches = charset_normalizer.from_bytes(content[:_SAMPLE], enable_fallback=False)
    best = matches.best()
    if best is None or best.encoding in {"ascii", "utf_8"} or best.percent_chaos > 5:
        raise ParseFailure("ENCODING_UNKNOWN")
    rivals = {str(match) for match in matches if match.percent_chaos <= best.percent_chaos + 2}
    rivals |= {str(match) for match in matches if match.percent_coherence >= best.percent_coherence - 20}
    if len(rivals) > 1 or best.percent_coherence < 20:
        raise ParseFailure("ENCODING_UNKNOWN")
    return _guessed(content.decode(best.encoding, "replace"), best.encoding)


def _guessed(text: str, encoding: str) -> Decoded:
    message = f"The text was read as {encoding}."
    return Decoded(
        _clean(text), encoding, (ParseWarning(code="ENCODING_GUESSED", page=None, message=message),)
    )
