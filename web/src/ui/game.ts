// The game on the table: deals, moves, undo, what is kept of it, its address.
// What is shown is always the engine's last answer; nothing here knows the rules
// of a game.

import type { Engine } from "../engine";
import type { Entry, Grade, Help, Move, Settings, Start, Trouble, View } from "../types";
import { type Place, placeOf, placeOfSave, readAddress, saveOf, writeAddress } from "./address";
import { faultText } from "./bring";
import { openDialog } from "./dialogs";
import { counted, el, lower } from "./dom";
import type { Frame } from "./frame";
import type { Options } from "./options";
import type { Ledger } from "./ledger";
import type { Saved, Store } from "./store";

/** The deal that a newcomer is offered first. */
const FIRST_DEAL = 164;

/** What may be dealt: anything, what can be won, or what has a grade. */
export interface Wanted {
  winnable: boolean;
  grade?: Grade | "any";
}

export interface Onlookers {
  /** Another session is on the table. */
  begun(view: View): void;
  /** The table has changed. */
  shown(view: View, animate: boolean): void;
  /** The table belongs to somebody else for now. */
  isBusy(): boolean;
}

/** How the address bar follows: a new deal is a step of the history. */
type Step = "push" | "replace";

export class Game {
  view: View | null = null;
  saved: Saved | null = null;
  onlookers: Onlookers = { begun: () => {}, shown: () => {}, isBusy: () => false };
  /** The table was changed by going about in the game, not by a move. */
  isWandering = false;
  /** What is under way; what comes next waits for it. */
  private queue: Promise<void> = Promise.resolve();
  private ownHash = "";

  constructor(
    private readonly engine: Engine,
    private readonly games: Entry[],
    private readonly store: Store,
    private readonly options: Options,
    private readonly frame: Frame,
    private readonly ledger: Ledger,
  ) {
    store.migrate((save, game) => {
      const entry = games.find((one) => one.name === game);
      return entry ? writeAddress(placeOfSave(save, entry)) : null;
    });
    window.addEventListener("hashchange", () => location.hash !== this.ownHash && this.openAddress());
    window.addEventListener("storage", (event) => this.saved && store.isOf(event.key, this.saved.address) && this.followOtherTab());
    // The clock runs while the game can be seen.
    setInterval(() => this.tick(), 1000);
  }

  // ---- Starting ----

  /** The deal or position of the address; else where one left off. */
  openAddress(): void {
    const place = readAddress(location.hash, this.games);
    if (place === null) return this.resumeLast();
    if (typeof place === "string") {
      if (!this.view) this.resumeLast();
      return this.do(async () => this.frame.report(place));
    }
    if (place.moves) return this.openMoves(place);
    if (place.deal === undefined && place.text === undefined) {
      const saved = this.store.latest(place.game);
      return saved ? this.resume(saved, "replace") : this.newDeal(place.game, place.settings, undefined, "replace");
    }
    const saved = this.store.saved(writeAddress(place));
    if (saved) return this.resume(saved, "replace");
    const start: Start = place.text === undefined ? { deal: place.deal as number, settings: place.settings } : { text: place.text, settings: place.settings };
    this.start(place.game, start, "replace", place.text === undefined ? "" : "This link is damaged. ");
  }

  /** A link with moves: the game of its deal so far makes room for it. */
  private openMoves(place: Place): void {
    const { moves: _, ...deal } = place;
    const before = this.store.saved(writeAddress(deal));
    if (before && before.counted && !before.ended) this.store.keepBefore(before);
    this.start(place.game, { save: saveOf(place, this.options.preferences.autoplay) }, "replace", "This link is damaged. ");
  }

  /** Goes on with the game that was played last, or any that is kept. */
  private resumeLast(): void {
    const { lastGame } = this.options.preferences;
    const saved = (lastGame ? this.store.latest(lastGame) : null) ?? this.store.all()[0] ?? null;
    if (saved) return this.resume(saved, "replace");
    if (lastGame) return this.newDeal(this.entry(lastGame).name, {}, undefined, "replace");
    this.start(this.firstGame(), { deal: FIRST_DEAL, settings: {} }, "replace");
  }

  /** Another game: where one left off, or a new deal. */
  choose(game: string): void {
    const saved = this.store.latest(game);
    if (saved && !saved.ended) this.resume(saved, "push");
    else this.newDeal(game, {});
  }

  private resume(saved: Saved, step: Step): void {
    this.do(async () => {
      try {
        const view = await this.engine.start(saved.game, { save: saved.save }, this.options.ofTable(this.entry(saved.game)));
        this.saved = saved;
        this.begin(view, step);
      } catch (error) {
        this.store.setAside(saved.address);
        const { message } = trouble(error);
        const { name, numbers } = this.entry(saved.game);
        this.fresh(await this.engine.start(name, { deal: numbers.start, settings: {} }, this.options.ofTable(this.entry(name))), step);
        this.frame.report(`The saved game could not be read and was set aside: ${message}`);
      }
    });
  }

  /** Another tab has gone on with the same game: so does this one. */
  private followOtherTab(): void {
    this.do(async () => {
      const saved = this.saved && this.store.saved(this.saved.address);
      if (!saved || saved.save === this.saved?.save) return;
      const view = await this.engine.start(saved.game, { save: saved.save }, this.options.ofTable(this.entry(saved.game)));
      this.saved = saved;
      this.show(view, false);
      this.frame.report("This game went on in another tab.");
    });
  }

  start(game: string, start: Start, step: Step = "push", before = ""): void {
    this.do(async () => {
      try {
        this.fresh(await this.engine.start(game, start, this.options.ofTable(this.entry(game))), step);
      } catch (error) {
        const { faults, message } = trouble(error);
        // There must be a table; what was there before stays, if anything.
        if (!this.view) this.resumeLast();
        this.do(async () => this.frame.report(before + (faults[0] ? faultText(faults[0]) : message)));
      }
    });
  }

  /** The daily deal of a day: where one left off, or from its start. */
  startDaily(game: string, deal: number, day: string, grade: Grade): void {
    const saved = this.store.saved(writeAddress({ game, settings: {}, deal }));
    if (saved) this.resume({ ...saved, day }, "push");
    else {
      this.start(game, { deal, settings: {} });
      this.do(async () => {
        if (!this.saved || this.view?.number !== deal) return;
        this.saved.day = day;
        this.store.keepSaved(this.saved);
        this.frame.report(`Daily deal of ${day}, ${grade}. It can be won.`);
      });
    }
  }

  /** A new session is on the table. */
  private fresh(view: View, step: Step): void {
    const left = this.saved;
    const isKept = left !== null && left.game === view.game && left.counted && !left.ended;
    if (isKept) {
      if (this.view) this.ledger.leave(left, this.view);
      this.store.keepSaved(left);
      this.store.keepBefore(left);
    }
    this.saved = { game: view.game, address: writeAddress(placeOf(view)), save: view.save, time: Date.now(), played: 0, ...this.ledger.fresh() };
    this.begin(view, step, isKept ? "The previous game is kept: Back or Shift+B goes to it." : "");
  }

  /** Exchanges the game on the table with the one whose place it took. */
  goBack(): void {
    const before = this.view && this.store.before(this.view.game);
    if (!before || !this.saved) return;
    this.store.keepBefore(this.saved);
    this.store.keepSaved(before);
    this.resume(before, "push");
  }

  private begin(view: View, step: Step, note = ""): void {
    this.view = view;
    this.options.prefer({ lastGame: view.game });
    const { title } = this.entry(view.game);
    const deal = view.number === null ? "own deal" : `deal ${view.number.toLocaleString("en")}`;
    this.frame.name(title, deal);
    this.setAddress(view, step);
    this.onlookers.begun(view);
    this.show(view);
    const { moves } = view;
    this.frame.report(`${title}, ${deal}. ${moves > 0 ? `${counted(moves, "moves")} made so far.` : note}`);
  }

  private setAddress(view: View, step: Step): void {
    this.ownHash = writeAddress(placeOf(view));
    if (location.hash !== this.ownHash) {
      if (step === "push") history.pushState(null, "", this.ownHash);
      else history.replaceState(null, "", this.ownHash);
    }
    this.ownHash = location.hash;
  }

  // ---- Playing ----

  /** Runs one thing after the other; what fails is reported. */
  do(task: () => Promise<void>): void {
    this.queue = this.queue.then(task).catch((error: unknown) => {
      const { message } = trouble(error);
      if (message !== "stopped") this.frame.report(message);
    });
  }

  /** Runs after what is under way. */
  soon(task: () => void): void {
    void this.queue.then(task);
  }

  show(view: View, animate = true): void {
    this.view = view;
    if (view.over) this.end(view);
    this.keep(view);
    this.onlookers.shown(view, animate);
  }

  private keep(view: View): void {
    if (!this.saved) return;
    this.saved.save = view.save;
    this.store.keepSaved(this.saved);
  }

  /** Lets the engine change the table, and says what came of it. */
  change(ask: () => Promise<View>, says: (before: View, after: View) => string): void {
    this.do(async () => {
      const before = this.view;
      if (!before || this.onlookers.isBusy()) return;
      const after = await ask();
      this.isWandering = true;
      this.show(after);
      const isSame = before.made === after.made && before.text === after.text;
      if (!isSame && !after.over) this.frame.report(says(before, after));
    });
  }

  undo(): void {
    this.change(
      () => this.engine.undo(),
      (_, after) => `Undone: ${stepWords(after, after.made)}.`,
    );
  }

  redo(): void {
    this.change(
      () => this.engine.redo(),
      (before, after) => `Again: ${stepWords(after, before.made)}.`,
    );
  }

  restart(): void {
    this.change(
      () => this.engine.restart(),
      () => "Back to the start. Redo leads forward again.",
    );
  }

  /** Goes to where this many steps are made. */
  jump(made: number): void {
    this.change(
      () => this.engine.jump(made),
      (_, after) => (after.made === 0 ? "The start of the game." : `After move ${after.moves}: ${stepWords(after, lastOwn(after))}.`),
    );
  }

  finish(): void {
    this.change(
      () => this.engine.finish(),
      () => "Every card went home.",
    );
  }

  /** Goes to another line that was tried. */
  takeVariation(id: number): void {
    this.change(
      () => this.engine.variation(id),
      (_, after) => `Another line, after move ${after.moves}: ${stepWords(after, lastOwn(after))}.`,
    );
  }

  play(move: Move): void {
    this.do(async () => {
      const before = this.view?.made ?? 0;
      const view = await this.engine.play(move);
      this.isWandering = false;
      this.countGame();
      this.show(view);
      if (view.over) return;
      const made = view.steps.slice(before, view.made);
      const home = made.length - 1;
      this.frame.report(`${made[0]?.says ?? move}${home > 0 ? `; ${counted(home, "cards")} home` : ""}`);
    });
  }

  /** Makes the moves of a solution that was watched. Cards that go home by
   *  themselves are among them; they go by themselves here, too, and so the counter
   *  counts what the solution does. */
  playAll(moves: Move[]): void {
    this.do(async () => {
      if (!this.view || moves.length === 0) return;
      const usual = this.options.ofTable(this.entry(this.view.game));
      const before = this.view.moves;
      let view = this.view;
      try {
        for (let at = 0; at < moves.length; ) {
          const { made } = view;
          view = await this.engine.play(moves[at] as Move);
          const steps = view.steps.slice(made, view.made);
          if (steps.some((step, index) => step.move !== (moves[at + index] ?? step.move))) {
            // A card went home that the solution needs: from here none goes by itself.
            await this.engine.undo();
            await this.engine.preferences({ ...usual, autoplay: "off" });
            view = await this.engine.play(moves[at] as Move);
          }
          at += view.made - made;
        }
      } finally {
        view = await this.engine.preferences(usual);
        this.countGame();
        this.show(view);
      }
      if (!view.over) this.frame.report(`${counted(view.moves - before, "moves")} of the solution made.`);
    });
  }

  /** The table as the preferences have it now. */
  adapt(): void {
    this.do(async () => {
      if (this.view) this.show(await this.engine.preferences(this.options.ofTable(this.entry(this.view.game))));
    });
  }

  // ---- What is counted ----

  /** Help is noted when it happens. */
  help(help: Help): void {
    const before = this.saved?.help;
    if (!this.saved) return;
    this.ledger.help(this.saved, help);
    if (this.view && this.saved.help !== before) this.keep(this.view);
  }

  private countGame(): void {
    if (this.saved) this.ledger.begin(this.saved);
  }

  private end(view: View): void {
    if (this.saved) this.ledger.end(this.saved, view);
  }

  private tick(): void {
    if (!this.saved || !this.view || this.view.over || this.saved.ended || !this.saved.counted || document.hidden) return;
    this.saved.played += 1000;
    if (this.options.preferences.timer) this.frame.time(this.saved.played);
  }

  // ---- Deals ----

  newDeal(game = this.view?.game ?? this.firstGame(), settings = this.settingsOf(game), wanted = this.usual(), step: Step = "push"): void {
    this.do(async () => {
      const entry = this.entry(game);
      const start = async (deal: number) => this.fresh(await this.engine.start(entry.name, { deal, settings }, this.options.ofTable(entry)), step);
      const close = wanted.winnable ? this.showWork("Looking for a deal that can be won…") : () => {};
      try {
        const { number, says } = await this.find(entry, settings, wanted).finally(close);
        await start(number);
        if (says) this.frame.report(says);
      } catch (error) {
        if (!wanted.winnable) throw error;
        // Whoever does not want to wait gets any deal.
        const { number } = await this.engine.random(entry.name, false, settings);
        await start(number);
        const { message } = trouble(error);
        const why = message === "stopped" ? "" : ` (${message})`;
        this.frame.report(`Deal ${number.toLocaleString("en")}; whether it can be won is not known${why}.`);
      }
    });
  }

  /** A deal as it is wanted, and what to say of it. */
  private async find(entry: Entry, settings: Settings, { winnable, grade }: Wanted): Promise<{ number: number; says: string }> {
    if (winnable && grade && grade !== "any" && entry.has_grades) {
      const deal = await this.engine.graded(entry.name, grade, settings);
      return { number: deal.number, says: `Deal ${deal.number.toLocaleString("en")} can be won: ${deal.grade ?? grade}.` };
    }
    const { number } = await this.engine.random(entry.name, winnable, settings);
    return { number, says: winnable ? `Deal ${number.toLocaleString("en")} can be won.` : "" };
  }

  private usual(): Wanted {
    const { winnableOnly, grade } = this.options.preferences;
    return { winnable: winnableOnly, grade };
  }

  private settingsOf(game: string): Settings {
    return this.view?.game === game ? this.view.settings : {};
  }

  /** Shows that something takes a while, and lets it be stopped. */
  showWork(text: string): () => void {
    const dialogNow = { close: () => {} };
    // What is quick needs no dialog.
    const timer = window.setTimeout(() => {
      const dialog = openDialog(text, "work", el("progress", { "aria-label": text }), el("footer", {}, el("button", { type: "button", onclick: () => this.engine.stop() }, "Stop")));
      dialog.addEventListener("cancel", () => this.engine.stop());
      dialogNow.close = () => dialog.close();
    }, 400);
    return () => {
      window.clearTimeout(timer);
      dialogNow.close();
    };
  }

  /** The game that a newcomer is offered first. */
  firstGame(): string {
    return (this.games.find((one) => one.is_first) ?? this.entry("")).name;
  }

  entry(game: string): Entry {
    return this.games.find((one) => one.name === game) ?? (this.games[0] as Entry);
  }
}

/** The step that the player made last. */
export function lastOwn(view: View): number {
  let step = view.made - 1;
  while (step > 0 && view.steps[step]?.auto) step--;
  return step;
}

/** A step of the history in words, as part of a sentence. */
function stepWords(view: View, step: number): string {
  return lower(view.steps[step]?.says ?? "a move");
}

export function trouble(error: unknown): Trouble {
  if (typeof error === "object" && error !== null && "message" in error) {
    const { message } = error as { message: unknown };
    const faults = "faults" in error && Array.isArray(error.faults) ? (error.faults as Trouble["faults"]) : [];
    return { message: String(message), faults };
  }
  return { message: String(error), faults: [] };
}
