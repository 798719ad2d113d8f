// Bring your own deal: paste its text, or click the cards in. What is wrong is
// reported while typing, with line and column.

import type { Engine } from "../engine";
import type { CardNames, Check, Entry, Fault, Layout, Settings } from "../types";
import { counted, el, fill } from "./dom";
import { drawFace } from "./faces";
import { drawIcon } from "./icons";
import { settingControls } from "./settings";
import { TableView } from "./table";

/** More than this is no deal of any game. */
const LONGEST = 100_000;

export interface Brought {
  game: string;
  text: string;
  settings: Settings;
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
  private readonly settings = el("div", { onchange: () => void this.changed() });
  private readSettings: () => Settings = () => ({});
  private timer: number | undefined;
  private asked = 0;
  private examples = new Map<string, Layout>();

  constructor(
    private readonly engine: Engine,
    private readonly games: Entry[],
    private readonly goalOf: (entry: Entry) => HTMLElement,
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
      this.settings,
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
        el("button", { type: "button", onclick: () => this.set(this.entry().example) }, "Show an example"),
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
    fill(this.goal, this.goalOf(this.entry()));
    if (this.settings.dataset.game !== this.game.value) {
      const controls = settingControls(this.entry().settings, {}, "bring");
      fill(this.settings, controls.rows);
      this.settings.dataset.game = this.game.value;
      this.readSettings = controls.read;
    }
    void this.changed();
  }

  private entry(): Entry {
    return this.games.find((one) => one.name === this.game.value) as Entry;
  }

  private leave(act: (brought: Brought) => void): void {
    this.element.close();
    act({ game: this.game.value, text: this.text.value, settings: this.readSettings() });
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
      return fill(this.faults, el("p", {}, "Paste or type the cards. “Show an example” shows how they are written."));
    }
    const asked = ++this.asked;
    try {
      const check = await this.engine.check(this.game.value, text, this.readSettings());
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
      this.table.draw(check.layout, [], false);
      return fill(this.faults, el("p", { class: "good" }, "This is a good position."));
    }
    const most = 8;
    const items = check.faults.slice(0, most).map((fault) => {
      return el("li", {}, faultText(fault));
    });
    const rest = check.faults.length - most;
    fill(
      this.faults,
      el("ul", { class: "bad" }, items),
      rest > 0 && el("p", {}, `and ${counted(rest, "more faults")}`),
      check.hint !== null && el("p", {}, check.hint),
    );
  }

  private allow(isGood: boolean): void {
    this.playButton.disabled = this.solveButton.disabled = !isGood;
  }

  /** Every card of the deck; those in the text cannot be clicked again. */
  private drawPicker(text: string): void {
    const { cards, example } = this.entry();
    const used = text.length > LONGEST ? [] : cardsIn(cards, text);
    const left = (name: string) => cards.copies - used.filter((one) => one.name === name).length;
    const names = allNames(cards);
    const buttons = names.map((name) =>
      el(
        "button",
        {
          type: "button",
          class: "pick",
          disabled: left(name) <= 0,
          "aria-label": spokenCard(cards, name),
          "data-card": name,
          onclick: () => this.add(name),
        },
        drawFace(name, true, "small"),
      ),
    );
    this.picker.classList.toggle("is-suited", cards.suits.length > 0);
    const all = cardsIn(cards, example).length;
    const next = used.length < all ? `Next: card ${used.length + 1} of ${all}` : "All cards are there";
    fill(this.picker, buttons, el("p", { class: "next" }, next, el("span", { class: "where" })));
    void this.showWhere(used.length);
  }

  /** Puts a card where the form of the game has its next one. */
  private add(name: string): void {
    const text = this.text.value;
    const { cards, example } = this.entry();
    const count = cardsIn(cards, text).length;
    const places = cardsIn(cards, example);
    const [place, before] = [places[count], places[count - 1]];
    const gap = place ? example.slice(before?.end ?? 0, place.start) : " ";
    const rest = place && count === places.length - 1 ? example.slice(place.end) : "";
    this.text.value = (count === 0 ? gap : text.trimEnd() + gap) + name + rest;
    void this.changed().then(() => {
      const next = this.picker.querySelector<HTMLElement>(`[data-card="${name}"]:not(:disabled)`);
      (next ?? this.picker.querySelector<HTMLElement>(".pick:not(:disabled)") ?? this.playButton).focus();
    });
  }

  /** Shows on which pile the next card lies. */
  private async showWhere(used: number): Promise<void> {
    const { name, cards, example } = this.entry();
    // Only where names are unique does the form show the place.
    const next = cards.copies === 1 ? cardsIn(cards, example)[used] : undefined;
    if (!next) return;
    let layout = this.examples.get(name);
    if (!layout) {
      const check = await this.engine.check(name, example, {}).catch(() => null);
      if (!check?.layout) return;
      layout = check.layout;
      this.examples.set(name, layout);
    }
    const pile = layout.piles.find((one) => one.cards.some((face) => face.card === next.name));
    const where = this.picker.querySelector(".where");
    if (pile && where) where.textContent = `, ${pile.name}`;
  }
}

export function closeButton(dialog: HTMLDialogElement): HTMLButtonElement {
  return el("button", { type: "button", class: "close", "aria-label": "Close", onclick: () => dialog.close() }, drawIcon("close"));
}

/** What is wrong, and where. */
export function faultText(fault: Fault): string {
  const where = fault.place ? `Line ${fault.place.line}, column ${fault.place.column}: ` : "";
  return where + fault.message;
}

/** The name of every card, suit by suit. */
function allNames({ ranks, suits }: CardNames): string[] {
  return (suits.length > 0 ? suits : [""]).flatMap((suit) => ranks.map((rank) => rank + suit));
}

/** A card in a text. */
interface Found {
  name: string;
  start: number;
  end: number;
}

/** The cards in a text, in either case and with the other ways to write them. */
function cardsIn({ ranks, suits, aliases }: CardNames, text: string): Found[] {
  const meant = new Map([...aliases, ...ranks.map((rank) => [rank, rank] as const)].map(([written, rank]) => [written.toLowerCase(), rank]));
  // The longest first: `10` is no `1`.
  const written = [...meant.keys()].sort((one, other) => other.length - one.length).join("|");
  const card = suits.length > 0 ? `(?<![a-z0-9])(${written})(${suits.join("|")})(?![a-z0-9])` : `(${written})()`;
  return [...text.matchAll(new RegExp(card, "gi"))].map((found) => {
    const [whole, rank = "", suit = ""] = found;
    return { name: meant.get(rank.toLowerCase()) + suit.toLowerCase(), start: found.index, end: found.index + whole.length };
  });
}

const RANKS: Record<string, string> = { A: "Ace", T: "10", J: "Jack", Q: "Queen", K: "King" };
const SUITS: Record<string, string> = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };

function spokenCard({ suits }: CardNames, name: string): string {
  if (suits.length === 0) return name;
  const [rank, suit] = [name.slice(0, -1), name.slice(-1)];
  return `${RANKS[rank] ?? rank} of ${SUITS[suit] ?? suit}`;
}
