// The engine as the page sees it: promises, and three workers behind them. The
// desk has the game in progress and answers at once; the thinker solves, and is
// sent away when nobody wants to wait; the oracle thinks beside the table.

import wasm from "../generated/patience_bg.wasm?url";
import { Clerk } from "./clerk";
import type {
  About,
  Answer,
  Check,
  Engine,
  Hint,
  Look,
  Lost,
  Request,
  Settings,
  Start,
  Trouble,
  Variation,
  View,
} from "./engine-types";
import { Oracle } from "./oracle";
import { positionOf } from "./position";

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
  // Some hosts do not know the type of such files: then it can not be compiled
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
  #view: View | undefined;

  constructor(module: Promise<WebAssembly.Module>) {
    // Whoever asks hears of a failure; it is not said twice.
    module.catch(() => undefined);
    this.#desk = new Clerk(module, undefined, () => this.#recover());
    this.#thinker = new Clerk(module);
    this.#oracle = new Oracle(module);
  }

  games(): Promise<About[]> {
    return this.#desk.ask("desk", { ask: "games" });
  }

  start(game: string, start: Start, settings: Settings): Promise<View> {
    const text = "save" in start ? start.save : "text" in start ? start.text : "";
    return this.#change({ ask: "start", game, start, settings }, text);
  }

  settings(settings: Settings): Promise<View> {
    return this.#change({ ask: "settings", settings });
  }

  play(played: string): Promise<View> {
    return this.#change({ ask: "play", played });
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

  async check(game: string, text: string, variation: Variation = {}): Promise<Check> {
    refuseTooLong(text);
    return this.#desk.ask("desk", { ask: "check", game, text, variation });
  }

  random(game: string, winnable: boolean, variation: Variation = {}): Promise<{ number: number; tried: number }> {
    const question = { ask: "random", game, winnable, variation, seed: seed() };
    // Any deal is had at once; one that can be won is searched for.
    return winnable ? this.#think(question) : this.#desk.ask("mind", question);
  }

  async hint(request: Request): Promise<Hint> {
    return this.#think({ ask: "hint", position: positionOf(this.#table()), request });
  }

  async solve(request: Request, other?: { game: string; text: string; variation?: Variation }): Promise<Answer> {
    if (other) refuseTooLong(other.text);
    // Whoever asks for a solution may look under the cards.
    const position = other ?? { ...positionOf(this.#table()), concealed: false };
    const begun = performance.now();
    const answer = await this.#think<Answer>({ ask: "solve", position, request });
    return { ...answer, seconds: (performance.now() - begun) / 1000 };
  }

  async whereLost(request: Request): Promise<Lost> {
    return this.#think({ ask: "where_lost", save: this.#table().save, request });
  }

  stop(): void {
    if (this.#thinker.busy > 0) this.#thinker.dismiss("stopped");
  }

  oracle(request: Request | null, heard: (look: Look) => void): void {
    this.#oracle.set(request, heard);
  }

  async #change(question: object, text = ""): Promise<View> {
    refuseTooLong(text);
    const view = await this.#desk.ask<View>("desk", question);
    this.#view = view;
    this.#oracle.see(view);
    return view;
  }

  async #think<Found>(question: object): Promise<Found> {
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
    const { game, save, autoplay, concealed } = view;
    const question = { ask: "start", game, start: { save }, settings: { autoplay, concealed } };
    this.#desk.ask("desk", question).catch(() => undefined);
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
