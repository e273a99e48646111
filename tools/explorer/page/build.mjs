// Bundles the page into a folder: node build.mjs FOLDER [--minify]

import { cp, mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const [folder, ...flags] = process.argv.slice(2);
if (!folder) throw new Error("usage: node build.mjs FOLDER [--minify]");
const minify = flags.includes("--minify");

await mkdir(folder, { recursive: true });
const common = { bundle: true, minify, sourcemap: !minify, target: "es2022", logLevel: "warning", absWorkingDir: here };
await build({ ...common, entryPoints: { main: "src/main.ts" }, format: "esm", outdir: folder });
await build({ ...common, entryPoints: { worker: "src/engine/worker.ts" }, format: "iife", outdir: folder });
await build({ ...common, entryPoints: { style: "src/style.css" }, outdir: folder });
await cp(join(here, "index.html"), join(folder, "index.html"));
await cp(join(here, "examples"), join(folder, "examples"), { recursive: true, filter: (file) => !file.endsWith(".py") });
