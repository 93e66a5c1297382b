"""A file → a parsed window. Runs in a child process only."""
