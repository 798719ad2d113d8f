// The position on the table as a mind reads it.

import type { Position, View } from "./types";

export function positionOf(view: View): Position {
  const { game, text, settings, preferences } = view;
  return { game, text, settings, ...preferences };
}
