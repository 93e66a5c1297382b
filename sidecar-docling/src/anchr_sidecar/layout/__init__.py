"""A layout and table engine for Docling that needs no model weights."""
