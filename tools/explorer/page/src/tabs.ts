// The views of a stage, one at a time.

import { h, notice } from "./dom";
import type { Model } from "./model";
import type { View } from "./views/view";

export class Tabs {
  readonly element: HTMLElement;
  private readonly bar = h("div", { class: "tabs", attrs: { role: "tablist", "aria-label": "Views" } });
  private readonly body = h("div", { class: "tab-body" });
  private active: View;

  constructor(private readonly model: Model, private readonly views: View[]) {
    this.active = views[0]!;
    this.element = h("section", { class: "views" }, this.bar, this.body);
    for (const view of views) {
      this.bar.append(h("button", {
        class: "tab", text: view.title,
        attrs: { role: "tab", id: `tab-${view.id}`, "aria-controls": `view-${view.id}` },
        on: { click: () => this.open(view.id) },
      }));
      view.element.id = `view-${view.id}`;
      view.element.setAttribute("role", "tabpanel");
      view.element.setAttribute("aria-labelledby", `tab-${view.id}`);
      this.body.append(view.element);
    }
    this.bar.addEventListener("keydown", (event) => {
      const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
      if (by === 0) return;
      const at = (views.indexOf(this.active) + by + views.length) % views.length;
      this.open(views[at]!.id);
      document.getElementById(`tab-${views[at]!.id}`)?.focus();
    });
    this.open(this.active.id);
    model.on(["stage"], () => void this.update("stage"));
    model.on(["selection"], () => void this.update("selection"));
  }

  get current(): View {
    return this.active;
  }

  /** Shows the view with a number, counted from 0. */
  openNumber(number: number): void {
    const view = this.views[number];
    if (view) this.open(view.id);
  }

  open(id: string): void {
    this.active = this.views.find((view) => view.id === id) ?? this.active;
    for (const view of this.views) {
      const isActive = view === this.active;
      view.element.hidden = !isActive;
      const tab = this.bar.querySelector(`#tab-${view.id}`);
      tab?.setAttribute("aria-selected", isActive ? "true" : "false");
      tab?.setAttribute("tabindex", isActive ? "0" : "-1");
    }
    void this.update("stage");
  }

  private async update(what: "stage" | "selection"): Promise<void> {
    const view = this.active;
    try {
      await view.update(this.model, what);
    } catch (error) {
      // The message is about a program that is gone if another one was opened meanwhile.
      if (this.model.running) return;
      this.body.querySelector(".view-error")?.remove();
      const message = notice(error instanceof Error ? error.message : String(error), "error");
      message.classList.add("view-error");
      this.body.prepend(message);
      setTimeout(() => message.remove(), 6000);
    }
  }
}
