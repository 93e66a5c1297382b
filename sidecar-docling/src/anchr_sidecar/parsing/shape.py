"""The parsed window as JSON: what the service answers with. Keys are camelCase."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

Kind = Literal["heading", "paragraph", "list-item", "table", "code", "picture", "formula", "footnote"]


class Box(TypedDict):
    """Points from the top left of the visible page before rotation."""

    page: int
    left: float
    top: float
    right: float
    bottom: float


class Block(TypedDict):
    kind: Kind
    page: int | None
    boxes: list[Box]
    text: NotRequired[str | None]
    level: NotRequired[int]
    marker: NotRequired[str]
    depth: NotRequired[int]
    header: NotRequired[list[str]]
    rows: NotRequired[list[list[str]]]
    rowBoxes: NotRequired[list[Box | None]]
    caption: NotRequired[str | None]
    language: NotRequired[str | None]
    picture: NotRequired[int | None]
    alternativeText: NotRequired[str | None]


class Page(TypedDict):
    number: int
    width: float
    height: float
    rotation: int
    hadText: bool
    ocr: bool


class ParseWarning(TypedDict):
    code: str
    page: int | None
    message: str


class ParsedWindow(TypedDict):
    title: str | None
    pageCount: int
    firstPage: int
    lastPage: int
    pages: list[Page]
    blocks: list[Block]
    warnings: list[ParseWarning]


def without_pages(title: str | None, blocks: list[Block], warnings: list[ParseWarning]) -> ParsedWindow:
    """For formats whose only position is the order of their blocks."""
    return ParsedWindow(
        title=title, pageCount=0, firstPage=0, lastPage=0, pages=[], blocks=blocks, warnings=warnings
    )


def text_of(block: Any) -> str:
    """All words of a block, captions and cells included."""
    parts = [block.get("text") or "", block.get("caption") or "", block.get("alternativeText") or ""]
    parts += [block.get("marker") or "", *block.get("header", [])]
    parts += [cell for row in block.get("rows", []) for cell in row]
    return " ".join(part for part in parts if part)
