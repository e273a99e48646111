// Kernels on the simulated GPU: instructions and memory accesses of each line, as a heat map.

import { h, notice } from "../dom";
import { bytes, count, percent } from "../format";
import { Lines, type Row } from "../lines";
import type { Counters, Kernel } from "../engine/types";
import type { Model } from "../model";
import type { Version } from "../version";
import type { View } from "./view";

/** The most lanes of a warp. */
const LANES = 32;

const METRICS = {
  instructions: { title: "instructions", of: (c: Counters) => c.instructions },
  sectors: { title: "global sectors beyond the ideal", of: (c: Counters) => c.globalSectors - c.globalIdeal },
  global: { title: "global sectors", of: (c: Counters) => c.globalSectors },
  conflicts: { title: "bank conflicts", of: (c: Counters) => c.sharedTurns - c.sharedIdeal },
  idle: { title: "idle lanes", of: (c: Counters) => LANES * c.instructions - c.lanes },
} as const;
type Metric = keyof typeof METRICS;

export class KernelsView implements View {
  readonly id = "kernels";
  readonly title = "Kernels";
  private readonly kernels = h("select", { attrs: { "aria-label": "Kernel" } });
  private readonly metric = h("select", { attrs: { "aria-label": "Heat" } }, ...Object.entries(METRICS).map(([id, metric]) => h("option", { text: metric.title, attrs: { value: id } })));
  private readonly totals = h("div", { class: "totals" });
  private readonly lines = new Lines();
  private readonly message = h("div");
  readonly element = h("div", { class: "stack" }, h("div", { class: "toolbar" }, this.kernels, h("label", {}, "heat: ", this.metric)), this.message, this.totals, this.lines.element);
  private found: Kernel[] = [];
  private version?: Version;
  private shown = -1;

  constructor(private readonly model: Model) {
    this.kernels.addEventListener("change", () => this.draw());
    this.metric.addEventListener("change", () => this.draw(true));
  }

  async update(model: Model, what: "stage" | "selection"): Promise<void> {
    const number = model.version;
    if (number === undefined) return;
    if (what === "selection" && number === this.shown) return this.lines.refresh();
    if (number === this.shown) return;
    this.shown = number;
    this.message.replaceChildren(notice("Running the kernels on the simulator…"));
    this.totals.replaceChildren();
    this.lines.show({ row: () => ({ text: "", gutter: [] }), count: 0, label: "Kernel" });
    try {
      const [found, version] = await Promise.all([model.engine.kernels(number), model.load(number)]);
      if (model.version !== number) return;
      this.found = found;
      this.version = version;
      this.message.replaceChildren();
    } catch (error) {
      if (model.version !== number) return;
      this.found = [];
      this.message.replaceChildren(notice(error instanceof Error ? error.message : String(error)));
    }
    const before = this.kernels.value;
    this.kernels.replaceChildren(...this.found.map((kernel) => h("option", { text: kernel.kernel, attrs: { value: kernel.kernel } })));
    if (this.found.some((kernel) => kernel.kernel === before)) this.kernels.value = before;
    this.kernels.disabled = this.found.length === 0;
    this.draw();
  }

  private draw(keep = false): void {
    const kernel = this.found.find((one) => one.kernel === this.kernels.value);
    const version = this.version;
    this.totals.replaceChildren();
    if (!kernel || !version) return;
    if (kernel.error !== undefined) {
      this.message.replaceChildren(notice(kernel.error, "error"));
      this.lines.show({ row: () => ({ text: "", gutter: [] }), count: 0, label: "Kernel" });
      return;
    }
    this.message.replaceChildren();
    this.totals.replaceChildren(...totals(kernel));
    const byLine = new Map(kernel.instructions.map((one) => [one.line, one.counters]));
    const metric = METRICS[this.metric.value as Metric];
    const most = Math.max(1, ...kernel.instructions.map((one) => metric.of(one.counters)));
    const first = Math.min(...kernel.instructions.map((one) => one.line));
    const last = Math.max(...kernel.instructions.map((one) => one.line));
    const [from, to] = extent(version, first, last);
    const related = () => this.model.related(this.shown);
    this.lines.show({
      count: to - from + 1,
      label: `Kernel ${kernel.kernel}`,
      row: (i) => row(version, from + i, byLine.get(from + i), metric.of, most, related()),
      choose: (i) => void this.model.select(version.opAt(from + i)?.number),
    }, keep);
  }
}

/** The lines of the function that lines are in. */
function extent(version: Version, first: number, last: number): [number, number] {
  for (let i = version.size - 1; i >= 0; i--) {
    const op = version.at(i);
    if (op.first < first && op.last > last) return [op.first, op.last];
  }
  return [first, last];
}

function row(version: Version, line: number, counters: Counters | undefined, metric: (c: Counters) => number, most: number, related: Set<number>): Row {
  const op = version.startsAt(line);
  const badges: NonNullable<Row["badges"]> = [];
  if (counters) {
    if (counters.globalRequests > 0) {
      const good = counters.globalSectors === counters.globalIdeal;
      badges.push({ text: `${count(counters.globalSectors)} sectors, ${percent(counters.globalIdeal, counters.globalSectors)}`, class: good ? "good" : "bad", title: `${count(counters.globalRequests)} accesses of warps to global memory; ${count(counters.globalIdeal)} sectors could hold their bytes` });
    }
    if (counters.sharedRequests > 0) {
      const conflicts = counters.sharedTurns - counters.sharedIdeal;
      badges.push({ text: conflicts === 0 ? "no bank conflicts" : `${count(conflicts)} bank conflicts`, class: conflicts === 0 ? "good" : "bad", title: `${count(counters.sharedRequests)} accesses of warps to shared memory in ${count(counters.sharedTurns)} turns` });
    }
    if (counters.lanes < LANES * counters.instructions) badges.push({ text: `${percent(counters.lanes, LANES * counters.instructions)} of lanes`, class: "plain", title: "Active lanes of the warps that executed it" });
    if (counters.products > 0) badges.push({ text: `${count(counters.products)} products`, class: "plain" });
  }
  return {
    text: version.lines[line] ?? "",
    gutter: [String(line + 1), counters ? count(counters.instructions) : ""],
    heat: counters ? metric(counters) / most : 0,
    class: `heat${op && related.has(op.number) ? " related" : ""}`,
    badges,
  };
}

function totals(kernel: Kernel): HTMLElement[] {
  const c = kernel.total;
  const fact = (name: string, value: string, title = "") => h("div", { class: "fact", title }, h("b", { text: value }), h("span", { text: name }));
  const threads = kernel.block.reduce((a, b) => a * b, 1);
  return [
    fact("grid", kernel.grid.join(" × ")),
    fact("threads", kernel.block.join(" × "), `${Math.ceil(threads / LANES)} warps in each block`),
    fact("warp instructions", count(c.instructions)),
    fact("active lanes", percent(c.lanes, LANES * c.instructions)),
    fact("coalescing", c.globalRequests ? percent(c.globalIdeal, c.globalSectors) : "–", "Sectors that could hold the bytes, of those that were accessed"),
    fact("global sectors", count(c.globalSectors), `${count(c.globalRequests)} accesses of warps`),
    fact("bank conflicts", count(c.sharedTurns - c.sharedIdeal)),
    fact("shared memory", bytes(kernel.sharedBytes)),
    fact("barriers", count(c.barriers)),
    fact("matrix products", count(c.products)),
  ];
}
