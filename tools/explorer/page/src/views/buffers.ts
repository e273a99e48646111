// Buffers over time: a rectangle for each, as wide as its life and as high as its bytes.

import { h, notice, s } from "../dom";
import { bytes } from "../format";
import type { BufferInfo, BuffersOf } from "../engine/types";
import type { Model } from "../model";
import type { View } from "./view";

const WIDTH = 900;
const HEIGHT = 320;
const LEFT = 76;
const BOTTOM = 22;

export interface Placed {
  buffer: BufferInfo;
  offset: number;
}

/** Places for buffers that are not parts of an arena: each at the lowest free bytes of its life, larger ones first. */
export function pack(buffers: BufferInfo[]): Placed[] {
  const placed: Placed[] = [];
  for (const buffer of [...buffers].sort((a, b) => (b.bytes ?? 0) - (a.bytes ?? 0) || a.first - b.first)) {
    const others = placed.filter((p) => p.buffer.first <= buffer.last && buffer.first <= p.buffer.last).sort((a, b) => a.offset - b.offset);
    let offset = 0;
    for (const other of others) {
      if (offset + (buffer.bytes ?? 0) <= other.offset) break;
      offset = Math.max(offset, other.offset + (other.buffer.bytes ?? 0));
    }
    placed.push({ buffer, offset });
  }
  return placed;
}

export class BuffersView implements View {
  readonly id = "buffers";
  readonly title = "Buffers";
  readonly element = h("div", { class: "stack scroll buffers-view" });
  private shown = -1;

  constructor(private readonly model: Model, private readonly goTo: (line: number) => void) {}

  async update(model: Model, what: "stage" | "selection"): Promise<void> {
    const number = model.version;
    if (number === undefined) return;
    if (this.shown !== number) {
      const functions = await model.engine.buffers(number);
      if (model.version !== number) return;
      this.shown = number;
      this.element.replaceChildren(...(functions.length === 0 ? [notice("This stage allocates no buffers.")] : functions.flatMap((f) => this.function(f))));
    }
    if (what === "selection" || this.shown === number) {
      const related = model.related(number);
      for (const box of this.element.querySelectorAll<SVGElement>(".buffer")) box.classList.toggle("related", related.has(Number(box.dataset.number)));
    }
  }

  private function(f: BuffersOf): HTMLElement[] {
    const arenas = new Set(f.buffers.map((buffer) => buffer.arena).filter((arena) => arena !== null));
    const pictures: HTMLElement[] = [];
    const name = f.function ? `@${f.function}` : "module";
    for (const arena of arenas) {
      const parts = f.buffers.filter((buffer) => buffer.arena === arena && buffer.offset !== null && buffer.bytes !== null);
      const whole = f.buffers.find((buffer) => buffer.number === arena);
      const placed = parts.map((buffer) => ({ buffer, offset: buffer.offset! }));
      pictures.push(this.picture(`Arena of ${name}`, f, placed, whole?.bytes ?? undefined));
    }
    const others = f.buffers.filter((buffer) => buffer.arena === null && !arenas.has(buffer.number));
    const known = others.filter((buffer) => buffer.bytes !== null);
    if (known.length > 0) pictures.push(this.picture(`Buffers of ${name}`, f, pack(known)));
    const unknown = others.length - known.length;
    if (unknown > 0) pictures.push(h("p", { class: "summary", text: `${unknown} buffers of ${name} have sizes that are known at run time only.` }));
    return pictures;
  }

  private picture(title: string, f: BuffersOf, placed: Placed[], whole?: number): HTMLElement {
    const top = Math.max(1, whole ?? 0, ...placed.map((p) => p.offset + (p.buffer.bytes ?? 0)));
    const sum = placed.reduce((all, p) => all + (p.buffer.bytes ?? 0), 0);
    const live = most(placed);
    const [first, last] = [Math.min(f.first, ...placed.map((p) => p.buffer.first)), Math.max(...placed.map((p) => p.buffer.last)) + 1];
    const x = (line: number) => LEFT + ((line - first) / Math.max(1, last - first)) * (WIDTH - LEFT - 8);
    const y = (offset: number) => 8 + (1 - offset / top) * (HEIGHT - 8 - BOTTOM);
    const svg = s("svg", { class: "memory", attrs: { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": `${title}: ${placed.length} buffers in ${bytes(top)}` } });
    for (const part of [0, 0.25, 0.5, 0.75, 1]) {
      svg.append(s("line", { class: "grid", attrs: { x1: LEFT, x2: WIDTH - 8, y1: y(part * top), y2: y(part * top) } }),
        s("text", { class: "axis", attrs: { x: LEFT - 8, y: y(part * top) + 4, "text-anchor": "end" }, text: bytes(Math.round(part * top)) }));
    }
    svg.append(s("text", { class: "axis", attrs: { x: LEFT, y: HEIGHT - 6 }, text: `line ${first + 1}` }),
      s("text", { class: "axis", attrs: { x: WIDTH - 8, y: HEIGHT - 6, "text-anchor": "end" }, text: `line ${last}` }));
    placed.forEach(({ buffer, offset }, i) => {
      const size = buffer.bytes ?? 0;
      const box = s("g", { class: "buffer", data: { number: String(buffer.number) }, attrs: { tabindex: 0, role: "button", "aria-label": `${buffer.type}, ${bytes(size)} at offset ${offset}, lines ${buffer.first + 1} to ${buffer.last + 1}` }, style: `--hue:${(i * 47 + 200) % 360}` },
        s("title", { text: `${buffer.type}\n${bytes(size)} at offset ${offset}\nlines ${buffer.first + 1} to ${buffer.last + 1}, ${buffer.accesses.length} accesses` }),
        s("rect", { attrs: { x: x(buffer.first), y: y(offset + size), width: Math.max(3, x(buffer.last + 1) - x(buffer.first)), height: Math.max(2, y(offset) - y(offset + size)), rx: 2 } }),
        ...buffer.accesses.slice(0, 400).map((line) => s("line", { class: "access", attrs: { x1: x(line + 0.5), x2: x(line + 0.5), y1: y(offset + size) + 1, y2: y(offset) - 1 } })));
      const choose = () => {
        void this.model.select(buffer.number);
        this.goTo(buffer.line);
      };
      box.addEventListener("click", choose);
      box.addEventListener("keydown", (event) => (event as KeyboardEvent).key === "Enter" && choose());
      svg.append(box);
    });
    return h("section", { class: "card" }, h("h3", { text: title }),
      h("p", { class: "summary", text: `${placed.length} buffers, ${bytes(sum)} together; ${bytes(live)} live at once, ${bytes(top)} used` }), svg);
  }
}

/** The most bytes that are live at once. */
export function most(placed: Placed[]): number {
  const events = placed.flatMap(({ buffer }) => [[buffer.first, buffer.bytes ?? 0], [buffer.last + 1, -(buffer.bytes ?? 0)]] as const);
  events.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  let [now, out] = [0, 0];
  for (const [, change] of events) {
    now += change;
    out = Math.max(out, now);
  }
  return out;
}
