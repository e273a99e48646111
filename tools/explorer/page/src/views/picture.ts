// Numbers of an array as a picture: a square for each, blue below zero and red above.

import { h } from "../dom";

const MOST_COLUMNS = 512;

/** A picture of an array; all dimensions but the last are rows. */
export function picture(shape: number[], numbers: (number | null)[]): HTMLElement {
  const columns = Math.min(MOST_COLUMNS, Math.max(1, shape.at(-1) ?? 1));
  const rows = Math.max(1, Math.ceil(numbers.length / Math.max(1, shape.at(-1) ?? 1)));
  const size = Math.max(2, Math.min(14, Math.floor(640 / columns)));
  const canvas = h("canvas", { class: "picture", attrs: { width: columns, height: rows, role: "img", "aria-label": `Values of an array of shape ${shape.join("×")}` }, style: `width:${columns * size}px;height:${Math.min(320, rows * size)}px` });
  const context = canvas.getContext("2d");
  if (!context) return canvas;
  const image = context.createImageData(columns, rows);
  const most = Math.max(1e-30, ...numbers.map((x) => Math.abs(x ?? 0)));
  const width = Math.max(1, shape.at(-1) ?? 1);
  numbers.forEach((x, i) => {
    const column = i % width;
    if (column >= columns) return;
    const at = 4 * (Math.floor(i / width) * columns + column);
    const part = x === null ? 0 : Math.sqrt(Math.abs(x) / most);
    const target = x === null ? [240, 200, 0] : x < 0 ? [43, 108, 196] : [204, 62, 50];
    target.forEach((channel, c) => (image.data[at + c] = x === null ? channel : Math.round(245 + (channel - 245) * part)));
    image.data[at + 3] = 255;
  });
  context.putImageData(image, 0, 0);
  return canvas;
}
