// The position on the table as a mind is told of it.

import type { View } from "./engine-types";

export function positionOf(view: View): object {
  const { game, text, variation, concealed, autoplay } = view;
  return { game, text, variation, concealed, autoplay };
}
