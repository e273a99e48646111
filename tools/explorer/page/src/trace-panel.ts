// Where the chosen op comes from, and what became of it at every stage.

import { h } from "./dom";
import { plural } from "./format";
import type { Place } from "./engine/types";
import type { Model } from "./model";

/** Ops of a stage that are listed. */
const LISTED = 40;

export class TracePanel {
  readonly element = h("section", { class: "trace", attrs: { "aria-label": "Origin of the chosen op", hidden: true } });
  private drawn = 0;

  constructor(private readonly model: Model, private readonly goTo: (stage: number, line: number) => void) {
    model.on(["selection", "stages", "stage"], () => void this.draw());
  }

  private async draw(): Promise<void> {
    const { selection } = this.model;
    const drawing = ++this.drawn;
    this.element.hidden = selection === undefined;
    if (!selection) return;
    const { trace } = selection;
    const steps = trace.versions.map((numbers, version) => ({ numbers, version, stage: this.model.stageOf(version) }))
      .filter((step) => step.numbers.length > 0 && step.stage >= 0);
    const items = await Promise.all(steps.map((step) => this.step(step.version, step.stage, step.numbers)));
    if (drawing !== this.drawn) return;
    const last = steps.at(-1)?.version ?? 0;
    const end = last + 1 < trace.versions.length ? this.model.stages[this.model.stageOf(last + 1)]?.pass.name : undefined;
    this.element.replaceChildren(
      h("div", { class: "panel-head" },
        h("h2", {}, "Trace of ", h("code", { class: "t-op", text: trace.kind })),
        this.origin(trace.location.names, trace.location.places),
        h("button", { class: "icon", title: "Close (Escape)", text: "×", attrs: { "aria-label": "Close the trace" }, on: { click: () => void this.model.select(undefined) } })),
      h("ol", { class: "trace-steps" }, ...items,
        end !== undefined && h("li", { class: "trace-end" }, `removed by ${end}`)));
    const shown = this.element.querySelector<HTMLElement>(".trace-step.shown");
    const list = shown?.parentElement;
    // Only the list scrolls, never the page.
    if (shown && list) list.scrollLeft = shown.offsetLeft - list.offsetLeft - (list.clientWidth - shown.clientWidth) / 2;
  }

  private origin(names: string[], places: Place[]): HTMLElement {
    const shown = places.slice(0, 6).map((place) =>
      place.file ? h("span", { class: "place", title: place.text ?? "", text: `${place.file}:${place.line}:${place.column}` })
        : h("span", { class: "place", text: place.name ?? "" }));
    return h("span", { class: "origin" }, ...names.slice(0, 3).map((name) => h("span", { class: "place name", text: name })), ...shown,
      places.length > 6 && `and ${places.length - 6} more`);
  }

  private async step(version: number, stage: number, numbers: number[]): Promise<HTMLElement> {
    const loaded = await this.model.load(version);
    const shown = this.model.version === version;
    const ops = numbers.slice(0, LISTED).map((number) => loaded.op(number)).filter((op) => op !== undefined);
    const lines = ops.map((op) =>
      h("button", {
        class: "trace-op", title: loaded.lines[op.first]?.trim() ?? "",
        on: { click: () => this.goTo(stage, op.first) },
      }, h("span", { class: "gutter", text: String(op.first + 1) }), h("code", { text: (loaded.lines[op.first] ?? "").trim().slice(0, 160) })));
    return h("li", { class: `trace-step${shown ? " shown" : ""}` },
      h("button", { class: "trace-stage", text: `${stage}. ${this.model.stages[stage]?.pass.name ?? ""}`, on: { click: () => this.goTo(stage, ops[0]?.first ?? 0) } }),
      h("small", { text: plural(numbers.length, "op") }),
      ...lines);
  }
}
