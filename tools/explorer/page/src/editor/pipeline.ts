// The editor of the pipeline: one paragraph of text, with the names and options of passes.

import { autocompletion, type CompletionContext, completionKeymap, closeBrackets, startCompletion } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching, StreamLanguage } from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import { EditorView, keymap, placeholder } from "@codemirror/view";
import type { Names, PassName } from "../engine/types";
import { colors } from "./mlir";
import { tags } from "@lezer/highlight";

const language = StreamLanguage.define<{ depth: number }>({
  name: "pipeline",
  startState: () => ({ depth: 0 }),
  token(stream, state) {
    if (stream.eat("{")) return void state.depth++, null;
    if (stream.eat("}")) return (state.depth = Math.max(0, state.depth - 1)), null;
    if (stream.match(/^[\w.-]+(?=\s*\()/)) return "keyword";
    if (state.depth > 0 && stream.match(/^[\w.-]+(?==)/)) return "attr";
    if (state.depth > 0 && stream.match(/^[\w.-]+/)) return "number";
    if (stream.match(/^[\w.-]+/)) return "op";
    stream.next();
    return null;
  },
  tokenTable: { keyword: tags.keyword, attr: tags.meta, number: tags.number, op: tags.function(tags.name) },
});

export class PipelineEditor {
  private readonly view: EditorView;
  private all: PassName[] = [];

  constructor(parent: HTMLElement, events: { changed(text: string): void; run(): void }) {
    this.view = new EditorView({
      parent,
      state: EditorState.create({
        extensions: [
          history(), bracketMatching(), closeBrackets(), EditorView.lineWrapping, language, colors,
          placeholder("builtin.module(canonicalize,cse) or strata-cpu-pipeline"),
          autocompletion({ override: [(context) => this.complete(context)], icons: false }),
          keymap.of([
            { key: "Mod-Enter", run: () => (events.run(), true) },
            { key: "Mod-Space", run: startCompletion },
            ...completionKeymap, ...defaultKeymap, ...historyKeymap,
          ]),
          EditorView.contentAttributes.of({ "aria-label": "Pipeline" }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) events.changed(update.state.doc.toString());
          }),
        ],
      }),
    });
  }

  set names(names: Names) {
    this.all = [...names.pipelines, ...names.passes];
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  set text(text: string) {
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text } });
  }

  focus(): void {
    this.view.focus();
  }

  private complete(context: CompletionContext) {
    const word = context.matchBefore(/[\w.-]*/);
    if (!word || (word.from === word.to && !context.explicit)) return null;
    const before = context.state.sliceDoc(0, word.from);
    const open = before.lastIndexOf("{");
    if (open > before.lastIndexOf("}")) {
      const name = /[\w.-]+$/.exec(before.slice(0, open))?.[0];
      const pass = this.all.find((entry) => entry.name === name);
      const options = (pass?.options ?? []).map((option) => ({
        label: option.name, detail: `${option.kind} ${option.default}`, info: option.help, apply: `${option.name}=`,
      }));
      return { from: word.from, options };
    }
    const options = this.all.map((pass) => ({ label: pass.name, detail: pass.anchor ?? "", info: pass.summary }));
    return { from: word.from, options };
  }
}
