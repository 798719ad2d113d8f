// Which card of the new table is which card of the old one, so that cards move
// instead of vanishing here and appearing there. Where a name is not unique
// (a deck may have a card more than once; cards face down have no name) places decide.

import type { Face, Layout } from "../types";

/** A card with the number that follows it from table to table. */
export interface Placed {
  id: number;
  face: Face;
  pile: number;
  index: number;
}

let next = 1;

export function identify(before: Placed[], layout: Layout): Placed[] {
  const left = new Map(before.map((card) => [place(card.pile, card.index), card]));
  const now: Placed[] = [];
  layout.piles.forEach((pile, at) =>
    pile.cards.forEach((face, index) => now.push({ id: 0, face, pile: at, index })),
  );
  const take = (card: Placed, old: Placed) => {
    card.id = old.id;
    left.delete(place(old.pile, old.index));
  };
  // 1. The same card in the same place.
  for (const card of now) {
    const old = left.get(place(card.pile, card.index));
    if (old && old.face.card === card.face.card) take(card, old);
  }
  // 2. The same card elsewhere.
  const elsewhere = new Map<string, Placed[]>();
  for (const old of left.values()) {
    if (old.face.card === "") continue;
    const list = elsewhere.get(old.face.card) ?? [];
    list.push(old);
    elsewhere.set(old.face.card, list);
  }
  for (const card of now) {
    const old = card.id === 0 ? elsewhere.get(card.face.card)?.shift() : undefined;
    if (old) take(card, old);
  }
  // 3. A card that was turned over where it lies; else a card never seen.
  for (const card of now) {
    if (card.id !== 0) continue;
    const old = left.get(place(card.pile, card.index));
    if (old && (old.face.card === "" || card.face.card === "")) take(card, old);
    else card.id = next++;
  }
  return now;
}

function place(pile: number, index: number): string {
  return `${pile}.${index}`;
}
