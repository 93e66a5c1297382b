"""The patch is written for one version of Docling: a new version must be looked at."""

from __future__ import annotations

import importlib
import importlib.util
from importlib.metadata import version

import pytest

from anchr_sidecar.parsing import docling_without_torch

torch_present = importlib.util.find_spec("torch") is not None


def test_the_version_is_the_one_that_the_patch_knows() -> None:
    assert version("docling-slim") == "2.143.0"


@pytest.mark.skipif(torch_present, reason="torch is installed: Docling is left as it is.")
def test_the_patched_names_exist_and_are_replaced() -> None:
    assert docling_without_torch.prepare()
    accelerators = importlib.import_module("docling.utils.accelerator_utils")
    defaults = importlib.import_module("docling.models.plugins.defaults")
    assert accelerators.decide_device("auto") == "cpu"
    assert defaults.table_structure_engines() == {"table_structure_engines": []}
    speech = importlib.import_module("docling.pipeline.asr_transformers")
    with pytest.raises(ImportError, match="torch"):
        speech.TransformersAsrDecoder()
