"""What text looks like: markers, numbered headings, numbers, fonts, leaders."""

from __future__ import annotations

import re

BULLETS = "•·▪◦‣●○■□➢➤✓✔◆◇★►▶\uf0b7\uf0a7\uf0d8\uf076\uf02d\uf06e"
LIST_MARKER = re.compile(
    rf"^\s*(?P<marker>[{BULLETS}–—*-]|\(?\d{{1,3}}[.)]|\(?[a-zA-Z][.)]|\((?:[ivx]{{1,5}})\)|[①-⑳])\s+(?=\S)"
)
LONE_MARKER = re.compile(
    rf"^\s*([{BULLETS}–*-]|\(?\d{{1,3}}[.)]|\d{{1,2}}(\.\d+){{1,4}}\.?|\(?[a-zA-Z][.)]"
    r"|\((?:[ivx]{1,5})\)|[①-⑳]|(Item|ITEM)\s+\d+[A-C]?\.|((Note|NOTE|Table|TABLE|Figure|FIGURE|Fig\.|Listing)\s+\d+(\.\d+)*[.:]?))\s*$"
)
NUMBERED_HEADING = re.compile(r"^(?P<number>\d{1,2}(\.\d{1,3}){0,4}\.?|[A-Z](\.\d{1,3})+\.?)\s+(?=[^\W\d_])")
NAMED_HEADING = re.compile(
    r"^(chapter|part|appendix|annex|section)\s+([\dIVXLC]+|[A-Z])\b"
    r"|^item\s+\d+[a-c]?\.?|^note\s+\d+\b"
    r"|^第[\d一二三四五六七八九十百]+[章节節部分篇编]",
    re.IGNORECASE,
)
CAPTION = re.compile(
    r"^(fig(ure)?\.?|table|chart|exhibit|abb(ildung)?\.?|tabelle|表|图|圖)\s*\d+(\.\d+)*\s*([.:：、|–—-]|\s[A-Z(]|$|\s*[\u4e00-\u9fff])",
    re.IGNORECASE,
)
FIGURE_CAPTION = re.compile(r"^(fig(ure)?\.?|chart|abb(ildung)?\.?|图|圖)\s*\d", re.IGNORECASE)
TABLE_CAPTION = re.compile(r"^(table|tabelle|表)\s*\d", re.IGNORECASE)
NUMBER = re.compile(
    r"^[($€£¥+\-−–~≈<>]*\s*[$€£¥]?\s*\d[\d,.\s'’]*\s*(%|bps|pts|x|bn|m|k)?\s*[)%*†‡]*(\s*\([\d,a-z]{1,3}\))?$"
    r"|^[$€£¥]?\s*[—–-]{1,2}\s*%?$|^(n/?[am]|NM|N/M|nil|\*+)$",
    re.IGNORECASE,
)
YEAR = re.compile(r"^(FY\s?)?(19|20)\d\d[EA]?$")
PAGE_NUMBER = re.compile(
    r"^(page|p\.|seite|第)?\s*[-–—|]?\s*([ivxlc]{1,6}|[A-Z]?-?\d{1,4})\s*[-–—|]?\s*(页|頁|ページ)?\s*((of|/|von)\s*\d{1,4})?$",
    re.IGNORECASE,
)
CURRENCY = frozenset({"$", "€", "£", "¥", "US$", "($", "(€", "$(", "NT$", "HK$", "C$", "A$", "R$"})
LEADER = re.compile(r"(\s*[.·…_]){4,}\s*")
MONOSPACE_FONT = re.compile(r"mono|courier|consol|typewriter|cmtt|sftt|menlo|lmtt|fixed", re.IGNORECASE)
BOLD_FONT = re.compile(r"bold|black|heavy|semib|sfbx|cmbx|demi|\bbd\b|-b\b|medi\b", re.IGNORECASE)


def is_bold(font: str) -> bool:
    return BOLD_FONT.search(font) is not None


def is_monospace(font: str) -> bool:
    return MONOSPACE_FONT.search(font) is not None


def is_number(text: str) -> bool:
    """Amounts, percentages, dashes for nil, "n/a": what stands in a figure column."""
    return NUMBER.match(text.strip()) is not None


def squeeze_leaders(text: str) -> str:
    """Dots that lead the eye to a page number carry no words."""
    return LEADER.sub(" … ", text).strip()
