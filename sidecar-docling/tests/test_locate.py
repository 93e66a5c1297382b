"""Words on a page: exactly these, or none."""

from __future__ import annotations

from collections.abc import Sequence

from anchr_sidecar.rendering.locate import Glyph, locate

PAGE = (0.0, 0.0, 600.0, 800.0)


def glyphs(lines: Sequence[str], left: float = 50, top: float = 50) -> list[Glyph]:
    """Letters 5 wide and 10 high, lines 14 apart; line ends as pdfium gives them."""
    found = []
    for row, line in enumerate(lines):
        y = top + row * 14
        for column, character in enumerate(line):
            x = left + column * 5
            found.append(Glyph(character, (x, y, x + 5, y + 10)))
        found += [Glyph("\r", (0, 0, 0, 0)), Glyph("\n", (0, 0, 0, 0))]
    return found


def test_one_box_a_line() -> None:
    page = glyphs(["the pilot leaves the", "bridge at noon"])
    assert locate(page, "leaves the bridge", []) == [(100, 50, 150, 60), (50, 64, 80, 74)]


def test_white_space_hyphens_case_and_ligatures_do_not_matter() -> None:
    page = glyphs(["The of\ufb01ce algo-", "rithm is “new”"])
    assert locate(page, 'the OFFICE  algorithm is "new"', []) is not None


def test_only_whole_words_and_whole_numbers_count() -> None:
    page = glyphs(["concatenate 10.25 and 110"])
    assert locate(page, "cat", []) is None
    assert locate(page, "10", []) is None
    assert locate(page, "0.25", []) is None
    assert locate(page, "10.25", []) == [(110, 50, 135, 60)]


def test_signs_count() -> None:
    assert locate(glyphs(["a margin of 1.0 percent"]), "10 percent", []) is None


def test_words_that_stand_twice_are_not_guessed_but_taken_inside_the_boxes() -> None:
    page = glyphs(["net income", "x", "net income"])
    assert locate(page, "net income", []) is None
    assert locate(page, "net income", [(40, 75, 200, 95)]) == [(50, 78, 100, 88)]


def test_words_outside_the_boxes_are_found_where_they_stand_once() -> None:
    page = glyphs(["net income", "total assets"])
    assert locate(page, "total assets", [(40, 45, 200, 62)]) == [(50, 64, 110, 74)]


def test_missing_words_have_no_box() -> None:
    assert locate(glyphs(["net income"]), "gross margin", [PAGE]) is None
    assert locate(glyphs(["net income"]), " - ", [PAGE]) is None
    assert locate([], "anything", [PAGE]) is None


def test_words_drawn_in_another_order_are_found_by_position() -> None:
    page = glyphs(["second half"], left=150) + glyphs(["first"], left=120)
    assert locate(page, "first second half", []) == [(120, 50, 205, 60)]


def test_a_part_of_a_chinese_sentence_is_found() -> None:
    assert locate(glyphs(["港口办公室记录船只"]), "办公室", []) == [(60, 50, 75, 60)]
