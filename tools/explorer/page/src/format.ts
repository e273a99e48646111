// Numbers as people read them.

/** A number with separators of thousands. */
export function count(n: number): string {
  return Math.round(n).toLocaleString("en-US");
}

/** Milliseconds. */
export function time(ms: number): string {
  if (ms < 1) return `${Math.round(ms * 1000)} µs`;
  if (ms < 1000) return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
  return `${(ms / 1000).toFixed(2)} s`;
}

/** Bytes. */
export function bytes(n: number): string {
  if (n < 1024) return `${n} B`;
  if (n < 1024 * 1024) return `${trim(n / 1024)} KiB`;
  if (n < 1024 ** 3) return `${trim(n / 1024 ** 2)} MiB`;
  return `${trim(n / 1024 ** 3)} GiB`;
}

function trim(n: number): string {
  return n.toFixed(n < 10 ? 2 : 1).replace(/\.?0+$/, "");
}

/** `1 op`, `2 ops`. */
export function plural(n: number, what: string): string {
  return `${count(n)} ${what}${n === 1 ? "" : "s"}`;
}

/** A part of a whole. */
export function percent(part: number, whole: number): string {
  return whole === 0 ? "–" : `${((100 * part) / whole).toFixed(part === whole ? 0 : 1)} %`;
}
