// The engine as the page sees it: promises, and three workers behind them. The
// desk has the game in progress and answers at once; the thinker solves, and is
// sent away when nobody wants to wait; the oracle thinks beside the table.

import wasm from "../generated/patience_bg.wasm?url";
import { Clerk } from "./clerk";
import { Oracle } from "./oracle";
import { positionOf } from "./position";
import type {
  Answer,
  Check,
  DailyDeal,
  DeskQuestion,
  Entry,
  Grade,
  GradedDeal,
  Hint,
  MindQuestion,
  Move,
  Outlook,
  Preferences,
  RandomDeal,
  Recorded,
  RecordEvent,
  Records,
  Request,
  Reviewed,
  RulePage,
  Settings,
  Start,
  Trouble,
  View,
  WhereLost,
} from "./types";

/** What the page can ask. A promise is rejected with a `Trouble`; the session is
 *  then as it was. */
export interface Engine {
  games(): Promise<Entry[]>;

  /** Starts a session; it takes the place of the previous one. */
  start(game: string, start: Start, preferences: Preferences): Promise<View>;
  preferences(preferences: Preferences): Promise<View>;
  play(move: Move): Promise<View>;
  undo(): Promise<View>;
  redo(): Promise<View>;
  restart(): Promise<View>;
  /** Goes to where `made` is this many steps. */
  jump(made: number): Promise<View>;
  /** Sends every card home, again and again. */
  finish(): Promise<View>;

  /** Looks at a text without touching the session. */
  check(game: string, text: string, settings: Settings): Promise<Check>;

  /** Goes to another line that was tried, after its first move. */
  variation(id: number): Promise<View>;

  /** The rules of a game. */
  rules(game: string): Promise<RulePage>;

  /** What happened goes into the records; without an event they are looked at. */
  record(records: Records, event: RecordEvent | null, today: string): Promise<Recorded>;

  /** The deal of a day, `2026-11-16`; it can be won. */
  daily(day: string): Promise<DailyDeal>;

  /** A random deal of a grade, which can be won. */
  graded(game: string, grade: Grade, settings: Settings): Promise<GradedDeal>;

  /** A random deal; with `winnable`, one whose board can be cleared. Rejected
   *  when it finds none. */
  random(game: string, winnable: boolean, settings: Settings): Promise<RandomDeal>;

  /** The next move of a best solution from the position on the table. */
  hint(request: Request, known?: Move[] | null): Promise<Hint>;
  /** Solves the position on the table; the answer is no longer than a line that is
   *  `known`. */
  solve(request: Request, known?: Move[] | null): Promise<Answer>;
  whereLost(request: Request): Promise<WhereLost>;
  /** Stops `random`, `hint`, `solve` and `whereLost`: they are rejected with
   *  the message "stopped". */
  stop(): void;

  /** The oracle looks at the position on the table after every change, and
   *  reports what it knows, again and again while it learns; `null` stops it. */
  oracle(request: Request | null, report: (outlook: Outlook) => void): void;

  /** Reviews the moves of the game on the table, undone ones included, and
   *  reports again and again; `null` stops it. */
  review(request: Request | null, report: (review: Reviewed) => void): void;
  /** The best line from the table that the oracle knows: the review hears of it. */
  reviewKnows(line: Move[]): void;
}

/** After a search that took more memory, the thinker gives it back. */
const MOST_BYTES = 64 * 1024 * 1024;

/** More than anybody pastes by hand. The engine has closer limits of its own
 *  (crates/web/src/limits.rs); this one keeps the page itself out of trouble. */
const MOST_LETTERS = 16_000_000;

export function startEngine(): Engine {
  return new WorkerEngine(compile());
}

/** Compiles the engine once for all workers. */
async function compile(): Promise<WebAssembly.Module> {
  const response = await fetch(wasm);
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  // Some hosts do not know the type of such files: then it cannot be compiled
  // while it loads.
  if (response.headers.get("Content-Type")?.startsWith("application/wasm")) {
    return WebAssembly.compileStreaming(response);
  }
  return WebAssembly.compile(await response.arrayBuffer());
}

class WorkerEngine implements Engine {
  #desk: Clerk;
  #thinker: Clerk;
  #oracle: Oracle;
  #reviewer: Clerk;
  #reviewed: (review: Reviewed) => void = () => undefined;
  /** Which review is under way. */
  #turn = 0;
  #view: View | undefined;

  constructor(module: Promise<WebAssembly.Module>) {
    // Whoever asks gets the failure; it is not reported twice.
    module.catch(() => undefined);
    this.#desk = new Clerk(module, undefined, () => this.#recover());
    this.#thinker = new Clerk(module);
    this.#oracle = new Oracle(module);
    this.#reviewer = new Clerk(module);
  }

  games(): Promise<Entry[]> {
    return this.#desk.ask("desk", { ask: "games" });
  }

  start(game: string, start: Start, preferences: Preferences): Promise<View> {
    const text = "save" in start ? start.save : "text" in start ? start.text : "";
    return this.#change({ ask: "start", game, start, preferences }, text);
  }

  preferences(preferences: Preferences): Promise<View> {
    return this.#change({ ask: "preferences", preferences });
  }

  play(move: Move): Promise<View> {
    return this.#change({ ask: "play", move });
  }

  undo(): Promise<View> {
    return this.#change({ ask: "undo" });
  }

  redo(): Promise<View> {
    return this.#change({ ask: "redo" });
  }

  restart(): Promise<View> {
    return this.#change({ ask: "restart" });
  }

  jump(made: number): Promise<View> {
    return this.#change({ ask: "jump", made });
  }

  finish(): Promise<View> {
    return this.#change({ ask: "finish" });
  }

  async check(game: string, text: string, settings: Settings): Promise<Check> {
    refuseTooLong(text);
    return this.#desk.ask("desk", { ask: "check", game, text, settings });
  }

  variation(id: number): Promise<View> {
    return this.#change({ ask: "variation", id });
  }

  rules(game: string): Promise<RulePage> {
    return this.#desk.ask("desk", { ask: "rules", game });
  }

  record(records: Records, event: RecordEvent | null, today: string): Promise<Recorded> {
    return this.#desk.ask("desk", { ask: "record", records, event, today });
  }

  daily(day: string): Promise<DailyDeal> {
    return this.#think({ ask: "daily", day });
  }

  graded(game: string, grade: Grade, settings: Settings): Promise<GradedDeal> {
    return this.#think({ ask: "graded", game, grade, settings, seed: seed() });
  }

  random(game: string, winnable: boolean, settings: Settings): Promise<RandomDeal> {
    const question: MindQuestion = { ask: "random", game, winnable, settings, seed: seed() };
    // Any deal is there at once; one that can be won is searched for.
    return winnable ? this.#think(question) : this.#desk.ask("mind", question);
  }

  async hint(request: Request, known?: Move[] | null): Promise<Hint> {
    const view = this.#table();
    const hint = await this.#think<Hint>({ ask: "hint", position: positionOf(view), request, ...(known ? { known } : {}) });
    if (hint.line && view === this.#view) this.#oracle.hear(hint.line);
    return hint;
  }

  async solve(request: Request, known?: Move[] | null): Promise<Answer> {
    // Whoever asks for a solution may look under the cards.
    const position = { ...positionOf(this.#table()), concealed: false };
    return this.#think({ ask: "solve", position, request, ...(known ? { known } : {}) });
  }

  async whereLost(request: Request): Promise<WhereLost> {
    return this.#think({ ask: "where_lost", save: this.#table().save, request });
  }

  stop(): void {
    if (this.#thinker.busy > 0) this.#thinker.dismiss("stopped");
  }

  oracle(request: Request | null, report: (outlook: Outlook) => void): void {
    this.#oracle.set(request, report);
  }

  review(request: Request | null, report: (review: Reviewed) => void): void {
    const turn = ++this.#turn;
    // A search for an earlier game ends with its worker.
    if (this.#reviewer.busy > 0 || this.#reviewer.bytes > MOST_BYTES) this.#reviewer.dismiss("stopped");
    this.#reviewed = report;
    if (request) this.#goThrough(turn, request, report).catch(() => undefined);
  }

  reviewKnows(line: Move[]): void {
    const [turn, report] = [this.#turn, this.#reviewed];
    const question: MindQuestion = { ask: "review_known", position: positionOf(this.#table()), line };
    const asked = this.#reviewer.ask<Reviewed>("mind", question);
    asked.then((review) => turn === this.#turn && report(review)).catch(() => undefined);
  }

  async #goThrough(turn: number, request: Request, report: (review: Reviewed) => void): Promise<void> {
    let review = await this.#reviewer.ask<Reviewed>("mind", { ask: "review", save: this.#table().save, request });
    while (turn === this.#turn) {
      report(review);
      if (review.finished) return;
      review = await this.#reviewer.ask<Reviewed>("mind", { ask: "review_on" });
    }
  }

  async #change(question: DeskQuestion, text = ""): Promise<View> {
    refuseTooLong(text);
    const view = await this.#desk.ask<View>("desk", question);
    this.#view = view;
    this.#oracle.see(view);
    return view;
  }

  async #think<Found>(question: MindQuestion): Promise<Found> {
    try {
      return await this.#thinker.ask<Found>("mind", question);
    } finally {
      const { busy, bytes } = this.#thinker;
      if (busy === 0 && bytes > MOST_BYTES) this.#thinker.dismiss("stopped");
    }
  }

  #table(): View {
    if (this.#view) return this.#view;
    throw { message: "There is no game on the table.", faults: [] } satisfies Trouble;
  }

  /** Puts the game back on the table after the desk broke. */
  #recover(): void {
    const view = this.#view;
    if (!view) return;
    const { game, save, preferences } = view;
    this.#desk.ask("desk", { ask: "start", game, start: { save }, preferences }).catch(() => undefined);
  }
}

function refuseTooLong(text: string): void {
  if (text.length <= MOST_LETTERS) return;
  throw { message: `Too long: ${text.length} letters.`, faults: [] } satisfies Trouble;
}

/** 53 random bits: what a number can hold. */
function seed(): number {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return (high % 2 ** 21) * 2 ** 32 + low;
}
