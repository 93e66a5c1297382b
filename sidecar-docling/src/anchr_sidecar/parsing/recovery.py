"""No word of the text layer may be lost: what the blocks lack is appended, with a warning."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from anchr_sidecar.layout.region import Region
from anchr_sidecar.parsing.geometry import PageFrame
from anchr_sidecar.parsing.pipeline import PdfOutcome
from anchr_sidecar.parsing.shape import Block, ParseWarning, text_of
from anchr_sidecar.parsing.words import clean

_SQUEEZE = re.compile(r"[\W_]+")


def squeezed(text: str) -> str:
    """Letters and digits only: spaces, hyphens and signs may have moved."""
    return _SQUEEZE.sub("", clean(text)).casefold()


def recover(
    outcome: PdfOutcome, blocks: list[Block], frames: Mapping[int, PageFrame]
) -> tuple[list[Block], list[ParseWarning]]:
    """The blocks, with a paragraph of missing words at the end of each page that lacks some."""
    by_page = _texts_by_page(blocks)
    missing = {
        number: words
        for number, lines in outcome.raw_text.items()
        if number in frames
        and number in outcome.pages
        and not outcome.pages[number].recognised
        and (words := _missing(lines, _available(outcome, number, by_page)))
    }
    result = list(blocks)
    warnings: list[ParseWarning] = []
    for number, words in missing.items():
        frame = frames[number]
        box = frame.box((0.0, 0.0, *frame.displayed))
        block = Block(kind="paragraph", text=" ".join(words), page=number, boxes=[box])
        result.insert(_end_of_page(result, number), block)
        message = f"{len(words)} words of the page stood in no block and were added at its end."
        warnings.append(ParseWarning(code="TEXT_RECOVERED", page=number, message=message))
    return result, warnings


def _texts_by_page(blocks: Sequence[Block]) -> dict[int, str]:
    texts: dict[int, list[str]] = {}
    for block in blocks:
        for page in {box["page"] for box in block["boxes"]}:
            texts.setdefault(page, []).append(squeezed(text_of(block)))
    return {page: "\n".join(parts) for page, parts in texts.items()}


def _available(outcome: PdfOutcome, number: int, by_page: Mapping[int, str]) -> str:
    """Running heads count as kept: they are left out on purpose."""
    furniture = [_squeezed(region) for region in outcome.pages[number].regions if region.kind == "furniture"]
    return "\n".join([by_page.get(number, ""), *furniture])


def _squeezed(region: Region) -> str:
    return squeezed(region.text)


def _missing(lines: Sequence[str], available: str) -> list[str]:
    missing: list[str] = []
    for line in lines:
        whole = squeezed(line)
        if not whole or whole in available or "\ufffd" in line:
            continue
        missing += [word for word in line.split() if squeezed(word) and squeezed(word) not in available]
    return missing


def _end_of_page(blocks: Sequence[Block], number: int) -> int:
    positions = [i for i, block in enumerate(blocks) if block["page"] is not None and block["page"] <= number]
    return positions[-1] + 1 if positions else 0
