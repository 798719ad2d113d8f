// The package `patience-solitaire`: the engine as plain calls. `cargo xtask npm`
// compiles this file; `node.js` beside it loads the WebAssembly from the disk.

import init, { Desk, Mind } from "./patience.js";
import type {
  Answer,
  Check,
  DeskQuestion,
  Entry,
  Fault,
  Hint,
  MindQuestion,
  Move,
  Outlook,
  Position,
  Preferences,
  RandomDeal,
  Reply,
  Request,
  Settings,
  Trouble,
  View,
  WhereLost,
} from "./types.js";

export type * from "./types.js";

/** The cards: a numbered deal, or a deal or position as text. */
export type Cards = { deal: number } | { text: string };

/** What to reach and how hard to look [default: the board, mode "short"]; the
 *  game's settings; whether covered cards lie face down. */
export type Options = Partial<Request> & { settings?: Settings; concealed?: boolean };

/** What went wrong, with every fault of a text. */
export class PatienceError extends Error {
  readonly faults: Fault[];

  constructor(trouble: Trouble) {
    super(trouble.message);
    this.name = "PatienceError";
    this.faults = trouble.faults;
  }
}

/** Loads the engine. It is loaded once; later calls return at once. A page whose
 *  files have other names says where `patience_bg.wasm` is. */
export async function load(wasm: URL | string | BufferSource = new URL("patience_bg.wasm", import.meta.url)): Promise<Patience> {
  await init({ module_or_path: wasm });
  return new Patience();
}

/** The engine. Calls return when they have the answer: in a page, use a worker. */
export class Patience {
  readonly #desk = new Desk();
  readonly #mind = new Mind();

  /** Every game, with its goals, settings and deal numbers. */
  games(): Entry[] {
    return ask(this.#desk, { ask: "games" });
  }

  /** The text of a numbered deal. */
  deal(game: string, number: number, settings: Settings = {}): string {
    return this.session(game, { deal: number }, { settings }).view.text;
  }

  /** Reads a text, and reports all its faults. */
  check(game: string, text: string, settings: Settings = {}): Check {
    return ask(this.#desk, { ask: "check", game, text, settings });
  }

  /** Solves a deal or a position. */
  solve(game: string, cards: Cards, options: Options = {}): Answer {
    return ask(this.#mind, { ask: "solve", ...this.#question(game, cards, options) });
  }

  /** The next move of a best solution, and why. */
  hint(game: string, cards: Cards, options: Options = {}): Hint {
    return ask(this.#mind, { ask: "hint", ...this.#question(game, cards, options) });
  }

  /** Which moves still win: what is known, again and again, until all of it is. */
  *oracle(game: string, cards: Cards, options: Options = {}): Generator<Outlook, void> {
    const mind = new Mind();
    try {
      const question = this.#question(game, cards, options);
      let outlook = ask<Outlook>(mind, { ask: "look_at", ...question, known: null });
      yield outlook;
      while (!outlook.finished) {
        outlook = ask<Outlook>(mind, { ask: "think" });
        yield outlook;
      }
    } finally {
      mind.free();
    }
  }

  /** A random deal; with `winnable`, one whose board can be cleared. The same
   *  seed gives the same deal. */
  random(game: string, options: { winnable?: boolean; settings?: Settings; seed?: number } = {}): RandomDeal {
    const { winnable = false, settings = {}, seed = Math.floor(Math.random() * 2 ** 53) } = options;
    return ask(this.#mind, { ask: "random", game, winnable, settings, seed });
  }

  /** A game to play: from the first move, or as `View.save` kept it. */
  session(game: string, start: Cards | { save: string }, options: Partial<Preferences> & { settings?: Settings } = {}): Session {
    return new Session(game, start, options);
  }

  #question(game: string, cards: Cards, options: Options): { position: Position; request: Request } {
    const { settings = {}, concealed = false, ...request } = options;
    const text = "text" in cards ? cards.text : this.deal(game, cards.deal, settings);
    const position: Position = { game, text, settings, concealed, autoplay: "off" };
    return { position, request: { goal: "board", ...request } };
  }
}

/** A game in progress: play, undo, look. `view` is the table now. */
export class Session {
  readonly #desk = new Desk();
  readonly #mind = new Mind();
  view: View;

  constructor(game: string, start: Cards | { save: string }, options: Partial<Preferences> & { settings?: Settings }) {
    const { settings = {}, autoplay = "off", concealed = false } = options;
    const preferences: Preferences = { autoplay, concealed };
    const from = "save" in start ? start : { ...start, settings };
    this.view = ask(this.#desk, { ask: "start", game, start: from, preferences });
  }

  /** Makes a move, written as the game writes it. An illegal one is an error. */
  play(move: Move): View {
    return this.#change({ ask: "play", move });
  }

  undo(): View {
    return this.#change({ ask: "undo" });
  }

  redo(): View {
    return this.#change({ ask: "redo" });
  }

  restart(): View {
    return this.#change({ ask: "restart" });
  }

  /** Goes to where `view.made` is this many steps. */
  jump(made: number): View {
    return this.#change({ ask: "jump", made });
  }

  /** Sends every card home, again and again. */
  finish(): View {
    return this.#change({ ask: "finish" });
  }

  /** The move that lost the game. */
  whereLost(request: Partial<Request> = {}): WhereLost {
    return ask(this.#mind, { ask: "where_lost", save: this.view.save, request: { goal: "board", ...request } });
  }

  #change(question: DeskQuestion): View {
    this.view = ask(this.#desk, question);
    return this.view;
  }
}

function ask<Found>(whom: { ask(question: string): string }, question: DeskQuestion | MindQuestion): Found {
  const reply = JSON.parse(whom.ask(JSON.stringify(question))) as Reply<Found>;
  if ("trouble" in reply) throw new PatienceError(reply.trouble);
  return reply.answer;
}
