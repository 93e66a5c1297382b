"""Docling's PDF pipeline imports torch in three places that a lean install never uses.

Written for docling-slim 2.143.0 exactly, which pyproject.toml pins: the names below are internal.
tests/test_docling_without_torch.py fails when a new version moves them.
"""

from __future__ import annotations

import importlib.util
import sys
import types
from typing import Any


def prepare() -> bool:
    """Must run before `docling.document_converter` is imported. True where something was replaced;
    with torch installed Docling is left as it is."""
    if importlib.util.find_spec("torch") is not None:
        return False
    _replace_speech_decoder()
    _replace_device_choice()
    _replace_default_table_engines()
    return True


def _replace_speech_decoder() -> None:
    """The converter imports the speech pipeline, whose transformer decoder imports torch."""
    name = "docling.pipeline.asr_transformers"
    if name in sys.modules:
        return
    module = types.ModuleType(name)

    class TransformersAsrDecoder:
        def __init__(self, *args: Any, **kwargs: Any) -> None:
            raise ImportError("speech recognition needs torch")

    module.TransformersAsrDecoder = TransformersAsrDecoder  # type: ignore[attr-defined]
    sys.modules[name] = module


def _replace_device_choice() -> None:
    """RapidOCR's model asks which device to use, and that asks torch."""
    import docling.utils.accelerator_utils as accelerators

    accelerators.decide_device = lambda *args, **kwargs: "cpu"


def _replace_default_table_engines() -> None:
    """The default table engines import torch at module level; ours takes their place."""
    from docling.models.plugins import defaults

    defaults.table_structure_engines = lambda: {"table_structure_engines": []}
