"""What a file is, by its bytes; its name only decides between kinds of text."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import Literal

from anchr_sidecar.failures import ParseFailure

ContentType = Literal["pdf", "markdown", "text"]

_MARKDOWN = {".md", ".markdown", ".mdown", ".mkd", ".mkdn", ".mdx"}
_TEXT = {".txt", ".text", ".log", "", ".rst", ".adoc", ".org", ".tex"}
_MAGIC: tuple[tuple[bytes, str], ...] = (
    (b"\x89PNG\r\n\x1a\n", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"GIF8", "a GIF image"),
    (b"II*\x00", "a TIFF image"),
    (b"MM\x00*", "a TIFF image"),
    (b"PK\x03\x04", "a ZIP archive or an Office file"),
    (b"PK\x05\x06", "an empty ZIP archive"),
    (b"\xd0\xcf\x11\xe0", "an old Office file"),
    (b"\x1f\x8b", "a GZIP archive"),
    (b"7z\xbc\xaf", "a 7-Zip archive"),
    (b"Rar!", "a RAR archive"),
    (b"\x7fELF", "a program"),
    (b"MZ", "a program"),
    (b"{\\rtf", "an RTF file"),
    (b"OggS", "a sound file"),
    (b"ID3", "a sound file"),
)
_HTML = (b"<!doctype html", b"<html", b"<head", b"<body")
_PDF_HEADER_WITHIN = 1024


def content_type_of(head: bytes, name: str) -> ContentType:
    """Raises EMPTY_DOCUMENT, TYPE_MISMATCH or UNSUPPORTED_TYPE. `head`: the first 4 KiB."""
    if not head:
        raise ParseFailure("EMPTY_DOCUMENT")
    extension = PurePosixPath(name.replace("\\", "/")).suffix.lower()
    found = _by_magic(head)
    if extension == ".pdf":
        if found == "pdf":
            return "pdf"
        if found is not None or _is_html(head):
            raise ParseFailure("TYPE_MISMATCH", f"it is {found or 'an HTML page'}, not a PDF")
        if b"\x00" not in head and head.lstrip()[:1] and _is_texty(head):
            raise ParseFailure("TYPE_MISMATCH", "it is text, not a PDF")
        raise ParseFailure("CORRUPT_FILE", "no PDF header")
    if found == "pdf":
        if extension in _MARKDOWN | _TEXT | {".png", ".jpg", ".jpeg", ".html", ".docx"} and extension:
            raise ParseFailure("TYPE_MISMATCH", "it is a PDF")
        return "pdf"
    if extension in _MARKDOWN | _TEXT:
        if found is not None and not _is_short_magic(head, found):
            raise ParseFailure("TYPE_MISMATCH" if extension else "UNSUPPORTED_TYPE", f"it is {found}")
        return "markdown" if extension in _MARKDOWN else "text"
    raise ParseFailure("UNSUPPORTED_TYPE", extension[:12] if extension[1:].isalnum() else "")


def _by_magic(head: bytes) -> str | None:
    if b"%PDF-" in head[: _PDF_HEADER_WITHIN + 5]:
        return "pdf"
    if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        return "a WebP image"
    return next((kind for magic, kind in _MAGIC if head.startswith(magic)), None)


def _is_short_magic(head: bytes, found: str) -> bool:
    """ "MZ" or "ID3" may begin a sentence; real programs and sound files hold zero bytes."""
    return found in {"a program", "a sound file", "an RTF file"} and b"\x00" not in head


def _is_html(head: bytes) -> bool:
    start = head.lstrip(b"\xef\xbb\xbf \t\r\n")[:64].lower()
    return start.startswith(_HTML)


def _is_texty(head: bytes) -> bool:
    return sum(1 for byte in head if byte >= 32 or byte in (9, 10, 13)) > 0.95 * len(head)
