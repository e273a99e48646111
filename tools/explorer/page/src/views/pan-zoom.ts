// Moving and scaling a drawing: wheel, drag, two fingers, keys.

/** The scale at which texts can be read. */
const READABLE = 0.7;

export class PanZoom {
  private x = 0;
  private y = 0;
  private scale = 1;
  private pointers = new Map<number, { x: number; y: number }>();
  /** Whether the pointer moved since it was pressed, so that its release is no click. */
  moved = false;

  constructor(private readonly frame: HTMLElement | SVGElement, private readonly content: SVGGElement) {
    frame.addEventListener("wheel", (event) => this.wheel(event as WheelEvent), { passive: false });
    frame.addEventListener("pointerdown", (event) => this.press(event as PointerEvent));
    frame.addEventListener("pointermove", (event) => this.drag(event as PointerEvent));
    for (const name of ["pointerup", "pointercancel", "pointerleave"]) {
      frame.addEventListener(name, (event) => this.pointers.delete((event as PointerEvent).pointerId));
    }
    frame.addEventListener("keydown", (event) => this.key(event as KeyboardEvent));
  }

  /** Shows a drawing of this size, as a whole if its texts can be read then. */
  fit(width: number, height: number): void {
    const box = this.frame.getBoundingClientRect();
    this.scale = Math.min(1, Math.max(READABLE, Math.min((box.width - 32) / Math.max(1, width), (box.height - 32) / Math.max(1, height))));
    this.x = (box.width - width * this.scale) / 2;
    this.y = 16;
    this.apply();
  }

  /** Moves a place of the drawing into the middle. */
  center(x: number, y: number): void {
    const box = this.frame.getBoundingClientRect();
    this.x = box.width / 2 - x * this.scale;
    this.y = box.height / 2 - y * this.scale;
    this.apply();
  }

  zoom(factor: number, at?: { x: number; y: number }): void {
    const box = this.frame.getBoundingClientRect();
    const { x, y } = at ?? { x: box.width / 2, y: box.height / 2 };
    const scale = Math.min(4, Math.max(0.05, this.scale * factor));
    this.x = x - ((x - this.x) * scale) / this.scale;
    this.y = y - ((y - this.y) * scale) / this.scale;
    this.scale = scale;
    this.apply();
  }

  private apply(): void {
    this.content.setAttribute("transform", `translate(${this.x} ${this.y}) scale(${this.scale})`);
  }

  private local(event: MouseEvent): { x: number; y: number } {
    const box = this.frame.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault();
    if (event.ctrlKey || event.metaKey) return this.zoom(Math.exp(-event.deltaY / 200), this.local(event));
    this.x -= event.deltaX;
    this.y -= event.deltaY;
    this.apply();
  }

  private press(event: PointerEvent): void {
    this.moved = false;
    this.pointers.set(event.pointerId, this.local(event));
  }

  private drag(event: PointerEvent): void {
    const last = this.pointers.get(event.pointerId);
    if (!last) return;
    const now = this.local(event);
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const distance = (p: { x: number; y: number }) => Math.hypot(p.x - other.x, p.y - other.y);
      this.zoom(distance(now) / Math.max(1, distance(last)), other);
    } else {
      this.x += now.x - last.x;
      this.y += now.y - last.y;
      this.apply();
    }
    if (Math.hypot(now.x - last.x, now.y - last.y) > 1) this.moved = true;
    this.pointers.set(event.pointerId, now);
  }

  private key(event: KeyboardEvent): void {
    const step = 60;
    const moves: Record<string, [number, number]> = { ArrowLeft: [step, 0], ArrowRight: [-step, 0], ArrowUp: [0, step], ArrowDown: [0, -step] };
    const move = moves[event.key];
    if (move) {
      [this.x, this.y] = [this.x + move[0], this.y + move[1]];
      this.apply();
    } else if (event.key === "+" || event.key === "=") this.zoom(1.25);
    else if (event.key === "-") this.zoom(0.8);
    else return;
    event.preventDefault();
  }
}
