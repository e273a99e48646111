// Differences of two versions by the identity of ops: an op whose operands got other names did not change.

import type { Version } from "./version";

export type Change = "same" | "added" | "removed" | "changed" | "moved";

/** A line of the comparison. */
export interface DiffLine {
  change: Change;
  /** The line of the version after; -1 for what is gone. */
  line: number;
  /** The line of the version before; -1 for what is new. */
  before: number;
}

/** The positions of a longest increasing subsequence. */
export function increasing(values: number[]): number[] {
  const tails: number[] = [];
  const previous = new Array<number>(values.length).fill(-1);
  values.forEach((value, i) => {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (values[tails[middle]!]! < value) low = middle + 1;
      else high = middle;
    }
    if (low > 0) previous[i] = tails[low - 1]!;
    tails[low] = i;
  });
  const out: number[] = [];
  for (let at = tails.at(-1) ?? -1; at >= 0; at = previous[at]!) out.push(at);
  return out.reverse();
}

/** The lines of both versions in one order: n log n in their number. */
export function compare(before: Version, after: Version): DiffLine[] {
  const then = before.keys();
  const now = after.keys();
  const places = new Map<string, number>();
  then.forEach((key, line) => places.set(key, line));
  const pairs: { line: number; before: number }[] = [];
  now.forEach((key, line) => {
    const at = places.get(key);
    if (at !== undefined) pairs.push({ line, before: at });
  });
  const kept = new Map<number, number>();
  for (const at of increasing(pairs.map((pair) => pair.before))) kept.set(pairs[at]!.line, pairs[at]!.before);
  const movedFrom = new Map<number, number>();
  for (const pair of pairs) if (!kept.has(pair.line)) movedFrom.set(pair.line, pair.before);
  const elsewhere = new Set(movedFrom.values());
  const out: DiffLine[] = [];
  let left = 0;
  const removeUpTo = (end: number) => {
    for (; left < end; left++) if (!elsewhere.has(left)) out.push({ change: "removed", line: -1, before: left });
  };
  now.forEach((_, line) => {
    const pair = kept.get(line);
    if (pair !== undefined) {
      removeUpTo(pair);
      left = pair + 1;
      out.push({ change: after.isTouched(line) ? "changed" : "same", line, before: pair });
      return;
    }
    const from = movedFrom.get(line);
    out.push(from === undefined ? { change: "added", line, before: -1 } : { change: "moved", line, before: from });
  });
  removeUpTo(then.length);
  return out;
}

/** The lines that changed with some around them; `gap` stands for the others. */
export function excerpt(lines: DiffLine[], around: number): (DiffLine | { gap: number })[] {
  const shown = new Uint8Array(lines.length);
  lines.forEach((line, i) => {
    if (line.change !== "same") shown.fill(1, Math.max(0, i - around), i + around + 1);
  });
  const out: (DiffLine | { gap: number })[] = [];
  let gap = 0;
  lines.forEach((line, i) => {
    if (shown[i] === 1) {
      if (gap > 0) out.push({ gap });
      gap = 0;
      out.push(line);
    } else gap++;
  });
  if (gap > 0) out.push({ gap });
  return out;
}
