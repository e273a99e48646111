// Links that carry the program: compressed in the fragment of the address, which is not sent to any server.

export interface Shared {
  source: string;
  pipeline: string;
}

const PREFIX = "#p=";
/** Bytes of a program in a link, beyond which it is not read. */
const MOST = 16 << 20;

async function through(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream, most: number): Promise<Uint8Array> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > most) {
      await reader.cancel();
      throw new Error("the program in the link is too large");
    }
    parts.push(value);
  }
  const out = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

/** The fragment for a program and a pipeline. */
export async function encode(shared: Shared): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify([shared.source, shared.pipeline]));
  const packed = await through(text, new CompressionStream("deflate-raw"), Infinity);
  let binary = "";
  for (const byte of packed) binary += String.fromCharCode(byte);
  return PREFIX + btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The program and the pipeline of a fragment; undefined if it has none. */
export async function decode(fragment: string): Promise<Shared | undefined> {
  if (!fragment.startsWith(PREFIX)) return undefined;
  const binary = atob(fragment.slice(PREFIX.length).replaceAll("-", "+").replaceAll("_", "/"));
  const packed = Uint8Array.from(binary, (c) => c.charCodeAt(0));
  const text = new TextDecoder().decode(await through(packed, new DecompressionStream("deflate-raw"), MOST));
  const value: unknown = JSON.parse(text);
  if (!Array.isArray(value) || typeof value[0] !== "string" || typeof value[1] !== "string") {
    throw new Error("the link holds no program");
  }
  return { source: value[0], pipeline: value[1] };
}
