"""How much a text looks like Chinese, Japanese or Korean: 0 to 1.

Wrong decodings give characters too, but rare ones. The frequent characters below are the commonest of
newspapers in each language; about a third of a real text consists of them.
"""

from __future__ import annotations

_SIMPLIFIED = frozenset(
    "的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里"
    "用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意"
    "无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产"
    "数据设置表中文字符类型支持系统文件使用"
)
_TRADITIONAL = frozenset(
    "的一是不了在人有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於著下自之年過發後作裡"
    "用道行所然家種事成方多經麼去法學如都同現當沒動面起看定天分還進好小部其些主樣理心她本前開但因只從想實日軍者意"
    "無力它與長把機十民第公此已工使情明性知全三又關點正業外將兩高間由問很最重並物手應戰向頭文體政美相見被利什二等產"
)
_PUNCTUATION = frozenset("，。、；：？！「」『』（）《》“”‘’ 　…—·・ー")


def _shares(text: str) -> tuple[list[str], int]:
    wide = [c for c in text if ord(c) > 0x7F]
    private = sum(1 for c in wide if 0xE000 <= ord(c) < 0xF900)
    return wide, private


def _han_score(text: str, frequent: frozenset[str], codec: str, first_rare: int) -> float:
    wide, private = _shares(text)
    if len(wide) < 4:
        return 0.0
    han = [c for c in wide if 0x3400 <= ord(c) < 0xA000]
    signs = sum(1 for c in wide if c in _PUNCTUATION or 0xFF00 <= ord(c) < 0xFFF0)
    if not han or private > 0.01 * len(wide):
        return 0.0
    common = sum(1 for c in han if c in frequent) / len(han)
    usual = sum(1 for c in han if _is_usual(c, codec, first_rare)) / len(han)
    known = (len(han) + signs) / len(wide)
    return known * usual * min(1.0, 0.45 + common * 3.2)


def _is_usual(character: str, codec: str, first_rare: int) -> bool:
    try:
        encoded = character.encode(codec)
    except UnicodeEncodeError:
        return False
    return len(encoded) == 2 and encoded[0] < first_rare


def gb18030_score(text: str) -> float:
    """GB 2312 orders its first 3,755 ideographs by use; rows from 0xD8 are the rare ones."""
    return _han_score(text, _SIMPLIFIED | _TRADITIONAL, "gb2312", 0xD8)


def big5_score(text: str) -> float:
    """Big5's first 5,401 ideographs are the frequent ones; rows from 0xC9 are the rare ones."""
    return _han_score(text, _TRADITIONAL, "big5", 0xC9)


def japanese_score(text: str) -> float:
    """Half of a Japanese text is kana. Half-width kana come from wrong decodings."""
    wide, private = _shares(text)
    if len(wide) < 4:
        return 0.0
    kana = sum(1 for c in wide if 0x3041 <= ord(c) < 0x30FF)
    half = sum(1 for c in wide if 0xFF61 <= ord(c) < 0xFFA0)
    usual = sum(1 for c in wide if _is_usual_japanese(c))
    if private or half > 0.1 * len(wide):
        return 0.0
    return usual / len(wide) * min(1.0, 0.5 + 1.8 * kana / len(wide))


def _is_usual_japanese(character: str) -> bool:
    code = ord(character)
    if 0x3000 <= code < 0x3100 or 0xFF00 <= code < 0xFF61 or character in _PUNCTUATION:
        return True
    return 0x4E00 <= code < 0xA000 and _is_usual(character, "euc_jp", 0xD0)


def korean_score(text: str) -> float:
    """Korean is nearly all Hangul, in words of a few syllables; KS X 1001 holds the usual 2,350."""
    wide, private = _shares(text)
    if len(wide) < 4 or private:
        return 0.0
    hangul = [c for c in wide if 0xAC00 <= ord(c) < 0xD7A4]
    usual = sum(1 for c in hangul if _is_usual(c, "euc_kr", 0xC9))
    signs = sum(1 for c in wide if c in _PUNCTUATION)
    if len(hangul) < 0.5 * len(wide):
        return 0.0
    frequent = sum(
        1 for c in hangul if c in "이다는을의에가고한하를은로지도사대서기자어리인아시해나그라정일수"
    ) / len(hangul)
    return (usual + signs) / len(wide) * min(1.0, 0.4 + 2.4 * frequent)
