"""What a PDF's layout becomes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from reportlab.pdfgen.canvas import Canvas

from tests.pdf_files import LEFT, TOP, pdf_of, picture, prose, table, write


def blocks(window: Any, kind: str) -> list[Any]:
    return [block for block in window["blocks"] if block["kind"] == kind]


def texts(window: Any) -> list[str]:
    return [block.get("text") or "" for block in window["blocks"]]


def test_headings_have_levels_by_number_and_size(parsed: Any) -> None:
    def page(canvas: Canvas) -> None:
        top = write(canvas, ["Harbour Regulations"], TOP, font="Helvetica-Bold", size=20) - 14
        top = write(canvas, ["1 Arrival"], top, font="Helvetica-Bold", size=14) - 8
        top = write(canvas, prose("Alpha", 4), top) - 14
        top = write(canvas, ["1.2 Pilots"], top, font="Helvetica-Bold", size=11) - 8
        write(canvas, prose("Beta", 4), top)

    window = parsed(pdf_of(page))
    assert [(b["level"], b["text"]) for b in blocks(window, "heading")] == [
        (1, "Harbour Regulations"),
        (1, "1 Arrival"),
        (2, "1.2 Pilots"),
    ]
    assert window["title"] == "Harbour Regulations"
    assert [t.split()[0] for t in texts(window)] == ["Harbour", "1", "Alpha", "1.2", "Beta"]


def test_two_columns_are_read_one_after_the_other(parsed: Any) -> None:
    def page(canvas: Canvas) -> None:
        top = write(canvas, ["On Vessels"], TOP, font="Helvetica-Bold", size=18) - 12
        write(canvas, prose("Left", 16, 7), top, size=9)
        write(canvas, prose("Right", 16, 7), top, left=LEFT + 240, size=9)

    paragraphs = blocks(parsed(pdf_of(page)), "paragraph")
    assert " ".join(b["text"] for b in paragraphs).split().index("Right") == 16 * 7
    assert all(b["boxes"][0]["right"] < LEFT + 235 for b in paragraphs if "Left" in b["text"].split())


def test_a_paragraph_over_two_pages_is_one_block_with_two_boxes(parsed: Any) -> None:
    first = prose("Start", 45)
    rest = ["and so the ledger is closed only when the vessel has left the basin for good", *prose("the", 3)]
    window = parsed(pdf_of(lambda c: write(c, first, TOP), lambda c: write(c, rest, TOP)))
    assert [[box["page"] for box in b["boxes"]] for b in blocks(window, "paragraph")] == [[1, 2]]


def test_a_table_has_header_rows_and_a_box_for_each_row(parsed: Any) -> None:
    rows = [
        ["(in millions)", "2023", "2022"],
        ["Revenue", "$1,204", "$1,180"],
        ["Cost of goods sold", "(803)", "(790)"],
        ["Gross profit", "401", "390"],
        ["Margin", "33.3%", "33.1%"],
    ]

    def page(canvas: Canvas) -> None:
        top = write(canvas, prose("Before", 3), TOP) - 16
        top = write(canvas, ["Table 1: Results of the year"], top) - 10
        top = table(canvas, rows, top, [LEFT, 330, 420]) - 16
        write(canvas, prose("After", 3), top)

    window = parsed(pdf_of(page))
    [found] = blocks(window, "table")
    assert found["header"] == rows[0]
    assert found["rows"] == rows[1:]
    assert found["caption"] == "Table 1: Results of the year"
    tops = [box["top"] for box in found["rowBoxes"]]
    assert len(tops) == 4
    assert tops == sorted(tops)
    assert all(found["boxes"][0]["top"] <= top < found["boxes"][0]["bottom"] for top in tops)
    assert [t.split()[0] for t in texts(window) if t] == ["Before", "After"]


def test_a_head_over_two_columns_heads_both_and_a_wrapped_label_is_one_cell(parsed: Any) -> None:
    def page(canvas: Canvas) -> None:
        canvas.setFont("Helvetica", 9)
        canvas.drawCentredString(370, TOP + 13, "Three months ended")
        rows = [
            ["", "2023", "2022"],
            ["Net income", "10", "12"],
            ["Dividends declared and", "", ""],
            ["paid to holders", "4", "5"],
            ["Total", "14", "17"],
        ]
        top = TOP
        for row in rows:
            canvas.drawString(LEFT, top, row[0])
            canvas.drawRightString(350, top, row[1])
            canvas.drawRightString(410, top, row[2])
            top -= 11

    [found] = blocks(parsed(pdf_of(page)), "table")
    assert found["header"] == ["", "Three months ended 2023", "Three months ended 2022"]
    assert ["Dividends declared and paid to holders", "4", "5"] in found["rows"]


def test_code_keeps_its_lines_and_indentation(parsed: Any) -> None:
    code = ["def berth(vessel):", "    if vessel.draught_m > 9:", "        return None", "    return 'A_1'"]

    def page(canvas: Canvas) -> None:
        top = write(canvas, prose("Before", 3), TOP) - 12
        top = write(canvas, code, top, font="Courier", size=9) - 12
        write(canvas, prose("After", 3), top)

    [found] = blocks(parsed(pdf_of(page)), "code")
    assert found["text"] == "\n".join(code)


def test_list_items_have_marker_and_depth(parsed: Any) -> None:
    def page(canvas: Canvas) -> None:
        top = write(canvas, prose("Before", 2), TOP) - 8
        for left, text in [(0, "• Tugs"), (18, "- Steam"), (18, "- Diesel"), (0, "• Pilots")]:
            top = write(canvas, [text], top, left=LEFT + left) - 4
        write(canvas, ["1. Call the office", "2. Wait for the pilot"], top - 10)

    found = [(b["marker"], b["depth"], b["text"]) for b in blocks(parsed(pdf_of(page)), "list-item")]
    assert found[:4] == [("•", 0, "Tugs"), ("-", 1, "Steam"), ("-", 1, "Diesel"), ("•", 0, "Pilots")]
    assert found[4:] == [("1.", 0, "Call the office"), ("2.", 0, "Wait for the pilot")]


def test_a_picture_has_bytes_and_its_caption(parsed: Any, tmp_path: Path) -> None:
    def page(canvas: Canvas) -> None:
        write(canvas, prose("Before", 3), TOP)
        picture(canvas, LEFT, TOP - 220, 200, 130)
        write(canvas, ["Figure 1: The old crane"], TOP - 236)
        write(canvas, prose("After", 3), TOP - 270)

    [found] = blocks(parsed(pdf_of(page)), "picture")
    assert (found["picture"], found["caption"]) == (1, "Figure 1: The old crane")
    assert (tmp_path / "1.png").read_bytes().startswith(b"\x89PNG")


def test_running_heads_and_page_numbers_are_left_out(parsed: Any) -> None:
    def page(number: int) -> Any:
        def draw(canvas: Canvas) -> None:
            write(canvas, ["Harbour Annual Report"], TOP + 40, size=8)
            write(canvas, prose(f"Page{number}word", 12), TOP - 20)
            write(canvas, [f"Page {number}"], 30, left=280, size=8)

        return draw

    found = " ".join(texts(parsed(pdf_of(*[page(n) for n in range(1, 6)]))))
    assert "Annual Report" not in found
    assert "Page 3" not in found
    assert "Page3word" in found


def test_words_cut_at_line_ends_are_joined_only_where_the_document_says_so(parsed: Any) -> None:
    lines = [
        "The algorithm is long-term work. An algorithm needs time and the long-term view of an algo-",
        "rithm is what counts when the harbour office plans its work beyond one year, and a long-",
        "term plan is kept in the office.",
    ]
    text = " ".join(texts(parsed(pdf_of(lambda c: write(c, lines, TOP)))))
    assert "view of an algorithm is what" in text
    assert "a long-term plan" in text
