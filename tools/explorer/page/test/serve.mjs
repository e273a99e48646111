// A server of files for tests, on a port of its own.

import { createReadStream, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const TYPES = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".mlir": "text/plain; charset=utf-8" };

/** Serves a folder; the address, and a function that ends it. */
export function serve(folder) {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://x").pathname)).replace(/^(\.\.[/\\])+/, "");
    const file = join(folder, path.endsWith("/") ? `${path}index.html` : path);
    try {
      if (!statSync(file).isFile()) throw new Error("no file");
    } catch {
      response.writeHead(404).end("not found");
      return;
    }
    response.writeHead(200, { "Content-Type": TYPES[extname(file)] ?? "application/octet-stream" });
    createReadStream(file).pipe(response);
  });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      resolve({ address: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() });
    });
  });
}
