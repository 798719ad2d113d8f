// The oracle beside the table: it is listened to, and what it knows is put on
// the cards, into the light, and into the list of moves.

import type { Engine } from "../engine";
import type { JudgedMove, Outlook, Verdict, View } from "../types";
import { openDialog } from "./dialogs";
import { capital, el, fill } from "./dom";
import type { Frame } from "./frame";
import type { Game } from "./game";
import type { Hand } from "./hand";
import type { Options } from "./options";
import type { OracleMode } from "./store";
import type { TableView } from "./table";
import { foldMoves, markTable, shades, tellApart } from "./verdicts";

const ORACLES: OracleMode[] = ["off", "light", "colours"];
const SAYS: Record<OracleMode, string> = {
  off: "Oracle off.",
  light: "Oracle: a light below the table.",
  colours: "Oracle: colours on every move.",
};

export class Judge {
  outlook: Outlook | null = null;
  /** The moves of the position on the table, best first. */
  readonly list = el("div", { class: "choices" });
  /** Gets what is known of the table. */
  onOutlook: (outlook: Outlook) => void = () => {};
  /** The last verdict on the game, to notice when it is lost. */
  private before: Verdict["kind"] = "unknown";

  constructor(
    private readonly engine: Engine,
    private readonly options: Options,
    private readonly game: Game,
    private readonly frame: Frame,
    private readonly table: TableView,
    private readonly hand: Hand,
    private readonly isBusy: () => boolean,
  ) {}

  /** Another game: nothing is known of it. */
  forget(): void {
    this.outlook = null;
    this.before = "unknown";
    this.listen();
  }

  /** The table has changed. */
  see(view: View): void {
    if (this.outlook?.text !== view.text) this.outlook = null;
    this.mark();
  }

  /** Lets the oracle look at the table, or not. */
  listen(): void {
    const { view } = this.game;
    const { oracle, panel } = this.options.preferences;
    if (!view || (oracle === "off" && !panel)) return this.engine.oracle(null, () => {});
    this.engine.oracle(this.options.request(this.game.entry(view.game)), (outlook) => {
      if (outlook.text !== this.game.view?.text) return;
      this.outlook = outlook;
      this.mark();
      this.notice(outlook.position.kind);
      this.onOutlook(outlook);
    });
  }

  /** Waits until something is known of the table, but not for long. */
  async firstLook(): Promise<void> {
    const isAsked = this.options.preferences.oracle !== "off" || this.options.preferences.panel;
    for (let turn = 0; isAsked && this.outlook === null && turn < 40; turn++) await new Promise((done) => setTimeout(done, 25));
  }

  cycle(): void {
    const next = ORACLES[(ORACLES.indexOf(this.options.preferences.oracle) + 1) % ORACLES.length] as OracleMode;
    this.options.prefer({ oracle: next });
    this.frame.report(SAYS[next]);
    if (next === "colours" && !this.options.preferences.knowsLegend) {
      this.options.prefer({ knowsLegend: true });
      openLegend();
    }
  }

  mark(): void {
    const { preferences } = this.options;
    const { view } = this.game;
    if (this.isBusy()) {
      // The table shows a solution: what is known of the game is not about it.
      this.frame.oracle("unknown", "");
      return markTable(this.table, null, null, false);
    }
    const isPlaying = this.outlook !== null && view?.over === false;
    if (isPlaying && (preferences.oracle === "colours" || preferences.panel)) this.game.help("hints");
    markTable(this.table, this.outlook, this.hand.spot, preferences.oracle === "colours");
    if (isPlaying && preferences.oracle === "light") this.game.help("light");
    const isSilent = preferences.oracle === "off" || view?.over !== false;
    this.frame.oracle(this.outlook?.position.kind ?? "unknown", isSilent ? "" : (this.outlook?.says ?? "thinking .."));
    this.drawList();
  }

  /** A game that could be won and now cannot is worth a word. */
  private notice(kind: Verdict["kind"]): void {
    if (this.options.preferences.oracle !== "off" && this.before === "wins" && kind === "loses" && !this.game.isWandering) {
      this.frame.report("This game cannot be won any more. Undo, or ask where it was lost.");
    }
    if (kind !== "unknown") this.before = kind;
  }

  /** The moves beside the table; those that come to the same are one line. */
  private drawList(): void {
    if (!this.options.preferences.panel) return;
    const { outlook } = this;
    const { layout, gestures } = this.table;
    const isOver = this.game.view?.over || outlook?.moves.length === 0;
    if (!outlook || !layout || isOver) return fill(this.list, el("p", { class: "faint" }, isOver ? "No move is left." : "Thinking…"));
    const shade = shades(outlook.moves);
    const folded = foldMoves(outlook.moves, layout, gestures);
    const words = tellApart(folded, layout, gestures);
    const line = ({ move, others }: { move: JudgedMove; others: number }) =>
      el(
        "li",
        {},
        el(
          "button",
          { type: "button", "data-verdict": move.verdict.kind, "data-best": shade(move).isBest ? "" : undefined, "data-move": move.move, onclick: () => this.game.play(move.move) },
          el("span", { class: "badge" }, shade(move).badge),
          el("span", {}, capital(words(move))),
          others > 0 && el("small", {}, `and ${others} like it`),
          el("span", { class: "unseen" }, `: ${move.says}`),
        ),
      );
    fill(this.list, el("ol", { "aria-label": "Moves, best first" }, folded.map(line)));
  }
}

/** What the signs mean. */
export function legend(): HTMLElement {
  const row = (kind: string, sign: string, text: string, isBest = false) =>
    el("tr", {}, el("td", {}, el("span", { class: "badge", "data-verdict": kind, "data-best": isBest ? "" : undefined }, sign)), el("td", {}, text));
  return el(
    "table",
    { class: "legend" },
    el("tbody", {}, [
      row("wins", "✓24", "the best move known: it wins in 24 moves", true),
      row("wins", "+2", "still wins, and takes 2 moves more than the best"),
      row("loses", "✗", "loses: every way on was searched, and none wins"),
      row("unknown", "?", "not known yet"),
      row("chance", "62%", "with cards face down: the chance of winning"),
      row("cheat", "!", "a cheat, in games that have them"),
    ]),
  );
}

function openLegend(): void {
  openDialog("The oracle's signs", "legend-dialog", legend(), el("p", { class: "faint" }, "Take up a card, and the signs are on the places where it can be put. Help (?) shows this again."));
}
