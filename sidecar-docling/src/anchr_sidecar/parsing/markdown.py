"""Markdown → blocks, by markdown-it. Docling's own back end drops unknown <tags> and joins code to
paragraphs; here every character of the source that a reader would see is kept, and nothing is fetched."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from markdown_it import MarkdownIt
from markdown_it.token import Token

from anchr_sidecar.failures import ParseFailure
from anchr_sidecar.limits import Limits
from anchr_sidecar.parsing.encoding import Decoded
from anchr_sidecar.parsing.markdown_table import split_tables
from anchr_sidecar.parsing.shape import Block, ParsedWindow, ParseWarning, without_pages

_FRONT_MATTER = re.compile(r"\A---[ \t]*\n(?P<body>.*?)\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_FRONT_TITLE = re.compile(r"^title:\s*(?P<quote>['\"]?)(?P<title>.+?)(?P=quote)\s*$", re.MULTILINE)
_DEEP_QUOTES = re.compile(r"^(?:\s{0,3}>){12,}")
_LIST_LINE = re.compile(r"([-*+]|\d{1,9}[.)])\s")
_ABSURD_INDENT = 100
_CUT_INDENT = 20
_FRONT_SUMMARY = re.compile(
    r"^(?:summary|description):\s*(?P<quote>['\"]?)(?P<text>.+?)(?P=quote)\s*$", re.MULTILINE
)
_MAX_NESTING = 200
_MAX_LIST_DEPTH = 20


def parse_markdown(decoded: Decoded, limits: Limits) -> ParsedWindow:
    text, title, blocks = _without_front_matter(decoded.text)
    warnings = list(decoded.warnings)
    flattened = False
    for part in split_tables(text):
        if isinstance(part, str):
            source, changed = _bounded_nesting(part)
            flattened = flattened or changed
            blocks += _blocks(_parser().parse(source))
        else:
            blocks.append(part)
    blocks = [block for block in blocks if _has_content(block)]
    if not blocks:
        raise ParseFailure("NO_TEXT_FOUND")
    if flattened:
        message = "Lists or quotations nested very deeply were flattened."
        warnings.append(ParseWarning(code="NESTING_FLATTENED", page=None, message=message))
    first = next((b for b in blocks if b["kind"] == "heading" and b["level"] == 1), None)
    heading = (first.get("text") or None) if first else None
    return without_pages(title or heading, blocks[: limits.blocks], warnings)


def _parser() -> MarkdownIt:
    return MarkdownIt("commonmark", {"maxNesting": _MAX_NESTING}).enable(["table", "strikethrough"])


def _without_front_matter(text: str) -> tuple[str, str | None, list[Block]]:
    """The rest, the title, and the summary as a paragraph: people wrote it to be found by."""
    match = _FRONT_MATTER.match(text)
    if match is None or not re.search(r"^[\w-]+:", match.group("body"), re.MULTILINE):
        return text, None, []
    title = _FRONT_TITLE.search(match.group("body"))
    summary = _FRONT_SUMMARY.search(match.group("body"))
    blocks = [Block(kind="paragraph", text=summary.group("text"), page=None, boxes=[])] if summary else []
    return text[match.end() :], title.group("title").strip()[:300] if title else None, blocks


def _bounded_nesting(text: str) -> tuple[str, bool]:
    """The parser drops what is nested too deeply, so absurd depth is cut before it. Other files are
    left as they are: deep indentation may be code."""
    lines = text.split("\n")
    deepest = max((_list_indent(line) for line in lines), default=0)
    changed = False
    for index, line in enumerate(lines):
        quotes = _DEEP_QUOTES.match(line)
        if quotes:
            lines[index], changed = "> " * 8 + line[quotes.end() :], True
        elif deepest > _ABSURD_INDENT and _list_indent(line) > _CUT_INDENT:
            lines[index], changed = " " * _CUT_INDENT + line.lstrip(" "), True
    return "\n".join(lines), changed


def _list_indent(line: str) -> int:
    stripped = line.lstrip(" ")
    return len(line) - len(stripped) if _LIST_LINE.match(stripped) else 0


def _has_content(block: Block) -> bool:
    if block["kind"] == "table":
        return bool(block["header"] or block["rows"])
    return block["kind"] == "picture" or bool((block.get("text") or "").strip())


def _blocks(tokens: Sequence[Token]) -> list[Block]:
    return list(_Walk(tokens).blocks())


class _Walk:
    """One pass over the flat token list; open lists are a stack."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self._tokens = tokens
        self._lists: list[Token] = []
        self._numbers: list[int] = []
        self._item_started = False

    def blocks(self) -> Iterator[Block]:
        index = 0
        while index < len(self._tokens):
            token = self._tokens[index]
            self._enter(token)
            if token.type == "heading_open":
                yield from self._heading(self._tokens[index + 1], int(token.tag[1:]))
                index += 1
            elif token.type == "table_open":
                end = _closing(self._tokens, index)
                yield _table(self._tokens[index:end])
                index = end
            elif token.type == "inline":
                yield from self._inline(token)
            elif token.type in {"fence", "code_block"}:
                yield _code(token)
            elif token.type == "html_block":
                yield from self._text(token.content.strip())
            index += 1

    def _enter(self, token: Token) -> None:
        if token.type in {"bullet_list_open", "ordered_list_open"}:
            self._lists.append(token)
            self._numbers.append(int(token.attrGet("start") or 1) - 1)
        elif token.type in {"bullet_list_close", "ordered_list_close"}:
            self._lists.pop()
            self._numbers.pop()
        elif token.type == "list_item_open":
            self._item_started = True
            self._numbers[-1] += 1

    def _heading(self, token: Token, level: int) -> Iterator[Block]:
        text, pictures = visible_text(token)
        yield Block(kind="heading", level=level, text=text, page=None, boxes=[])
        yield from pictures

    def _inline(self, token: Token) -> Iterator[Block]:
        text, pictures = visible_text(token)
        yield from self._text(text)
        yield from pictures

    def _text(self, text: str) -> Iterator[Block]:
        if not text:
            return
        if self._item_started and self._lists:
            self._item_started = False
            depth = min(len(self._lists) - 1, _MAX_LIST_DEPTH)
            yield Block(kind="list-item", text=text, marker=self._marker(), depth=depth, page=None, boxes=[])
        else:
            yield Block(kind="paragraph", text=text, page=None, boxes=[])

    def _marker(self) -> str:
        opened = self._lists[-1]
        if opened.type == "bullet_list_open":
            return "•"
        return f"{self._numbers[-1]}{opened.markup or '.'}"


def _closing(tokens: Sequence[Token], start: int) -> int:
    end = tokens[start].type.replace("_open", "_close")
    return next(i for i in range(start, len(tokens)) if tokens[i].type == end)


def _code(token: Token) -> Block:
    language = token.info.strip().split()[0] if token.info.strip() else None
    return Block(kind="code", text=token.content.rstrip("\n"), language=language, page=None, boxes=[])


def visible_text(token: Token) -> tuple[str, list[Block]]:
    """What a reader sees, and raw HTML as it stands; pictures apart, with their alternative text."""
    text = ""
    pictures: list[Block] = []
    links: list[str] = []
    for child in token.children or []:
        if child.type in {"softbreak", "hardbreak"}:
            text += "\n"
        elif child.type == "image":
            pictures.append(_picture(child))
        elif child.type == "link_open":
            links.append(str(child.attrGet("href") or ""))
            text += ""
        elif child.type == "link_close":
            text += _target(text, links.pop() if links else "")
        else:
            text += child.content
    return text.strip(), pictures


def _target(text: str, address: str) -> str:
    """Addresses are content too: people ask for them."""
    if re.match(r"^https?://", address) and not text.endswith(address):
        return f" ({address})"
    return ""


def _picture(token: Token) -> Block:
    title = str(token.attrGet("title") or "").strip()
    return Block(
        kind="picture",
        picture=None,
        caption=title or None,
        alternativeText=(token.content or "").strip() or None,
        text=None,
        page=None,
        boxes=[],
    )


def _table(tokens: Sequence[Token]) -> Block:
    header: list[str] = []
    rows: list[list[str]] = []
    row: list[str] = []
    heading = False
    for token in tokens:
        if token.type == "thead_open":
            heading = True
        elif token.type == "thead_close":
            heading = False
        elif token.type == "tr_open":
            row = []
        elif token.type == "tr_close":
            if heading:
                header = row
            else:
                rows.append(row)
        elif token.type == "inline":
            text, pictures = visible_text(token)
            row.append(" ".join([text, *(str(p["alternativeText"] or "") for p in pictures)]).strip())
    return table_block(header, rows)


def table_block(header: list[str], rows: list[list[str]]) -> Block:
    """Rows as wide as the header; a header without words is none."""
    width = max([len(header), *(len(row) for row in rows)], default=0)
    padded = [[*row, *[""] * (width - len(row))] for row in rows]
    head = [*header, *[""] * (width - len(header))] if any(header) else []
    return Block(
        kind="table",
        header=head,
        rows=padded,
        rowBoxes=[None] * len(padded),
        caption=None,
        page=None,
        boxes=[],
    )
