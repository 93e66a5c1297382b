"""The work of a parse child: a file and a window → result.json and pictures in the job's folder."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from anchr_sidecar.failures import ParseFailure
from anchr_sidecar.limits import Limits
from anchr_sidecar.parsing.content import content_type_of
from anchr_sidecar.parsing.shape import ParsedWindow

Report = Callable[[dict[str, Any]], None]


def warm_up() -> None:
    """Imports what takes long, before the first file comes."""
    from anchr_sidecar.parsing.pdf import reader

    reader().warm_up()


def parse(request: dict[str, Any], report: Report) -> dict[str, Any]:
    """`request`: source and folder (paths), name, first, last, limits. Raises ParseFailure."""
    limits = Limits(**request["limits"])
    folder = Path(request["folder"])
    content = Path(request["source"]).read_bytes()
    kind = content_type_of(content[:4_096], request["name"])
    window = (int(request["first"]), int(request["last"]))
    parsed = _parse(kind, content, window, folder, limits, report)
    path = folder / "result.json"
    path.write_text(json.dumps(parsed, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")
    return {"pages": len(parsed["pages"]), "pageCount": parsed["pageCount"]}


def _parse(
    kind: str,
    content: bytes,
    window: tuple[int, int],
    folder: Path,
    limits: Limits,
    report: Report,
) -> ParsedWindow:
    if len(content) > limits.file_bytes:
        raise ParseFailure("TOO_LARGE")
    if kind == "pdf":
        from anchr_sidecar.parsing.pdf import parse_pdf

        return parse_pdf(content, window, folder, limits, report)
    from anchr_sidecar.parsing.encoding import decode

    decoded = decode(content)
    if kind == "markdown":
        from anchr_sidecar.parsing.markdown import parse_markdown

        return parse_markdown(decoded, limits)
    from anchr_sidecar.parsing.plain_text import parse_plain_text

    return parse_plain_text(decoded, limits)
