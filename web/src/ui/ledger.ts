// What counts, and when. The rule is the engine's (crates/patience/src/records.rs),
// the same for every place where a game is kept; here is noted what happened.

import type { Engine } from "../engine";
import type { Counted, Help, Recorded, RecordEvent, View } from "../types";
import { today } from "./daily";
import type { Saved, Store } from "./store";

const HELPS: Help[] = ["none", "light", "hints", "solution"];

export class Ledger {
  /** How the last end was counted. */
  counted: Counted | null = null;
  private queue: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly engine: Engine,
    private readonly store: Store,
  ) {}

  /** A game of which nothing is counted yet. */
  fresh(): Pick<Saved, "counted" | "ended" | "left" | "help"> {
    return { counted: false, ended: false, left: false, help: "none" };
  }

  /** Notes more help; what was noted before stays. */
  help(saved: Saved, help: Help): void {
    if (HELPS.indexOf(help) > HELPS.indexOf(saved.help)) saved.help = help;
  }

  /** A game counts from its first move. */
  begin(saved: Saved): void {
    if (saved.counted) return;
    saved.counted = true;
    this.record({ kind: "begin", game: saved.game, day: saved.day ?? null });
  }

  /** A game is won; only its first end counts. */
  end(saved: Saved, view: View): void {
    if (saved.ended || !saved.counted || !view.won) return;
    saved.ended = true;
    this.record(this.ended(saved, view, true));
  }

  /** Another deal takes the place of a game: the streak ends. It can still be
   *  won later. */
  leave(saved: Saved, view: View): void {
    if (saved.ended || saved.left || !saved.counted) return;
    saved.left = true;
    this.record(this.ended(saved, view, false));
  }

  /** The records and what they come to. */
  look(): Promise<Recorded> {
    return this.then(null);
  }

  private ended(saved: Saved, view: View, won: boolean): RecordEvent {
    const { game, day, help } = saved;
    return { kind: "end", game, day: day ?? null, ended: { won, moves: view.moves, score: view.tally.score, help } };
  }

  private record(event: RecordEvent): void {
    void this.then(event);
  }

  /** One after the other: each begins with what the one before wrote. */
  private then(event: RecordEvent | null): Promise<Recorded> {
    const next = this.queue.then(async () => {
      const recorded = await this.engine.record(this.store.records(), event, today());
      if (event) this.store.keepRecords(recorded.records);
      if (recorded.counted) this.counted = recorded.counted;
      return recorded;
    });
    this.queue = next.catch(() => undefined);
    return next;
  }
}
