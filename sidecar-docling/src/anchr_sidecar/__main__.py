"""Starts the service. The first line on standard output is `{"port": N}`."""

from __future__ import annotations

import argparse
import json
import logging
import os
import socket
import sys
import threading
import time

import uvicorn

from anchr_sidecar.embedding import ModelMissing
from anchr_sidecar.service.application import application
from anchr_sidecar.service.settings import SettingsError, read_settings

_SHUTDOWN_SECONDS = 5


class _Server(uvicorn.Server):
    """Says its port once it listens."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if sockets and self.started:
            print(json.dumps({"port": sockets[0].getsockname()[1]}), flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(prog="anchr_sidecar", description=__doc__)
    parser.add_argument("--port", type=int, default=0, help="0 chooses a free port")
    parser.add_argument("--supervised", action="store_true", help="end when standard input closes")
    arguments = parser.parse_args()
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="%(levelname)s %(message)s")
    log = logging.getLogger("anchr_sidecar")
    log.setLevel(logging.INFO)
    try:
        settings = read_settings(os.environ)
        app = application(settings, log)
        listener = _listener(settings.host, arguments.port)
    except (SettingsError, ModelMissing) as error:
        print(error, file=sys.stderr)
        return 2
    except OSError as error:
        print(f"Port {arguments.port} cannot be listened on: {error.strerror}.", file=sys.stderr)
        return 2
    server = _Server(
        uvicorn.Config(
            app, log_config=None, access_log=False, timeout_graceful_shutdown=2, server_header=False
        )
    )
    if arguments.supervised:
        _end_with_input(server)
    server.run(sockets=[listener])
    return 0


def _listener(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind((host, port))
    return listener


def _end_with_input(server: uvicorn.Server) -> None:
    """The supervisor holds the other end; it closes however the supervisor dies."""

    def watch() -> None:
        while sys.stdin.buffer.read(4_096):
            pass
        server.should_exit = True
        time.sleep(_SHUTDOWN_SECONDS)
        os._exit(1)

    threading.Thread(target=watch, daemon=True, name="input-watch").start()


if __name__ == "__main__":
    sys.exit(main())
