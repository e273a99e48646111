// A version of the program as the page has it: lines, and the ops at them.

import type { BodyInfo, FunctionInfo, VersionAnswer } from "./engine/types";

/** Numbers of an op in the answer. */
const WIDTH = 6;

export interface VersionOp {
  number: number;
  first: number;
  last: number;
  depth: number;
  isNew: boolean;
  isTouched: boolean;
  /** The line of the source that it comes from; 0 if that is not known. */
  source: number;
}

export class Version {
  readonly lines: string[];
  readonly bodies: BodyInfo[];
  readonly functions: FunctionInfo[];
  private readonly packed: number[];
  /** The op that begins in a line. */
  private readonly starts: Int32Array;
  private index?: Map<number, number>;

  constructor(answer: VersionAnswer) {
    this.lines = answer.text.split("\n");
    while (this.lines.at(-1) === "") this.lines.pop();
    this.bodies = answer.bodies;
    this.functions = answer.functions;
    this.packed = answer.ops;
    this.starts = new Int32Array(this.lines.length).fill(-1);
    for (let i = this.size - 1; i >= 0; i--) {
      const first = this.packed[i * WIDTH + 1]!;
      if (first < this.starts.length) this.starts[first] = i;
    }
  }

  get size(): number {
    return this.packed.length / WIDTH;
  }

  at(i: number): VersionOp {
    const [number, first, last, depth, change, source] = this.packed.slice(i * WIDTH, (i + 1) * WIDTH) as
      [number, number, number, number, number, number];
    return { number, first, last, depth, isNew: (change & 1) !== 0, isTouched: (change & 2) !== 0, source };
  }

  /** The op with a number. */
  op(number: number): VersionOp | undefined {
    this.index ??= new Map(Array.from({ length: this.size }, (_, i) => [this.packed[i * WIDTH]!, i]));
    const at = this.index.get(number);
    return at === undefined ? undefined : this.at(at);
  }

  /** The op that a line belongs to: the one that begins in it, or the innermost one around it. */
  opAt(line: number): VersionOp | undefined {
    for (let at = line; at >= 0; at--) {
      const start = this.starts[at] ?? -1;
      if (start < 0) continue;
      const op = this.at(start);
      if (op.last >= line) return op;
    }
    return undefined;
  }

  startsAt(line: number): VersionOp | undefined {
    const start = this.starts[line] ?? -1;
    return start < 0 ? undefined : this.at(start);
  }

  isTouched(line: number): boolean {
    return this.startsAt(line)?.isTouched ?? false;
  }

  /** What a line is, whatever the names of its values are: its op, the end of its op, or its text. */
  keys(): string[] {
    const ends = new Map<number, number>();
    for (let i = 0; i < this.size; i++) {
      const op = this.at(i);
      if (op.last > op.first) ends.set(op.last, op.number);
    }
    const seen = new Map<string, number>();
    return this.lines.map((text, line) => {
      const start = this.starts[line] ?? -1;
      if (start >= 0) return `o${this.packed[start * WIDTH]}`;
      const end = ends.get(line);
      if (end !== undefined) return `e${end}`;
      const repeated = (seen.get(text) ?? 0) + 1;
      seen.set(text, repeated);
      return `t${repeated} ${text}`;
    });
  }
}
