from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from anchr_sidecar.limits import Limits
from anchr_sidecar.parsing.pdf import parse_pdf

TOKEN = "a-token-of-the-tests-with-40-characters-"
ROOT = Path(__file__).resolve().parents[1]
MODELS = Path(os.environ.get("ANCHR_MODELS_DIR") or ROOT.parent / ".cache" / "models")


@pytest.fixture(scope="session")
def models() -> Path:
    if not (MODELS / "minilm" / "model.onnx").is_file():
        pytest.skip(f"The embedding model is not in {MODELS}; the project's set-up fetches it.")
    return MODELS


@pytest.fixture
def parsed(tmp_path: Path) -> Any:
    """Parses a PDF in this process; pictures go to the test's folder."""

    def parse(content: bytes, first: int = 0, last: int = 0) -> Any:
        return parse_pdf(content, (first, last), tmp_path, Limits(), lambda event: None)

    return parse


class Service:
    def __init__(self, process: subprocess.Popen[str], port: int) -> None:
        self.process = process
        self.url = f"http://127.0.0.1:{port}"
        self.http = httpx.Client(base_url=self.url, headers={"Authorization": f"Bearer {TOKEN}"}, timeout=60)


def start_service(models: Path, **environment: str) -> Service:
    process = subprocess.Popen(
        [sys.executable, "-m", "anchr_sidecar", "--port", "0", "--supervised"],
        env={
            "PYTHONPATH": str(ROOT / "src"),
            "PATH": os.environ["PATH"],
            "ANCHR_SIDECAR_TOKEN": TOKEN,
            "ANCHR_MODELS_DIR": str(models),
            **environment,
        },
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout is not None
    return Service(process, json.loads(process.stdout.readline())["port"])


@pytest.fixture(scope="session")
def service(models: Path) -> Iterator[Service]:
    running = start_service(models, ANCHR_SIDECAR_WORKERS="1", ANCHR_MAX_FILE_MIB="2")
    yield running
    assert running.process.stdin is not None
    running.process.stdin.close()
    assert running.process.wait(15) == 0
