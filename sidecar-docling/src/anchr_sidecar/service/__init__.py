"""The HTTP service. It never opens a file's content itself."""
