"""Markdown, plain text and their encodings."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from anchr_sidecar.failures import ParseFailure
from anchr_sidecar.limits import Limits
from anchr_sidecar.parsing.content import content_type_of
from anchr_sidecar.parsing.encoding import Decoded, decode
from anchr_sidecar.parsing.markdown import parse_markdown
from anchr_sidecar.parsing.plain_text import parse_plain_text

SHARED = Path(__file__).resolve().parents[2].parent / "shared" / "data"
CHINESE = "港口办公室记录每一艘进入港池的船只,并在引航员离开驾驶台之前注明吃水、船长和货物。这是为了以后的索赔可以得到解决，所有的数据都保存在系统中。"
JAPANESE = "港湾局は入港するすべての船舶を記録し、水先人が船橋を離れる前に喫水と船長と貨物を記します。これは後の請求を解決するためです。"
KOREAN = "항만 사무소는 입항하는 모든 선박을 기록하고 도선사가 선교를 떠나기 전에 흘수와 선장과 화물을 적는다. 이는 나중의 청구를 해결하기 위한 것이다."
TAIWANESE = "港口辦公室記錄每一艘進入港池的船隻，並在引航員離開駕駛台之前註明吃水、船長和貨物。這是為了以後的索賠可以得到解決，所有的資料都保存在系統中。"


def markdown(text: str) -> Any:
    return parse_markdown(Decoded(text, "utf-8"), Limits())


def code_of(content: bytes) -> str:
    with pytest.raises(ParseFailure) as failure:
        decode(content)
    return failure.value.code


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (CHINESE, "gb18030"),
        (CHINESE, "utf-8"),
        (CHINESE, "utf-8-sig"),
        (CHINESE, "utf-16"),
        (CHINESE + " ASCII 1\n", "utf-16-le"),
        (CHINESE, "utf-32"),
        (TAIWANESE, "big5"),
        (JAPANESE, "shift_jis"),
        (JAPANESE, "euc_jp"),
        (JAPANESE, "iso2022_jp"),
        (KOREAN, "euc_kr"),
        (
            "Größe und Höhe der Brücke sind für die Schiffe wichtig, und das ist auch gut so, wie man weiß.",
            "cp1252",
        ),
    ],
)
def test_an_encoding_is_recognised_exactly(text: str, encoding: str) -> None:
    assert decode(text.encode(encoding)).text == text


def test_what_cannot_be_told_is_refused() -> None:
    assert code_of("Zażółć gęślą jaźń".encode("iso8859-2")) == "ENCODING_UNKNOWN"
    assert code_of(bytes(range(256)) * 8) == "UNSUPPORTED_TYPE"
    assert code_of(b"") == "EMPTY_DOCUMENT"


def test_nothing_of_the_public_samples_is_decoded_wrongly() -> None:
    folder = SHARED / "text" / "encodings"
    if not folder.is_dir():
        pytest.skip("The shared test data is not there.")
    wrong, exact = [], 0
    for path in sorted(folder.glob("*/*.txt")):
        content = path.read_bytes()
        names = {"uhc": "cp949", "iso-8859-8-i": "iso8859-8", "mac-centraleurope": "mac_latin2"}
        try:
            truth = content.decode(names.get(path.stem.lower(), path.stem.lower()))
        except (LookupError, UnicodeDecodeError):
            continue
        try:
            found = decode(content).text
        except ParseFailure:
            continue
        plain = truth.replace("\r\n", "\n").replace("\r", "\n").replace("\ufeff", "").replace("\x00", "")
        exact += found == plain
        wrong += [] if found == plain else [str(path)]
    assert wrong == []
    assert exact >= 50


def test_markdown_becomes_blocks_in_order() -> None:
    window = markdown(
        "# Guide to `move_file`\n\nFirst *para* with <widget> and snake_case_name.\n\n"
        "- one\n  1. deep\n     more\n- two\n\n"
        "| a | b |\n|---|---|\n| 1 | x\\|y |\n\n```python\ndef f():\n    return 1\n```\n\n"
        '![A crane](crane.png "The old crane")\n\n<div>raw</div>\n'
    )
    found = [
        (b["kind"], b.get("text") or b.get("rows") or b.get("alternativeText")) for b in window["blocks"]
    ]
    assert found == [
        ("heading", "Guide to move_file"),
        ("paragraph", "First para with <widget> and snake_case_name."),
        ("list-item", "one"),
        ("list-item", "deep\nmore"),
        ("list-item", "two"),
        ("table", [["1", "x|y"]]),
        ("code", "def f():\n    return 1"),
        ("picture", "A crane"),
        ("paragraph", "<div>raw</div>"),
    ]
    items = [(b["marker"], b["depth"]) for b in window["blocks"] if b["kind"] == "list-item"]
    assert items == [("•", 0), ("1.", 1), ("•", 0)]
    assert window["title"] == "Guide to move_file"
    assert window["blocks"][5]["header"] == ["a", "b"]
    assert window["blocks"][6]["language"] == "python"
    assert window["blocks"][7]["caption"] == "The old crane"
    assert (window["pageCount"], window["pages"]) == (0, [])


def test_front_matter_gives_the_title_and_its_summary_is_kept() -> None:
    window = markdown('---\ntitle: "Berths"\nsummary: Where ships lie.\n---\n\n## Length\n\nText.\n')
    assert window["title"] == "Berths"
    assert window["blocks"][0]["text"] == "Where ships lie."


def test_absurd_nesting_is_cut_and_no_word_is_lost() -> None:
    lists = "\n".join("  " * depth + f"- level{depth}x" for depth in range(1_500))
    window = markdown(lists + "\n\n" + ">" * 3_000 + " quoted words\n")
    text = " ".join(block["text"] for block in window["blocks"])
    assert all(f"level{depth}x" in text for depth in range(1_500))
    assert "quoted words" in text
    assert window["warnings"][0]["code"] == "NESTING_FLATTENED"


def test_a_table_of_many_rows_is_one_table() -> None:
    rows = "\n".join(f"| row-{n} | {n * 3} |" for n in range(30_000))
    [block] = markdown(f"Before.\n\n| name | value |\n|---|---:|\n{rows}\n")["blocks"][1:]
    assert block["header"] == ["name", "value"]
    assert block["rows"][27_777] == ["row-27777", "83331"]


def test_plain_text_is_cut_at_blank_lines_and_keeps_its_lines() -> None:
    window = parse_plain_text(Decoded("one\n  two\n\n \n\nthree\n", "utf-8"), Limits())
    assert [block["text"] for block in window["blocks"]] == ["one\n  two", "three"]


def test_a_line_without_end_is_cut_and_complete() -> None:
    line = "word " * 30_000
    window = parse_plain_text(Decoded(line, "utf-8"), Limits())
    assert max(len(block["text"]) for block in window["blocks"]) <= 20_000
    assert sum(block["text"].count("word") for block in window["blocks"]) == 30_000


def test_white_space_only_is_no_text() -> None:
    for parse in (parse_plain_text, parse_markdown):
        with pytest.raises(ParseFailure) as failure:
            parse(Decoded(" \n\t\n", "utf-8"), Limits())
        assert failure.value.code == "NO_TEXT_FOUND"


@pytest.mark.parametrize(
    ("head", "name", "code"),
    [
        (b"\x89PNG\r\n\x1a\n....", "a.pdf", "TYPE_MISMATCH"),
        (b"<html><body>", "a.pdf", "TYPE_MISMATCH"),
        (b"%PDF-1.7 ...", "a.png", "TYPE_MISMATCH"),
        (b"PK\x03\x04....", "notes.md", "TYPE_MISMATCH"),
        (b"PK\x03\x04....", "a.docx", "UNSUPPORTED_TYPE"),
        (b"\x00\x01\x02", "a.pdf", "CORRUPT_FILE"),
        (b"", "a.pdf", "EMPTY_DOCUMENT"),
    ],
)
def test_content_decides_and_not_the_name(head: bytes, name: str, code: str) -> None:
    with pytest.raises(ParseFailure) as failure:
        content_type_of(head, name)
    assert failure.value.code == code


def test_known_types_pass() -> None:
    assert content_type_of(b"junk %PDF-1.4", "REPORT.PDF") == "pdf"
    assert content_type_of(b"MZ is a mark\n", "notes.TXT") == "text"
    assert content_type_of(b"# A", "../odd name\u202e.md") == "markdown"
