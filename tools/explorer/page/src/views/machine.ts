// What needs LLVM, from the server: assembly, PTX, LLVM IR and times.

import { h, notice } from "../dom";
import { count, time } from "../format";
import { Lines } from "../lines";
import type { Model } from "../model";
import { type Output, Server } from "../server";
import type { View } from "./view";

const OUTPUTS: { id: Output; title: string }[] = [
  { id: "asm", title: "assembly (x86-64)" },
  { id: "llvm", title: "LLVM IR" },
  { id: "ptx", title: "PTX (sm_80)" },
  { id: "ptx90", title: "PTX (sm_90a)" },
  { id: "time", title: "time of a run" },
];

export class MachineView implements View {
  readonly id = "machine";
  readonly title = "Machine code";
  private readonly kind = h("select", { attrs: { "aria-label": "Output" } }, ...OUTPUTS.map((one) => h("option", { text: one.title, attrs: { value: one.id } })));
  private readonly summary = h("span", { class: "summary" });
  private readonly message = h("div");
  private readonly lines = new Lines();
  readonly element = h("div", { class: "stack" }, h("div", { class: "toolbar" }, this.kind, h("button", { class: "primary", text: "Compile", on: { click: () => void this.compile() } }), this.summary), this.message, this.lines.element);
  private shown = "";

  constructor(private readonly server: Server, private readonly source: () => string, private readonly showSource: (lines: number[]) => void) {
    this.kind.addEventListener("change", () => void this.compile());
  }

  update(_model: Model, what: "stage" | "selection"): void {
    if (what === "stage" && this.shown !== this.source()) void this.compile();
  }

  private async compile(): Promise<void> {
    const source = this.source();
    this.shown = source;
    if (!(await this.server.available)) {
      this.message.replaceChildren(notice("Machine code needs LLVM, which is not in this page. Start `strata-explorer` and open the address that it prints."));
      return;
    }
    this.message.replaceChildren(notice("Compiling…"));
    this.lines.show({ row: () => ({ text: "", gutter: [] }), count: 0, label: "Machine code" });
    try {
      const answer = await this.server.compile(this.kind.value as Output, source);
      this.message.replaceChildren();
      if (answer.error) this.message.replaceChildren(h("pre", { class: "notice error", text: answer.error, attrs: { role: "alert" } }));
      const lines = readable(answer.text).replace(/\n+$/, "").split("\n");
      this.summary.textContent = `${count(lines.length)} lines, ${time(answer.milliseconds)}`;
      const of = sources(lines);
      this.lines.show({
        count: lines.length,
        label: "Machine code",
        row: (i) => ({ text: (lines[i] ?? "").replaceAll("\t", "  "), gutter: [String(i + 1), of[i] ? String(of[i]) : ""] }),
        choose: (i) => this.showSource(of[i] ? [of[i]] : []),
      });
    } catch (error) {
      this.message.replaceChildren(notice(error instanceof Error ? error.message : String(error), "error"));
    }
  }
}

/** A document of JSON over several lines; other texts as they are. */
function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** The line of the program that each line comes from: by the `.loc` directives of assembly, or by the places in names of parts. */
function sources(lines: string[]): number[] {
  let now = 0;
  return lines.map((line) => {
    const loc = /^\s*\.loc\s+\d+\s+(\d+)/.exec(line);
    if (loc) now = Number(loc[1]);
    const place = /(?:<stdin>|"-|\s-):(\d+)/.exec(line);
    return place ? Number(place[1]) : now;
  });
}
