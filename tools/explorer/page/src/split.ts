// Borders between panels, which are moved by the pointer and by keys.

const KEY = "strata-explorer-panels";

/** Makes a border change a variable of the style, from `least` to `most` pixels. */
export function splitter(border: HTMLElement, variable: string, least: number, most: number, direction: 1 | -1): void {
  const root = document.documentElement;
  const saved = read();
  if (saved[variable] !== undefined) root.style.setProperty(variable, `${saved[variable]}px`);
  const value = () => parseFloat(getComputedStyle(root).getPropertyValue(variable));
  const set = (pixels: number) => {
    const bounded = Math.round(Math.max(least, Math.min(most, pixels)));
    root.style.setProperty(variable, `${bounded}px`);
    border.setAttribute("aria-valuenow", String(bounded));
    write({ ...read(), [variable]: bounded });
  };
  border.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    border.setPointerCapture(event.pointerId);
    const [start, from] = [event.clientX, value()];
    const move = (now: PointerEvent) => set(from + direction * (now.clientX - start));
    border.addEventListener("pointermove", move);
    border.addEventListener("pointerup", () => border.removeEventListener("pointermove", move), { once: true });
  });
  border.addEventListener("keydown", (event) => {
    const by = event.key === "ArrowRight" ? 24 : event.key === "ArrowLeft" ? -24 : 0;
    if (by === 0) return;
    event.preventDefault();
    set(value() + direction * by);
  });
}

function read(): Record<string, number> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, number>;
  } catch {
    return {};
  }
}

function write(sizes: Record<string, number>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(sizes));
  } catch {
    // Without storage the sizes last as long as the page.
  }
}
