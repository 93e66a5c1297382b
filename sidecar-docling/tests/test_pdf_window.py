"""Windows, coordinates, refusals, and that no word is lost."""

from __future__ import annotations

import re
from io import BytesIO
from typing import Any

import pypdfium2
import pytest
from reportlab.lib import pdfencrypt
from reportlab.pdfgen.canvas import Canvas

from anchr_sidecar.failures import ParseFailure
from anchr_sidecar.limits import Limits
from anchr_sidecar.parsing.pdf import parse_pdf
from anchr_sidecar.parsing.shape import text_of
from tests.pdf_files import HEIGHT, LEFT, TOP, WIDTH, pdf_of, prose, simple, table, write


def numbered(count: int) -> bytes:
    """Each page ends its sentence, so that no paragraph runs on to the next one."""
    pages = [[*prose(f"Word{n}x", 5), "and that is all."] for n in range(1, count + 1)]
    return pdf_of(*[lambda c, lines=lines: write(c, lines, TOP) for lines in pages])


def code_of(content: bytes, limits: Limits | None = None) -> str:
    with pytest.raises(ParseFailure) as failure:
        parse_pdf(content, (0, 0), None, limits or Limits(), lambda event: None)  # type: ignore[arg-type]
    return failure.value.code


def test_a_window_holds_its_pages_only_and_numbers_them_in_the_document(parsed: Any) -> None:
    window = parsed(numbered(6), 3, 4)
    assert (window["pageCount"], window["firstPage"], window["lastPage"]) == (6, 3, 4)
    assert [page["number"] for page in window["pages"]] == [3, 4]
    assert {block["page"] for block in window["blocks"]} == {3, 4}
    words = " ".join(text_of(block) for block in window["blocks"])
    assert re.findall(r"Word\dx", words) == ["Word3x", "Word4x"]


def test_a_window_that_reaches_past_the_end_is_cut(parsed: Any) -> None:
    assert parsed(numbered(3), 2, 20)["lastPage"] == 3


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
@pytest.mark.parametrize("crop", [None, (40.0, 60.0, WIDTH - 30.0, HEIGHT - 20.0)])
def test_boxes_are_from_the_top_left_of_the_visible_page_before_rotation(
    parsed: Any, rotation: int, crop: tuple[float, float, float, float] | None
) -> None:
    document = pypdfium2.PdfDocument(simple("Shelter from the storm for every vessel in the bay."))
    page = document[0]
    page.set_rotation(rotation)
    if crop:
        page.set_cropbox(*crop)
    stream = BytesIO()
    document.save(stream)
    window = parsed(stream.getvalue())
    [block] = window["blocks"]
    left, _, _, top = crop or (0.0, 0.0, WIDTH, HEIGHT)
    box = block["boxes"][0]
    assert box["left"] == pytest.approx(LEFT - left, abs=2)
    assert box["bottom"] == pytest.approx(top - TOP, abs=4)
    assert box["right"] - box["left"] == pytest.approx(245, abs=25)
    frame = window["pages"][0]
    width, height = (crop[2] - crop[0], crop[3] - crop[1]) if crop else (WIDTH, HEIGHT)
    assert (frame["rotation"], frame["width"]) == (rotation, pytest.approx(width, abs=0.1))
    assert frame["height"] == pytest.approx(height, abs=0.1)


def test_no_word_of_a_crowded_page_is_lost(parsed: Any) -> None:
    def page(canvas: Canvas) -> None:
        for index in range(60):
            canvas.setFont("Helvetica", 6 + index % 9)
            canvas.drawString(30 + (index * 97) % 430, 40 + (index * 53) % 740, f"token{index} q{index * 7}")

    def mixed(canvas: Canvas) -> None:
        top = table(canvas, [[f"row{i}", str(i * 11), f"cell{i}"] for i in range(20)], TOP, [LEFT, 250, 400])
        write(canvas, prose("endword", 3), top)

    window = parsed(pdf_of(page, mixed))
    text = " ".join(text_of(block) for block in window["blocks"])
    expected = [f"token{i}" for i in range(60)] + [f"cell{i}" for i in range(20)] + ["endword"]
    assert [word for word in expected if word not in text] == []


def test_what_the_layout_drops_is_put_back_with_a_warning(
    parsed: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from anchr_sidecar.layout import engines

    honest = engines.layout_of

    def forgetful(*arguments: Any) -> Any:
        return [region for region in honest(*arguments) if "zebra" not in region.text]

    monkeypatch.setattr(engines, "layout_of", forgetful)
    content = pdf_of(
        lambda c: write(c, ["A zebra crossed."], TOP), lambda c: write(c, ["A cow did not."], 300)
    )
    window = parsed(content)
    assert [w["code"] for w in window["warnings"]] == ["TEXT_RECOVERED"]
    assert "zebra" in " ".join(text_of(block) for block in window["blocks"])


def test_broken_files_are_refused_by_name() -> None:
    assert code_of(b"%PDF-1.7\n") == "CORRUPT_FILE"
    assert code_of(simple()[:400]) == "CORRUPT_FILE"
    assert code_of(numbered(3), Limits(pages=2)) == "TOO_MANY_PAGES"
    assert code_of(pdf_of(lambda canvas: None)) == "NO_TEXT_FOUND"


def test_a_password_is_asked_for() -> None:
    stream = BytesIO()
    canvas = Canvas(stream, encrypt=pdfencrypt.StandardEncryption("secret", ownerPassword="owner"))
    canvas.drawString(100, 100, "hidden")
    canvas.save()
    assert code_of(stream.getvalue()) == "PASSWORD_REQUIRED"


def test_a_page_without_text_is_reported_while_others_are_read(parsed: Any) -> None:
    window = parsed(pdf_of(lambda c: write(c, prose("One", 3), TOP), lambda c: None))
    assert [page["hadText"] for page in window["pages"]] == [True, False]
    assert [(w["code"], w["page"]) for w in window["warnings"]] == [("NO_TEXT_ON_PAGE", 2)]
