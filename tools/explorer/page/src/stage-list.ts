// The stages by name, with what each pass did.

import { h } from "./dom";
import { count, time } from "./format";
import { total } from "./dialects";
import type { Model, Stage } from "./model";

export class StageList {
  readonly element: HTMLElement;
  private readonly list = h("ol", { class: "stage-list", attrs: { role: "listbox", "aria-label": "Stages", tabindex: 0 } });
  private readonly onlyChanged = h("input", { attrs: { type: "checkbox", id: "only-changed" } });

  constructor(private readonly model: Model) {
    this.onlyChanged.addEventListener("change", () => this.draw());
    this.element = h("div", { class: "stages" },
      h("div", { class: "panel-head" }, h("h2", { text: "Stages" }),
        h("label", { class: "check", title: "Hide passes that changed nothing" }, this.onlyChanged, "changes only")),
      this.list);
    this.list.addEventListener("click", (event) => {
      const at = (event.target as Element).closest<HTMLElement>("[data-stage]")?.dataset.stage;
      if (at !== undefined) model.show(Number(at));
    });
    this.list.addEventListener("keydown", (event) => {
      if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
      event.preventDefault();
      model.move(event.key === "ArrowDown" ? 1 : -1, this.onlyChanged.checked);
    });
    model.on(["stages", "stage", "selection"], () => this.draw());
  }

  private draw(): void {
    const { stages, at, selection } = this.model;
    const slowest = Math.max(1, ...stages.slice(1).map((stage) => stage.time));
    const rows = stages.map((stage, i) => {
      const hidden = this.onlyChanged.checked && i > 0 && i !== at && !stage.result?.changed && !failed(stage);
      return hidden ? null : this.row(stage, i, i === at, slowest, related(stage, selection?.trace.versions));
    });
    this.list.replaceChildren(...rows.filter((row) => row !== null));
    this.list.querySelector(".shown")?.scrollIntoView({ block: "nearest" });
  }

  private row(stage: Stage, i: number, isShown: boolean, slowest: number, marked: number): HTMLElement {
    const { result } = stage;
    const state = stage.version === undefined ? "waiting" : failed(stage) ? "failed" : i === 0 || result?.changed ? "changed" : "unchanged";
    const verdicts = (result?.verdicts ?? []).map((verdict) => verdict.verdict);
    const worst = verdicts.includes("differs") ? "differs" : verdicts.includes("agrees") ? "agrees" : verdicts.includes("unchecked") ? "unchecked" : "";
    const words: Record<string, string> = { differs: "results differ", agrees: "results agree", unchecked: "not validated" };
    const symbols: Record<string, string> = { differs: "✗", agrees: "✓", unchecked: "?" };
    const why = (result?.verdicts ?? []).map((v) => `@${v.function}: ${words[v.verdict]}${v.message ? ` (${v.message})` : ""}`).join("\n");
    const options = stage.pass.text.slice(stage.pass.text.indexOf(stage.pass.name) + stage.pass.name.length).replace(/\)+$/, "");
    return h("li", {
      class: `stage ${state}${isShown ? " shown" : ""}`,
      title: `${stage.pass.text}\n${stage.pass.summary}${why ? `\n\n${why}` : ""}`,
      attrs: { role: "option", "aria-selected": isShown ? "true" : "false" },
      data: { stage: String(i), name: stage.pass.name },
    },
      h("span", { class: "stage-number", text: String(i) }),
      h("span", { class: "stage-name" }, stage.pass.name, options && h("small", { text: options })),
      worst && h("span", { class: `verdict ${worst}`, text: symbols[worst]!, attrs: { "aria-label": words[worst] } }),
      marked > 0 && h("span", { class: "marked", text: String(marked), title: "Ops that the chosen one is related to" }),
      h("span", { class: "stage-ops", text: stage.kinds && stage.version !== undefined ? count(total(stage.kinds)) : "" }),
      h("span", { class: "stage-time", text: stage.version !== undefined ? time(stage.time) : "" },
        i > 0 && h("i", { style: `width:${((100 * stage.time) / slowest).toFixed(1)}%` })));
  }
}

function failed(stage: Stage): boolean {
  return stage.result?.status !== undefined && stage.result.status !== "success";
}

function related(stage: Stage, versions: number[][] | undefined): number {
  return stage.version === undefined ? 0 : (versions?.[stage.version]?.length ?? 0);
}
