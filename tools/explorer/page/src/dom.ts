// Building elements.

type Child = Node | string | null | undefined | false;

export interface Props {
  class?: string;
  title?: string;
  text?: string;
  data?: Record<string, string>;
  attrs?: Record<string, string | number | boolean | undefined>;
  style?: string;
  on?: { [K in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[K]) => void };
}

function fill(element: Element, props: Props, children: Child[]): void {
  if (props.class) element.setAttribute("class", props.class);
  if (props.title) element.setAttribute("title", props.title);
  if (props.style) element.setAttribute("style", props.style);
  if (props.text !== undefined) element.textContent = props.text;
  for (const [key, value] of Object.entries(props.data ?? {})) element.setAttribute(`data-${key}`, value);
  for (const [key, value] of Object.entries(props.attrs ?? {})) {
    if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== undefined) element.setAttribute(key, String(value));
  }
  for (const [name, handler] of Object.entries(props.on ?? {})) {
    element.addEventListener(name, handler as EventListener);
  }
  for (const child of children) if (child) element.append(child);
}

/** An element of HTML. */
export function h<K extends keyof HTMLElementTagNameMap>(tag: K, props: Props = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  fill(element, props, children);
  return element;
}

/** An element of SVG. */
export function s<K extends keyof SVGElementTagNameMap>(tag: K, props: Props = {}, ...children: Child[]): SVGElementTagNameMap[K] {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  fill(element, props, children);
  return element;
}

/** The element with an id. */
export function byId<E extends HTMLElement = HTMLElement>(id: string): E {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no element '${id}'`);
  return element as E;
}

/** A message in the place of a view. */
export function notice(text: string, kind: "empty" | "error" = "empty"): HTMLElement {
  return h("p", { class: `notice ${kind}`, text, attrs: { role: kind === "error" ? "alert" : "status" } });
}
