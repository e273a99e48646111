// The tokens of MLIR's syntax, for the editor and for the lists of lines.

export type Token = "comment" | "string" | "value" | "symbol" | "block" | "type" | "attr" | "op" | "number" | "keyword" | "location" | "";

const RULES: [Token, RegExp][] = [
  ["comment", /\/\/.*/y],
  ["string", /"(?:[^"\\]|\\.)*"?/y],
  ["value", /%[\w$.-]+(?:#\d+)?(?::\d+(?=\s*[=,]))?/y],
  ["symbol", /@(?:"(?:[^"\\]|\\.)*"?|[\w$.-]+)/y],
  ["block", /\^[\w$.-]+/y],
  ["attr", /#[\w$.]+/y],
  ["type", /![\w$.]+/y],
  ["type", /\b(?:tensor|memref|vector|tuple|complex|none|index|[fi]\d+\w*|[su]i\d+|bf16|tf32)\b(?!\.)/y],
  ["keyword", /\b(?:func|module|return|to|step|iter_args|ins|outs|dense|true|false|unit|array|affine_map|affine_set|dense_resource|loc|attributes|private|public|else|do)\b(?![.\w])/y],
  ["op", /\b[a-zA-Z_]\w*(?:\.[\w$]+)+/y],
  ["number", /-?\b(?:0x[\da-fA-F]+|\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)\b/y],
  ["", /[\w$]+|\s+|[^\w\s]/y],
];

/** The token at a position, and its length. */
export function tokenAt(text: string, at: number): [Token, number] {
  for (const [token, rule] of RULES) {
    rule.lastIndex = at;
    const found = rule.exec(text);
    if (found) return [token, found[0].length];
  }
  return ["", 1];
}

/** Characters of a line that are shown; long ones are of constants and lists of types. */
const SHOWN = 2000;

/** A line with a span for each token. */
export function highlighted(text: string): DocumentFragment {
  const out = document.createDocumentFragment();
  const shown = text.length > SHOWN ? text.slice(0, SHOWN) : text;
  let plain = "";
  const flush = () => {
    if (plain) out.append(plain);
    plain = "";
  };
  for (let at = 0; at < shown.length; ) {
    const [token, length] = tokenAt(shown, at);
    const part = shown.slice(at, at + length);
    at += length;
    if (token === "") {
      plain += part;
      continue;
    }
    flush();
    const span = document.createElement("span");
    span.className = `t-${token}`;
    span.textContent = part;
    if (token === "value" || token === "symbol") span.dataset.name = part.replace(/[#:].*$/, "");
    out.append(span);
  }
  flush();
  if (shown.length < text.length) {
    const rest = document.createElement("span");
    rest.className = "t-more";
    rest.textContent = ` … ${text.length - shown.length} more characters`;
    out.append(rest);
  }
  return out;
}
