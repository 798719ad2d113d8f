// The oracle beside the table: it follows every change, thinks in a worker of
// its own, and reports what it knows. A search that takes too long after the
// table has changed ends with its worker; what was learned is kept here and
// given to the next one.

import { Clerk } from "./clerk";
import { positionOf } from "./position";
import type { MindQuestion, Move, Outlook, Position, Reply, Request, View } from "./types";

/** An answer that is late by this much is not waited for. */
const MOST_WAIT_MS = 250;

/** Positions whose verdicts are kept; a game has a few hundred. */
const MOST_KEPT = 1000;

/** An engine that has taken more memory is replaced when the table changes. */
const MOST_BYTES = 160 * 1024 * 1024;

export class Oracle {
  #clerk: Clerk;
  #request: Request | null = null;
  #report: (outlook: Outlook) => void = () => undefined;
  #view: View | undefined;
  #kept = new Map<string, Outlook>();
  /** Which question the verdicts that are kept answer. */
  #subject = "";
  #turn = 0;
  #answered = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The line that was known last, and the position it begins at. */
  #best: { position: Position; line: Move[] } | undefined;

  constructor(module: Promise<WebAssembly.Module>) {
    this.#clerk = new Clerk(module, (turn, reply) => this.#take(turn, reply));
  }

  /** What to judge by, and who gets what is known; `null` stops it. */
  set(request: Request | null, report: (outlook: Outlook) => void): void {
    this.#request = request;
    this.#report = report;
    if (request) this.#look();
    else this.#stop();
  }

  /** The table has changed. */
  see(view: View): void {
    const changed = view.text !== this.#view?.text || this.#subjectOf(view) !== this.#subject;
    this.#view = view;
    if (this.#request && changed) this.#look();
  }

  /** A line from the table that a hint found: what is advised is known here, too. */
  hear(line: Move[]): void {
    const view = this.#view;
    if (!view || !this.#request || this.#kept.get(view.text)?.line?.join() === line.join()) return;
    this.#ask(view, this.#request, [{ ask: "recall", request: this.#request, position: positionOf(view), line }]);
    this.#timer ??= setTimeout(() => this.#late(), MOST_WAIT_MS);
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#turn += 1;
    this.#answered = this.#turn;
    this.#clerk.dismiss("stopped");
  }

  #subjectOf(view: View): string {
    const { game, settings, preferences } = view;
    return JSON.stringify([game, settings, preferences, this.#request]);
  }

  #look(): void {
    const view = this.#view;
    if (!view || !this.#request) return;
    const subject = this.#subjectOf(view);
    if (subject !== this.#subject) {
      this.#subject = subject;
      this.#kept.clear();
      this.#best = undefined;
    }
    const kept = this.#kept.get(view.text);
    if (kept) this.#report(kept);
    if (this.#clerk.bytes > MOST_BYTES) this.#clerk.dismiss("stopped");
    this.#ask(view, this.#request, []);
    // The timer runs from the first question that is still without an answer.
    this.#timer ??= setTimeout(() => this.#late(), MOST_WAIT_MS);
  }

  #ask(view: View, request: Request, recall: MindQuestion[]): void {
    this.#turn += 1;
    // What is known does not become unknown because another worker starts.
    const known = this.#kept.get(view.text) ?? null;
    const question: MindQuestion = { ask: "look_at", position: positionOf(view), request, known };
    this.#clerk.give({ kind: "watch", turn: this.#turn, recall, question });
  }

  #late(): void {
    this.#timer = undefined;
    if (this.#answered >= this.#turn || !this.#view || !this.#request) return;
    this.#clerk.dismiss("stopped");
    // Of what the worker knew, the lines that the player has seen go on.
    const line = this.#kept.get(this.#view.text)?.line;
    const lines = [this.#best, line && { position: positionOf(this.#view), line }];
    const request = this.#request;
    this.#ask(this.#view, request, lines.flatMap((one) => (one ? [{ ask: "recall" as const, request, ...one }] : [])));
  }

  #take(turn: number, text: string): void {
    if (turn !== this.#turn || !this.#view) return;
    this.#answered = turn;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const reply = JSON.parse(text) as Reply<Outlook>;
    if ("trouble" in reply) return;
    const outlook = reply.answer;
    if (outlook.line) this.#best = { position: positionOf(this.#view), line: outlook.line };
    this.#keep(outlook);
    this.#report(outlook);
  }

  #keep(outlook: Outlook): void {
    this.#kept.delete(outlook.text);
    this.#kept.set(outlook.text, outlook);
    const oldest = this.#kept.keys().next();
    if (this.#kept.size > MOST_KEPT && !oldest.done) this.#kept.delete(oldest.value);
  }
}
