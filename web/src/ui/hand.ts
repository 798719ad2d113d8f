// The player's hand: clicks, drags and keys on the table become gestures. One
// way for all of them: take up a card, put it onto a pile.

import type { Gesture, Layout, Move, Spot } from "../types";
import type { TableView } from "./table";

/** Pixels before a press becomes a drag. */
const THRESHOLD = 6;

export interface Player {
  play(move: Move): void;
  report(text: string): void;
  /** Something was taken up or put down: the marks change. */
  picked(spot: Spot | null): void;
  /** Runs after what is under way, so that nothing acts on an old table. */
  soon(task: () => void): void;
  /** The hand may act: no solution is being watched. */
  isFree(): boolean;
}

interface Drag {
  spot: Spot;
  elements: HTMLElement[];
  start: { x: number; y: number };
  pointer: number;
  isMoving: boolean;
}

export class Hand {
  spot: Spot | null = null;
  private drag: Drag | null = null;
  private skipClick = false;

  constructor(
    private readonly table: TableView,
    private readonly player: Player,
  ) {
    const { element } = table;
    element.addEventListener("pointerdown", (event) => this.press(event));
    element.addEventListener("pointermove", (event) => this.moveBy(event));
    element.addEventListener("pointerup", (event) => this.release(event, true));
    element.addEventListener("pointercancel", (event) => this.release(event, false));
    element.addEventListener("lostpointercapture", (event) => this.release(event, false));
    element.addEventListener("click", (event) => this.click(event));
    element.addEventListener("keydown", (event) => this.key(event));
    element.addEventListener("focusin", (event) => {
      if (event.target instanceof HTMLElement && table.spotOf(event.target)) table.focus(event.target);
    });
    element.addEventListener("dragstart", (event) => event.preventDefault());
  }

  /** Puts down what was taken up. */
  drop(): void {
    // What is in the air falls back to where it lies now.
    if (this.drag?.isMoving) this.table.letGo(this.drag.elements, true);
    this.drag = null;
    if (this.spot === null) return;
    this.spot = null;
    this.player.picked(null);
  }

  /** The card under the focus goes home, if it can. */
  sendHome(): void {
    const spot = this.table.spotOf(document.activeElement);
    const layout = this.table.layout;
    if (!spot || !layout) return;
    const home = this.homeGesture(layout, spot);
    if (home) this.make(home);
    else this.player.report("That card cannot go home now.");
  }

  private click(event: MouseEvent): void {
    // A second finger does nothing while a card is in the air.
    if (this.drag?.isMoving) return;
    if (this.skipClick) {
      this.skipClick = false;
      return;
    }
    const element = event.target instanceof Element ? event.target.closest("[data-spot]") : null;
    if (!element) return this.drop();
    const isDouble = event.detail >= 2;
    const isKey = event.detail === 0;
    this.player.soon(() => {
      const spot = this.table.spotOf(element);
      if (spot && this.player.isFree()) this.choose(spot, isDouble || isKey);
    });
  }

  /** A card or place was chosen; again: the same card for the second time
   *  means home. */
  private choose(spot: Spot, isAgain: boolean): void {
    const layout = this.table.layout;
    if (!layout) return;
    if (this.spot) {
      const picked = this.spot;
      if (same(picked, spot)) {
        const home = isAgain ? this.homeGesture(layout, spot) : undefined;
        this.drop();
        if (home) this.make(home);
        return;
      }
      const gesture = this.gesturesOf(layout, picked).find((one) => targetOf(one, picked) === spot.pile);
      this.drop();
      if (gesture) return this.make(gesture);
      if (spot.pile === picked.pile && this.gesturesOf(layout, spot).length === 0) return;
    }
    this.take(layout, spot);
  }

  private take(layout: Layout, spot: Spot): void {
    const gestures = this.gesturesOf(layout, spot);
    const whole = gestures.find((one) => one.to === null);
    if (whole) return this.make(whole);
    // Where the waste is the only way, a click is enough.
    const [only] = gestures;
    if (gestures.length === 1 && only?.to != null && layout.piles[only.to]?.role === "waste" && !only.either_way) {
      return this.make(only);
    }
    if (gestures.length === 0) return this.player.report(refusal(layout, spot));
    this.spot = spot;
    this.player.picked(spot);
  }

  private make(gesture: Gesture): void {
    this.drop();
    this.player.play(gesture.move);
  }

  private press(event: PointerEvent): void {
    // One hand, one card: the first finger keeps it.
    if (this.drag) return;
    this.skipClick = false;
    if (event.button !== 0 || !this.player.isFree()) return;
    const target = event.target instanceof Element ? event.target : null;
    const spot = this.table.spotOf(target);
    const layout = this.table.layout;
    const pile = spot && layout?.piles[spot.pile];
    if (!spot || !layout || !pile || pile.cards.length === 0) return;
    if (!this.gesturesOf(layout, spot).some((one) => one.to !== null)) return;
    const elements = [];
    for (let card = spot.card; card < pile.cards.length; card++) {
      const element = this.table.at({ pile: spot.pile, card });
      if (element) elements.push(element);
    }
    this.drag = { spot, elements, start: { x: event.clientX, y: event.clientY }, pointer: event.pointerId, isMoving: false };
  }

  private moveBy(event: PointerEvent): void {
    const drag = this.drag;
    if (!drag || event.pointerId !== drag.pointer) return;
    const by = { x: event.clientX - drag.start.x, y: event.clientY - drag.start.y };
    if (!drag.isMoving) {
      if (Math.hypot(by.x, by.y) < THRESHOLD) return;
      drag.isMoving = true;
      this.table.element.setPointerCapture(event.pointerId);
      this.spot = drag.spot;
      this.player.picked(drag.spot);
    }
    this.table.hold(drag.elements, by);
  }

  private release(event: PointerEvent, isDrop: boolean): void {
    const drag = this.drag;
    if (!drag || event.pointerId !== drag.pointer) return;
    this.drag = null;
    if (!drag.isMoving) return;

    this.skipClick = true;
    // The click that may follow comes before the next task.
    setTimeout(() => (this.skipClick = false), 0);
    const gesture = isDrop ? this.aimedAt(drag, event) : undefined;
    this.table.letGo(drag.elements, gesture === undefined);
    this.drop();
    if (gesture) this.make(gesture);
  }

  /** The gesture whose target the held card covers most. */
  private aimedAt(drag: Drag, event: PointerEvent): Gesture | undefined {
    const layout = this.table.layout;
    const held = drag.elements[0]?.getBoundingClientRect();
    if (!layout || !held) return undefined;
    let best: Gesture | undefined;
    let most = held.width * held.height * 0.08;
    for (const gesture of this.gesturesOf(layout, drag.spot)) {
      const to = targetOf(gesture, drag.spot);
      if (to === null) continue;
      const area = this.table.dropArea(to);
      const isUnder =
        event.clientX >= area.left && event.clientX <= area.right && event.clientY >= area.top && event.clientY <= area.bottom;
      const covered = overlap(held, area) + (isUnder ? held.width * held.height : 0);
      if (covered > most) {
        most = covered;
        best = gesture;
      }
    }
    return best;
  }

  private key(event: KeyboardEvent): void {
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!way || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const from = document.activeElement;
    if (!(from instanceof HTMLElement)) return;
    const [dx, dy] = way as [number, number];
    const next = this.spot ? following(from, this.goals(this.spot), dx + dy) : nearest(from, this.table.stops(), [dx, dy]);
    if (next) this.table.focus(next);
  }

  private gesturesOf(layout: Layout, spot: Spot): Gesture[] {
    return gesturesOf(layout, this.table.gestures, spot);
  }

  private homeGesture(layout: Layout, spot: Spot): Gesture | undefined {
    return this.gesturesOf(layout, spot).find((one) => one.action === "home");
  }

  /** With a card taken up, the keys go round where it can be put, and back. */
  private goals(picked: Spot): HTMLElement[] {
    const layout = this.table.layout;
    if (!layout) return [];
    const piles = this.gesturesOf(layout, picked).map((gesture) => targetOf(gesture, picked));
    const tops = piles.filter((pile) => pile !== null).map((pile) => this.table.at(topOf(layout, pile)));
    return [this.table.at(picked), ...tops].filter((element) => element !== undefined);
  }
}

export function same(a: Spot, b: Spot): boolean {
  return a.pile === b.pile && a.card === b.card;
}

export function topOf(layout: Layout, pile: number): Spot {
  return { pile, card: Math.max(0, (layout.piles[pile]?.cards.length ?? 0) - 1) };
}

/** Every one of the gestures that can begin with taking up this card. */
export function gesturesOf(layout: Layout, gestures: Gesture[], spot: Spot): Gesture[] {
  return gestures.filter(
    (gesture) =>
      same(gesture.from, spot) ||
      (gesture.either_way && gesture.to === spot.pile && same(spot, topOf(layout, spot.pile))),
  );
}

/** Where the hand ends that began there. */
export function targetOf(gesture: Gesture, from: Spot): number | null {
  return same(gesture.from, from) ? gesture.to : gesture.from.pile;
}

function refusal(layout: Layout, spot: Spot): string {
  const pile = layout.piles[spot.pile];
  const card = pile?.cards[spot.card];
  if (!pile || pile.role === "button") return "Nothing to do there now.";
  if (!card) return `There is no card on ${pile.name}.`;
  return card.up ? `The ${card.says} cannot move now.` : "That card lies face down.";
}

function overlap(a: DOMRect, b: DOMRect): number {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return width > 0 && height > 0 ? width * height : 0;
}

/** The next one in a round, or the one before. */
function following(from: HTMLElement, round: HTMLElement[], by: number): HTMLElement | undefined {
  const all = [...new Set(round)];
  return all[(all.indexOf(from) + by + all.length) % all.length];
}

/** The nearest in this direction; going astray counts double. */
function nearest(from: HTMLElement, stops: HTMLElement[], [dx, dy]: [number, number]): HTMLElement | null {
  const here = from.getBoundingClientRect();
  let best: HTMLElement | null = null;
  let least = Infinity;
  for (const stop of stops) {
    if (stop === from) continue;
    const there = stop.getBoundingClientRect();
    const x = there.left + there.width / 2 - here.left - here.width / 2;
    const y = there.top - here.top;
    const along = x * dx + y * dy;
    const astray = Math.abs(x * dy) + Math.abs(y * dx);
    if (along < 4) continue;
    const cost = along + 2 * astray;
    if (cost < least) {
      least = cost;
      best = stop;
    }
  }
  return best;
}
