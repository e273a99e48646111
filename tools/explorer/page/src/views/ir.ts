// The program after a stage.

import { h } from "../dom";
import { Lines } from "../lines";
import type { Model } from "../model";
import type { Version } from "../version";
import type { View } from "./view";

export class IrView implements View {
  readonly id = "ir";
  readonly title = "IR";
  private readonly lines = new Lines();
  readonly element = h("div", { class: "stack" }, this.lines.element);
  private version?: Version;
  private shown = -1;
  private related = new Set<number>();

  async update(model: Model, what: "stage" | "selection"): Promise<void> {
    const number = model.version;
    if (number === undefined) {
      this.shown = -1;
      this.lines.show({ row: () => ({ text: "", gutter: [] }), count: 0, label: "No program" });
      return;
    }
    const version = await model.load(number);
    if (model.version !== number) return;
    this.related = model.related(number);
    if (this.shown !== number || this.version !== version) {
      this.version = version;
      this.shown = number;
      this.lines.show({
        count: version.lines.length,
        label: `Program after stage ${model.at}`,
        row: (line) => this.row(version, line),
        choose: (line) => void model.select(version.opAt(line)?.number),
      });
      this.revealRelated(version);
    } else {
      this.lines.refresh();
      if (what === "selection" && model.selection?.version !== number) this.revealRelated(version);
    }
  }

  /** Goes to a line, counted from 0. */
  reveal(line: number): void {
    this.lines.reveal(line);
  }

  jump(by: 1 | -1): void {
    const version = this.version;
    if (!version) return;
    const changed = this.changes(version);
    const at = this.position;
    const next = by > 0 ? changed.find((line) => line > at) : changed.findLast((line) => line < at);
    if (next !== undefined) {
      this.position = next;
      this.lines.reveal(next);
    }
  }

  private position = -1;

  private changes(version: Version): number[] {
    const out: number[] = [];
    for (let i = 0; i < version.size; i++) {
      const op = version.at(i);
      if (op.isNew || op.isTouched) out.push(op.first);
    }
    return out;
  }

  private revealRelated(version: Version): void {
    let first = Infinity;
    for (const number of this.related) first = Math.min(first, version.op(number)?.first ?? Infinity);
    if (first !== Infinity) this.lines.reveal(first);
  }

  private row(version: Version, line: number) {
    const op = version.startsAt(line);
    const marked = op !== undefined && this.related.has(op.number);
    return {
      text: version.lines[line] ?? "",
      gutter: [String(line + 1)],
      mark: op?.isNew ? "+" : op?.isTouched ? "~" : "",
      class: `${op?.isNew ? "is-new" : op?.isTouched ? "is-touched" : ""}${marked ? " related" : ""}`,
    };
  }
}
