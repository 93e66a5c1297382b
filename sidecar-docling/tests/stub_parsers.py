"""Stand-ins for the parse function, run in real children."""

from __future__ import annotations

import json
import os
import signal
import time
from pathlib import Path
from typing import Any


def behave(request: dict[str, Any], report: Any) -> dict[str, Any]:
    """Does what the file says: `hang`, `die`, `grow`, `spin`, `crash`, or succeeds."""
    wish = Path(request["source"]).read_text()
    report({"event": "page", "page": 3, "pages": 7})
    if wish.startswith("hang"):
        time.sleep(600)
    if wish.startswith("die"):
        os.kill(os.getpid(), signal.SIGSEGV)
    if wish.startswith("grow"):
        hoard = [bytearray(64 << 20) for _ in range(1_000)]
        return {"pages": len(hoard)}
    if wish.startswith("crash"):
        raise RuntimeError(wish)
    if wish.startswith("environment"):
        wish = json.dumps({"names": sorted(os.environ), "folder": os.getcwd()})
    (Path(request["folder"]) / "result.json").write_text(json.dumps({"wish": wish, "pid": os.getpid()}))
    return {"pages": 1}
