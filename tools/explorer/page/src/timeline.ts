// The stages as a row of columns: the height of a column is the number of ops, its colours are their dialects.

import { h, s } from "./dom";
import { byDialect, color, total } from "./dialects";
import { count, plural, time } from "./format";
import type { Model, Stage } from "./model";

const HEIGHT = 64;

export class Timeline {
  readonly element = h("div", { class: "timeline" });
  private readonly chart = s("svg", { class: "timeline-chart", attrs: { role: "img", preserveAspectRatio: "none" } });
  private readonly legend = h("div", { class: "legend" });

  constructor(private readonly model: Model) {
    this.element.append(this.chart, this.legend);
    model.on(["stages", "stage"], () => this.draw());
    this.chart.addEventListener("click", (event) => {
      const at = (event.target as Element).closest<SVGElement>("[data-stage]")?.dataset.stage;
      if (at !== undefined) model.show(Number(at));
    });
  }

  private draw(): void {
    const { stages, at } = this.model;
    this.element.hidden = stages.length === 0;
    const most = Math.max(1, ...stages.map((stage) => total(stage.kinds ?? {})));
    // The square root shows small programs beside large ones.
    const scale = (n: number) => (Math.sqrt(n / most) * (HEIGHT - 4));
    this.chart.setAttribute("viewBox", `0 0 ${Math.max(1, stages.length)} ${HEIGHT}`);
    this.chart.setAttribute("aria-label", `Ops by dialect in ${plural(stages.length, "stage")}`);
    this.chart.replaceChildren(...stages.map((stage, i) => this.column(stage, i, scale, i === at)));
    const shown = byDialect(stages[at]?.kinds ?? {});
    this.legend.replaceChildren(
      ...shown.slice(0, 9).map(([dialect, n]) =>
        h("span", { class: "legend-item" }, h("i", { style: `background:${color(dialect)}` }), dialect, h("b", { text: count(n) })),
      ),
      shown.length > 9 && h("span", { class: "legend-item", text: `and ${shown.length - 9} more` }) || "",
    );
  }

  private column(stage: Stage, i: number, scale: (n: number) => number, isShown: boolean): SVGElement {
    const kinds = stage.kinds ?? {};
    const all = total(kinds);
    const height = scale(all);
    const group = s("g", { class: `column${isShown ? " shown" : ""}`, data: { stage: String(i) } });
    const title = s("title", { text: `${i}. ${stage.pass.name}\n${plural(all, "op")}, ${time(stage.time)}` });
    group.append(title, s("rect", { class: "hit", attrs: { x: i, y: 0, width: 1, height: HEIGHT } }));
    let y = HEIGHT;
    for (const [dialect, n] of byDialect(kinds)) {
      const part = all === 0 ? 0 : (n / all) * height;
      y -= part;
      group.append(s("rect", { attrs: { x: i + 0.06, y, width: 0.88, height: part }, style: `fill:${color(dialect)}` }));
    }
    return group;
  }
}
