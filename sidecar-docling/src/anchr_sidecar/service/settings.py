"""The environment, read once. Every problem is reported at once, each as a sentence."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from anchr_sidecar.limits import MEBIBYTE, Limits


class SettingsError(Exception):
    """Its text holds one sentence a line."""


@dataclass(frozen=True, slots=True)
class Settings:
    token: str
    host: str
    models: Path
    workers: int
    limits: Limits


def read_settings(environment: Mapping[str, str]) -> Settings:
    problems: list[str] = []
    token = environment.get("ANCHR_SIDECAR_TOKEN", "")
    if len(token) < 32:
        problems.append("ANCHR_SIDECAR_TOKEN must hold a secret of at least 32 characters.")
    models = environment.get("ANCHR_MODELS_DIR", "")
    if not models:
        problems.append("ANCHR_MODELS_DIR must name the folder that holds the models.")
    workers = _number(environment, "ANCHR_SIDECAR_WORKERS", max(1, (os.cpu_count() or 2) - 1), problems)
    limits = Limits()
    limits = replace(
        limits,
        file_bytes=_number(environment, "ANCHR_MAX_FILE_MIB", limits.file_bytes // MEBIBYTE, problems)
        * MEBIBYTE,
        pages=_number(environment, "ANCHR_MAX_PAGES", limits.pages, problems),
        child_memory_bytes=_number(
            environment, "ANCHR_SIDECAR_CHILD_MIB", limits.child_memory_bytes // MEBIBYTE, problems
        )
        * MEBIBYTE,
        queue_length=_number(environment, "ANCHR_SIDECAR_QUEUE", limits.queue_length, problems),
    )
    if problems:
        raise SettingsError("\n".join(problems))
    host = environment.get("ANCHR_SIDECAR_HOST", "127.0.0.1")
    return Settings(token=token, host=host, models=Path(models), workers=workers, limits=limits)


def _number(environment: Mapping[str, str], name: str, default: int, problems: list[str]) -> int:
    text = environment.get(name, "")
    if not text:
        return default
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= 1_000_000:
        problems.append(f"{name} must be a whole number from 1 on, not {text[:20]!r}.")
        return default
    return int(text)
