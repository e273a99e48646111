// The answers of the explorer; tools/explorer/src/requests.rs describes them.

export interface Diagnostic {
  severity: "error" | "warning" | "remark" | "note";
  message: string;
  file?: string | null;
  line?: number | null;
  column?: number | null;
  notes: Diagnostic[];
}

export interface Pass {
  name: string;
  text: string;
  summary: string;
}

export type Kinds = Record<string, number>;

export interface Opened {
  passes?: Pass[];
  kinds?: Kinds;
  diagnostics?: Diagnostic[];
  error?: string;
}

export interface Verdict {
  function: string;
  verdict: "agrees" | "unchecked" | "differs";
  message: string | null;
}

export interface Events {
  created: number;
  erased: number;
  moved: number;
  touched: number;
  replaced: number;
}

export interface Stepped {
  done: boolean;
  status?: "success" | "failed" | "crashed";
  changed?: boolean;
  version?: number;
  diagnostics?: Diagnostic[];
  events?: Events;
  kinds?: Kinds;
  verdicts?: Verdict[];
  error?: string;
}

export interface FunctionInfo {
  name: string;
  inputs: string[];
  results: string[];
  public: boolean;
}

export interface BodyInfo {
  body: number;
  op: number;
  kind: string;
  name: string | null;
  line: number;
  ops: number;
}

export interface VersionAnswer {
  text: string;
  ops: number[];
  bodies: BodyInfo[];
  functions: FunctionInfo[];
}

export interface Place {
  file?: string;
  line?: number;
  column?: number;
  text?: string | null;
  name?: string | null;
}

export interface Trace {
  versions: number[][];
  kind: string;
  location: { names: string[]; places: Place[] };
}

export interface GraphOp {
  id: string;
  number: number;
  line: number;
  kind: string;
  inputs: string[];
  types: string[];
  detail: string | null;
  regions: GraphBlock[][];
}

export interface GraphBlock {
  args: { id: string; type: string }[];
  ops: GraphOp[];
}

export interface Graph {
  regions: GraphBlock[][];
  complete: boolean;
}

export interface LoopDimension {
  lower: number | null;
  upper: number | null;
  step: number | null;
  trips: number | null;
}

export interface Loop {
  number: number | null;
  line: number | null;
  kind: string;
  text: string | null;
  dimensions: LoopDimension[];
  inside: Loop[];
  accesses: Record<string, number>;
}

export interface LoopsOf {
  function: string | null;
  loops: Loop[];
}

export interface BufferInfo {
  number: number;
  kind: string;
  type: string;
  bytes: number | null;
  line: number;
  first: number;
  last: number;
  accesses: number[];
  arena: number | null;
  offset: number | null;
}

export interface BuffersOf {
  function: string | null;
  first: number;
  last: number;
  buffers: BufferInfo[];
}

export interface Counters {
  blocks: number;
  instructions: number;
  lanes: number;
  globalRequests: number;
  globalSectors: number;
  globalIdeal: number;
  sharedRequests: number;
  sharedTurns: number;
  sharedIdeal: number;
  matrixPhases: number;
  matrixConflicts: number;
  products: number;
  asyncBytes: number;
  barriers: number;
  atomics: number;
}

export interface Kernel {
  kernel: string;
  error?: string;
  grid: number[];
  block: number[];
  cluster: number[];
  sharedBytes: number;
  total: Counters;
  instructions: { line: number; op: string; counters: Counters }[];
}

export interface ShownValue {
  text: string | null;
  shape?: number[];
  numbers?: (number | null)[];
}

export interface RunAnswer {
  inputs: ShownValue[];
  results: ShownValue[];
  steps: number;
  output: string[];
}

export interface OptionInfo {
  name: string;
  kind: string;
  default: string;
  help: string;
}

export interface PassName {
  name: string;
  summary: string;
  anchor?: string | null;
  options: OptionInfo[];
}

export interface Names {
  passes: PassName[];
  pipelines: PassName[];
}
