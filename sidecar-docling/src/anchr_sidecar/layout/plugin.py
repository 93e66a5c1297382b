"""Entry point of the Docling plug-in group."""

from __future__ import annotations

from anchr_sidecar.layout.engines import HeuristicLayoutModel, HeuristicTableModel


def layout_engines() -> dict[str, list[type[HeuristicLayoutModel]]]:
    return {"layout_engines": [HeuristicLayoutModel]}


def table_structure_engines() -> dict[str, list[type[HeuristicTableModel]]]:
    return {"table_structure_engines": [HeuristicTableModel]}
