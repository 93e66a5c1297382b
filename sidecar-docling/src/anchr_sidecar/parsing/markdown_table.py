"""Very long tables, which a Markdown parser takes minutes and gigabytes for, are read line by line."""

from __future__ import annotations

import re

from anchr_sidecar.parsing.shape import Block

_LONG = 2_000
_DELIMITER = re.compile(r"^\s{0,3}\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)+\|?\s*$")
_FENCE = re.compile(r"^\s{0,3}(`{3,}|~{3,})")


def split_tables(text: str) -> list[str | Block]:
    """The source in its order: Markdown as it stands, and long tables as blocks."""
    lines = text.split("\n")
    parts: list[str | Block] = []
    start = index = 0
    fence = ""
    while index < len(lines):
        mark = _FENCE.match(lines[index])
        if mark and (not fence or mark.group(1).startswith(fence)):
            fence = "" if fence else mark.group(1)[:3]
        end = 0 if fence else _table_end(lines, index)
        if end - index > _LONG:
            parts += ["\n".join(lines[start:index]), _block(lines[index:end])]
            start = index = end
        else:
            index += 1
    return [*parts, "\n".join(lines[start:])]


def _table_end(lines: list[str], start: int) -> int:
    """The line after the table that starts here, or 0."""
    if start + 1 >= len(lines) or "|" not in lines[start] or not _DELIMITER.match(lines[start + 1]):
        return 0
    end = start + 2
    while end < len(lines) and "|" in lines[end] and lines[end].strip():
        end += 1
    return end


def _cells(line: str) -> list[str]:
    inner = re.sub(r"^\s*\||(?<!\\)\|\s*$", "", line)
    return [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", inner)]


def _block(lines: list[str]) -> Block:
    from anchr_sidecar.parsing.markdown import table_block

    header = _cells(lines[0])
    return table_block(header, [_cells(line)[: len(header)] for line in lines[2:]])
