// Colours files by the TextMate grammar, as VS Code does, and checks that names of ops, values and symbols get their scopes.
//
//   npm install --no-save vscode-textmate vscode-oniguruma
//   node check-textmate.js FILE_OR_FOLDER...

"use strict";

const fs = require("fs");
const path = require("path");
const oniguruma = require("vscode-oniguruma");
const textmate = require("vscode-textmate");

const words = require("./tree-sitter-mlir/words");

function files(at) {
  if (!fs.statSync(at).isDirectory()) return [at];
  return fs.readdirSync(at).flatMap((name) => files(path.join(at, name))).filter((f) => f.endsWith(".mlir"));
}

/** What a token must be, by its text; undefined if anything goes. */
function expected(text) {
  if (/^%[\w$.-]+(#\d+)?$/.test(text)) return "variable.other.mlir";
  if (/^@[A-Za-z_][\w$.-]*$/.test(text)) return "entity.name.function.mlir";
  if (/^\^[\w$.-]+$/.test(text)) return "entity.name.label.mlir";
  return undefined;
}

async function main() {
  const wasm = fs.readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm"));
  await oniguruma.loadWASM(wasm);
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async () => {
      const file = path.join(__dirname, "vscode/syntaxes/mlir.tmLanguage.json");
      return textmate.parseRawGrammar(fs.readFileSync(file, "utf8"), file);
    },
  });
  const grammar = await registry.loadGrammar("source.mlir");
  const ops = new Set(words.ops);
  let [lines, tokens, opTokens, wrong] = [0, 0, 0, []];
  const started = Date.now();
  for (const file of process.argv.slice(2).flatMap(files)) {
    let stack = textmate.INITIAL;
    fs.readFileSync(file, "utf8").split("\n").forEach((line, number) => {
      const result = grammar.tokenizeLine(line, stack);
      stack = result.ruleStack;
      lines += 1;
      for (const token of result.tokens) {
        const text = line.slice(token.startIndex, token.endIndex);
        const scopes = token.scopes;
        tokens += 1;
        if (scopes.some((s) => s.startsWith("comment") || s.startsWith("string"))) continue;
        const wanted = expected(text);
        if (wanted && !scopes.includes(wanted)) wrong.push(`${file}:${number + 1}: '${text}' has ${scopes.join(" ")}`);
        if (scopes.includes("support.function.mlir")) opTokens += 1;
      }
      // An op at the start of a statement has the colour of ops.
      const op = /^\s*(?:%[^=]*=\s*)?([a-z_]\w*\.[\w$.-]+)(?=[\s(]|$)/.exec(line);
      if (op && ops.has(op[1])) {
        const at = line.indexOf(op[1], line.indexOf("=") > 0 && /^\s*%/.test(line) ? line.indexOf("=") : 0);
        const token = result.tokens.find((t) => t.startIndex <= at && at < t.endIndex);
        if (!token.scopes.some((s) => s === "support.function.mlir" || s.startsWith("comment"))) {
          wrong.push(`${file}:${number + 1}: op '${op[1]}' has ${token.scopes.join(" ")}`);
        }
      }
    });
  }
  wrong.slice(0, 20).forEach((w) => console.log(w));
  console.log(`${lines} lines, ${tokens} tokens, ${opTokens} names of ops, ${wrong.length} wrong, ${Date.now() - started} ms`);
  process.exit(wrong.length ? 1 : 0);
}

main();
