// The colours of dialects, the same in all views.

const HUES: Record<string, number> = {
  stablehlo: 262, chlo: 280, vhlo: 290, sdy: 305, shape: 320,
  linalg: 212, tensor: 196, bufferization: 180,
  memref: 160, vector: 130, affine: 104, scf: 84,
  arith: 44, math: 32, complex: 24, index: 50,
  cf: 16, func: 230, gpu: 338, nvgpu: 348, nvvm: 356, llvm: 4, amx: 60, quant: 310,
};

/** The hue of a dialect; those without one of their own have one by their name. */
export function hue(dialect: string): number {
  const own = HUES[dialect];
  if (own !== undefined) return own;
  let sum = 0;
  for (const c of dialect) sum = (sum * 31 + c.charCodeAt(0)) % 360;
  return sum;
}

export function dialectOf(kind: string): string {
  const dot = kind.indexOf(".");
  return dot < 0 ? "builtin" : kind.slice(0, dot);
}

/** A colour for areas, readable on both themes. */
export function color(dialect: string): string {
  if (dialect === "builtin" || dialect === "func") return "var(--neutral)";
  return `oklch(var(--chart-l) var(--chart-c) ${hue(dialect)})`;
}

/** The number of ops by dialect, the most frequent first. */
export function byDialect(kinds: Record<string, number>): [string, number][] {
  const sums = new Map<string, number>();
  for (const [kind, n] of Object.entries(kinds)) {
    const dialect = dialectOf(kind);
    sums.set(dialect, (sums.get(dialect) ?? 0) + n);
  }
  return [...sums].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}

/** All ops. */
export function total(kinds: Record<string, number>): number {
  return Object.values(kinds).reduce((sum, n) => sum + n, 0);
}
