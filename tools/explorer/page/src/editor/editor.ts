// The editor of the program.

import { closeBrackets, closeBracketsKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, foldGutter, indentUnit } from "@codemirror/language";
import { type Diagnostic as Mark, lintGutter, setDiagnostics } from "@codemirror/lint";
import { EditorState, StateEffect, StateField } from "@codemirror/state";
import {
  Decoration, type DecorationSet, drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers,
} from "@codemirror/view";
import type { Diagnostic } from "../engine/types";
import { colors, mlir } from "./mlir";

/** The name of the program in messages. */
export const SOURCE = "program.mlir";

const showOrigins = StateEffect.define<number[]>();

/** The lines that the chosen op comes from. */
const origins = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    let out = marks.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(showOrigins)) continue;
      const document = transaction.state.doc;
      const valid = [...new Set(effect.value)].filter((line) => line >= 1 && line <= document.lines).sort((a, b) => a - b);
      out = Decoration.set(valid.map((line) => Decoration.line({ class: "cm-origin" }).range(document.line(line).from)));
    }
    return out;
  },
  provide: (field) => EditorView.decorations.from(field),
});

export interface EditorEvents {
  changed(text: string): void;
  run(): void;
  /** The line of the cursor, where the user clicked. */
  clicked(line: number): void;
}

export class Editor {
  private readonly view: EditorView;

  constructor(parent: HTMLElement, events: EditorEvents) {
    this.view = new EditorView({
      parent,
      state: EditorState.create({
        extensions: [
          lineNumbers(), foldGutter(), lintGutter(), history(), drawSelection(), bracketMatching(), closeBrackets(), indentUnit.of("  "),
          highlightActiveLine(), highlightActiveLineGutter(), mlir, colors, origins,
          keymap.of([
            { key: "Mod-Enter", run: () => (events.run(), true) },
            ...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, indentWithTab,
          ]),
          EditorView.contentAttributes.of({ "aria-label": "Program" }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) events.changed(update.state.doc.toString());
            const isClick = update.transactions.some((transaction) => transaction.isUserEvent("select.pointer"));
            if (isClick) events.clicked(update.state.doc.lineAt(update.state.selection.main.head).number);
          }),
        ],
      }),
    });
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  set text(text: string) {
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text }, selection: { anchor: 0 }, scrollIntoView: true });
  }

  focus(): void {
    this.view.focus();
  }

  /** Underlines what messages are about. */
  diagnostics(all: Diagnostic[]): void {
    const document = this.view.state.doc;
    const marks: Mark[] = [];
    for (const d of all) {
      // Messages about lines of Python, and those of ops that passes made, have no place here.
      if (d.file !== SOURCE || d.line == null || d.line < 1 || d.line > document.lines) continue;
      const line = document.line(d.line);
      // Columns count bytes; programs are ASCII but for strings and comments.
      const from = Math.min(line.from + Math.max(0, (d.column ?? 1) - 1), line.to);
      const word = /^(?:[%@#!^]?[\w$.-]+|"[^"]*"|.)/.exec(document.sliceString(from, line.to));
      const notes = d.notes.map((note) => `\n${note.severity}: ${note.message}`).join("");
      marks.push({
        from, to: Math.max(from, Math.min(line.to, from + (word?.[0].length ?? 1))),
        severity: d.severity === "error" ? "error" : d.severity === "warning" ? "warning" : "info",
        message: d.message + notes,
      });
    }
    this.view.dispatch(setDiagnostics(this.view.state, marks));
  }

  /** Marks lines, and scrolls to the first one. */
  origins(lines: number[]): void {
    const document = this.view.state.doc;
    const effects: StateEffect<unknown>[] = [showOrigins.of(lines)];
    const first = lines.find((line) => line >= 1 && line <= document.lines);
    if (first !== undefined) effects.push(EditorView.scrollIntoView(document.line(first).from, { y: "center" }));
    this.view.dispatch({ effects });
  }
}
