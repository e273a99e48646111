// The loops of a stage as nested boxes, with the tiles that outer loops cut out for inner ones.

import { h, notice, s } from "../dom";
import { dialectOf, hue } from "../dialects";
import { count } from "../format";
import type { Loop, LoopDimension, LoopsOf } from "../engine/types";
import type { Model } from "../model";
import type { View } from "./view";

export class LoopsView implements View {
  readonly id = "loops";
  readonly title = "Loops";
  readonly element = h("div", { class: "stack scroll loops-view" });
  private shown = -1;

  constructor(private readonly goTo: (line: number) => void) {}

  async update(model: Model, what: "stage" | "selection"): Promise<void> {
    const number = model.version;
    if (number === undefined || (what === "stage" && this.shown === number)) return;
    const related = model.related(number);
    if (what === "selection" && this.shown === number) {
      for (const box of this.element.querySelectorAll<HTMLElement>(".loop")) box.classList.toggle("related", related.has(Number(box.dataset.number)));
      return;
    }
    const functions = await model.engine.loops(number);
    if (model.version !== number) return;
    this.shown = number;
    this.element.replaceChildren(...(functions.length === 0 ? [notice("This stage has no loops and no structured ops.")] : functions.map((f) => this.function(f))));
    for (const box of this.element.querySelectorAll<HTMLElement>(".loop")) box.classList.toggle("related", related.has(Number(box.dataset.number)));
  }

  private function(f: LoopsOf): HTMLElement {
    return h("section", { class: "card" }, h("h3", { text: f.function ? `@${f.function}` : "module" }), ...f.loops.map((loop) => this.loop(loop, 1)));
  }

  private loop(loop: Loop, around: number): HTMLElement {
    const trips = loop.dimensions.reduce<number | null>((all, d) => (all === null || d.trips === null ? null : all * d.trips), 1);
    const total = trips === null ? null : trips * around;
    const accesses = Object.entries(loop.accesses).slice(0, 8);
    return h("div", { class: "loop", data: { number: String(loop.number ?? "") }, style: `--hue:${hue(dialectOf(loop.kind))}` },
      h("div", { class: "loop-head" },
        tiles(loop),
        h("div", { class: "loop-text" },
          h("button", { class: "link", text: loop.kind, title: loop.text ?? "", on: { click: () => loop.line !== null && this.goTo(loop.line) } }),
          h("span", { class: "range", text: loop.dimensions.map(range).join("  ×  ") }),
          h("span", { class: "trips", text: trips === null ? "unknown number of iterations" : `${count(trips)} iterations${around > 1 && total !== null ? `, ${count(total)} in all` : ""}` }),
          h("span", { class: "chips" }, ...accesses.map(([kind, n]) => h("span", { class: "chip", style: `--hue:${hue(dialectOf(kind))}`, text: n > 1 ? `${kind} ×${n}` : kind }))))),
      ...loop.inside.map((inner) => this.loop(inner, total ?? around)));
  }
}

function range(d: LoopDimension): string {
  const text = (n: number | null) => (n === null ? "?" : String(n));
  return `${text(d.lower)} … ${text(d.upper)}${d.step === 1 ? "" : ` step ${text(d.step)}`}`;
}

/** Squares of a picture of iterations in one direction. */
const MOST_SQUARES = 16;

/** The iteration space of a loop, with one tile and what the loops inside count in it. */
function tiles(loop: Loop): SVGElement | null {
  const inner = loop.dimensions.length >= 2 ? undefined : loop.inside.length === 1 ? loop.inside[0] : undefined;
  const [rows, columns] = loop.dimensions.length >= 2 ? [loop.dimensions.at(-2), loop.dimensions.at(-1)] : [loop.dimensions[0], inner?.dimensions[0]];
  const n = (d: LoopDimension | undefined) => Math.max(1, Math.min(MOST_SQUARES, d?.trips ?? 1));
  if (!rows || rows.trips === null) return null;
  const [r, c] = [n(rows), n(columns)];
  const size = 64 / Math.max(r, c, 4);
  const picture = s("svg", { class: "tiles", attrs: { viewBox: `-1 -1 ${c * size + 2} ${r * size + 2}`, width: c * size + 2, height: r * size + 2, role: "img", "aria-label": `${rows.trips} by ${columns?.trips ?? 1} iterations` } });
  for (let i = 0; i < r; i++) {
    for (let j = 0; j < c; j++) {
      picture.append(s("rect", { class: i === 0 && (inner === undefined || loop.dimensions.length < 2) ? "first" : "", attrs: { x: j * size + 0.5, y: i * size + 0.5, width: Math.max(1, size - 1), height: Math.max(1, size - 1), rx: size > 6 ? 1 : 0 } }));
    }
  }
  return picture;
}
