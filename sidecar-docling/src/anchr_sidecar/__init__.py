"""The only part of Anchr that opens untrusted files."""
