"""What can go wrong with a file: a code, a sentence for the person, and whether a retry helps."""

from __future__ import annotations

from typing import Literal

Code = Literal[
    "PASSWORD_REQUIRED",
    "CORRUPT_FILE",
    "UNSUPPORTED_TYPE",
    "TYPE_MISMATCH",
    "ENCODING_UNKNOWN",
    "TOO_LARGE",
    "TOO_MANY_PAGES",
    "EMPTY_DOCUMENT",
    "NO_TEXT_FOUND",
    "OCR_UNAVAILABLE",
    "PARSE_TIMEOUT",
    "OUT_OF_MEMORY",
    "INTERNAL",
]

SENTENCES: dict[Code, str] = {
    "PASSWORD_REQUIRED": "The file is protected by a password. Share a copy without one.",
    "CORRUPT_FILE": "The file is damaged or incomplete and cannot be opened.",
    "UNSUPPORTED_TYPE": "Files of this type cannot be read.",
    "TYPE_MISMATCH": "The content of the file is not what its name says.",
    "ENCODING_UNKNOWN": "The character encoding of the text cannot be told with certainty. Save it as UTF-8.",
    "TOO_LARGE": "The file is larger than the limit.",
    "TOO_MANY_PAGES": "The document has more pages than the limit.",
    "EMPTY_DOCUMENT": "The file is empty.",
    "NO_TEXT_FOUND": "No text was found in the file.",
    "OCR_UNAVAILABLE": "The pages are images, and text recognition is not available.",
    "PARSE_TIMEOUT": "Reading the file took longer than allowed.",
    "OUT_OF_MEMORY": "Reading the file needed more memory than allowed.",
    "INTERNAL": "The file could not be read because of an internal error.",
}

RETRYABLE: frozenset[Code] = frozenset({"INTERNAL", "OUT_OF_MEMORY", "PARSE_TIMEOUT", "OCR_UNAVAILABLE"})


class ParseFailure(Exception):
    """Ends a job. `detail` names the case and never quotes the file."""

    def __init__(self, code: Code, detail: str = "") -> None:
        super().__init__(detail or SENTENCES[code])
        self.code: Code = code
        self.detail = detail

    @property
    def sentence(self) -> str:
        return f"{SENTENCES[self.code]} ({self.detail})" if self.detail else SENTENCES[self.code]

    @property
    def retryable(self) -> bool:
        return self.code in RETRYABLE
