"""From the displayed page (as Docling and the layout see it) to the page before rotation."""

from __future__ import annotations

from dataclasses import dataclass

from anchr_sidecar.parsing.shape import Box

Rectangle = tuple[float, float, float, float]
"""Left, top, right, bottom."""


@dataclass(frozen=True, slots=True)
class PageFrame:
    """Size of the visible page (crop box) before rotation, in points; rotation clockwise."""

    number: int
    width: float
    height: float
    rotation: int

    @property
    def displayed(self) -> tuple[float, float]:
        return (self.height, self.width) if self.rotation in (90, 270) else (self.width, self.height)

    def _unturned(self, x: float, y: float) -> tuple[float, float]:
        if self.rotation == 90:
            return y, self.height - x
        if self.rotation == 180:
            return self.width - x, self.height - y
        if self.rotation == 270:
            return self.width - y, x
        return x, y

    def box(self, displayed: Rectangle) -> Box:
        """A box of the displayed page, in coordinates of the page before rotation."""
        left, top, right, bottom = displayed
        ax, ay = self._unturned(left, top)
        bx, by = self._unturned(right, bottom)
        return Box(
            page=self.number,
            left=round(max(0.0, min(ax, bx)), 2),
            top=round(max(0.0, min(ay, by)), 2),
            right=round(min(self.width, max(ax, bx)), 2),
            bottom=round(min(self.height, max(ay, by)), 2),
        )
