"""Counts in Prometheus' text form."""

from __future__ import annotations

from collections import Counter


class Metrics:
    def __init__(self) -> None:
        self._outcomes: Counter[str] = Counter()
        self._seconds = 0.0
        self.pages_drawn = 0
        self.texts_embedded = 0

    def parse_ended(self, outcome: str, seconds: float) -> None:
        """`outcome`: SUCCEEDED, CANCELLED, or a failure's code."""
        self._outcomes[outcome] += 1
        self._seconds += seconds

    def text(self, gauges: dict[str, int]) -> str:
        lines = ["# TYPE anchr_sidecar_parses_total counter"]
        for outcome, count in sorted(self._outcomes.items()):
            lines.append(f'anchr_sidecar_parses_total{{outcome="{outcome}"}} {count}')
        for name, value in (
            ("parse_seconds_total", self._seconds),
            ("pages_drawn_total", self.pages_drawn),
            ("texts_embedded_total", self.texts_embedded),
        ):
            lines += [f"# TYPE anchr_sidecar_{name} counter", f"anchr_sidecar_{name} {value}"]
        for name, value in sorted(gauges.items()):
            lines += [f"# TYPE anchr_sidecar_{name} gauge", f"anchr_sidecar_{name} {value}"]
        return "\n".join(lines) + "\n"
