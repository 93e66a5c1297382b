"""The engines as Docling sees them. One conversion at a time: a child parses one document."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, ClassVar

from docling.datamodel.base_models import Cluster, LayoutPrediction, Table, TableStructurePrediction
from docling.datamodel.pipeline_options import BaseLayoutOptions, BaseTableStructureOptions
from docling.models.base_layout_model import BaseLayoutModel
from docling.models.base_table_model import BaseTableStructureModel
from docling_core.types.doc import BoundingBox, CoordOrigin, DocItemLabel, TableCell
from docling_core.types.doc.page import BoundingRectangle, TextCell

from anchr_sidecar.layout.font_size import with_sizes
from anchr_sidecar.layout.labels import PageRegions
from anchr_sidecar.layout.page_layout import bitmap_boxes, garbled_share, layout_of
from anchr_sidecar.layout.region import Grid, GridCell, Region, RegionKind
from anchr_sidecar.layout.segments import Segment, Word, words_of_page

Recogniser = Callable[[int], Sequence[Word]]
"""Words of a page image by page number, points from the top left of the displayed page."""

Completion = Callable[[int, list[Word]], list[Word]]
"""A page's words with fonts and characters filled in that the parser did not know."""

_GARBLED_LIMIT = 0.3
_MIN_LETTERS = 3

LABELS: dict[RegionKind, DocItemLabel] = {
    "text": DocItemLabel.TEXT,
    "heading": DocItemLabel.SECTION_HEADER,
    "list-item": DocItemLabel.LIST_ITEM,
    "table": DocItemLabel.TABLE,
    "code": DocItemLabel.CODE,
    "picture": DocItemLabel.PICTURE,
    "caption": DocItemLabel.CAPTION,
    "footnote": DocItemLabel.FOOTNOTE,
    "furniture": DocItemLabel.PAGE_FOOTER,
}


class HeuristicLayoutOptions(BaseLayoutOptions):
    kind: ClassVar[str] = "anchr_heuristic_layout"


class HeuristicTableOptions(BaseTableStructureOptions):
    kind: ClassVar[str] = "anchr_heuristic_table"


class HeuristicLayoutModel(BaseLayoutModel):
    """Regions by words and white space. `pages` keeps them for the steps that follow."""

    requires_layout_postprocessing = False

    def __init__(
        self,
        artifacts_path: Path | None = None,
        accelerator_options: Any = None,
        options: HeuristicLayoutOptions | None = None,
        enable_remote_services: bool = False,
    ) -> None:
        del artifacts_path, accelerator_options, enable_remote_services
        self.options = options
        self.pages: dict[int, PageRegions] = {}
        self.raw_text: dict[int, list[str]] = {}
        self.on_page: Callable[[int], None] = lambda number: None
        self.recognise: Recogniser | None = None
        self.complete: Completion = lambda number, words: words

    @classmethod
    def get_options_type(cls) -> type[HeuristicLayoutOptions]:
        return HeuristicLayoutOptions

    def predict_layout(self, conv_res: Any, pages: Sequence[Any]) -> Sequence[LayoutPrediction]:
        return [self._predict_page(page) for page in pages]

    def _predict_page(self, page: Any) -> LayoutPrediction:
        if page._backend is None or not page._backend.is_valid() or page.parsed_page is None:
            return page.predictions.layout or LayoutPrediction()
        self.raw_text[page.page_no] = [cell.text for cell in page.cells]
        words, turned = words_of_page(page)
        words = with_sizes(self.complete(page.page_no, words))
        size = (page.size.width, page.size.height)
        bitmaps, recognised, had_text = bitmap_boxes(page), False, True
        text = "".join(word.text for word in words) + "".join(segment.text for segment in turned)
        if len(text) < _MIN_LETTERS or garbled_share(text) > _GARBLED_LIMIT:
            had_text = False
            found = self.recognise(page.page_no) if self.recognise is not None else []
            if found:
                words, turned, bitmaps, recognised = list(found), [], [], True
        regions = layout_of(words, turned, bitmaps, size)
        self.pages[page.page_no] = PageRegions(*size, regions, had_text, recognised)
        self.on_page(page.page_no)
        return LayoutPrediction(clusters=[cluster_of(region, index) for index, region in enumerate(regions)])


class HeuristicTableModel(BaseTableStructureModel):
    """The grids were found with the layout; here they take Docling's form."""

    def __init__(
        self,
        enabled: bool = True,
        artifacts_path: Path | None = None,
        options: HeuristicTableOptions | None = None,
        accelerator_options: Any = None,
        enable_remote_services: bool = False,
    ) -> None:
        del artifacts_path, accelerator_options, enable_remote_services
        self.enabled = enabled
        self.options = options
        self.layout: HeuristicLayoutModel | None = None

    @classmethod
    def get_options_type(cls) -> type[HeuristicTableOptions]:
        return HeuristicTableOptions

    def predict_tables(self, conv_res: Any, pages: Sequence[Any]) -> Sequence[TableStructurePrediction]:
        return [self._predict_page(page) for page in pages]

    def _predict_page(self, page: Any) -> TableStructurePrediction:
        prediction = TableStructurePrediction()
        known = self.layout.pages.get(page.page_no) if self.layout is not None else None
        if known is None or page.predictions.layout is None:
            return prediction
        for cluster in page.predictions.layout.clusters:
            grid = known.regions[cluster.id].grid
            if grid is not None:
                prediction.table_map[cluster.id] = _table(grid, cluster, page.page_no)
        return prediction


def cluster_of(region: Region, index: int) -> Cluster:
    """The cluster's id is the region's place in the page's reading order."""
    box = _bounding_box((region.left, region.top, region.right, region.bottom))
    cells = [_text_cell(segment, i) for i, segment in enumerate(region.segments)]
    return Cluster(id=index, label=LABELS[region.kind], bbox=box, confidence=0.5, cells=cells)


def _bounding_box(box: tuple[float, float, float, float]) -> BoundingBox:
    left, top, right, bottom = box
    return BoundingBox(l=left, t=top, r=right, b=bottom, coord_origin=CoordOrigin.TOPLEFT)


def _text_cell(segment: Segment, index: int) -> TextCell:
    box = _bounding_box((segment.left, segment.top, segment.right, segment.bottom))
    recognised = any(word.recognised for word in segment.words)
    rect = BoundingRectangle.from_bounding_box(box)
    return TextCell(index=index, rect=rect, text=segment.text, orig=segment.text, from_ocr=recognised)


def _table(grid: Grid, cluster: Cluster, page_number: int) -> Table:
    return Table(
        label=DocItemLabel.TABLE,
        id=cluster.id,
        page_no=page_number,
        cluster=cluster,
        text="",
        otsl_seq=[],
        num_rows=grid.rows,
        num_cols=grid.columns,
        table_cells=[_table_cell(cell) for cell in grid.cells],
    )


def _table_cell(cell: GridCell) -> TableCell:
    box = (
        min(segment.left for segment in cell.segments),
        min(segment.top for segment in cell.segments),
        max(segment.right for segment in cell.segments),
        max(segment.bottom for segment in cell.segments),
    )
    return TableCell(
        text=cell.text,
        bbox=_bounding_box(box),
        row_span=1,
        col_span=cell.last - cell.first + 1,
        start_row_offset_idx=cell.row,
        end_row_offset_idx=cell.row + 1,
        start_col_offset_idx=cell.first,
        end_col_offset_idx=cell.last + 1,
        column_header=cell.header,
    )
