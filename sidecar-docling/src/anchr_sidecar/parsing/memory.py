"""Did a step fail for want of memory? docling-parse only says that a page "failed to parse"."""

from __future__ import annotations

import resource
from pathlib import Path


class MemoryWatch:
    """Compares the peak of the address space before and after a step with the limit."""

    def __init__(self) -> None:
        self._before = _peak_bytes()

    def exhausted(self) -> bool:
        limit, _ = resource.getrlimit(resource.RLIMIT_AS)
        peak = _peak_bytes()
        return limit != resource.RLIM_INFINITY and peak > self._before and peak > 0.8 * limit


def _peak_bytes() -> int:
    """0 where the system does not tell (elsewhere than on Linux)."""
    try:
        lines = Path("/proc/self/status").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith("VmPeak:")), 0)
