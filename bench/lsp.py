"""Times the language server: from an edit to the diagnostics of the new version, over its protocol.

Usage: python3 bench/lsp.py [--server target/release/strata-lsp-server] [--lines N] [--rounds N] [--kinds KIND,...] [--json FILE]

The kinds are those of generators/make_modules.py, cut to about N lines, and `mixed`, functions of tensors and loops as an exported
program has. Each file is opened in a server of its own, and edited in its first function, in the one in its middle and in its last
one, in turn: a comment, a line that is no op, that line removed, an op, that op removed. The clock runs from the first byte of
`didChange` to the last one of `publishDiagnostics` with the number of that version. Reported are median, 95th percentile and the
worst, by place, and the median of the server's processor time for an edit, which repeats on a shared machine. The diagnostics have to
be those that belong to the edit.
"""

import argparse
import json
import pathlib
import statistics
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from generators import make_modules  # noqa: E402

URI = "file:///program.mlir"
PLACES = ("top", "middle", "end")
# What is written at the start of a line, and whether the file has errors while it is there.
EDITS = (("// a comment\n", False), ("oops\n", True), ("%inserted = arith.constant 1 : i32\n", False))
MOST_MILLISECONDS = 50

MIXED = """func.func @f{i}(%x: tensor<4x8xf32>, %m: memref<16xf32>, %n: index) -> tensor<4x8xf32> {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = stablehlo.add %x, %x : tensor<4x8xf32>
  %1 = stablehlo.multiply %0, %x : tensor<4x8xf32>
  %2 = stablehlo.transpose %1, dims = [1, 0] : (tensor<4x8xf32>) -> tensor<8x4xf32>
  scf.for %i = %c0 to %n step %c1 {{
    %v = memref.load %m[%i] : memref<16xf32>
    %w = arith.addf %v, %v : f32
    %u = math.exp %w : f32
    memref.store %u, %m[%i] : memref<16xf32>
  }}
  %4 = stablehlo.exponential %1 {{mhlo.frontend_attributes = {{a = "b"}}}} : tensor<4x8xf32>
  %5 = stablehlo.maximum %4, %1 : tensor<4x8xf32>
  %7 = call @f{i}(%5, %m, %n) : (tensor<4x8xf32>, memref<16xf32>, index) -> tensor<4x8xf32>
  return %7 : tensor<4x8xf32>
}}
"""


class Server:
    """The process, and the messages to and from it."""

    def __init__(self, path):
        self.process = subprocess.Popen([path, "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.version = 0
        self.send({"id": 1, "method": "initialize", "params": {"capabilities": {}}})
        while self.receive().get("id") != 1:
            pass
        self.send({"method": "initialized", "params": {}})

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def receive(self):
        length = 0
        while (line := self.process.stdout.readline()) != b"\r\n":
            if not line:
                sys.exit("the server ended")
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        return json.loads(self.process.stdout.read(length))

    def diagnostics(self):
        """The diagnostics of the newest version."""
        while True:
            message = self.receive()
            params = message.get("params") or {}
            if message.get("method") == "textDocument/publishDiagnostics" and params["version"] == self.version:
                return params["diagnostics"]

    def open(self, text):
        self.send(
            {
                "method": "textDocument/didOpen",
                "params": {"textDocument": {"uri": URI, "languageId": "mlir", "version": 0, "text": text}},
            }
        )
        return self.diagnostics()

    def processor_time(self):
        """Seconds that the threads of the server have run."""
        threads = pathlib.Path(f"/proc/{self.process.pid}/task")
        return sum(int((t / "schedstat").read_text().split()[0]) for t in threads.iterdir()) / 1e9

    def edit(self, line, removed, inserted):
        """Replaces lines from `line` on; returns the seconds until the diagnostics are there, those of processors, and these."""
        self.version += 1
        edges = {"start": {"line": line, "character": 0}, "end": {"line": line + removed, "character": 0}}
        message = {
            "method": "textDocument/didChange",
            "params": {
                "textDocument": {"uri": URI, "version": self.version},
                "contentChanges": [{"range": edges, "text": inserted}],
            },
        }
        busy, started = self.processor_time(), time.perf_counter()
        self.send(message)
        found = self.diagnostics()
        waited = time.perf_counter() - started
        return waited, self.processor_time() - busy, found

    def end(self):
        self.send({"id": 2, "method": "shutdown", "params": None})
        self.send({"method": "exit", "params": None})
        self.process.wait()


def program(kind, lines):
    """The text of a kind with about so many lines."""
    if kind == "mixed":
        return "".join(MIXED.format(i=i) for i in range(max(3, lines // (MIXED.count("\n")))))
    ops = lines
    for _ in range(4):
        text = "".join(make_modules.KINDS[kind](ops, make_modules.Random(1)))
        ops = max(1, ops * lines // text.count("\n"))
    return text


def places(text):
    """Lines at which an op may be written: the second ones of the first, the middle and the last function."""
    lines = text.splitlines()
    functions = [i for i, line in enumerate(lines) if line.lstrip().startswith("func.func")]
    return {name: functions[at] + 1 for name, at in zip(PLACES, (0, len(functions) // 2, len(functions) - 1))}


def measure(path, kind, lines, rounds):
    """The row of a kind: milliseconds by place."""
    text = program(kind, lines)
    server = Server(path)
    if found := server.open(text):
        sys.exit(f"{kind}: the program is not valid: {found[0]}")
    times, busy = {name: [] for name in PLACES}, []
    for number in range(rounds + 1):
        for name, line in places(text).items():
            for inserted, is_wrong in EDITS:
                for removed, new, wrong in ((0, inserted, is_wrong), (1, "", False)):
                    seconds, used, found = server.edit(line, removed, new)
                    if bool(found) != wrong or any(abs(d["range"]["start"]["line"] - line) > 1 for d in found):
                        sys.exit(f"{kind}: after {new!r} at line {line} the diagnostics are {found}")
                    if number > 0:
                        times[name].append(seconds * 1e3)
                        busy.append(used * 1e3)
    server.end()
    row = {"kind": kind, "lines": text.count("\n"), "bytes": len(text), "processor_ms": statistics.median(busy)}
    for name, values in times.items():
        values.sort()
        row[name] = {
            "median_ms": statistics.median(values),
            "p95_ms": values[int(len(values) * 0.95)],
            "worst_ms": values[-1],
        }
    return row


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--server", default="target/release/strata-lsp-server", metavar="PATH")
    parser.add_argument("--lines", type=int, default=10_000, metavar="N")
    parser.add_argument("--rounds", type=int, default=7, metavar="N")
    parser.add_argument("--kinds", default="mixed,arith,onefunc,cfg,nested,linalg,shlo,symdce")
    parser.add_argument("--json", type=pathlib.Path, metavar="FILE")
    options = parser.parse_args()
    if options.rounds < 1 or options.lines < 100:
        parser.error("at least one round and 100 lines are needed")
    for kind in options.kinds.split(","):
        if kind != "mixed" and kind not in make_modules.KINDS:
            parser.error(f"unknown kind '{kind}'; known are mixed, {', '.join(make_modules.KINDS)}")
    rows = []
    print("file          lines   KB | processor ms | ms from an edit to its diagnostics, median, 95 %, worst: " + " | ".join(PLACES))
    for kind in options.kinds.split(","):
        row = measure(options.server, kind, options.lines, options.rounds)
        rows.append(row)
        parts = (
            f"{row[p]['median_ms']:6.1f} {row[p]['p95_ms']:6.1f} {row[p]['worst_ms']:6.1f}" for p in PLACES
        )
        print(f"{kind:12} {row['lines']:6} {row['bytes'] // 1000:4} | {row['processor_ms']:6.1f} | " + " | ".join(parts), flush=True)
    if options.json:
        options.json.write_text(json.dumps({"rows": rows}, indent=1) + "\n")
    slow = [r["kind"] for r in rows if r["processor_ms"] > MOST_MILLISECONDS]
    if slow and options.lines <= 10_000:
        sys.exit(f"slower than {MOST_MILLISECONDS} ms: {', '.join(slow)}")


if __name__ == "__main__":
    main()
