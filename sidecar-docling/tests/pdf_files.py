"""PDFs made for the tests."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from io import BytesIO

from reportlab.lib.pagesizes import A4
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

WIDTH, HEIGHT = A4
LEFT, TOP = 72.0, HEIGHT - 72.0
TEXT = (
    "The harbour office keeps a ledger of every vessel that enters the basin and notes the draught "
    "the master and the cargo before the pilot leaves the bridge so that later claims can be settled"
)
WORDS = TEXT.split()


def pdf_of(*draw: Callable[[Canvas], object]) -> bytes:
    """One page for each function."""
    stream = BytesIO()
    canvas = Canvas(stream, pagesize=A4, invariant=1)
    for page in draw:
        page(canvas)
        canvas.showPage()
    canvas.save()
    return stream.getvalue()


def prose(first: str, lines: int, per_line: int = 13) -> list[str]:
    """Running text; `first` begins it, and so tells where it was put."""
    words = [first, *[WORDS[i % len(WORDS)] for i in range(lines * per_line - 1)]]
    return [" ".join(words[i : i + per_line]) for i in range(0, len(words), per_line)]


def write(
    canvas: Canvas,
    lines: Sequence[str],
    top: float,
    left: float = LEFT,
    font: str = "Helvetica",
    size: float = 10,
) -> float:
    """Lines one below the other; the height below the last one."""
    canvas.setFont(font, size)
    for line in lines:
        canvas.drawString(left, top, line)
        top -= size * 1.25
    return top


def table(canvas: Canvas, rows: Sequence[Sequence[str]], top: float, edges: Sequence[float]) -> float:
    """The first column begins at its edge, the others end at theirs."""
    canvas.setFont("Helvetica", 9)
    for row in rows:
        for index, (cell, edge) in enumerate(zip(row, edges, strict=True)):
            if index == 0:
                canvas.drawString(edge, top, cell)
            else:
                canvas.drawRightString(edge, top, cell)
        top -= 13
    return top


def picture(canvas: Canvas, left: float, bottom: float, width: float, height: float) -> None:
    from PIL import Image

    image = Image.new("RGB", (60, 40), (200, 40, 40))
    for x in range(30):
        image.putpixel((x, x), (0, 0, 0))
    canvas.drawImage(ImageReader(image), left, bottom, width, height)


def simple(text: str = "A harbour is a place on the coast where vessels may find shelter.") -> bytes:
    return pdf_of(lambda canvas: write(canvas, [text], TOP))
