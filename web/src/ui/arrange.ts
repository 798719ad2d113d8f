// Where everything lies on a felt of a given size. A card has one size for a
// viewport, whatever happens in the game: a long column presses its own fan and
// nothing else. On a low and wide felt, what lies above the columns moves to
// their sides.

import type { Layout, Pile } from "../types";

/** Height of a card over its width. */
export const RATIO = 1.4;
/** The widest card, in pixels. */
const WIDEST = 132;
/** The narrowest, on any felt. */
const NARROWEST = 24;
/** Cards narrower than this get the plain face. */
const SMALL = 62;
/** How far cards may be drawn apart downwards where there is room: the fans of
 *  one row of columns, or everything. */
const LONGEST = { one: 2.3, more: 1.6 };
/** A column of this many cards shows every index at its usual size. */
const REFERENCE = 12;
/** The strip of a card that shows its index, in card heights. */
const INDEX = 0.195;
/** In a lower strip the index lies where it can, in card heights. */
const STRIP = { full: 0.215, small: 0.285 };
/** Below this width, in pixels, places move closer together. */
const NARROW = 736;
const CLOSER = 0.95;
/** The piles at the sides have to make the cards this much wider. */
const GAIN = 1.12;
/** Between an empty place at the side and the next, in pixels. */
const APART = 3;
/** A gap between the sides and the columns, in card widths. */
const GAP = 0.3;

export interface PlacedPile {
  x: number;
  y: number;
  /** From each card of the fan to the next, in pixels. */
  step: [number, number];
  /** The height that the next pile at the side of a low table leaves it, in
   *  pixels, where that is less than a card. */
  room?: number;
}

export interface Arrangement {
  card: { width: number; height: number };
  /** Cards are so small that they show the plain face. */
  isSmall: boolean;
  /** In a strip lower than this, in pixels, the index is moved or made smaller. */
  leastStrip: number;
  piles: PlacedPile[];
  width: number;
  height: number;
}

export interface Wishes {
  leftHanded: boolean;
  largeIndices: boolean;
}

/** Arranges a layout on a felt of this size, in pixels. */
export function arrange(layout: Layout, width: number, height: number, wishes: Wishes): Arrangement {
  const plain = plan(layout, width);
  const flanked = flank(layout);
  const usual = cardWidth(plain, width, height);
  const wide = flanked ? cardWidth(flanked, width, height) : 0;
  const chosen = flanked && wide > usual * GAIN ? flanked : plain;
  return lay(chosen, Math.max(usual, chosen === flanked ? wide : 0), height, wishes);
}

/** Places in card widths and heights, before the size of a card is known. */
interface Plan {
  piles: Pile[];
  width: number;
  /** The height that decides the size of a card, in card heights. */
  least: number;
  /** The height with fans as the game has them. */
  usual: number;
  /** All columns begin at one height: only their fans are drawn apart. */
  isOneRow: boolean;
  /** The piles that stand at the sides, by their place in `piles`. */
  sides: { left: number[]; right: number[] } | null;
}

function plan(layout: Layout, room: number): Plan {
  const closer = room < NARROW ? CLOSER : 1;
  const piles = layout.piles.map((pile) => ({ ...pile, x: pile.x * closer }));
  return { ...heights(layout, piles), piles, width: (layout.width - 1) * closer + 1, sides: null };
}

/** What the fans ask for. */
function heights(layout: Layout, piles: Pile[]): Pick<Plan, "least" | "usual" | "isOneRow"> {
  const columns = piles.filter((pile) => pile.role === "column");
  const top = Math.max(0, ...columns.map((pile) => pile.y));
  const step = Math.max(0, ...columns.map((pile) => pile.step[1]));
  const isOneRow = columns.length > 0 && columns.every((pile) => pile.y === top) && piles.every((pile) => pile.y <= top);
  if (!isOneRow || step === 0) return { least: layout.height, usual: layout.height, isOneRow: false };
  const fan = (by: number) => top + 1 + (REFERENCE - 1) * by;
  return { least: Math.min(layout.height, fan(INDEX)), usual: Math.min(layout.height, fan(step)), isOneRow };
}

/** What lies above the columns at their sides, if the table has that form. */
function flank(layout: Layout): Plan | null {
  const columns = layout.piles.filter((pile) => pile.role === "column");
  const others = layout.piles.filter((pile) => pile.role !== "column");
  if (columns.length === 0 || others.length === 0) return null;
  if (columns.some((pile) => pile.y < 1) || others.some((pile) => pile.y !== 0)) return null;
  const first = Math.min(...columns.map((pile) => pile.x));
  const last = Math.max(...columns.map((pile) => pile.x));
  const sides = { left: [] as number[], right: [] as number[] };
  layout.piles.forEach((pile, index) => {
    if (pile.role !== "column") (pile.role === "home" || pile.role === "button" ? sides.right : sides.left).push(index);
  });
  const [left, right] = [sides.left, sides.right].map((side) => (side.length > 0 ? 1 + GAP : 0)) as [number, number];
  const top = Math.min(...columns.map((pile) => pile.y));
  const piles = layout.piles.map((pile) =>
    pile.role === "column" ? { ...pile, x: pile.x - first + left, y: pile.y - top } : { ...pile, x: 0, y: 0, step: [0, pile.step[0] * 0.6] as [number, number] },
  );
  const without = { ...layout, height: layout.height - top };
  return { ...heights(without, piles), piles, width: last - first + 1 + left + right, sides };
}

function cardWidth(plan: Plan, width: number, height: number): number {
  return Math.max(NARROWEST, Math.floor(Math.min(width / plan.width, height / (plan.least * RATIO), WIDEST)));
}

function lay(plan: Plan, width: number, height: number, wishes: Wishes): Arrangement {
  const tall = Math.round(width * RATIO);
  const isSmall = width < SMALL || wishes.largeIndices;
  const stretch = Math.max(1, Math.min((height - tall) / Math.max(0.1, plan.usual - 1) / tall, plan.isOneRow ? LONGEST.one : LONGEST.more));
  const whole = Math.round(plan.width * width);
  const places = plan.piles.map((pile, index): PlacedPile => {
    const steps = Math.max(0, pile.cards.length - 1 - pile.heap);
    const side = plan.sides && sidePlace(plan.sides, index, whole, width, tall, height);
    const y = side ? side.y : pile.y * tall * (plan.isOneRow ? 1 : stretch);
    const down = Math.min(pile.step[1] * tall * stretch, Math.max(0, height - y - tall) / Math.max(1, steps));
    const across = pile.step[0] * width;
    let x = side ? side.x : pile.x * width;
    // For the left hand, all but the columns changes sides.
    const changes = wishes.leftHanded && pile.role !== "column" && pile.role !== "slot";
    if (changes) x = whole - width - x - across * steps;
    return side?.room === undefined ? { x, y, step: [across, down] } : { x, y, step: [across, down], room: side.room };
  });
  const bottom = places.map(({ y, step }, index) => {
    const pile = plan.piles[index] as Pile;
    return y + tall + step[1] * Math.max(0, pile.cards.length - 1 - pile.heap);
  });
  return {
    card: { width, height: tall },
    isSmall,
    leastStrip: tall * (isSmall ? STRIP.small : STRIP.full),
    piles: places,
    width: whole,
    height: Math.ceil(Math.max(tall, ...bottom)),
  };
}

function sidePlace(sides: { left: number[]; right: number[] }, index: number, whole: number, width: number, tall: number, height: number): { x: number; y: number; room?: number } | null {
  const isLeft = sides.left.includes(index);
  if (!isLeft && !sides.right.includes(index)) return null;
  const side = isLeft ? sides.left : sides.right;
  const step = Math.min(tall * 1.06, (height - tall) / Math.max(1, side.length - 1));
  const place = side.indexOf(index);
  const at = { x: isLeft ? 0 : whole - width, y: place * step };
  return step < tall && place < side.length - 1 ? { ...at, room: Math.floor(step) - APART } : at;
}
