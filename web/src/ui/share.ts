// What one takes elsewhere: links with moves, a picture of the table, games and
// statistics as a file.

import type { View } from "../types";
import { placeOf, writeAddress } from "./address";
import { openDialog } from "./dialogs";
import { el } from "./dom";
import type { Store } from "./store";
import type { TableView } from "./table";

type Report = (text: string) => void;

/** Copies a link to the deal with its moves: to where the table is now, or to
 *  the whole game from its start. */
export async function copyLink(view: View, kind: "moves" | "replay", report: Report): Promise<void> {
  const steps = kind === "replay" ? view.steps : view.steps.slice(0, view.made);
  const link = location.href.replace(/#.*$/, "") + writeAddress(placeOf(view, steps, kind === "replay"));
  const what = kind === "replay" ? "a link that replays this game" : "a link to this position";
  try {
    await navigator.clipboard.writeText(link);
    report(`Copied: ${what}.`);
  } catch {
    openDialog(`Here is ${what}`, "link", el("p", {}, el("a", { href: link }, link)));
  }
}

/** The table as a drawing that needs nothing else. */
export function drawPicture(table: TableView): SVGElement {
  const box = table.element.getBoundingClientRect();
  const margin = 14;
  const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const [width, height] = [Math.ceil(box.width) + 2 * margin, Math.ceil(box.height) + 2 * margin];
  picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
  picture.setAttribute("width", String(width));
  picture.setAttribute("height", String(height));
  picture.append(rectangle(0, 0, width, height, 0, colour(table.element.parentElement ?? table.element, "--felt")));
  const places = [...table.element.querySelectorAll<HTMLElement>(".place:not([hidden])")];
  const cards = [...table.element.querySelectorAll<HTMLElement>(".card")].sort((a, b) => Number(a.style.zIndex) - Number(b.style.zIndex));
  for (const element of [...places, ...cards]) {
    const at = element.getBoundingClientRect();
    const group = document.createElementNS("http://www.w3.org/2000/svg", "g");
    group.setAttribute("transform", `translate(${at.x - box.x + margin} ${at.y - box.y + margin})`);
    drawElement(group, element, at.width, at.height);
    picture.append(group);
  }
  return picture;
}

function drawElement(group: SVGElement, element: HTMLElement, width: number, height: number): void {
  const radius = width * 0.075;
  const face = element.querySelector<HTMLElement>(".face");
  if (!face) {
    const place = rectangle(1, 1, width - 2, height - 2, radius, "none");
    place.setAttribute("stroke", "#fff");
    place.setAttribute("stroke-opacity", ".4");
    place.setAttribute("stroke-width", "2");
    group.append(place);
  } else {
    const isBack = face.classList.contains("back");
    const paper = rectangle(0.5, 0.5, width - 1, height - 1, radius, isBack ? colour(face, "--back") : getComputedStyle(face).backgroundColor);
    paper.setAttribute("stroke", "#8d897f");
    group.append(paper);
  }
  const drawing = (face ?? element).querySelector("svg");
  if (!drawing) return;
  const copy = drawing.cloneNode(true) as SVGElement;
  const at = drawing.getBoundingClientRect();
  const own = element.getBoundingClientRect();
  copy.setAttribute("x", String(at.x - own.x));
  copy.setAttribute("y", String(at.y - own.y));
  copy.setAttribute("width", String(at.width));
  copy.setAttribute("height", String(at.height));
  // Styles do not come along: what they say is written into the drawing.
  const [from, to] = [[...drawing.querySelectorAll("*")], [...copy.querySelectorAll("*")]];
  from.forEach((part, index) => writeStyle(part, to[index] as Element));
  copy.setAttribute("fill", getComputedStyle(drawing).fill);
  group.append(copy);
}

/** The rank is a reference into the page; in the picture it is a text. */
function writeStyle(from: Element, to: Element): void {
  const style = getComputedStyle(from);
  for (const name of ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity"]) to.setAttribute(name, style.getPropertyValue(name));
  if (from.localName !== "use") return;
  const meant = document.querySelector(from.getAttribute("href") ?? "#");
  if (!meant) return;
  const text = document.createElementNS("http://www.w3.org/2000/svg", "text");
  for (const name of ["font-size", "text-anchor"]) text.setAttribute(name, meant.getAttribute(name) ?? "");
  text.setAttribute("transform", from.getAttribute("transform") ?? "");
  text.setAttribute("font-family", style.fontFamily);
  text.setAttribute("font-weight", style.fontWeight);
  text.setAttribute("letter-spacing", style.letterSpacing);
  text.setAttribute("fill", style.fill);
  text.textContent = meant.textContent;
  to.replaceWith(text);
}

function rectangle(x: number, y: number, width: number, height: number, radius: number, fill: string): SVGElement {
  const shape = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  for (const [name, value] of Object.entries({ x, y, width, height, rx: radius, fill })) shape.setAttribute(name, String(value));
  return shape;
}

function colour(element: HTMLElement, name: string): string {
  return getComputedStyle(element).getPropertyValue(name).trim() || "#1e6b48";
}

export async function openPicture(table: TableView, title: string, report: Report): Promise<void> {
  const picture = drawPicture(table);
  const text = new XMLSerializer().serializeToString(picture);
  const shown = el("div", { class: "picture", role: "img", "aria-label": `${title}, the table as it is now` });
  shown.append(picture);
  const button = (label: string, run: () => Promise<void>) =>
    el("button", { type: "button", onclick: () => void run().catch(() => report("The browser did not allow it.")) }, label);
  openDialog(
    "Picture of the table",
    "share",
    shown,
    el(
      "footer",
      {},
      button("Copy as PNG", async () => {
        await navigator.clipboard.write([new ClipboardItem({ "image/png": paint(text) })]);
        report("Copied: a picture of the table.");
      }),
      button("Save as PNG", async () => save(await paint(text), "patience.png")),
      button("Save as SVG", async () => save(new Blob([text], { type: "image/svg+xml" }), "patience.svg")),
    ),
  );
}

/** A drawing as pixels, twice as fine as on the screen. */
async function paint(text: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = el("canvas", { width: image.width * 2, height: image.height * 2 });
  const context = canvas.getContext("2d");
  context?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"));
}

function save(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  el("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** Games and statistics as a file, and back. */
export function openBackup(store: Store, report: Report): void {
  const fault = el("p", { class: "bad", role: "alert" });
  const input = el("input", { type: "file", id: "backup-file", accept: ".json,application/json" });
  input.addEventListener("change", () => {
    const file = input.files?.[0];
    if (!file) return;
    file
      .text()
      .then((text) => {
        store.import(text);
        location.reload();
      })
      .catch((error: unknown) => (fault.textContent = `Nothing was taken: ${error instanceof Error ? error.message : String(error)}`));
  });
  openDialog(
    "Export and import",
    "backup",
    el("p", {}, "Games in progress, statistics and preferences are kept by this browser. A file takes them elsewhere."),
    el("p", { class: "row" }, el("label", { for: "backup-file" }, "Import from a file"), input),
    fault,
    el(
      "footer",
      {},
      el(
        "button",
        {
          type: "button",
          class: "primary",
          onclick: () => {
            save(new Blob([store.export()], { type: "application/json" }), "patience.json");
            report("Exported: games, statistics and preferences.");
          },
        },
        "Export to a file",
      ),
    ),
  );
}
