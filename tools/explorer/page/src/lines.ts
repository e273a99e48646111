// A list of lines of which only the visible ones are in the document, so that a hundred thousand are no more work than a hundred.

import { h } from "./dom";
import { highlighted } from "./highlight";

export interface Row {
  text: string;
  /** What is before the text: numbers of lines. */
  gutter: string[];
  class?: string;
  /** A mark beside the text: `+`, `-`. */
  mark?: string;
  /** Texts at the end of the line, as heat maps have them. */
  badges?: { text: string; class: string; title?: string }[];
  /** From 0 to 1: how strongly the line is tinted. */
  heat?: number;
  /** Told to readers of screens. */
  label?: string;
}

export interface LinesOptions {
  row(index: number): Row;
  count: number;
  /** A click, or Enter on the current line. */
  choose?(index: number): void;
  label: string;
}

const HEIGHT = 20;
const OVERSCAN = 24;
/** Browsers draw no taller elements. */
const TALLEST = 12_000_000;

export class Lines {
  readonly element: HTMLElement;
  private readonly spacer = h("div", { class: "lines-spacer" });
  private readonly window = h("div", { class: "lines-window" });
  private options: LinesOptions = { row: () => ({ text: "", gutter: [] }), count: 0, label: "" };
  private current = -1;
  private frame = 0;
  private widest = 0;

  constructor() {
    this.element = h("div", { class: "lines", attrs: { tabindex: 0, role: "listbox" } }, this.spacer, this.window);
    this.element.addEventListener("scroll", () => this.schedule(), { passive: true });
    this.element.addEventListener("click", (event) => this.click(event));
    this.element.addEventListener("keydown", (event) => this.key(event));
    this.element.addEventListener("pointerover", (event) => this.hover(event));
    new ResizeObserver(() => this.schedule()).observe(this.element);
  }

  show(options: LinesOptions, keepScroll = false): void {
    this.options = options;
    this.element.setAttribute("aria-label", options.label);
    this.widest = 0;
    this.window.style.minWidth = "";
    if (!keepScroll) {
      this.element.scrollTop = 0;
      this.current = -1;
    }
    this.current = Math.min(this.current, options.count - 1);
    this.spacer.style.height = `${Math.min(TALLEST, options.count * HEIGHT)}px`;
    this.draw();
  }

  get count(): number {
    return this.options.count;
  }

  refresh(): void {
    this.draw();
  }

  reveal(index: number): void {
    this.current = index;
    const top = index * HEIGHT;
    const { scrollTop, clientHeight } = this.element;
    if (top < scrollTop || top + HEIGHT > scrollTop + clientHeight) {
      this.element.scrollTop = Math.max(0, top - clientHeight / 3);
    }
    this.draw();
  }

  private schedule(): void {
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.draw();
    });
  }

  private draw(): void {
    const { scrollTop, clientHeight } = this.element;
    const first = Math.max(0, Math.floor(scrollTop / HEIGHT) - OVERSCAN);
    const end = Math.min(this.options.count, Math.ceil((scrollTop + clientHeight) / HEIGHT) + OVERSCAN);
    this.window.style.transform = `translateY(${first * HEIGHT}px)`;
    const rows: HTMLElement[] = [];
    for (let i = first; i < end; i++) rows.push(this.rowElement(i));
    this.window.replaceChildren(...rows);
    // The list stays as wide as its widest line so far, so that it does not jump sideways.
    const width = this.window.scrollWidth;
    if (width > this.widest) {
      this.widest = width;
      this.window.style.minWidth = `${width}px`;
    }
    const active = this.current >= first && this.current < end ? `line-${this.current}` : "";
    this.element.setAttribute("aria-activedescendant", active);
  }

  private rowElement(index: number): HTMLElement {
    const row = this.options.row(index);
    const isCurrent = index === this.current;
    const element = h("div", {
      class: `line ${row.class ?? ""}${isCurrent ? " current" : ""}`,
      attrs: { role: "option", id: `line-${index}`, "aria-selected": isCurrent ? "true" : "false", "aria-label": row.label },
      data: { index: String(index) },
    });
    if (row.heat !== undefined) element.style.setProperty("--heat", row.heat.toFixed(3));
    for (const text of row.gutter) element.append(h("span", { class: "gutter", text }));
    element.append(h("span", { class: "mark", text: row.mark ?? "" }));
    const code = h("code");
    code.append(highlighted(row.text));
    element.append(code);
    for (const badge of row.badges ?? []) {
      element.append(h("span", { class: `badge ${badge.class}`, text: badge.text, title: badge.title ?? "" }));
    }
    return element;
  }

  private click(event: MouseEvent): void {
    const row = (event.target as Element).closest<HTMLElement>(".line");
    if (!row || String(getSelection() ?? "").length > 0) return;
    this.current = Number(row.dataset.index);
    this.options.choose?.(this.current);
    this.draw();
  }

  private key(event: KeyboardEvent): void {
    const page = Math.max(1, Math.floor(this.element.clientHeight / HEIGHT) - 1);
    const moves: Record<string, number> = {
      ArrowDown: 1, ArrowUp: -1, j: 1, k: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity,
    };
    const move = moves[event.key];
    if (move !== undefined && !event.ctrlKey && !event.metaKey && !event.altKey && this.options.count > 0) {
      event.preventDefault();
      this.reveal(Math.max(0, Math.min(this.options.count - 1, this.current + move)));
    } else if ((event.key === "Enter" || event.key === " ") && this.current >= 0) {
      event.preventDefault();
      this.options.choose?.(this.current);
      this.draw();
    }
  }

  /** Marks the other places of the value under the pointer. */
  private hover(event: Event): void {
    const name = (event.target as HTMLElement).dataset?.name;
    for (const element of this.window.querySelectorAll<HTMLElement>("[data-name]")) {
      element.classList.toggle("same", name !== undefined && element.dataset.name === name);
    }
  }
}
