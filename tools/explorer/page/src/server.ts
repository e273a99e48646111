// The server of strata-explorer, if it is what serves the page.

export type Output = "asm" | "llvm" | "ptx" | "ptx90" | "time";

export interface Compiled {
  text: string;
  error: string;
  milliseconds: number;
}

export class Server {
  /** Whether there is one; a page without a server works too. */
  readonly available: Promise<boolean>;

  constructor() {
    const isWeb = location.protocol === "http:" || location.protocol === "https:";
    this.available = !isWeb
      ? Promise.resolve(false)
      : fetch("api/tools").then(async (response) => response.ok && ((await response.json()) as { explorer?: boolean }).explorer === true).catch(() => false);
  }

  async compile(output: Output, source: string): Promise<Compiled> {
    const response = await fetch(`api/compile?output=${output}`, { method: "POST", headers: { "Content-Type": "text/plain", "X-Strata-Explorer": "1" }, body: source });
    if (!response.ok) throw new Error(`the server refused: ${await response.text()}`);
    return (await response.json()) as Compiled;
  }
}
