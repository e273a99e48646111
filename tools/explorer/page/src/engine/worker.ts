// The worker that holds the explorer, a WebAssembly module with the C interface of tools/explorer-wasm.

interface Exports {
  memory: WebAssembly.Memory;
  request(length: number): number;
  answer(): number;
  answer_at(): number;
  panic_length(): number;
  panic_at(): number;
}

export interface Question {
  id: number;
  request: unknown;
}

export interface Reply {
  id: number;
  /** The answer as JSON. */
  answer?: string;
  /** Why there is no answer; the instance is lost, with its program. */
  lost?: string;
  /** Milliseconds that it took. */
  time: number;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();
let module: Promise<WebAssembly.Module> | undefined;
let instance: Exports | undefined;

function compiled(): Promise<WebAssembly.Module> {
  const url = new URL("strata_explorer.wasm", self.location.href);
  module ??= fetch(url).then(async (response) => {
    if (!response.ok) throw new Error(`${url.pathname}: ${response.status} ${response.statusText}`);
    return WebAssembly.compile(await response.arrayBuffer());
  });
  return module;
}

async function exports(): Promise<Exports> {
  instance ??= (await WebAssembly.instantiate(await compiled(), {})).exports as unknown as Exports;
  return instance;
}

function read(of: Exports, at: number, length: number): string {
  return decoder.decode(new Uint8Array(of.memory.buffer, at >>> 0, length >>> 0));
}

/** Why a call did not return: the message of a panic, or that of the engine. */
function reason(of: Exports, error: unknown): string {
  const length = of.panic_length();
  if (length !== 0) return `internal error: ${read(of, of.panic_at(), length)}`;
  if (error instanceof RangeError) return "the program is nested too deeply for the stack of a browser";
  return `the explorer ended: ${error instanceof Error ? error.message : String(error)}`;
}

self.onmessage = async (event: MessageEvent<Question>) => {
  const { id, request } = event.data;
  const post = (reply: Omit<Reply, "id">) => self.postMessage({ id, ...reply } satisfies Reply);
  let started = performance.now();
  let loaded: Exports;
  try {
    loaded = await exports();
  } catch (error) {
    module = undefined;
    post({ lost: `the explorer cannot be loaded: ${error instanceof Error ? error.message : String(error)}`, time: 0 });
    return;
  }
  try {
    const bytes = encoder.encode(JSON.stringify(request));
    const at = loaded.request(bytes.length);
    new Uint8Array(loaded.memory.buffer, at >>> 0, bytes.length).set(bytes);
    started = performance.now();
    const length = loaded.answer();
    const time = performance.now() - started;
    post({ answer: read(loaded, loaded.answer_at(), length), time });
  } catch (error) {
    instance = undefined;
    post({ lost: reason(loaded, error), time: performance.now() - started });
  }
};
