// Runs a function of the stage on the interpreter, and compares with the program as it was read.

import { h, notice } from "../dom";
import { plural } from "../format";
import type { FunctionInfo, ShownValue } from "../engine/types";
import type { Model } from "../model";
import { picture } from "./picture";
import type { View } from "./view";

export class RunView implements View {
  readonly id = "run";
  readonly title = "Run";
  private readonly functions = h("select", { attrs: { "aria-label": "Function" } });
  private readonly seed = h("input", { attrs: { type: "number", value: 1, min: 0, max: 1000000, "aria-label": "Seed of random inputs" } });
  private readonly inputs = h("div", { class: "inputs" });
  private readonly out = h("div", { class: "outcome", attrs: { "aria-live": "polite" } });
  private readonly button = h("button", { class: "primary", text: "Run on the interpreter" });
  readonly element = h("div", { class: "stack scroll run-view" },
    h("div", { class: "toolbar" }, this.functions, h("label", {}, "seed ", this.seed), this.button), this.inputs, this.out);
  private known: FunctionInfo[] = [];
  private written = new Map<string, string>();
  private shown?: number;

  constructor(private readonly model: Model) {
    this.functions.addEventListener("change", () => this.drawInputs());
    this.button.addEventListener("click", () => void this.run());
  }

  async update(model: Model): Promise<void> {
    const number = model.version;
    if (number === undefined || number === this.shown) return;
    const version = await model.load(number);
    if (model.version !== number) return;
    this.shown = number;
    this.known = version.functions;
    const before = this.functions.value;
    this.functions.replaceChildren(...this.known.map((f) => h("option", { text: `@${f.name}`, attrs: { value: f.name } })));
    const wanted = this.known.find((f) => f.name === before) ?? this.known.find((f) => f.public);
    if (wanted) this.functions.value = wanted.name;
    this.button.disabled = this.known.length === 0;
    this.drawInputs();
    this.out.replaceChildren(this.known.length === 0 ? notice("No function of this stage can be called by the interpreter.") : "");
  }

  private drawInputs(): void {
    const f = this.known.find((one) => one.name === this.functions.value);
    this.inputs.replaceChildren(...(f?.inputs ?? []).map((type, i) => {
      const key = `${f?.name} ${i}`;
      const field = h("input", { attrs: { type: "text", placeholder: "random", spellcheck: "false", "aria-label": `Input ${i} of type ${type}` }, data: { input: String(i) } });
      field.value = this.written.get(key) ?? "";
      field.addEventListener("input", () => this.written.set(key, field.value));
      field.addEventListener("keydown", (event) => event.key === "Enter" && void this.run());
      return h("label", { class: "field" }, h("span", {}, `#${i} `, h("code", { class: "t-type", text: type.length > 60 ? `${type.slice(0, 60)}…` : type })), field);
    }));
  }

  private async run(): Promise<void> {
    const { model } = this;
    const version = model.version;
    if (version === undefined) return;
    const name = this.functions.value;
    const inputs = [...this.inputs.querySelectorAll<HTMLInputElement>("input")].map((field) => field.value);
    this.button.disabled = true;
    this.out.replaceChildren(notice("Running…"));
    try {
      const answer = await model.engine.run(version, name, inputs, Number(this.seed.value) || 0);
      const parts: Node[] = [h("p", { class: "summary", text: `${plural(answer.steps, "op")} executed` })];
      if (version !== 0) parts.push(await this.comparison(name, inputs, answer.results));
      parts.push(...answer.results.map((value, i) => shownValue(`result #${i}`, value)));
      parts.push(...answer.inputs.map((value, i) => shownValue(`input #${i}`, value)));
      if (answer.output.length > 0) parts.push(h("pre", { text: answer.output.join("\n") }));
      this.out.replaceChildren(...parts);
    } catch (error) {
      this.out.replaceChildren(notice(error instanceof Error ? error.message : String(error), "error"));
    } finally {
      this.button.disabled = false;
    }
  }

  /** Whether the results are those of the program as it was read. */
  private async comparison(name: string, inputs: string[], results: ShownValue[]): Promise<HTMLElement> {
    try {
      const first = await this.model.engine.run(0, name, inputs, Number(this.seed.value) || 0);
      let worst = 0;
      first.results.forEach((value, i) => {
        value.numbers?.forEach((x, k) => {
          const y = results[i]?.numbers?.[k];
          if (x != null && y != null) worst = Math.max(worst, Math.abs(x - y) / Math.max(1, Math.abs(x)));
          else if (x !== y && !(x == null && y == null)) worst = Infinity;
        });
      });
      const same = worst <= 1e-4;
      return h("p", { class: `verdict-line ${same ? "agrees" : "differs"}`, text: worst === 0 ? "✓ The results are those of the input program, bit for bit as shown." : same ? `✓ The results are those of the input program within ${worst.toExponential(1)}.` : `✗ The results differ from those of the input program by ${worst.toExponential(1)}.` });
    } catch {
      return h("p", { class: "summary", text: "The input program has no such function to compare with." });
    }
  }
}

function shownValue(label: string, value: ShownValue): HTMLElement {
  const shape = value.shape ? `${value.shape.join("×") || "scalar"}` : "";
  return h("details", { class: "value", attrs: { open: label.startsWith("result") } },
    h("summary", {}, label, h("small", { text: shape })),
    value.shape && value.numbers && value.shape.length > 0 && value.numbers.length > 1 ? picture(value.shape, value.numbers) : null,
    value.text ? h("pre", { text: value.text.length > 20000 ? `${value.text.slice(0, 20000)}…` : value.text }) : h("p", { class: "summary", text: "The value is too large to be listed; the picture shows its first elements." }));
}
