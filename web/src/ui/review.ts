// The panel beside the table: the moves that there are, and one's own moves with
// what each did to the game, as a list and as a small graph. A click goes there.

import type { Engine } from "../engine";
import type { Branch, Outlook, Reviewed, ReviewedTurn, Verdict, View } from "../types";
import { capital, counted, el, fill, svg } from "./dom";
import type { Frame } from "./frame";
import type { Game } from "./game";
import { drawIcon } from "./icons";
import type { Options } from "./options";

export interface ReviewActions {
  solve(): void;
  share(): void;
}

/** The graph's box, in its own units. */
const GRAPH = { width: 320, height: 96, left: 26, bottom: 14 };

export class Review {
  readonly element = el("section", { class: "review", "aria-label": "Review", hidden: true });
  private readonly graph = el("div", { class: "graph" });
  private readonly turns = el("ol", { class: "turns", "aria-label": "Your moves" });
  private readonly summary = el("p", { class: "summary" });
  /** What is known of the game, and which game that is. */
  private known: Reviewed | null = null;
  private subject = "";
  /** What the oracle knows of the table, and the last of it that was passed on. */
  private outlook: Outlook | null = null;
  private passedOn = "";

  constructor(
    private readonly engine: Engine,
    private readonly options: Options,
    private readonly game: Game,
    private readonly frame: Frame,
    choices: HTMLElement,
    actions: ReviewActions,
  ) {
    const close = el("button", { type: "button", class: "close", "aria-label": "Close the review", onclick: () => this.close() }, drawIcon("close"));
    const scroll = el("div", { class: "turns-box", tabindex: "0", role: "region", "aria-label": "Your moves with their verdicts" }, this.turns);
    this.element.append(
      el("header", {}, el("h2", {}, "Moves now"), close),
      choices,
      el("h2", {}, "Your game"),
      this.summary,
      this.graph,
      scroll,
      el(
        "div",
        { class: "controls" },
        el("button", { type: "button", onclick: () => actions.share() }, "Copy a link that replays it"),
        el("button", { type: "button", onclick: () => actions.solve() }, "Solve and watch"),
      ),
    );
  }

  toggle(): void {
    if (this.options.preferences.panel) this.close();
    else this.open();
  }

  open(): void {
    // Whoever asks what his moves did has help from here on.
    this.game.help("hints");
    this.frame.hideBanner();
    this.options.prefer({ panel: true });
    this.frame.report("Review: your moves, and what each did.");
  }

  close(): void {
    this.options.prefer({ panel: false });
    this.engine.review(null, () => {});
    this.subject = "";
    this.element.hidden = true;
    window.dispatchEvent(new Event("resize"));
  }

  /** Another game, or another question about it. */
  forget(): void {
    this.known = null;
    this.subject = "";
  }

  /** The table has changed: the same game reviewed on, or another line of it. */
  see(view: View): void {
    const isOpen = this.options.preferences.panel;
    this.element.hidden = !isOpen;
    if (!isOpen) return;
    const request = this.options.request(this.game.entry(view.game));
    const subject = JSON.stringify([view.game, view.number, view.settings, view.steps.map((step) => step.move), request, view.preferences.autoplay]);
    if (subject !== this.subject) {
      this.subject = subject;
      this.engine.review(request, (review) => {
        if (subject !== this.subject) return;
        this.known = review;
        this.passOn();
        if (this.game.view) this.draw(this.game.view);
      });
    }
    this.draw(view);
  }

  /** The oracle beside the table knows more of it. */
  hear(outlook: Outlook): void {
    this.outlook = outlook;
    if (this.options.preferences.panel) this.passOn();
  }

  /** What is the best known is the same in the light and in the review. */
  private passOn(): void {
    const { outlook, known } = this;
    const { view } = this.game;
    if (!known || !view || !outlook?.line || outlook.text !== view.text || outlook.position.kind !== "wins") return;
    const here = view.moves === 0 ? known.start : known.turns[view.moves - 1]?.after;
    const news = JSON.stringify([this.subject, outlook.text, outlook.position]);
    if (news === this.passedOn || (here?.kind === "wins" && here.length <= outlook.position.length)) return;
    this.passedOn = news;
    this.engine.reviewKnows(outlook.line);
  }

  private draw(view: View): void {
    const { known } = this;
    const turns = known?.turns ?? [];
    const now = view.moves;
    fill(this.summary, summaryOf(known, view));
    fill(this.graph);
    if (known && turns.length > 0) this.graph.append(this.drawGraph(known, now));
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.turn : undefined;
    const branches = (step: number) => view.variations.filter((one) => one.step === step).map((one) => this.branch(one));
    const items = turns.flatMap((turn) => [this.item(turn, now, view), ...branches(turn.step)]);
    fill(this.turns, this.startItem(now), items, branches(view.steps.length));
    if (focused !== undefined) this.turns.querySelector<HTMLElement>(`[data-turn="${focused}"]`)?.focus({ preventScroll: true });
    // Of a lost game that is looked at from its end, the move that lost it.
    const lost = now === turns.length ? this.turns.querySelector<HTMLElement>("[data-verdict='loses']") : null;
    this.showTurn(lost ?? this.turns.querySelector<HTMLElement>("[aria-current]"));
    if (turns.length === 0) fill(this.turns, el("li", { class: "faint" }, "Your moves appear here, each with what it did to the game."));
  }

  /** Brings a move into the sight of the list, and moves nothing else: the head of
   *  the panel with its button stays where it is. */
  private showTurn(turn: HTMLElement | null): void {
    const list = this.turns.parentElement;
    if (!turn || !list) return;
    const [inner, outer] = [turn.getBoundingClientRect(), list.getBoundingClientRect()];
    if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top;
    else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom;
  }

  private startItem(now: number): HTMLElement {
    return el("li", {}, el("button", { type: "button", "data-turn": 0, "aria-current": now === 0 ? "step" : undefined, onclick: () => this.game.jump(0) }, el("span", { class: "badge" }, "·"), el("span", {}, "Start")));
  }

  private item(turn: ReviewedTurn, now: number, view: View): HTMLElement {
    const { badge, kind } = signOf(turn);
    const end = stepAfter(view, turn);
    const better = turn.better === null ? null : () => this.try(turn.step, turn.better as string);
    return el(
      "li",
      { value: turn.number },
      el(
        "button",
        { type: "button", "data-turn": turn.number, "data-verdict": kind, "aria-current": turn.number === now ? "step" : undefined, onclick: () => this.game.jump(end) },
        el("span", { class: "number" }, String(turn.number)),
        el("span", { class: "badge" }, badge),
        el("span", { class: "what" }, capital(turn.says)),
        el("span", { class: "verdict" }, turn.did),
      ),
      better !== null && el("button", { type: "button", class: "better", onclick: better }, `Better: ${capital(turn.better_says)}`),
    );
  }

  /** Another line that was tried, below the move that it took the place of. */
  private branch({ id, says, moves }: Branch): HTMLElement {
    const take = () => this.game.takeVariation(id);
    return el("li", { class: "branch" }, el("button", { type: "button", "data-branch": id, onclick: take }, el("span", { class: "what" }, `or ${says}`), el("span", { class: "verdict" }, counted(moves, "moves"))));
  }

  /** Goes to before a move, and makes another one. */
  private try(step: number, move: string): void {
    this.game.jump(step);
    this.game.play(move);
  }

  /** Moves to the end over the game: yours as a line, the best known dashed. */
  private drawGraph(review: Reviewed, now: number): SVGElement {
    const verdicts: Verdict[] = [review.start, ...review.turns.map((turn) => turn.after)];
    const left = verdicts.map((verdict) => (verdict.kind === "wins" ? verdict.length : null));
    const best = left[0] ?? null;
    const most = Math.max(1, ...left.map((one) => one ?? 0));
    const last = Math.max(1, verdicts.length - 1, best ?? 0);
    const { width, height, left: edge, bottom } = GRAPH;
    const x = (turn: number) => edge + (turn / last) * (width - edge - 8);
    const y = (moves: number) => 8 + (1 - moves / most) * (height - bottom - 12);
    const parts: SVGElement[] = [
      svg("path", { d: `M${edge} 6V${height - bottom}H${width - 4}`, class: "axis" }),
      axisText(edge - 4, y(most) + 4, String(most), "end"),
      axisText(edge - 4, y(0) + 3, "0", "end"),
      axisText(x(last), height - 2, String(last), "end"),
      axisText(edge, height - 2, "0", "start"),
    ];
    if (best !== null) parts.push(svg("path", { d: `M${x(0)} ${y(best)}L${x(best)} ${y(0)}`, class: "ideal" }));
    const lost = verdicts.findIndex((verdict) => verdict.kind === "loses");
    if (lost >= 0) parts.push(svg("rect", { x: x(lost), y: 6, width: Math.max(2, x(verdicts.length - 1) - x(lost)), height: height - bottom - 6, class: "lost" }));
    let path = "";
    left.forEach((moves, turn) => {
      if (moves === null) return;
      path += `${path === "" || left[turn - 1] === null ? "M" : "L"}${x(turn).toFixed(1)} ${y(moves).toFixed(1)}`;
    });
    if (path !== "") parts.push(svg("path", { d: path, class: "yours" }));
    parts.push(svg("path", { d: `M${x(now)} 6V${height - bottom}`, class: "now" }));
    const picture = svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": graphWords(review, left) }, ...parts);
    picture.addEventListener("click", (event) => {
      const box = picture.getBoundingClientRect();
      const at = ((event as MouseEvent).clientX - box.x) * (width / box.width);
      const turn = Math.round(((at - edge) / (width - edge - 8)) * last);
      const target = review.turns[Math.min(turn, review.turns.length) - 1];
      if (this.game.view) this.game.jump(target ? stepAfter(this.game.view, target) : 0);
    });
    return picture;
  }
}

function axisText(x: number, y: number, text: string, anchor: string): SVGElement {
  return svg("text", { x, y, "text-anchor": anchor, class: "axis-text" }, text);
}

/** Where a turn ends, with the cards that then went home. */
function stepAfter(view: View, turn: ReviewedTurn): number {
  let end = turn.step + 1;
  while (view.steps[end]?.auto) end++;
  return end;
}

/** A judgement as a sign. */
function signOf({ judgement }: ReviewedTurn): { badge: string; kind: string } {
  switch (judgement.kind) {
    case "keeps":
      return { badge: "✓", kind: "wins" };
    case "costs": {
      const { points, cheats, moves } = judgement;
      return { badge: points > 0 ? `−${points}` : cheats > 0 ? `+${cheats}!` : `+${moves}`, kind: "costs" };
    }
    case "loses":
      return { badge: "✗", kind: "loses" };
    case "lost":
      return { badge: "·", kind: "lost" };
    case "unknown":
      return { badge: "?", kind: "unknown" };
  }
}

/** Yours against the best known. */
function summaryOf(review: Reviewed | null, view: View): string {
  if (!review) return "Looking at your game…";
  const made = counted(view.steps.filter((step) => !step.auto).length, "moves");
  const rest = review.finished ? "" : " Still thinking…";
  const end = view.steps.length === view.made && view.won;
  if (review.start.kind === "wins") {
    const { length, proved } = review.start;
    const best = `${counted(length, "moves")}${proved ? ", which is the fewest" : ""}`;
    if (end) return `Yours: ${made}. The best known: ${best}.${rest}`;
    const lost = review.turns.find((turn) => turn.judgement.kind === "loses");
    if (lost) return `Lost with move ${lost.number}. It could be won in ${best}.${rest}`;
    return `${made} so far. The best known from the start: ${best}.${rest}`;
  }
  if (review.start.kind === "loses") return `${made}. This deal cannot be won.${rest}`;
  return `${made} so far.${rest}`;
}

function graphWords(review: Reviewed, left: (number | null)[]): string {
  const lost = review.turns.find((turn) => turn.judgement.kind === "loses");
  const start = left[0];
  const begin = start == null ? "Moves to the end over your game" : `Moves to the end over your game, ${start} at the start`;
  return lost ? `${begin}; lost with move ${lost.number}` : `${begin}.`;
}
