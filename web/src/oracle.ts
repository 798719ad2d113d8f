// The oracle beside the table: it hears of every change, thinks in a worker of
// its own, and says what it knows. A search that takes too long after the table
// has changed ends with its worker; what was learned is kept here and given to
// the next one.

import { Clerk } from "./clerk";
import type { Look, Request, Verdict, View } from "./engine-types";
import { positionOf } from "./position";

/** An answer that is late by this much is not waited for. */
const MOST_WAIT_MS = 250;

/** Positions whose verdicts are kept; a game has a few hundred. */
const MOST_KEPT = 1000;

/** An engine that has taken more memory is replaced when the table changes. */
const MOST_BYTES = 160 * 1024 * 1024;

/** What the worker says: a look, and the best line it knows from there. */
type Told = Look & { line: string[] | null };

export class Oracle {
  #clerk: Clerk;
  #request: Request | null = null;
  #heard: (look: Look) => void = () => undefined;
  #view: View | undefined;
  #kept = new Map<string, Told>();
  /** Which question the verdicts that are kept answer. */
  #subject = "";
  #turn = 0;
  #answered = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The line that was known last, and the position it begins at. */
  #best: { position: object; line: string[] } | undefined;

  constructor(module: Promise<WebAssembly.Module>) {
    this.#clerk = new Clerk(module, (turn, reply) => this.#told(turn, reply));
  }

  /** What to judge by; `null` stops it. */
  set(request: Request | null, heard: (look: Look) => void): void {
    this.#request = request;
    this.#heard = heard;
    if (request) this.#look();
    else this.#stop();
  }

  /** The table has changed. */
  see(view: View): void {
    const changed = view.text !== this.#view?.text || this.#subjectOf(view) !== this.#subject;
    this.#view = view;
    if (this.#request && changed) this.#look();
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#turn += 1;
    this.#answered = this.#turn;
    this.#clerk.dismiss("stopped");
  }

  #subjectOf(view: View): string {
    const { game, variation, concealed, autoplay } = view;
    return JSON.stringify([game, variation, concealed, autoplay, this.#request]);
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
    if (kept) this.#heard(kept);
    if (this.#clerk.bytes > MOST_BYTES) this.#clerk.dismiss("stopped");
    this.#ask(view, this.#request, []);
    // The timer runs from the first question that is still without an answer.
    this.#timer ??= setTimeout(() => this.#late(), MOST_WAIT_MS);
  }

  #ask(view: View, request: Request, recall: object[]): void {
    this.#turn += 1;
    const question = { ask: "look_at", position: positionOf(view), request };
    this.#clerk.tell({ kind: "watch", turn: this.#turn, recall, question });
  }

  #late(): void {
    this.#timer = undefined;
    if (this.#answered >= this.#turn || !this.#view || !this.#request) return;
    this.#clerk.dismiss("stopped");
    const best = this.#best;
    const recall = best
      ? [{ ask: "recall", position: best.position, request: this.#request, line: best.line }]
      : [];
    this.#ask(this.#view, this.#request, recall);
  }

  #told(turn: number, reply: string): void {
    if (turn !== this.#turn || !this.#view) return;
    this.#answered = turn;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const { answer } = JSON.parse(reply) as { answer?: Told };
    if (!answer) return;
    if (answer.line) this.#best = { position: positionOf(this.#view), line: answer.line };
    const look = merged(this.#kept.get(answer.text), answer);
    this.#keep(look);
    this.#heard(look);
  }

  #keep(look: Told): void {
    this.#kept.delete(look.text);
    this.#kept.set(look.text, look);
    const oldest = this.#kept.keys().next();
    if (this.#kept.size > MOST_KEPT && !oldest.done) this.#kept.delete(oldest.value);
  }
}

/** What is known does not become unknown because another worker begins anew. */
function merged(old: Told | undefined, now: Told): Told {
  if (!old) return now;
  const known = (was: Verdict | undefined, is: Verdict): Verdict => (is.kind === "unknown" && was ? was : is);
  const before = new Map(old.moves.map((move) => [move.played, move.verdict]));
  return {
    ...now,
    position: known(old.position, now.position),
    moves: now.moves.map(({ played, verdict }) => ({ played, verdict: known(before.get(played), verdict) })),
  };
}
