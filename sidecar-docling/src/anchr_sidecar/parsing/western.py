"""Is a text in Windows-1252 (and so in ISO-8859-1)? Only where one language explains every letter."""

from __future__ import annotations

import re

_LANGUAGES: dict[str, tuple[str, str]] = {
    "German": ("äöüßé", "der die und das den von mit ist nicht ein eine auf für dem des zu im"),
    "French": ("àâçéèêëîïôùûüœæ", "le la les des et en un une du que dans est pour qui sur au par plus"),
    "Spanish": ("áéíóúñü", "el la de que y en los las del se un por con una para es al"),
    "Portuguese": ("áâãàçéêíóôõú", "o a de que e do da em um para com não uma os no se na por"),
    "Italian": ("àèéìòù", "il la di che e un una per del della con non in le dei gli da"),
    "Swedish": ("åäöé", "och att det i en som på är av för med den till inte om ett"),
    "Danish": ("æøåé", "og i at det er en til af på for med den der som ikke et"),
    "Norwegian": ("æøåéò", "og i det er på en til som av for at med har de ikke et"),
    "Finnish": ("äöå", "ja on ei se että oli ovat myös mutta kun hän joka tai"),
    "Dutch": ("éëïöüèáó", "de het een en van in is dat op te zijn met voor niet aan"),
}
_SIGNS = frozenset("‘’“”„…–—•€«»°§£©®·¡¿ª¹²³´\u00a0")
_AMBIGUOUS = frozenset("¤¦¨¸¼½¾")
"""ISO-8859-15 holds other characters at these places."""


def is_western(text: str) -> bool:
    high = [c for c in text if ord(c) > 0x7F]
    letters = {c.casefold() for c in high if c.isalpha() and c not in "ªº"}
    others = {c for c in high if not c.isalpha()} - _SIGNS
    if others or set(high) & _AMBIGUOUS or not letters:
        return False
    words = re.findall(r"[^\W\d_]+", text.casefold())
    if len(words) < 12:
        return False
    return any(_fits(letters, words, *language) for language in _LANGUAGES.values())


def _fits(letters: set[str], words: list[str], alphabet: str, function_words: str) -> bool:
    """About every third word of a running text is a function word; every eighth is enough."""
    if not letters <= set(alphabet):
        return False
    known = set(function_words.split())
    return sum(1 for word in words if word in known) > len(words) / 8
