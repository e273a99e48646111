// Requests to the explorer in its worker.

import type { Question, Reply } from "./worker";
import type * as T from "./types";

/** The answer to a request, and the milliseconds that it took. */
export interface Answered<A> {
  answer: A;
  time: number;
}

/** Milliseconds after which a request is said to take long. */
const SLOW = 700;

/** The explorer lost its program, by a panic or because it was stopped. */
export class Lost extends Error {}

interface Waiting {
  resolve(value: Answered<unknown>): void;
  reject(error: Error): void;
}

export class Engine {
  private worker = this.start();
  private waiting = new Map<number, Waiting>();
  private next = 1;

  private start(): Worker {
    const worker = new Worker(new URL("worker.js", document.baseURI));
    worker.onmessage = (event: MessageEvent<Reply>) => {
      const { id, answer, lost, time } = event.data;
      const waiting = this.waiting.get(id);
      this.waiting.delete(id);
      this.watch();
      if (answer === undefined) {
        waiting?.reject(new Lost(lost ?? "the explorer ended"));
        return;
      }
      const value = JSON.parse(answer) as { error?: string };
      if (typeof value.error === "string") waiting?.reject(new Error(value.error));
      else waiting?.resolve({ answer: value, time });
    };
    worker.onerror = (event) => this.lose(event.message || "the worker cannot be started");
    return worker;
  }

  private lose(why: string): void {
    for (const waiting of this.waiting.values()) waiting.reject(new Lost(why));
    this.waiting.clear();
    this.watch();
  }

  /** Is told when a request has been worked on for long, and when none is any more. */
  onSlow: (isSlow: boolean) => void = () => {};
  private slow = 0;

  private watch(): void {
    clearTimeout(this.slow);
    if (this.waiting.size === 0) this.onSlow(false);
    else this.slow = window.setTimeout(() => this.onSlow(true), SLOW);
  }

  /** Ends what runs, with the program that is open. */
  stop(): void {
    this.worker.terminate();
    this.lose("it was stopped");
    this.worker = this.start();
  }

  private call<A>(request: Record<string, unknown>): Promise<Answered<A>> {
    const id = this.next++;
    return new Promise<Answered<A>>((resolve, reject) => {
      this.waiting.set(id, { resolve: resolve as Waiting["resolve"], reject });
      this.worker.postMessage({ id, request } satisfies Question);
      this.watch();
    });
  }

  private async ask<A>(request: Record<string, unknown>): Promise<A> {
    return (await this.call<A>(request)).answer;
  }

  check = (source: string) => this.ask<{ diagnostics: T.Diagnostic[] }>({ call: "check", source });
  plan = (pipeline: string) => this.ask<{ passes: T.Pass[] }>({ call: "plan", pipeline });
  names = () => this.ask<T.Names>({ call: "names" });
  open = (source: string, pipeline: string) => this.call<T.Opened>({ call: "open", source, pipeline });
  step = () => this.call<T.Stepped>({ call: "step" });
  validate = (inputs: number) => this.ask<{ functions: { name: string; error: string | null }[] }>({ call: "validate", inputs });
  version = (version: number) => this.ask<T.VersionAnswer>({ call: "version", version });
  trace = (version: number, op: number) => this.ask<T.Trace>({ call: "trace", version, op });
  graph = (version: number, body: number) => this.ask<T.Graph>({ call: "graph", version, body });
  loops = (version: number) => this.ask<T.LoopsOf[]>({ call: "loops", version });
  buffers = (version: number) => this.ask<T.BuffersOf[]>({ call: "buffers", version });
  kernels = (version: number) => this.ask<T.Kernel[]>({ call: "kernels", version });
  run = (version: number, name: string, inputs: string[], seed: number) =>
    this.ask<T.RunAnswer>({ call: "run", version, function: name, inputs, seed });
}
