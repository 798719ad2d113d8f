// Goals as they are written, read as the engine reads them
// (crates/core/src/goal.rs).

import type { Goal } from "../types";

export type Wanted =
  | { kind: "board" }
  /** Null for the highest score there is. */
  | { kind: "score"; points: number | null }
  | { kind: "cards"; count: number; rank: string };

/** The ranks in the order of `Tally.gone`. */
export const RANKS = [..."A23456789TJQK"];

/** What a goal asks for; null if the text is no goal. */
export function readGoal(goal: Goal): Wanted | null {
  const text = goal.trim().toLowerCase();
  if (text === "board") return { kind: "board" };
  if (text === "score") return { kind: "score", points: null };
  const points = /^score=(\d+)$/.exec(text);
  if (points) return { kind: "score", points: Number(points[1]) };
  // The shortest count that leaves a rank: `210` are two Tens.
  const cards = /^cards=(\d+?)(10|[a2-9tjqk])$/.exec(text);
  if (!cards) return null;
  const rank = cards[2] === "10" ? "T" : (cards[2] as string).toUpperCase();
  return { kind: "cards", count: Number(cards[1]), rank };
}
