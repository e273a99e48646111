// Places for the nodes of a graph: layers by data flow, regions inside of the nodes of their ops.

import type { GraphBlock, GraphOp } from "../engine/types";

export interface Node {
  id: string;
  /** Undefined for an argument of a block. */
  op?: GraphOp;
  title: string;
  subtitle: string;
  x: number;
  y: number;
  width: number;
  height: number;
  inside: Node[];
  /** The node has regions that are not shown. */
  folded: boolean;
}

export interface Edge {
  from: string;
  to: string;
}

export interface Drawing {
  nodes: Node[];
  edges: Edge[];
  width: number;
  height: number;
}

export interface LayoutOptions {
  /** The ids of ops whose regions are hidden. */
  folded: Set<string>;
  /** Whether constants are shown. */
  constants: boolean;
}

const GAP_X = 18;
const GAP_Y = 34;
const PADDING = 14;
const TITLE = 40;
const CHARACTER = 6.7;

const isConstant = (op: GraphOp) => op.inputs.length === 0 && op.regions.length === 0 && /constant|\.empty$|\.splat$/.test(op.kind);

/** The width of a node with these texts. */
function widthOf(title: string, subtitle: string): number {
  return Math.min(320, Math.max(70, 18 + CHARACTER * Math.max(title.length, subtitle.length)));
}

function short(text: string): string {
  return text.length > 44 ? `${text.slice(0, 43)}…` : text;
}

/** Places blocks below each other. */
export function layout(blocks: GraphBlock[], options: LayoutOptions): Drawing {
  const edges: Edge[] = [];
  const nodes: Node[] = [];
  let y = 0;
  let width = 0;
  for (const block of blocks) {
    const placed = place(block, options, edges);
    for (const node of placed.nodes) node.y += y;
    nodes.push(...placed.nodes);
    y += placed.height + GAP_Y;
    width = Math.max(width, placed.width);
  }
  return { nodes, edges, width, height: Math.max(0, y - GAP_Y) };
}

/** Places the ops of one block: each below all whose results it uses, also inside of its regions. */
function place(block: GraphBlock, options: LayoutOptions, edges: Edge[]): { nodes: Node[]; width: number; height: number } {
  const nodes: Node[] = block.args.map((arg) => ({
    id: arg.id, title: "argument", subtitle: short(arg.type), x: 0, y: 0, width: widthOf("argument", short(arg.type)), height: TITLE, inside: [], folded: false,
  }));
  const uses = new Map<string, Set<string>>();
  const hidden = new Set<string>();
  for (const op of block.ops) {
    if (!options.constants && isConstant(op)) {
      hidden.add(op.id);
      continue;
    }
    nodes.push(nodeOf(op, options, edges));
    uses.set(op.id, new Set(inputsOf(op)));
    for (const from of new Set(op.inputs)) edges.push({ from, to: op.id });
  }
  const known = new Set(nodes.map((node) => node.id));
  const layers = layered(nodes, uses, known);
  return position(layers, uses);
}

function nodeOf(op: GraphOp, options: LayoutOptions, edges: Edge[]): Node {
  const detail = op.detail ? ` ${op.detail}` : "";
  const title = short(op.kind + detail);
  const subtitle = short(op.types.join(", "));
  const node: Node = { id: op.id, op, title, subtitle, x: 0, y: 0, width: widthOf(title, subtitle), height: TITLE, inside: [], folded: false };
  const blocks = op.regions.flat();
  if (blocks.length === 0) return node;
  if (options.folded.has(op.id)) {
    node.folded = true;
    return node;
  }
  const inner = layout(blocks, options);
  edges.push(...inner.edges);
  for (const child of inner.nodes) shift(child, PADDING, TITLE + PADDING / 2);
  node.inside = inner.nodes;
  node.width = Math.max(node.width, inner.width + 2 * PADDING);
  node.height = TITLE + inner.height + 1.5 * PADDING;
  return node;
}

function shift(node: Node, x: number, y: number): void {
  node.x += x;
  node.y += y;
}

/** What an op uses, with what the ops in its regions use from outside. */
function inputsOf(op: GraphOp): string[] {
  const out: string[] = [];
  const stack = [op];
  for (let next = stack.pop(); next; next = stack.pop()) {
    out.push(...next.inputs);
    for (const block of next.regions.flat()) stack.push(...block.ops);
  }
  return out;
}

function layered(nodes: Node[], uses: Map<string, Set<string>>, known: Set<string>): Node[][] {
  const layer = new Map<string, number>();
  const layers: Node[][] = [];
  // Ops are in the order of the program, so what an op uses is before it.
  for (const node of nodes) {
    let at = 0;
    for (const from of uses.get(node.id) ?? []) if (known.has(from) && from !== node.id) at = Math.max(at, (layer.get(from) ?? -1) + 1);
    layer.set(node.id, at);
    (layers[at] ??= []).push(node);
  }
  return lowered(nodes, uses, layer, layers.length);
}

/** Moves nodes down to just above their first users, so that inputs are near what uses them. */
function lowered(nodes: Node[], uses: Map<string, Set<string>>, layer: Map<string, number>, count: number): Node[][] {
  const first = new Map<string, number>();
  for (const node of [...nodes].reverse()) {
    const user = first.get(node.id);
    const at = user === undefined ? layer.get(node.id)! : user - 1;
    layer.set(node.id, at);
    for (const from of uses.get(node.id) ?? []) first.set(from, Math.min(first.get(from) ?? Infinity, at));
  }
  const layers: Node[][] = Array.from({ length: count }, () => []);
  for (const node of nodes) layers[Math.max(0, layer.get(node.id)!)]!.push(node);
  return layers;
}

function position(layers: Node[][], uses: Map<string, Set<string>>): { nodes: Node[]; width: number; height: number } {
  const center = new Map<string, number>();
  const users = new Map<string, string[]>();
  for (const [to, from] of uses) for (const one of from) users.set(one, [...(users.get(one) ?? []), to]);
  const order = (nodes: Node[], neighbours: (id: string) => Iterable<string>) => {
    const wish = (node: Node) => {
      const known = [...neighbours(node.id)].map((id) => center.get(id)).filter((x) => x !== undefined);
      return known.length === 0 ? (center.get(node.id) ?? 0) : known.reduce((sum, x) => sum + x, 0) / known.length;
    };
    const wishes = new Map(nodes.map((node) => [node.id, wish(node)]));
    nodes.sort((a, b) => wishes.get(a.id)! - wishes.get(b.id)!);
    spread(nodes, wishes);
    for (const node of nodes) center.set(node.id, node.x + node.width / 2);
  };
  for (let round = 0; round < 3; round++) {
    for (const nodes of layers) order(nodes, (id) => uses.get(id) ?? []);
    for (const nodes of [...layers].reverse()) order(nodes, (id) => users.get(id) ?? []);
  }
  const all = layers.flat();
  const left = Math.min(0, ...all.map((node) => node.x));
  let y = 0;
  for (const nodes of layers) {
    for (const node of nodes) {
      node.x -= left;
      node.y = y;
    }
    y += Math.max(0, ...nodes.map((node) => node.height)) + GAP_Y;
  }
  return { nodes: all, width: Math.max(0, ...all.map((node) => node.x + node.width)), height: Math.max(0, y - GAP_Y) };
}

/** Gives nodes of one layer places beside each other, as near to their wishes as that goes. */
function spread(nodes: Node[], wishes: Map<string, number>): void {
  let right = -Infinity;
  let error = 0;
  for (const node of nodes) {
    const wanted = wishes.get(node.id)! - node.width / 2;
    node.x = Math.max(wanted, right);
    error += node.x - wanted;
    right = node.x + node.width + GAP_X;
  }
  const back = nodes.length === 0 ? 0 : error / nodes.length;
  for (const node of nodes) node.x -= back;
}
