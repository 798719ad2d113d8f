// Solve-and-watch: a line of play with a scrubber. The table shows it, the list
// names its moves; it can be copied, printed, and played on from any step.

import type { Move, Walk } from "../types";
import { isTyped } from "./commands";
import { counted, el, fill, lower } from "./dom";
import { drawIcon, type Icon } from "./icons";
import type { TableView } from "./table";

export interface Screening {
  walk: Walk;
  title: string;
  /** The position it starts from, as text. */
  text: string;
  /** Takes over at a step: these moves were made. */
  playOn: (moves: Move[]) => void;
  closed: () => void;
}

const SPEEDS = [0.5, 1, 2, 4];

export class Watch {
  readonly element = el("section", { class: "watch", "aria-label": "Solution", hidden: true });
  private shown: Screening | null = null;
  private step = 0;
  private timer: number | undefined;
  private readonly scrubber = el("input", { type: "range", min: 0, value: "0", "aria-label": "Step of the solution" });
  private readonly caption = el("p", { class: "caption" });
  private readonly moves = el("ol", { class: "moves", tabindex: "0", "aria-label": "Moves of the solution" });
  private readonly title = el("h2");
  private readonly playButton = el("button", { type: "button", class: "primary" });
  private readonly sheet = el("div", { class: "sheet" });

  constructor(
    private readonly table: TableView,
    private readonly report: (text: string) => void,
    private speed: number,
    private readonly keepSpeed: (speed: number) => void,
  ) {
    const button = (icon: Icon, title: string, onclick: () => void) =>
      el("button", { type: "button", class: "sign", title, "aria-label": title, onclick }, drawIcon(icon));
    this.playButton.addEventListener("click", () => (this.timer === undefined ? this.play() : this.pause()));
    this.scrubber.addEventListener("input", () => {
      this.pause();
      this.show(Number(this.scrubber.value));
    });
    const speeds = el(
      "select",
      { "aria-label": "Speed", onchange: (event: Event) => this.setSpeed(Number((event.target as HTMLSelectElement).value)) },
      SPEEDS.map((one) => el("option", { value: String(one), selected: one === speed }, `${one}×`)),
    );
    this.moves.addEventListener("click", (event) => {
      const item = event.target instanceof Element ? event.target.closest("li") : null;
      if (item) this.go([...this.moves.children].indexOf(item) + 1);
    });
    this.element.append(
      el("header", {}, this.title, button("close", "Close the solution", () => this.close())),
      this.caption,
      this.scrubber,
      el(
        "div",
        { class: "controls" },
        button("first", "To the start", () => this.go(0)),
        button("back", "One step back", () => this.go(this.step - 1)),
        this.playButton,
        button("forward", "One step on", () => this.go(this.step + 1)),
        button("last", "To the end", () => this.go(this.last())),
        speeds,
      ),
      el(
        "div",
        { class: "controls" },
        el("button", { type: "button", onclick: () => this.takeOver() }, "Play on from here"),
        el("button", { type: "button", onclick: () => void this.copy() }, "Copy"),
        el("button", { type: "button", onclick: () => window.print() }, "Print"),
      ),
      this.moves,
    );
    document.body.append(this.sheet);
  }

  get isOpen(): boolean {
    return this.shown !== null;
  }

  open(screening: Screening): void {
    this.shown = screening;
    this.title.textContent = screening.title;
    this.scrubber.max = String(this.last());
    fill(
      this.moves,
      screening.walk.moves.map((move, index) => {
        const isAuto = screening.walk.auto[index] === true;
        return el("li", { "data-move": move, "data-auto": isAuto ? "" : undefined, value: this.count(index + 1) }, screening.walk.says[index] ?? move);
      }),
    );
    fill(
      this.sheet,
      el("h1", {}, screening.title),
      el("pre", {}, screening.text),
      el("ol", {}, screening.walk.moves.map((move, index) => el("li", { "data-auto": screening.walk.auto[index] ? "" : undefined, value: this.count(index + 1) }, el("code", {}, move), ` ${screening.walk.says[index] ?? ""}`))),
    );
    this.element.hidden = false;
    this.pause();
    this.show(0);
    this.playButton.focus();
  }

  close(): void {
    if (!this.shown) return;
    this.pause();
    const { closed } = this.shown;
    this.shown = null;
    this.element.hidden = true;
    this.sheet.replaceChildren();
    this.moves.replaceChildren();
    closed();
  }

  /** Space, arrows, Home and End while it is open; true if it was its key. */
  key(event: KeyboardEvent): boolean {
    if (!this.shown || isTyped(event)) return false;
    const isButton = event.target instanceof HTMLElement && event.target.matches("button");
    const steps: Record<string, () => void> = {
      ArrowRight: () => this.go(this.step + 1),
      ArrowLeft: () => this.go(this.step - 1),
      Home: () => this.go(0),
      End: () => this.go(this.last()),
      Escape: () => this.close(),
      ...(isButton ? {} : { " ": () => (this.timer === undefined ? this.play() : this.pause()) }),
    };
    const act = steps[event.key];
    if (!act) return false;
    event.preventDefault();
    act();
    return true;
  }

  private last(): number {
    return this.shown?.walk.moves.length ?? 0;
  }

  /** How many moves of a player lead to this step: a card that goes home by
   *  itself is none. */
  private count(step: number): number {
    return this.shown?.walk.auto.slice(0, step).filter((isAuto) => !isAuto).length ?? 0;
  }

  private go(step: number): void {
    this.pause();
    this.show(Math.max(0, Math.min(step, this.last())));
  }

  private show(step: number): void {
    if (!this.shown) return;
    const { walk } = this.shown;
    const isNext = Math.abs(step - this.step) <= 1;
    this.step = step;
    const layout = walk.layouts[step];
    if (layout) this.table.draw(layout, [], isNext);
    this.scrubber.value = String(step);
    const words = step === 0 ? counted(walk.length, walk.count) : (walk.says[step - 1] ?? "");
    const then = walk.auto[step - 1] ? ", then" : "";
    const text = step === 0 ? `Start: ${words} to the end` : `Move ${this.count(step)} of ${this.count(this.last())}${then}: ${lower(words)}`;
    this.caption.textContent = text;
    this.scrubber.setAttribute("aria-valuetext", text);
    this.moves.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const item = this.moves.children[step - 1];
    item?.setAttribute("aria-current", "step");
    if (item instanceof HTMLElement) this.moves.scrollTop = item.offsetTop - this.moves.offsetTop - this.moves.clientHeight / 2;
  }

  private play(): void {
    if (this.step === this.last()) this.show(0);
    this.timer = window.setInterval(() => {
      if (this.step >= this.last()) return this.pause();
      this.show(this.step + 1);
    }, 700 / this.speed);
    this.labelPlay();
  }

  private pause(): void {
    window.clearInterval(this.timer);
    this.timer = undefined;
    this.labelPlay();
  }

  private labelPlay(): void {
    this.playButton.textContent = this.timer === undefined ? "Play" : "Pause";
  }

  private setSpeed(speed: number): void {
    this.speed = speed;
    this.keepSpeed(speed);
    if (this.timer === undefined) return;
    this.pause();
    this.play();
  }

  private takeOver(): void {
    if (!this.shown) return;
    const { walk, playOn } = this.shown;
    const moves = walk.moves.slice(0, this.step);
    this.close();
    playOn(moves);
  }

  private async copy(): Promise<void> {
    const { walk } = this.shown as Screening;
    try {
      await navigator.clipboard.writeText(`${walk.moves.join("\n")}\n`);
      this.report("Copied: the moves of the solution.");
    } catch {
      this.report("The browser did not allow copying.");
    }
  }
}
