// The state of the page: the program, what its passes did, and what is looked at.

import { type Engine, Lost } from "./engine/client";
import type { Diagnostic, Kinds, Pass, Stepped, Trace } from "./engine/types";
import { Version } from "./version";

/** A stage: the program as it was read, or as a pass left it. */
export interface Stage {
  pass: Pass;
  /** Undefined until the pass ran. */
  result?: Stepped;
  time: number;
  /** The version that the stage shows. */
  version?: number;
  kinds?: Kinds;
}

/** The op that is looked at, and the ops that it is related to. */
export interface Selection {
  version: number;
  op: number;
  trace: Trace;
}

export type Topic = "stages" | "stage" | "selection" | "diagnostics" | "status";

const INPUT: Pass = { name: "input", text: "", summary: "The program as it was read" };

export class Model {
  stages: Stage[] = [];
  /** The stage that is shown. */
  at = 0;
  selection?: Selection;
  diagnostics: Diagnostic[] = [];
  /** Why nothing is shown. */
  problem = "";
  running = false;
  /** Inputs per function with which passes are validated; 0 if they are not. */
  validate = 0;
  private run = 0;
  private versions = new Map<number, Promise<Version>>();
  private listeners = new Map<Topic, (() => void)[]>();

  constructor(readonly engine: Engine) {}

  on(topics: Topic[], listener: () => void): void {
    for (const topic of topics) this.listeners.set(topic, [...(this.listeners.get(topic) ?? []), listener]);
  }

  private tell(...topics: Topic[]): void {
    const all = new Set(topics.flatMap((topic) => this.listeners.get(topic) ?? []));
    for (const listener of all) listener();
  }

  get stage(): Stage | undefined {
    return this.stages[this.at];
  }

  /** The number of the version that is shown. */
  get version(): number | undefined {
    return this.stage?.version;
  }

  /** The stage before the one that is shown which has another version. */
  get versionBefore(): number | undefined {
    const version = this.version;
    return version === undefined || version === 0 ? undefined : version - 1;
  }

  /** The lines and ops of a version. */
  load(version: number): Promise<Version> {
    let loaded = this.versions.get(version);
    if (!loaded) {
      loaded = this.engine.version(version).then((answer) => new Version(answer));
      loaded.catch(() => this.versions.delete(version));
      this.versions.set(version, loaded);
    }
    return loaded;
  }

  /** Reads a program and runs a pipeline on it, pass by pass. */
  async start(source: string, pipeline: string): Promise<void> {
    const run = ++this.run;
    const wanted = this.stages.length > 0 ? { at: this.at, last: this.at === this.stages.length - 1, name: this.stage?.pass.text } : undefined;
    this.running = true;
    this.tell("status");
    try {
      const { answer, time } = await this.engine.open(source, pipeline);
      if (run !== this.run) return;
      this.versions.clear();
      this.selection = undefined;
      this.diagnostics = answer.diagnostics ?? [];
      this.problem = "";
      if (!answer.passes) {
        this.problem = "The program is not valid: the editor shows where.";
        this.stages = [];
        this.at = 0;
        return;
      }
      const passes = answer.passes.map((pass): Stage => ({ pass, time: 0 }));
      this.stages = [{ pass: INPUT, time, version: 0, kinds: answer.kinds }, ...passes];
      this.at = 0;
      this.tell("stages", "stage", "selection", "diagnostics", "status");
      if (this.validate > 0) await this.engine.validate(this.validate);
      await this.steps(run, wanted);
    } catch (error) {
      if (run !== this.run) return;
      this.problem = error instanceof Error ? error.message : String(error);
      if (!(error instanceof Lost) || this.stages.length === 0) {
        this.stages = [];
        this.at = 0;
      }
    } finally {
      if (run === this.run) {
        this.running = false;
        this.tell("stages", "stage", "selection", "diagnostics", "status");
      }
    }
  }

  private async steps(run: number, wanted: { at: number; last: boolean; name?: string } | undefined): Promise<void> {
    let kinds = this.stages[0]?.kinds;
    let told = performance.now();
    for (let i = 1; i < this.stages.length; i++) {
      const { answer, time } = await this.engine.step();
      if (run !== this.run) return;
      if (answer.version === undefined) return;
      kinds = answer.kinds ?? kinds;
      this.stages[i] = { ...this.stages[i]!, result: answer, time, version: answer.version, kinds };
      const follows = wanted === undefined ? false : wanted.last || (i === wanted.at && this.stages[i]?.pass.text === wanted.name);
      if (follows) this.at = i;
      this.diagnostics = [...this.diagnostics, ...(answer.diagnostics ?? [])];
      if (performance.now() - told > 60 || answer.done) {
        told = performance.now();
        this.tell("stages", "stage", "diagnostics", "status");
      }
      if (answer.done) return;
    }
  }

  /** Ends what runs. */
  stop(): void {
    this.run++;
    this.engine.stop();
    this.running = false;
    this.problem = "Stopped. Run the pipeline again to look at the program.";
    this.stages = [];
    this.versions.clear();
    this.selection = undefined;
    this.at = 0;
    this.tell("stages", "stage", "selection", "diagnostics", "status");
  }

  show(stage: number): void {
    if (this.stages[stage]?.version === undefined || stage === this.at) return;
    this.at = stage;
    this.tell("stage");
  }

  /** Shows the next or last stage in a direction; with `changed` only those that changed something. */
  move(by: 1 | -1, changed: boolean): void {
    for (let at = this.at + by; at >= 0 && at < this.stages.length; at += by) {
      const stage = this.stages[at];
      if (stage?.version === undefined) return;
      if (!changed || at === 0 || stage.result?.changed) return this.show(at);
    }
  }

  /** The first stage that shows a version. */
  stageOf(version: number): number {
    return this.stages.findIndex((stage) => stage.version === version);
  }

  /** Looks at an op of the version that is shown. */
  async select(op: number | undefined): Promise<void> {
    const version = this.version;
    if (op === undefined || version === undefined) {
      this.selection = undefined;
    } else {
      const run = this.run;
      const trace = await this.engine.trace(version, op);
      if (run !== this.run) return;
      this.selection = { version, op, trace };
    }
    this.tell("selection");
  }

  /** Tells the views to look at the selection again. */
  refresh(): void {
    this.tell("selection");
  }

  /** The ops of a version that the chosen one is related to. */
  related(version: number): Set<number> {
    return new Set(this.selection?.trace.versions[version] ?? []);
  }
}
