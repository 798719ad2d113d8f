// Building elements: the whole "framework" of the page.

type Child = Node | string | null | undefined | false;
type Properties = Record<string, unknown>;

/** An element with attributes (`aria-label`, `class`, `data-..`), listeners
 *  (`onclick`) and children. No markup is ever made from text. */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Properties = {},
  ...children: (Child | Child[])[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on") && typeof value === "function") {
      element.addEventListener(name.slice(2), value as EventListener);
    } else if (name === "value" || name === "checked") {
      (element as unknown as Properties)[name] = value;
    } else {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
  element.append(...present(children.flat()));
  return element;
}

/** Puts other children into an element. */
export function fill(element: Element, ...children: (Child | Child[])[]): void {
  element.replaceChildren(...present(children.flat()));
}

function present(children: Child[]): (Node | string)[] {
  return children.filter((child): child is Node | string => Boolean(child));
}

const SVG = "http://www.w3.org/2000/svg";

/** An element of a drawing. */
export function svg(
  tag: string,
  attributes: Record<string, string | number> = {},
  ...children: (Node | string)[]
): SVGElement {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) {
    element.setAttribute(name, String(value));
  }
  element.append(...children);
  return element;
}

/** `1 card`, `2 cards`: the word is given in the plural. */
export function counted(number: number, plural: string): string {
  return `${number.toLocaleString("en")} ${number === 1 ? plural.replace(/s$/, "") : plural}`;
}

/** The same text with a capital at its beginning. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The same text as part of a sentence. */
export function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** `4:05`, `1:02:30`. */
export function clock(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, "0"))).join(":");
}
