// Bring your own deal: paste its text, or click the cards in. What is wrong is
// said while typing, with line and column.

import type { About, Check, Engine, Layout } from "../engine-types";
import { el, fill, plural } from "./dom";
import { drawFace, suitOf } from "./faces";
import { TableView } from "./table";

/** More than this is no deal of any game. */
const LONGEST = 100_000;
const TOKEN = /(?<![A-Za-z0-9])(10[cdhs]|[2-9TJQKA][cdhs])(?![A-Za-z0-9])/gi;
const CLUJ = /10|[06-9TKDV]/gi;

export interface Brought {
  game: string;
  text: string;
}

export interface BringActions {
  play(brought: Brought): void;
  solve(brought: Brought): void;
}

export class Bring {
  readonly element = el("dialog", { class: "bring", "aria-labelledby": "bring-title" });
  private readonly game: HTMLSelectElement;
  private readonly text = el("textarea", {
    id: "bring-text",
    spellcheck: "false",
    autocomplete: "off",
    autocapitalize: "off",
    rows: 10,
    "aria-describedby": "bring-faults",
  });
  private readonly faults = el("div", { id: "bring-faults", class: "faults", role: "status" });
  private readonly picker = el("div", { class: "picker", role: "group", "aria-label": "Cards to click in" });
  private readonly preview = el("div", { class: "preview felt", hidden: true });
  private readonly table = new TableView(this.preview);
  private readonly playButton: HTMLButtonElement;
  private readonly solveButton: HTMLButtonElement;
  private readonly goal = el("div");
  private timer: number | undefined;
  private asked = 0;
  private examples = new Map<string, Layout>();

  constructor(
    private readonly engine: Engine,
    private readonly games: About[],
    private readonly goalOf: (about: About) => HTMLElement,
    actions: BringActions,
  ) {
    this.game = el(
      "select",
      { id: "bring-game", onchange: () => this.chosen() },
      games.map((one) => el("option", { value: one.name }, one.title)),
    );
    this.playButton = el("button", { type: "button", class: "primary", onclick: () => this.leave(actions.play) }, "Play it");
    this.solveButton = el("button", { type: "button", onclick: () => this.leave(actions.solve) }, "Solve it");
    this.text.addEventListener("input", () => this.typed());
    this.text.addEventListener("paste", (event) => this.pasted(event));
    this.preview.setAttribute("inert", "");
    this.table.duration = 0;
    this.table.element.setAttribute("aria-label", "The table");
    this.element.append(
      el("header", {}, el("h2", { id: "bring-title" }, "Bring your own deal"), closeButton(this.element)),
      el("p", { class: "row" }, el("label", { for: "bring-game" }, "Game"), this.game),
      this.goal,
      el(
        "div",
        { class: "halves" },
        el("div", {}, el("label", { for: "bring-text" }, "The cards, as text"), this.text, this.faults),
        el("div", {}, el("h3", {}, "Or click them in"), this.picker, this.preview),
      ),
      el(
        "footer",
        {},
        el("button", { type: "button", onclick: () => this.set("") }, "Clear"),
        el("button", { type: "button", onclick: () => this.set(this.about().example) }, "Show an example"),
        this.solveButton,
        this.playButton,
      ),
    );
  }

  open(game: string): void {
    if (this.text.value === "") this.game.value = game;
    this.element.showModal();
    this.text.focus();
    this.chosen();
  }

  private chosen(): void {
    fill(this.goal, this.goalOf(this.about()));
    void this.changed();
  }

  private about(): About {
    return this.games.find((one) => one.name === this.game.value) as About;
  }

  private leave(act: (brought: Brought) => void): void {
    this.element.close();
    act({ game: this.game.value, text: this.text.value });
  }

  private set(text: string): void {
    this.text.value = text;
    void this.changed();
  }

  /** A huge paste is refused before the browser lays it out. */
  private pasted(event: ClipboardEvent): void {
    const size = event.clipboardData?.getData("text").length ?? 0;
    if (size <= LONGEST) return;
    event.preventDefault();
    // What is still being looked at does not take the message away again.
    window.clearTimeout(this.timer);
    this.asked++;
    this.showTooLong(size);
  }

  private showTooLong(size: number): void {
    fill(this.faults, el("p", { class: "bad" }, `That text has ${size.toLocaleString("en")} characters. A deal has a few hundred; nothing was taken.`));
  }

  private typed(): void {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.changed(), 120);
  }

  private async changed(): Promise<void> {
    const text = this.text.value;
    this.drawPicker(text);
    this.allow(false);
    if (text.length > LONGEST) return this.showTooLong(text.length);
    if (text.trim() === "") {
      this.preview.hidden = true;
      return fill(this.faults, el("p", {}, suited(this.about().example) ? "Paste or type the cards, for example 7h Td Qs." : "Paste or type the columns, the base card first, each ended by a full stop."));
    }
    const asked = ++this.asked;
    try {
      const check = await this.engine.check(this.game.value, text);
      if (asked === this.asked) this.show(check);
    } catch (error) {
      if (asked === this.asked) fill(this.faults, el("p", { class: "bad" }, String((error as Error).message ?? error)));
    }
  }

  private show(check: Check): void {
    const isGood = check.faults.length === 0 && check.layout !== null;
    this.allow(isGood);
    this.text.setAttribute("aria-invalid", String(!isGood));
    this.preview.hidden = !isGood;
    if (isGood && check.layout) {
      this.table.draw({ ...check.layout, gestures: [] }, false);
      return fill(this.faults, el("p", { class: "good" }, "This is a good position."));
    }
    const most = 8;
    const items = check.faults.slice(0, most).map((fault) => {
      const where = fault.line === null ? "" : `Line ${fault.line}, column ${fault.column ?? 1}: `;
      return el("li", {}, where, fault.message);
    });
    const rest = check.faults.length - most;
    fill(
      this.faults,
      el("ul", { class: "bad" }, items),
      rest > 0 && el("p", {}, `and ${plural(rest, "more fault")}`),
      check.hint !== null && el("p", {}, check.hint),
    );
  }

  private allow(isGood: boolean): void {
    this.playButton.disabled = this.solveButton.disabled = !isGood;
  }

  /** Every card of the deck; those in the text can not be clicked again. */
  private drawPicker(text: string): void {
    const form = this.about().example;
    const pattern = suited(form) ? TOKEN : CLUJ;
    const deck = [...form.matchAll(pattern)].map((found) => normal(found[0]));
    const used = (text.length > LONGEST ? [] : [...text.matchAll(pattern)]).map((found) => normal(found[0]));
    const kinds = [...new Set(deck)].sort(byCard);
    const left = (card: string) => deck.filter((one) => one === card).length - used.filter((one) => one === card).length;
    const buttons = kinds.map((card) =>
      el(
        "button",
        {
          type: "button",
          class: "pick",
          disabled: left(card) <= 0,
          "aria-label": spokenCard(card),
          "data-card": card,
          onclick: () => this.add(card, pattern),
        },
        drawFace(card, true),
      ),
    );
    const isSuited = suited(form);
    this.picker.classList.toggle("is-suited", isSuited);
    const next = used.length < deck.length ? `Next: card ${used.length + 1} of ${deck.length}` : "All cards are there";
    fill(this.picker, buttons, el("p", { class: "next" }, next, el("span", { class: "where" })));
    void this.sayWhere(used.length, deck.length);
  }

  /** Puts a card where the form of the game has its next one. */
  private add(card: string, pattern: RegExp): void {
    const text = this.text.value;
    const count = [...text.matchAll(pattern)].length;
    const form = this.about().example;
    const places = [...form.matchAll(pattern)];
    const before = count === 0 ? 0 : (places[count - 1]?.index ?? 0) + (places[count - 1]?.[0].length ?? 0);
    const gap = places[count] ? form.slice(before, places[count].index) : " ";
    const isLast = count === places.length - 1;
    const rest = isLast ? form.slice((places[count]?.index ?? 0) + (places[count]?.[0].length ?? 0)) : "";
    this.text.value = (count === 0 ? gap : text.trimEnd() + gap) + (card === "10" ? "0" : card) + rest;
    void this.changed().then(() => {
      const next = this.picker.querySelector<HTMLElement>(`[data-card="${card}"]:not(:disabled)`);
      (next ?? this.picker.querySelector<HTMLElement>(".pick:not(:disabled)") ?? this.playButton).focus();
    });
  }

  /** Says on which pile the next card lies. */
  private async sayWhere(used: number, all: number): Promise<void> {
    if (used >= all) return;
    const about = this.about();
    let layout = this.examples.get(about.name);
    if (!layout) {
      const check = await this.engine.check(about.name, about.example).catch(() => null);
      if (!check?.layout) return;
      layout = check.layout;
      this.examples.set(about.name, layout);
    }
    // Only where names are unique does the form tell the place.
    const token = [...about.example.matchAll(TOKEN)][used]?.[0];
    const pile = token && layout.piles.find((one) => one.cards.some((face) => normal(face.card) === normal(token)));
    const where = this.picker.querySelector(".where");
    if (pile && where) where.textContent = `, ${pile.name}`;
  }
}

export function closeButton(dialog: HTMLDialogElement): HTMLButtonElement {
  return el("button", { type: "button", class: "close", "aria-label": "Close", onclick: () => dialog.close() }, "✕");
}

function suited(form: string): boolean {
  return [...form.matchAll(TOKEN)].length >= 40;
}

function normal(card: string): string {
  if (card === "0" || card === "10") return "10";
  if (card.length === 1) return card.toUpperCase();
  const text = card.replace(/^10(?=[cdhs])/i, "T");
  return text.length === 2 && /[cdhs]/i.test(text[1] as string) ? (text[0] as string).toUpperCase() + (text[1] as string).toLowerCase() : text;
}

function byCard(a: string, b: string): number {
  const ranks = suitOf(a) ? "A23456789TJQK" : "6789VDKT";
  const rank = (card: string) => (card === "10" ? 3.5 : ranks.indexOf(card[0] as string));
  return "cdhs".indexOf(suitOf(a) ?? "c") - "cdhs".indexOf(suitOf(b) ?? "c") || rank(a) - rank(b);
}

const RANKS: Record<string, string> = { A: "Ace", T: "10", J: "Jack", Q: "Queen", K: "King" };
const SUITS: Record<string, string> = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };

function spokenCard(card: string): string {
  const suit = suitOf(card);
  if (suit === null) return card;
  const rank = card[0] as string;
  return `${RANKS[rank] ?? rank} of ${SUITS[suit]}`;
}
