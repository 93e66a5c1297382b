"""The HTTP service as a supervisor and a worker see it: a real process with real children."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import struct
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx
import pypdfium2
import pytest

from tests.conftest import ROOT, TOKEN, Service, start_service
from tests.pdf_files import HEIGHT, LEFT, TOP, pdf_of, picture, prose, simple, write


def submit(service: Service, request_id: str, content: bytes, **query: Any) -> httpx.Response:
    parameters = {"name": "file.pdf", "sha256": hashlib.sha256(content).hexdigest(), **query}
    return service.http.put(f"/v1/parses/{request_id}", params=parameters, content=content)


def finished(service: Service, request_id: str, seconds: float = 30) -> Any:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        state = service.http.get(f"/v1/parses/{request_id}").json()
        if state["status"] in {"succeeded", "failed"}:
            return state
        time.sleep(0.05)
    raise AssertionError(f"not finished in {seconds} s: {state}")


def draw(service: Service, number: int, content: bytes, **wanted: Any) -> httpx.Response:
    return service.http.post(
        f"/v1/pages/{number}",
        files={"file": ("a.pdf", content), "request": (None, json.dumps(wanted))},
    )


def test_a_file_is_parsed_fetched_and_acknowledged(service: Service) -> None:
    content = pdf_of(lambda c: [write(c, prose("Alpha", 4), TOP), picture(c, LEFT, 300, 200, 150)])
    assert submit(service, "whole", content).status_code == 202
    assert finished(service, "whole")["status"] == "succeeded"
    window = service.http.get("/v1/parses/whole/result").json()
    assert [block["kind"] for block in window["blocks"]] == ["paragraph", "picture"]
    image = service.http.get("/v1/parses/whole/pictures/1")
    assert image.headers["content-type"] == "image/png"
    assert service.http.get("/v1/parses/whole/pictures/2").status_code == 404
    assert service.http.delete("/v1/parses/whole").status_code == 204
    assert service.http.delete("/v1/parses/whole").status_code == 204
    assert service.http.get("/v1/parses/whole").status_code == 404


def test_the_same_submission_is_one_job_and_other_content_is_a_conflict(service: Service) -> None:
    content = simple()
    assert submit(service, "same", content).status_code == 202
    assert submit(service, "same", content).status_code == 202
    assert submit(service, "same", simple("Other words stand here.")).status_code == 409
    assert submit(service, "same", content, first=1, last=1).status_code == 409
    service.http.delete("/v1/parses/same")


def test_a_failure_has_a_code_a_sentence_and_says_whether_to_retry(service: Service) -> None:
    submit(service, "html", b"<!doctype html><p>Sign in</p>")
    state = finished(service, "html")
    assert (state["status"], state["code"], state["retryable"]) == ("failed", "TYPE_MISMATCH", False)
    assert state["message"].startswith("The content of the file is not what its name says.")
    assert service.http.get("/v1/parses/html/result").status_code == 409


def test_bad_submissions_are_refused(service: Service) -> None:
    content = simple()
    assert submit(service, "bad", content, sha256="0" * 64).status_code == 400
    assert submit(service, "bad", content, sha256="xyz").status_code == 400
    assert submit(service, "bad", content, first=3, last=2).status_code == 400
    assert submit(service, "bad", b"x" * (2 << 20) + b"y").status_code == 413
    assert submit(service, "bad%20id", content).status_code == 400
    assert service.http.get("/v1/parses/bad").status_code == 404


@pytest.mark.parametrize("path", ["/ready", "/metrics", "/v1/parses/x", "/v1/parses/x/result", "/nothing"])
def test_every_call_but_health_needs_the_token(service: Service, path: str) -> None:
    for headers in ({}, {"Authorization": "Bearer wrong"}, {"Authorization": TOKEN}):
        assert httpx.get(service.url + path, headers=headers).status_code == 401
    assert httpx.get(service.url + "/health").json() == {"status": "ok"}


def test_it_tells_its_state(service: Service) -> None:
    ready = service.http.get("/ready").json()
    assert ready["embedding"]["dimensions"] == 384
    assert ready["embedding"]["languages"] == ["en"]
    assert ready["pools"]["pages"]["size"] == 2
    assert "anchr_sidecar_parses_total" in service.http.get("/metrics").text


def test_a_page_is_drawn_as_displayed_and_words_are_boxed_before_rotation(
    service: Service, tmp_path: Path
) -> None:
    document = pypdfium2.PdfDocument(simple("Shelter from the storm, for every vessel."))
    document[0].set_rotation(90)
    document.save(tmp_path / "turned.pdf")
    content = (tmp_path / "turned.pdf").read_bytes()
    answer = draw(service, 1, content, dpi=72, text="from  the STORM").json()
    assert base64.b64decode(answer["image"]).startswith(b"\x89PNG")
    assert (answer["widthPx"], answer["heightPx"]) == (842, 596)
    assert (round(answer["width"]), round(answer["height"]), answer["rotation"]) == (595, 842, 90)
    [box] = answer["found"]
    assert box["page"] == 1
    assert box["left"] == pytest.approx(LEFT + 36, abs=8)
    assert box["top"] < HEIGHT - TOP < box["bottom"] + 3
    assert box["right"] - box["left"] < 90


def test_a_page_that_is_not_there_is_refused(service: Service) -> None:
    assert draw(service, 2, simple(), dpi=72).status_code == 422
    assert draw(service, 1, b"nothing", dpi=72).status_code == 422
    assert draw(service, 1, simple(), dpi=100_000).status_code == 400


def test_a_huge_page_is_drawn_coarser_and_not_refused(service: Service, tmp_path: Path) -> None:
    document = pypdfium2.PdfDocument.new()
    document.new_page(14_000, 14_000)
    document.save(tmp_path / "huge.pdf")
    answer = draw(service, 1, (tmp_path / "huge.pdf").read_bytes(), dpi=300).json()
    assert answer["widthPx"] * answer["heightPx"] <= 12_100_000


def embed(service: Service, **body: Any) -> httpx.Response:
    return service.http.post("/v1/embeddings", json={"model": "all-MiniLM-L6-v2-int8", **body})


def test_vectors_have_unit_length_and_put_like_meanings_together(service: Service) -> None:
    texts = [
        "A cat sleeps on the sofa.",
        "A kitten naps on the couch.",
        "Interest rates rose by one percent.",
    ]
    data = embed(service, input=texts).json()["data"]
    assert [item["index"] for item in data] == [0, 1, 2]
    cat, kitten, rates = (item["embedding"] for item in data)
    assert sum(value * value for value in cat) == pytest.approx(1, abs=1e-5)
    near = sum(a * b for a, b in zip(cat, kitten, strict=True))
    far = sum(a * b for a, b in zip(cat, rates, strict=True))
    assert near > 0.6
    assert far < 0.3


def test_a_text_has_the_same_vector_alone_and_among_others(service: Service) -> None:
    alone = embed(service, input="The basin is full.").json()["data"][0]["embedding"]
    among = embed(service, input=["x " * 90, "The basin is full."]).json()["data"][1]["embedding"]
    assert alone == among


def test_base64_holds_the_same_numbers(service: Service) -> None:
    plain = embed(service, input="A pilot").json()
    packed = embed(service, input="A pilot", encoding_format="base64").json()["data"][0]["embedding"]
    numbers = struct.unpack("<384f", base64.b64decode(packed))
    assert list(numbers) == pytest.approx(plain["data"][0]["embedding"], abs=1e-7)
    assert plain["usage"]["prompt_tokens"] == 4


def test_text_that_is_too_long_is_refused_and_not_cut(service: Service) -> None:
    assert embed(service, input="word " * 254).status_code == 200
    answer = embed(service, input=["short", "word " * 255])
    assert answer.status_code == 400
    assert answer.json()["error"]["code"] == "INPUT_TOO_LONG"
    assert "257 tokens" in answer.json()["error"]["message"]


def test_blank_text_and_another_model_are_refused(service: Service) -> None:
    assert embed(service, input=["a", " "]).json()["error"]["code"] == "EMPTY_INPUT"
    assert embed(service, input="a", model="another").status_code == 404


def test_it_ends_with_its_children_when_the_supervisor_goes(models: Path) -> None:
    running = start_service(models)
    end = time.monotonic() + 20
    while running.http.get("/ready").json()["pools"]["parse"]["idle"] < 1 and time.monotonic() < end:
        time.sleep(0.1)
    found = Path(f"/proc/{running.process.pid}/task/{running.process.pid}/children").read_text().split()
    assert found
    assert running.process.stdin is not None
    running.process.stdin.close()
    assert running.process.wait(10) == 0
    assert [pid for pid in found if Path(f"/proc/{pid}").exists()] == []


@pytest.mark.parametrize(
    ("environment", "sentence"),
    [
        ({"ANCHR_SIDECAR_TOKEN": "short"}, "at least 32 characters"),
        ({"ANCHR_SIDECAR_TOKEN": TOKEN, "ANCHR_MODELS_DIR": "/nowhere"}, "is missing"),
        ({"ANCHR_SIDECAR_TOKEN": TOKEN, "ANCHR_SIDECAR_WORKERS": "many"}, "whole number"),
    ],
)
def test_it_refuses_a_bad_environment_in_a_sentence(environment: dict[str, str], sentence: str) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "anchr_sidecar"],
        env={"PYTHONPATH": str(ROOT / "src"), "PATH": os.environ["PATH"], **environment},
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert ended.returncode == 2
    assert sentence in ended.stderr
    assert "Traceback" not in ended.stderr
