// What the pass of a stage changed: ops that are new, gone, changed and moved.

import { h } from "../dom";
import { compare, type DiffLine, excerpt } from "../diff";
import { plural } from "../format";
import { Lines } from "../lines";
import type { Model } from "../model";
import type { Version } from "../version";
import type { View } from "./view";

const MARKS = { same: "", added: "+", removed: "−", changed: "~", moved: "↕" } as const;
const AROUND = 3;

export class ChangesView implements View {
  readonly id = "changes";
  readonly title = "Changes";
  private readonly lines = new Lines();
  private readonly summary = h("p", { class: "summary", attrs: { "aria-live": "polite" } });
  private readonly whole = h("input", { attrs: { type: "checkbox" } });
  readonly element = h("div", { class: "stack" },
    h("div", { class: "toolbar" }, this.summary, h("label", { class: "check" }, this.whole, "all lines")), this.lines.element);
  private shown = "";
  private rows: (DiffLine | { gap: number })[] = [];
  private related = [new Set<number>(), new Set<number>()] as const;
  private position = -1;
  private model?: Model;

  constructor() {
    this.whole.addEventListener("change", () => {
      this.shown = "";
      if (this.model) void this.update(this.model);
    });
  }

  async update(model: Model): Promise<void> {
    this.model = model;
    const stage = model.stage;
    const number = stage?.version;
    if (!stage || number === undefined || number === 0 || !stage.result?.changed) {
      this.shown = "";
      this.rows = [];
      this.summary.textContent = !stage ? "" : model.at === 0 ? "The program as it was read." : "This pass changed nothing.";
      this.lines.show({ row: () => ({ text: "", gutter: [] }), count: 0, label: "Changes" });
      return;
    }
    const [before, after] = await Promise.all([model.load(number - 1), model.load(number)]);
    if (model.stage?.version !== number) return;
    this.related = [model.related(number - 1), model.related(number)];
    const key = `${model.at} ${number}`;
    if (this.shown === key) {
      this.lines.refresh();
      return;
    }
    this.shown = key;
    const all = compare(before, after);
    this.rows = this.whole.checked ? all : excerpt(all, AROUND);
    const of = (change: string) => all.filter((line) => line.change === change).length;
    const events = stage.result.events;
    this.summary.textContent = `${plural(of("added"), "line")} added, ${of("removed")} removed, ${of("changed")} changed, ${of("moved")} moved` +
      (events ? ` · events: ${plural(events.created, "op")} created, ${events.erased} erased, ${plural(events.replaced, "value")} replaced` : "");
    this.position = -1;
    this.lines.show({
      count: this.rows.length,
      label: `Changes of ${stage.pass.name}`,
      row: (i) => this.row(before, after, i),
      choose: (i) => this.choose(model, after, i),
    });
  }

  jump(by: 1 | -1): void {
    const is = (i: number) => {
      const row = this.rows[i];
      const change = row && "change" in row ? row.change : "same";
      const last = this.rows[i - 1];
      return change !== "same" && !(last && "change" in last && last.change !== "same");
    };
    for (let i = this.position + by; i >= 0 && i < this.rows.length; i += by) {
      if (is(i)) {
        this.position = i;
        return this.lines.reveal(i);
      }
    }
  }

  private choose(model: Model, after: Version, i: number): void {
    const row = this.rows[i];
    if (row && "change" in row && row.line >= 0) void model.select(after.opAt(row.line)?.number);
  }

  private row(before: Version, after: Version, i: number) {
    const row = this.rows[i];
    if (!row) return { text: "", gutter: ["", ""] };
    if ("gap" in row) return { text: `⋯ ${plural(row.gap, "line")} as before`, gutter: ["", ""], class: "gap" };
    const removed = row.change === "removed";
    const version = removed ? before : after;
    const line = removed ? row.before : row.line;
    const op = version.startsAt(line);
    const marked = op !== undefined && this.related[removed ? 0 : 1].has(op.number);
    return {
      text: version.lines[line] ?? "",
      gutter: [row.before < 0 ? "" : String(row.before + 1), row.line < 0 ? "" : String(row.line + 1)],
      mark: MARKS[row.change],
      class: `diff-${row.change}${marked ? " related" : ""}`,
      label: row.change === "same" ? undefined : `${row.change}: ${version.lines[line] ?? ""}`,
    };
  }
}
