"""Child processes that touch untrusted bytes, and the pool that owns them."""
