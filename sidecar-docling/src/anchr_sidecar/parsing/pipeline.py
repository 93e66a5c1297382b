"""Docling's standard PDF pipeline with our layout, table and order engines."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any

from anchr_sidecar.parsing import docling_without_torch

docling_without_torch.prepare()

from docling.backend.docling_parse_backend import ThreadedDoclingParseDocumentBackend  # noqa: E402
from docling.datamodel.backend_options import ThreadedDoclingParseBackendOptions  # noqa: E402
from docling.datamodel.base_models import DocumentStream, InputFormat  # noqa: E402
from docling.datamodel.pipeline_options import ThreadedPdfPipelineOptions  # noqa: E402
from docling.document_converter import DocumentConverter, PdfFormatOption  # noqa: E402
from docling.models.factories import get_layout_factory, get_table_structure_factory  # noqa: E402
from docling.models.postprocessing.reading_order_rb import ReadingOrderPredictor  # noqa: E402
from docling.models.stages.page_preprocessing.page_preprocessing_model import (  # noqa: E402
    PagePreprocessingModel,
    PagePreprocessingOptions,
)
from docling.pipeline.standard_pdf_pipeline import StandardPdfPipeline  # noqa: E402

from anchr_sidecar.layout.columns import is_prose  # noqa: E402
from anchr_sidecar.layout.engines import (  # noqa: E402
    LABELS,
    Completion,
    HeuristicLayoutModel,
    HeuristicLayoutOptions,
    HeuristicTableModel,
    HeuristicTableOptions,
    Recogniser,
)
from anchr_sidecar.layout.labels import PageRegions, label  # noqa: E402
from anchr_sidecar.layout.region import Region  # noqa: E402

RegionKey = tuple[int, int]
"""Page number and the region's place on the page."""


@dataclass(slots=True)
class PdfOutcome:
    """`order`: body regions in reading order; `captions` and `merges`: by the region they belong to."""

    pages: Mapping[int, PageRegions]
    order: list[RegionKey] = field(default_factory=list)
    captions: dict[RegionKey, list[RegionKey]] = field(default_factory=dict)
    merges: dict[RegionKey, list[RegionKey]] = field(default_factory=dict)
    raw_text: dict[int, list[str]] = field(default_factory=dict)
    """The text layer's lines by page, as Docling read them."""
    failed_pages: list[int] = field(default_factory=list)

    def region(self, key: RegionKey) -> Region:
        return self.pages[key[0]].regions[key[1]]


class _RecordedOrder(ReadingOrderPredictor):
    """Keeps the layout's own order, and what Docling decides about captions and split paragraphs."""

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.captions: dict[RegionKey, list[RegionKey]] = {}
        self.merges: dict[RegionKey, list[RegionKey]] = {}

    def predict_reading_order(self, page_elements: Any, page_separators: Any = None) -> Any:
        return sorted(page_elements, key=lambda element: (element.page_no, element.cid))

    def predict_to_captions(self, sorted_elements: Any) -> Any:
        found = super().predict_to_captions(sorted_elements)
        self.captions = _by_key(found, sorted_elements)
        return found

    def predict_merges(self, sorted_elements: Any) -> Any:
        found = super().predict_merges(sorted_elements)
        self.merges = _by_key(found, sorted_elements)
        return found


def _may_go_on(first: Region, second: Region, *, same_page: bool) -> bool:
    """Docling judges by the words at the seam. Only running text that ends at the foot of its
    column goes on, and on the same page only at the head of another column."""
    if not is_prose(first.lines[-1][-1]) or not first.text.strip() or len(first.lines) < 2:
        return False
    if abs(first.segments[-1].size - second.segments[0].size) > 0.12 * first.segments[-1].size:
        return False
    return not same_page or (second.left >= first.right - 2 and second.top < first.top)


def _key(element: Any) -> RegionKey:
    _, page, region = element.ref.cref.split("/")
    return int(page), int(region)


def _checked_merges(
    merges: Mapping[RegionKey, list[RegionKey]], pages: Mapping[int, PageRegions]
) -> dict[RegionKey, list[RegionKey]]:
    checked: dict[RegionKey, list[RegionKey]] = {}
    for owner, others in merges.items():
        previous = owner
        for other in others:
            first, second = pages[previous[0]].regions[previous[1]], pages[other[0]].regions[other[1]]
            if not _may_go_on(first, second, same_page=previous[0] == other[0]):
                break
            checked.setdefault(owner, []).append(other)
            previous = other
    return checked


def _by_key(found: Mapping[int, list[int]], elements: Any) -> dict[RegionKey, list[RegionKey]]:
    keys = {element.cid: _key(element) for element in elements}
    return {keys[owner]: [keys[other] for other in others] for owner, others in found.items()}


class _TextOnlyPreprocessing(PagePreprocessingModel):
    """Docling draws every page for its models. Ours read words, so drawing would be waste."""

    def _populate_page_images(self, page: Any) -> Any:
        return page


class AnchrPdfPipeline(StandardPdfPipeline):
    """Labels regions once all pages of the window are known, and hands the outcome on."""

    layout_model: HeuristicLayoutModel

    def _init_models(self) -> None:
        super()._init_models()
        self.preprocessing_model = _TextOnlyPreprocessing(PagePreprocessingOptions(images_scale=None))
        self.recorded = _RecordedOrder()
        self.reading_order_model.ro_model = self.recorded
        table_model: Any = self.table_model
        table_model.layout = self.layout_model
        self.outline: Mapping[str, int] = {}
        self.outcome: PdfOutcome | None = None

    def _assemble_document(self, conv_res: Any) -> Any:
        pages = dict(self.layout_model.pages)
        label(pages, self.outline)
        for page in conv_res.pages:
            for element in page.assembled.elements if page.assembled else []:
                region = pages[element.page_no].regions[element.id]
                element.label = element.cluster.label = LABELS[region.kind]
        result = super()._assemble_document(conv_res)
        self.outcome = PdfOutcome(
            pages=pages,
            order=[(n, i) for n in sorted(pages) for i in range(len(pages[n].regions))],
            captions=self.recorded.captions,
            merges=_checked_merges(self.recorded.merges, pages),
            raw_text=dict(self.layout_model.raw_text),
        )
        return result


def _register_engines() -> None:
    """The entry point does this where the package is installed; not so from a source folder."""
    layouts = get_layout_factory(allow_external_plugins=True)
    if HeuristicLayoutOptions not in layouts.classes:
        layouts.register(HeuristicLayoutModel, "anchr_layout", "anchr_sidecar.layout.plugin")
    tables = get_table_structure_factory(allow_external_plugins=True)
    if HeuristicTableOptions not in tables.classes:
        tables.register(HeuristicTableModel, "anchr_layout", "anchr_sidecar.layout.plugin")


class PdfReader:
    """Reads page ranges. Models are loaded at the first use and kept: a child is warm after one job."""

    def __init__(self) -> None:
        _register_engines()
        options = ThreadedPdfPipelineOptions(
            allow_external_plugins=True,
            layout_options=HeuristicLayoutOptions(),
            table_structure_options=HeuristicTableOptions(),
            do_ocr=False,
            generate_parsed_pages=False,
        )
        backend = ThreadedDoclingParseBackendOptions(  # type: ignore[call-arg]
            parser_threads=1, max_concurrent_results=4, render_pages=False
        )
        self._converter = DocumentConverter(
            allowed_formats=[InputFormat.PDF],
            format_options={
                InputFormat.PDF: PdfFormatOption(
                    pipeline_cls=AnchrPdfPipeline,
                    pipeline_options=options,
                    backend=ThreadedDoclingParseDocumentBackend,
                    backend_options=backend,
                )
            },
        )

    def warm_up(self) -> None:
        self._converter.initialize_pipeline(InputFormat.PDF)

    def read(
        self,
        content: bytes,
        window: tuple[int, int],
        outline: Mapping[str, int],
        recognise: Recogniser | None,
        complete: Completion,
        on_page: Callable[[int], None],
    ) -> PdfOutcome | None:
        """None where Docling cannot open the document at all. Pages are 1-based, inclusive.
        `recognise` is asked for the words of pages without a usable text layer."""
        first, last = window
        pipeline: Any = self._converter._get_pipeline(InputFormat.PDF)
        pipeline.outcome, pipeline.outline = None, outline
        pipeline.layout_model.raw_text = {}
        pipeline.layout_model.pages, pipeline.recorded.captions, pipeline.recorded.merges = {}, {}, {}
        pipeline.layout_model.recognise = recognise
        pipeline.layout_model.complete = complete
        pipeline.layout_model.on_page = on_page
        source = DocumentStream(name="document.pdf", stream=BytesIO(content))
        self._converter.convert(source, page_range=(first, last), raises_on_error=False)
        outcome: PdfOutcome | None = pipeline.outcome
        if outcome is not None:
            outcome.failed_pages = [n for n in range(first, last + 1) if n not in outcome.pages]
        return outcome
