// The rules of a game: the page of the book, and a picture of the table.

import type { Engine } from "../engine";
import type { Block, Entry, Span } from "../types";
import { openDialog } from "./dialogs";
import { el } from "./dom";
import { TableView } from "./table";

export function openRules(engine: Engine, entry: Entry): void {
  const felt = el("div", { class: "preview felt", inert: true });
  const text = el("div", { class: "prose" });
  const box = el("div", { class: "wide", tabindex: "0", role: "region", "aria-label": `Rules of ${entry.title}` }, felt, text);
  openDialog(`Rules: ${entry.title}`, "rules", box);
  const table = new TableView(felt);
  table.duration = 0;
  // It is a picture here: nothing of it can be pressed.
  table.element.setAttribute("aria-hidden", "true");
  engine.rules(entry.name).then(
    ({ layout, blocks }) => {
      table.draw(layout, [], false);
      // The title stands over the dialog already.
      text.append(...blocks.filter((block) => block.kind !== "heading" || block.level > 1).map(draw));
    },
    () => text.append(el("p", {}, entry.summary)),
  );
}

function draw(block: Block): HTMLElement {
  switch (block.kind) {
    case "heading":
      return el("h3", {}, block.text);
    case "paragraph":
      return el("p", {}, spans(block.spans));
    case "list":
      return el(block.counted ? "ol" : "ul", {}, block.items.map((item) => el("li", {}, spans(item))));
    case "lines":
      return el("pre", { tabindex: "0" }, block.text);
    case "table": {
      const isNamed = block.head.some((cell) => cell.length > 0);
      const head = block.head.map((cell) => (cell.length > 0 ? el("th", { scope: "col" }, spans(cell)) : el("td", {})));
      const rows = block.rows.map((row) => el("tr", {}, row.map((cell) => el("td", {}, spans(cell)))));
      return el("table", {}, isNamed && el("thead", {}, el("tr", {}, head)), el("tbody", {}, rows));
    }
  }
}

const TAGS = { code: "code", strong: "strong", emphasis: "em" } as const;

function spans(list: Span[]): (Node | string)[] {
  return list.map(({ text, style }) => (style === "plain" ? text : el(TAGS[style], {}, text)));
}
