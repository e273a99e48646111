// MLIR's syntax for CodeMirror.

import { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { tags } from "@lezer/highlight";
import { tokenAt } from "../highlight";

const NAMES = {
  comment: tags.comment, string: tags.string, value: tags.variableName, symbol: tags.labelName, block: tags.macroName,
  type: tags.typeName, attr: tags.meta, op: tags.function(tags.name), number: tags.number, keyword: tags.keyword, location: tags.meta,
};

export const mlir = StreamLanguage.define({
  name: "mlir",
  token(stream) {
    const [token, length] = tokenAt(stream.string, stream.pos);
    stream.pos += Math.max(1, length);
    return token === "" ? null : token;
  },
  tokenTable: NAMES,
  languageData: { commentTokens: { line: "//" }, closeBrackets: { brackets: ["(", "[", "{", "\""] } },
});

export const colors = syntaxHighlighting(
  HighlightStyle.define(
    Object.entries(NAMES).map(([token, tag]) => ({ tag, class: `t-${token}` })),
  ),
);
