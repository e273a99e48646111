// The data flow of a function.

import { h, notice, s } from "../dom";
import { dialectOf, hue } from "../dialects";
import { plural } from "../format";
import type { Graph, GraphOp } from "../engine/types";
import type { Model } from "../model";
import { type Drawing, layout, type Node } from "./layout";
import { PanZoom } from "./pan-zoom";
import type { View } from "./view";

/** Ops from which on regions are folded at first. */
const MANY = 80;

export class GraphView implements View {
  readonly id = "graph";
  readonly title = "Graph";
  private readonly bodies = h("select", { attrs: { "aria-label": "Function" } });
  private readonly constants = h("input", { attrs: { type: "checkbox" } });
  private readonly summary = h("span", { class: "summary" });
  private readonly content = s("g");
  private readonly frame = s("svg", { class: "graph-frame", attrs: { tabindex: 0, role: "img", "aria-label": "Data flow" } },
    s("defs", {}, s("marker", { attrs: { id: "arrow", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 6, markerHeight: 6, orient: "auto" } }, s("path", { class: "arrow", attrs: { d: "M0 0 L8 4 L0 8 z" } }))),
    this.content);
  private readonly message = h("div");
  readonly element: HTMLElement;
  private readonly zoom: PanZoom;
  private graph?: Graph;
  private folded = new Set<string>();
  private shown = "";
  private related = new Set<number>();

  constructor(private readonly model: Model) {
    const tool = (text: string, title: string, act: () => void) => h("button", { text, title, attrs: { "aria-label": title }, on: { click: act } });
    this.element = h("div", { class: "stack" },
      h("div", { class: "toolbar" }, this.bodies, h("label", { class: "check" }, this.constants, "constants"),
        tool("Fold", "Hide all regions", () => this.fold(true)), tool("Unfold", "Show all regions", () => this.fold(false)),
        tool("+", "Zoom in", () => this.zoom.zoom(1.25)), tool("−", "Zoom out", () => this.zoom.zoom(0.8)), tool("Fit", "Show everything", () => this.draw(true)), this.summary),
      this.message, h("div", { class: "graph-box" }, this.frame));
    this.zoom = new PanZoom(this.frame, this.content);
    this.bodies.addEventListener("change", () => void this.load());
    this.constants.addEventListener("change", () => this.draw(false));
    this.frame.addEventListener("click", (event) => this.click(event));
    this.frame.addEventListener("dblclick", (event) => this.toggle(event));
  }

  async update(model: Model): Promise<void> {
    const number = model.version;
    if (number === undefined) return;
    const version = await model.load(number);
    if (model.version !== number) return;
    this.related = model.related(number);
    const before = this.bodies.selectedOptions[0]?.text;
    this.bodies.replaceChildren(...version.bodies.map((body) =>
      h("option", { text: `${body.name ? `@${body.name}` : body.kind} (${plural(body.ops, "op")})`, attrs: { value: body.body }, data: { name: body.name ?? "" } })));
    const options = [...this.bodies.options];
    const name = (text: string | undefined) => text?.replace(/ \(.*/, "");
    const wanted = options.find((option) => name(option.text) === name(before)) ?? options[0];
    if (wanted) this.bodies.value = wanted.value;
    const key = `${number} ${this.bodies.value}`;
    if (key === this.shown) return this.mark();
    await this.load();
  }

  private async load(): Promise<void> {
    const number = this.model.version;
    if (number === undefined) return;
    this.shown = `${number} ${this.bodies.value}`;
    this.message.replaceChildren();
    if (this.bodies.value === "") {
      this.graph = undefined;
      this.content.replaceChildren();
      this.message.replaceChildren(notice("This stage has no function with a body."));
      return;
    }
    try {
      this.graph = await this.model.engine.graph(number, Number(this.bodies.value));
    } catch (error) {
      this.message.replaceChildren(notice(error instanceof Error ? error.message : String(error), "error"));
      return;
    }
    this.folded = new Set(count(this.graph) > MANY ? withRegions(this.graph).map((op) => op.id) : []);
    this.draw(true);
  }

  private fold(all: boolean): void {
    if (!this.graph) return;
    this.folded = new Set(all ? withRegions(this.graph).map((op) => op.id) : []);
    this.draw(true);
  }

  private draw(fit: boolean): void {
    if (!this.graph) return;
    const drawing = layout(this.graph.regions.flat(), { folded: this.folded, constants: this.constants.checked });
    const places = new Map<string, { node: Node; x: number; y: number }>();
    const collect = (nodes: Node[], x: number, y: number) => {
      for (const node of nodes) {
        places.set(node.id, { node, x: x + node.x, y: y + node.y });
        collect(node.inside, x + node.x, y + node.y);
      }
    };
    collect(drawing.nodes, 0, 0);
    const boxes = [...places.values()].map(({ node, x, y }) => this.box(node, x, y));
    this.content.replaceChildren(s("g", {}, ...boxes), s("g", {}, ...edgesOf(drawing, places)));
    this.summary.textContent = `${plural(places.size, "node")}${this.graph.complete ? "" : ", the rest is left out"}`;
    this.frame.setAttribute("aria-label", `Data flow, ${plural(places.size, "node")}`);
    if (fit) this.zoom.fit(drawing.width, drawing.height);
    this.mark();
  }

  private box(node: Node, x: number, y: number): SVGElement {
    const { op } = node;
    const dialect = op ? dialectOf(op.kind) : "";
    const group = s("g", {
      class: `node${op ? "" : " argument"}${node.inside.length > 0 ? " open" : ""}${node.folded ? " folded" : ""}`,
      attrs: { transform: `translate(${x} ${y})` }, data: { id: node.id, number: op ? String(op.number) : "" },
      style: op ? `--hue:${hue(dialect)}` : "",
    });
    group.append(s("title", { text: op ? `${op.kind}\n${op.types.join("\n")}${op.detail ? `\n${op.detail}` : ""}` : node.subtitle }),
      s("rect", { attrs: { width: node.width, height: node.height, rx: 5 } }),
      s("text", { class: "title", attrs: { x: 9, y: node.subtitle ? 17 : 24 }, text: node.title }),
      s("text", { class: "subtitle", attrs: { x: 9, y: 32 }, text: node.subtitle }));
    if (op && op.regions.length > 0) {
      group.append(s("text", { class: "toggle", attrs: { x: node.width - 16, y: 17 }, data: { toggle: node.id }, text: node.folded ? "▸" : "▾" }));
    }
    return group;
  }

  private mark(): void {
    for (const element of this.content.querySelectorAll<SVGElement>(".node")) {
      const number = element.dataset.number;
      element.classList.toggle("related", number !== "" && this.related.has(Number(number)));
    }
  }

  private click(event: MouseEvent): void {
    if (this.zoom.moved) return;
    const target = event.target as Element;
    const toggled = target.closest<SVGElement>("[data-toggle]")?.dataset.toggle;
    if (toggled !== undefined) return this.flip(toggled);
    const number = target.closest<SVGElement>(".node")?.dataset.number;
    if (number) void this.model.select(Number(number));
  }

  private toggle(event: MouseEvent): void {
    const id = (event.target as Element).closest<SVGElement>(".node")?.dataset.id;
    if (id !== undefined) this.flip(id);
  }

  private flip(id: string): void {
    if (!this.folded.delete(id)) this.folded.add(id);
    this.draw(false);
  }
}

function edgesOf(drawing: Drawing, places: Map<string, { node: Node; x: number; y: number }>): SVGElement[] {
  const out: SVGElement[] = [];
  for (const { from, to } of drawing.edges) {
    const [a, b] = [places.get(from), places.get(to)];
    if (!a || !b) continue;
    const [x1, y1] = [a.x + a.node.width / 2, a.y + a.node.height];
    const [x2, y2] = [b.x + b.node.width / 2, b.y];
    const bend = Math.max(16, Math.min(80, Math.abs(y2 - y1) / 2));
    out.push(s("path", { class: "edge", attrs: { d: `M${x1} ${y1} C${x1} ${y1 + bend} ${x2} ${y2 - bend} ${x2} ${y2 - 2}`, "marker-end": "url(#arrow)" } }));
  }
  return out;
}

function allOps(graph: Graph): GraphOp[] {
  const out: GraphOp[] = [];
  const stack = graph.regions.flat();
  for (let block = stack.pop(); block; block = stack.pop()) {
    out.push(...block.ops);
    for (const op of block.ops) stack.push(...op.regions.flat());
  }
  return out;
}

const count = (graph: Graph) => allOps(graph).length;
const withRegions = (graph: Graph) => allOps(graph).filter((op) => op.regions.length > 0);
