"""A program that fills a trace store until it is killed: it says each call's number once that call has completed.

python writer.py FILE THREADS CALLS
"""

from __future__ import annotations

import sys
import threading

from op_runtime import Runtime
from op_runtime.trace.sqlite import SQLiteStore


def main(file: str, threads: int, calls: int) -> None:
    """Effect: makes `calls` calls in each of `threads` threads, on one runtime."""
    said = threading.Lock()

    def answer(messages: list[dict[str, str]]) -> str:
        return "to " + messages[-1]["content"]

    with Runtime(answer, store=SQLiteStore(file)) as runtime:

        def work(thread: int) -> None:
            for call in range(calls):
                name = f"{thread}/{call}"
                runtime.exec(name, tools=[])
                with said:
                    sys.stdout.write(name + "\n")
                    sys.stdout.flush()

        workers = [threading.Thread(target=work, args=(number,)) for number in range(threads)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
