// The page in a browser without a window: clicks through every view and compares what it reads.
// node test/explorer.test.mjs FOLDER [--screenshots FOLDER]

import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { serve } from "./serve.mjs";

const [folder, flag, pictures] = process.argv.slice(2);
if (!folder || (flag !== undefined && flag !== "--screenshots")) throw new Error("usage: node explorer.test.mjs FOLDER [--screenshots FOLDER]");

const site = await serve(folder);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"],
});
const context = await browser.newContext({ viewport: { width: 1500, height: 900 }, permissions: ["clipboard-read", "clipboard-write"] });
const page = await context.newPage();
page.setDefaultTimeout(60_000);
const problems = [];
page.on("pageerror", (error) => problems.push(error.message));

const idle = () => page.waitForFunction(() => {
  const status = document.getElementById("status");
  return status?.dataset.state === "idle" && document.querySelectorAll(".stage").length > 0;
});
const text = (selector) => page.locator(selector).first().innerText();
const texts = (selector) => page.locator(selector).allInnerTexts();
const visible = (view) => `#view-${view}`;
const stage = (name) => page.locator(`.stage[data-name="${name}"]`).first().click();
async function tab(id) {
  await page.click(`#tab-${id}`);
  await page.waitForSelector(`${visible(id)}:not([hidden])`);
}
async function until(what, check) {
  const end = Date.now() + 30_000;
  for (;;) {
    const value = await check();
    if (value) return value;
    if (Date.now() > end) throw new Error(`waited in vain: ${what}`);
    await page.waitForTimeout(30);
  }
}
/** Puts a program and a pipeline into the page by a link. */
async function open(source, pipeline) {
  const fragment = await page.evaluate(async (value) => {
    const bytes = new TextEncoder().encode(JSON.stringify(value));
    const packed = await new Response(new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer();
    return "#p=" + btoa(String.fromCharCode(...new Uint8Array(packed))).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  }, [source, pipeline]);
  await page.evaluate((hash) => (location.hash = hash), fragment);
  await until("the program of the link is shown", async () => (await text("#editor .cm-content")).includes(source.split("\n")[0].slice(0, 20)));
  await page.waitForTimeout(50);
  await idle();
}
async function example(id) {
  await page.selectOption("#examples", id);
  await page.waitForTimeout(50);
  await idle();
}
async function picture(name) {
  if (!pictures) return;
  await mkdir(pictures, { recursive: true });
  await page.mouse.move(0, 0);
  await page.screenshot({ path: join(pictures, `${name}.png`) });
}

const tests = {
  async "the first program runs through its pipeline"() {
    await page.goto(site.address);
    await idle();
    assert.match(await text("#status"), /^\d+ passes in /);
    const names = await page.locator(".stage").evaluateAll((all) => all.map((one) => one.dataset.name));
    assert.equal(names[0], "input");
    assert.ok(names.includes("bufferize-program") && names.includes("convert-program-to-llvm"));
    assert.equal(await page.locator(".timeline .column").count(), names.length);
    assert.match(await text(".legend"), /stablehlo\s*5/);
  },
  async "the IR of a stage is shown, and a stage is chosen by keys"() {
    await stage("bufferize-program");
    await until("buffers in the IR", async () => (await text(visible("ir"))).includes("memref.alloc"));
    assert.equal(await text("#shown-stage b"), "bufferize-program");
    await page.keyboard.press("]");
    await until("the next change", async () => (await text("#shown-stage b")) !== "bufferize-program");
    assert.ok(await page.locator(".stage.shown.changed").count());
    await page.keyboard.press("[");
    assert.equal(await text("#shown-stage b"), "bufferize-program");
  },
  async "changes are by the identity of ops"() {
    await tab("changes");
    await until("the summary", async () => /lines? added/.test(await text(`${visible("changes")} .summary`)));
    const added = await texts(`${visible("changes")} .diff-added code`);
    assert.ok(added.some((line) => line.includes("memref.alloc")), added.join("\n"));
    const removed = await texts(`${visible("changes")} .diff-removed code`);
    assert.ok(removed.some((line) => line.includes("tensor.empty")), removed.join("\n"));
    await picture("changes");
    await stage("sdy-drop-sharding-and-mesh");
    await until("no changes", async () => (await text(`${visible("changes")} .summary`)).includes("changed nothing"));
  },
  async "an op is traced to the source and to the end"() {
    await stage("bufferize-program");
    await tab("ir");
    const line = page.locator(`${visible("ir")} .line`, { hasText: "arith.maximumf" }).first();
    await line.click();
    await page.waitForSelector(".trace:not([hidden]) .trace-step");
    const stages = await texts(".trace-stage");
    assert.equal(stages[0], "0. input");
    assert.ok(stages.some((name) => name.includes("convert-program-to-llvm")), stages.join());
    assert.ok((await texts(".trace-step:first-child .trace-op code")).some((one) => one.includes("stablehlo.maximum")));
    assert.ok((await texts("#editor .cm-origin")).some((one) => one.includes("stablehlo.maximum")));
    assert.ok(await page.locator(`${visible("ir")} .line.related`).count());
    await picture("trace");
    await page.locator(".trace-stage", { hasText: "convert-program-to-llvm" }).click();
    await until("the op in the llvm dialect", async () => (await texts(`${visible("ir")} .line.related`)).some((one) => one.includes("llvm.intr.maximum")));
    await page.keyboard.press("Escape");
    await page.waitForSelector(".trace", { state: "hidden" });
  },
  async "a line of the source leads to its op"() {
    await page.locator("#editor .cm-line", { hasText: "stablehlo.dot_general" }).click();
    await until("a trace", async () => (await page.locator(".trace h2 code").count()) && (await text(".trace h2 code")) === "stablehlo.dot_general");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
  },
  async "the data flow is drawn, folded and unfolded"() {
    await stage("bufferize-program");
    await tab("graph");
    await page.waitForSelector(`${visible("graph")} .node`);
    const kinds = () => page.locator(`${visible("graph")} .node .title`).allTextContents();
    assert.ok((await kinds()).includes("linalg.matmul") && (await kinds()).includes("arith.mulf"));
    assert.ok((await page.locator(`${visible("graph")} .edge`).count()) > 5);
    await picture("graph");
    await page.click(`${visible("graph")} button:text-is("Fold")`);
    assert.ok(!(await kinds()).includes("arith.mulf"));
    await page.click(`${visible("graph")} button:text-is("Unfold")`);
    assert.ok((await kinds()).includes("arith.mulf"));
  },
  async "loops have their iterations"() {
    await stage("memref-plan-arena");
    await tab("loops");
    await page.waitForSelector(`${visible("loops")} .loop`);
    const shown = await text(visible("loops"));
    assert.match(shown, /scf\.for/);
    assert.match(shown, /\d+ iterations/);
    await picture("loops");
  },
  async "buffers have places in memory and time"() {
    const source = "func.func @f(%x: memref<64xf32>) {\n  %a = memref.alloc() : memref<64xf32>\n  memref.copy %x, %a : memref<64xf32> to memref<64xf32>\n  memref.copy %a, %x : memref<64xf32> to memref<64xf32>\n  memref.dealloc %a : memref<64xf32>\n  %b = memref.alloc() : memref<32xf32>\n  %c = memref.alloc() : memref<32xf32>\n  memref.copy %b, %c : memref<32xf32> to memref<32xf32>\n  memref.dealloc %b : memref<32xf32>\n  memref.dealloc %c : memref<32xf32>\n  return\n}";
    await open(source, "builtin.module(func.func(memref-plan-arena))");
    await tab("buffers");
    await page.waitForSelector(`${visible("buffers")} .buffer`);
    assert.match(await text(`${visible("buffers")} .summary`), /3 buffers, 512 B together; 256 B live at once, 256 B used/);
    await stage("memref-plan-arena");
    await until("the arena", async () => (await text(`${visible("buffers")} h3`)).startsWith("Arena"));
    assert.equal(await page.locator(`${visible("buffers")} .buffer`).count(), 3);
  },
  async "a program runs on inputs, and at every stage alike"() {
    await open("func.func @add(%x: tensor<3xi32>, %y: tensor<3xi32>) -> tensor<3xi32> {\n  %0 = stablehlo.add %x, %y : tensor<3xi32>\n  return %0 : tensor<3xi32>\n}", "builtin.module(func.func(stablehlo-legalize-to-linalg),bufferize-program)");
    await stage("input");
    await tab("run");
    await until("the types of inputs", async () => (await text(visible("run"))).includes("tensor<3xi32>"));
    await page.fill(`${visible("run")} [data-input="0"]`, "dense<[1, 2, 3]>");
    await page.fill(`${visible("run")} [data-input="1"]`, "dense<[10, 20, 30]>");
    await page.click(`${visible("run")} .primary`);
    await until("the result", async () => (await text(visible("run"))).includes("[11, 22, 33]"));
    await stage("bufferize-program");
    await until("the types of buffers", async () => (await text(visible("run"))).includes("memref<3xi32>"));
    await page.click(`${visible("run")} .primary`);
    await until("the comparison", async () => (await page.locator(".verdict-line.agrees").count()) > 0);
    await page.fill(`${visible("run")} [data-input="0"]`, "dense<[1, 2]>");
    await page.click(`${visible("run")} .primary`);
    await until("the error", async () => (await texts(`${visible("run")} .error`)).some((one) => one.includes("input #0")));
  },
  async "passes are validated"() {
    await page.check("#validate");
    await page.waitForSelector(".stage .verdict.agrees");
    await page.uncheck("#validate");
    await idle();
    assert.equal(await page.locator(".stage .verdict").count(), 0);
  },
  async "errors are underlined in the editor"() {
    await page.click("#editor .cm-content");
    await page.keyboard.press("Control+a");
    await page.keyboard.insertText("func.func @f(%x: i32) -> i32 {\n  %0 = arith.addi %x, %y : i32\n  return %0 : i32\n}");
    await page.waitForSelector("#editor .cm-lintRange-error");
    assert.equal(await text("#editor .cm-lintRange-error"), "%y");
    await until("the status", async () => (await text("#status")).includes("not valid"));
    await page.keyboard.press("Control+a");
    await page.keyboard.insertText("func.func @f(%x: i32) -> i32 {\n  return %x : i32\n}");
    await idle();
    assert.equal(await page.locator("#editor .cm-lintRange-error").count(), 0);
  },
  async "a wrong pipeline is a message"() {
    await page.click("#pipeline .cm-content");
    await page.keyboard.press("Control+a");
    await page.keyboard.insertText("builtin.module(cze)");
    await until("the message", async () => (await text("#status")).includes("did you mean 'cse'"));
    await page.keyboard.press("Escape");
  },
  async "links carry the program"() {
    await example("inlining");
    await page.click("#share");
    await until("the link", async () => (await page.evaluate(() => location.hash)).startsWith("#p="));
    const link = page.url();
    const other = await context.newPage();
    await other.goto(link);
    await other.waitForFunction(() => document.getElementById("status")?.dataset.state === "idle" && document.querySelectorAll(".stage").length > 3);
    assert.match(await other.locator("#editor .cm-content").innerText(), /@power/);
    await other.close();
  },
  async "kernels run on the simulator"() {
    await example("transpose_gpu");
    await page.locator(".stage").last().click();
    await tab("kernels");
    await page.waitForSelector(`${visible("kernels")} .fact`);
    const facts = await text(`${visible("kernels")} .totals`);
    assert.match(facts, /coalescing/);
    assert.ok((await page.locator(`${visible("kernels")} option`).count()) >= 7, "two kernels and five kinds of heat");
    await page.selectOption(`${visible("kernels")} [aria-label="Heat"]`, "global");
    const badges = await until("accesses", async () => {
      await page.locator(`${visible("kernels")} .lines`).evaluate((lines) => (lines.scrollTop += 300));
      const found = await texts(`${visible("kernels")} .badge`);
      return found.length > 0 && found;
    });
    assert.ok(badges.some((badge) => /sectors|bank conflicts|lanes/.test(badge)), badges.join());
    await picture("kernels");
  },
  async "a program of JAX has its names and places"() {
    await example("gpt2_block");
    await stage("input");
    await tab("ir");
    await page.locator(`${visible("ir")} .line`, { hasText: "stablehlo.dot_general" }).first().click();
    await page.waitForSelector(".trace:not([hidden]) .place");
    const places = await texts(".origin .place");
    assert.ok(places.some((place) => place.startsWith("generate.py:")), places.join());
    await page.keyboard.press("Escape");
  },
  async "themes are switched"() {
    const before = await page.evaluate(() => document.documentElement.dataset.theme);
    await page.locator("body").press("t");
    assert.notEqual(await page.evaluate(() => document.documentElement.dataset.theme), before);
    await stage("memref-plan-arena");
    await tab("buffers");
    await page.waitForSelector(`${visible("buffers")} .buffer`);
    await picture("buffers-dark");
    await page.locator("body").press("t");
  },
  async "ten thousand ops are scrolled quickly"() {
    const ops = Array.from({ length: 10_000 }, (_, i) => `  %${i + 1} = arith.addi %${i}, %x : i32`);
    const source = `func.func @f(%x: i32) -> i32 {\n  %0 = arith.constant 1 : i32\n${ops.join("\n")}\n  return %10000 : i32\n}`;
    await open(source, "builtin.module(cse)");
    await stage("input");
    await tab("ir");
    await until("the lines", async () => (await text(visible("ir"))).includes("arith.addi"));
    const rows = await page.locator(`${visible("ir")} .line`).count();
    assert.ok(rows < 200, `${rows} lines are in the document`);
    const took = await page.locator(`${visible("ir")} .lines`).evaluate(async (lines) => {
      const started = performance.now();
      for (let i = 0; i < 20; i++) {
        lines.scrollTop = (lines.scrollHeight * i) / 20;
        await new Promise((done) => requestAnimationFrame(done));
      }
      return performance.now() - started;
    });
    assert.ok(took < 4000, `20 jumps took ${took} ms`);
  },
  async "machine code needs the server, and the page says so"() {
    await tab("machine");
    await until("the notice", async () => (await text(visible("machine"))).includes("strata-explorer"));
  },
};

let failed = 0;
const only = process.env.ONLY;
const started = Date.now();
for (const [name, run] of Object.entries(tests)) {
  if (only && name !== Object.keys(tests)[0] && !name.includes(only)) continue;
  const at = Date.now();
  try {
    await run();
    assert.deepEqual(problems.splice(0), [], "errors of the page");
    console.log(`ok    ${name} (${Date.now() - at} ms)`);
  } catch (error) {
    failed++;
    console.log(`FAIL  ${name}\n${error.stack}`);
    if (pictures) await page.screenshot({ path: join(pictures, `failed-${failed}.png`) }).catch(() => {});
  }
}
await browser.close();
site.close();
console.log(`${Object.keys(tests).length - failed} of ${Object.keys(tests).length} tests passed in ${((Date.now() - started) / 1000).toFixed(1)} s`);
process.exitCode = failed === 0 ? 0 : 1;
