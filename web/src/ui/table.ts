// Draws a layout: one button for each card that can be seen and each place,
// laid out by transforms, so that a move is an animation from where a card is
// seen to where it belongs. It knows no game and makes no move.

import type { Gesture, Layout, Pile, Spot } from "../types";
import { counted, el } from "./dom";
import { drawFace, drawSuit } from "./faces";
import { identify, type Placed } from "./identity";

/** Height of a card over its width. */
const RATIO = 1.4;
/** How far the table may be drawn apart downwards where there is room. */
const LONGEST = 1.6;
/** The widest card, in pixels. */
const WIDEST = 132;
/** Cards narrower than this get the plain face. */
const SMALL = 62;
const SUIT_OF_SYMBOL: Record<string, string> = { "♣": "c", "♦": "d", "♥": "h", "♠": "s" };

export interface Point {
  x: number;
  y: number;
}

export class TableView {
  readonly element = el("div", { class: "cards", role: "group" });
  layout: Layout | null = null;
  /** What a hand can do on it. */
  gestures: Gesture[] = [];
  /** How long a card takes to its place; 0 for reduced motion. */
  duration = 220;
  private placed: Placed[] = [];
  private readonly cards = new Map<number, HTMLElement>();
  private places: HTMLElement[] = [];
  private card = { width: 80, height: 112, down: 112 };
  private names = "";

  constructor(private readonly host: HTMLElement) {
    host.append(this.element);
    new ResizeObserver(() => this.layout && this.draw(this.layout, this.gestures, false)).observe(host);
  }

  /** Draws a table; the cards move to it if `animate`. */
  draw(layout: Layout, gestures: Gesture[], animate = true): void {
    const focused = document.activeElement;
    const focusedAt = this.element.contains(focused) ? focused?.getBoundingClientRect() : undefined;
    const seen = animate && this.duration > 0 ? this.seenPlaces() : null;
    const before = new Map(this.placed.map((card) => [card.id, this.home(card)]));
    this.layout = layout;
    this.gestures = gestures;
    this.measure(layout);
    this.drawPlaces(layout);
    this.placed = identify(this.placed, layout);
    const shown = this.placed.filter((card) => isShown(layout, card));
    const kept = new Set(shown.map((card) => card.id));
    for (const [id, element] of this.cards) {
      if (!kept.has(id)) this.remove(id, element, animate);
    }
    for (const card of shown) this.drawCard(card);
    this.order(shown);
    this.restoreFocus(focused, focusedAt);
    if (seen) this.animate(shown, seen, before);
  }

  /** The element of a card, or of the place of an empty pile. */
  at(spot: Spot): HTMLElement | undefined {
    const card = this.placed.find((one) => one.pile === spot.pile && one.index === spot.card);
    return (card && this.cards.get(card.id)) ?? this.places[spot.pile];
  }

  /** The place of a pile, whether or not cards lie on it. */
  place(pile: number): HTMLElement | undefined {
    return this.places[pile];
  }

  /** What an element of the table stands for. */
  spotOf(element: Element | null): Spot | null {
    const found = element?.closest<HTMLElement>("[data-spot]")?.dataset.spot;
    if (found === undefined) return null;
    const [pile, card] = found.split(".").map(Number) as [number, number];
    return { pile, card };
  }

  /** Everything that can have the focus, as it is met when reading. */
  stops(): HTMLElement[] {
    return [...this.element.querySelectorAll<HTMLElement>("[data-spot]:not([hidden])")];
  }

  /** Moves the focus there. */
  focus(element: HTMLElement): void {
    for (const other of this.element.querySelectorAll("[tabindex='0']")) other.setAttribute("tabindex", "-1");
    element.setAttribute("tabindex", "0");
    element.focus({ preventScroll: true });
  }

  /** Puts cards where a hand holds them. */
  hold(elements: HTMLElement[], by: Point): void {
    for (const element of elements) {
      const from = this.homeOf(element);
      element.classList.add("held");
      element.style.transform = `translate(${from.x + by.x}px, ${from.y + by.y}px)`;
    }
  }

  /** Lets cards go: they return to their places, if no draw takes them on. */
  letGo(elements: HTMLElement[], goBack: boolean): void {
    const seen = this.seenPlaces();
    for (const element of elements) {
      element.classList.remove("held");
      if (!goBack) continue;
      const to = this.homeOf(element);
      element.style.transform = move(to);
      const from = seen.get(Number(element.dataset.id));
      if (from && this.duration > 0) this.glide(element, from, to, 0);
    }
  }

  /** The area where something may be put onto a pile. */
  dropArea(pile: number): DOMRect {
    const top = this.layout?.piles[pile]?.cards.length ?? 0;
    const last = this.at({ pile, card: Math.max(0, top - 1) });
    const place = this.places[pile] as HTMLElement;
    const b = (last ?? place).getBoundingClientRect();
    // The place of a slot is hidden: it has no area of its own.
    const a = place.hidden ? b : place.getBoundingClientRect();
    return new DOMRect(a.x, a.y, b.right - a.x, b.bottom - a.y);
  }

  private measure(layout: Layout): void {
    const style = getComputedStyle(this.host);
    const width = this.host.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    const height = this.host.clientHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom);
    const byWidth = width / layout.width;
    const byHeight = height / (layout.height * RATIO);
    const card = Math.max(24, Math.floor(Math.min(byWidth, byHeight, WIDEST)));
    const tall = Math.round(card * RATIO);
    const room = (height - tall) / Math.max(0.1, layout.height - 1);
    const down = Math.max(tall, Math.min(room, tall * LONGEST));
    this.card = { width: card, height: tall, down };
    const { style: own } = this.element;
    own.setProperty("--card-width", `${card}px`);
    own.setProperty("--card-height", `${tall}px`);
    own.setProperty("width", `${layout.width * card}px`);
    own.setProperty("height", `${(layout.height - 1) * down + tall}px`);
    this.element.classList.toggle("is-small", card < SMALL);
  }

  private point(pile: Pile, index: number): Point {
    const steps = Math.max(0, index - pile.heap);
    const x = (pile.x + pile.step[0] * steps) * this.card.width;
    const y = (pile.y + pile.step[1] * steps) * this.card.down;
    return { x, y };
  }

  private home(card: Placed): Point {
    const pile = this.layout?.piles[card.pile];
    return pile ? this.point(pile, card.index) : { x: 0, y: 0 };
  }

  private homeOf(element: HTMLElement): Point {
    const card = this.placed.find((one) => one.id === Number(element.dataset.id));
    return card ? this.home(card) : { x: 0, y: 0 };
  }

  /** Where each card is seen now, in the middle of a movement or not. */
  private seenPlaces(): Map<number, Point> {
    const seen = new Map<number, Point>();
    for (const [id, element] of this.cards) {
      const matrix = new DOMMatrixReadOnly(getComputedStyle(element).transform);
      seen.set(id, { x: matrix.m41, y: matrix.m42 });
    }
    return seen;
  }

  private drawPlaces(layout: Layout): void {
    const names = layout.piles.map((pile) => `${pile.name}/${pile.role}`).join();
    if (names !== this.names) {
      for (const place of this.places) place.remove();
      this.places = layout.piles.map((pile) =>
        el("button", { type: "button", class: `place ${pile.role}`, tabindex: "-1", "data-pile": pile.name }),
      );
      this.element.append(...this.places);
      this.names = names;
    }
    layout.piles.forEach((pile, index) => this.drawPlace(pile, index));
  }

  private drawPlace(pile: Pile, index: number): void {
    const place = this.places[index] as HTMLElement;
    place.style.transform = move(this.point(pile, 0));
    const isStop = pile.cards.length === 0 && pile.role !== "slot";
    place.toggleAttribute("data-bare", isStop);
    if (isStop) place.dataset.spot = `${index}.0`;
    else delete place.dataset.spot;
    // A place under cards is there for the eye only.
    place.toggleAttribute("hidden", pile.role === "slot");
    if (isStop) place.removeAttribute("aria-hidden");
    else place.setAttribute("aria-hidden", "true");
    place.tabIndex = -1;
    const suit = SUIT_OF_SYMBOL[pile.empty];
    const inner = suit ? drawSuit(suit) : el("span", { class: "word" }, pile.empty);
    place.replaceChildren(inner);
    const rest = pile.role === "button" ? "" : ", empty";
    place.setAttribute("aria-label", `${pile.name}${rest}${!suit && pile.empty && rest ? `, ${pile.empty}` : ""}`);
  }

  private drawCard(card: Placed): void {
    const pile = this.layout?.piles[card.pile] as Pile;
    let element = this.cards.get(card.id);
    if (!element) {
      element = el("button", { type: "button", class: "card", tabindex: "-1", "data-id": card.id });
      this.cards.set(card.id, element);
      this.element.append(element);
    }
    const look = `${card.face.card}/${card.face.up}`;
    if (element.dataset.look !== look) {
      element.replaceChildren(drawFace(card.face.card, card.face.up));
      element.dataset.look = look;
    }
    // A card exactly under another one can neither be seen nor taken up.
    const isUnder = card.index < pile.heap || (isStacked(pile) && card.index < pile.cards.length - 1);
    if (isUnder) delete element.dataset.spot;
    else element.dataset.spot = `${card.pile}.${card.index}`;
    element.toggleAttribute("data-under", isUnder);
    if (isUnder) element.setAttribute("aria-hidden", "true");
    else element.removeAttribute("aria-hidden");
    if (isUnder) element.tabIndex = -1;
    element.dataset.card = card.face.card;
    element.dataset.mark = card.face.mark;
    element.classList.remove("leaving");
    element.classList.toggle("is-top", card.index === pile.cards.length - 1);
    const count = isStacked(pile) && pile.role !== "slot" && pile.role !== "cell" ? String(pile.cards.length) : "";
    element.dataset.count = pile.role === "home" ? "" : count;
    element.setAttribute("aria-label", cardLabel(pile, card));
    element.style.zIndex = String(card.pile * 64 + card.index + 1);
    element.style.transform = move(this.point(pile, card.index));
  }

  private remove(id: number, element: HTMLElement, animate: boolean): void {
    this.cards.delete(id);
    element.removeAttribute("data-spot");
    element.setAttribute("aria-hidden", "true");
    if (!animate || this.duration === 0) return element.remove();
    element.classList.add("leaving");
    const gone = element.animate([{ opacity: 1, scale: "1" }, { opacity: 0, scale: ".7" }], { duration: this.duration });
    gone.onfinish = gone.oncancel = () => element.remove();
  }

  /** The order of reading is that of the piles. */
  private order(shown: Placed[]): void {
    const wanted: HTMLElement[] = [];
    const byPile = new Map<number, HTMLElement[]>();
    for (const card of shown) {
      const list = byPile.get(card.pile) ?? [];
      list.push(this.cards.get(card.id) as HTMLElement);
      byPile.set(card.pile, list);
    }
    this.places.forEach((place, pile) => wanted.push(place, ...(byPile.get(pile) ?? [])));
    let cursor = this.element.firstElementChild;
    for (const element of wanted) {
      if (element === cursor) cursor = cursor.nextElementSibling;
      else this.element.insertBefore(element, cursor);
    }
  }

  /** The focus stays on its card; if the card is gone, the nearest has it. */
  private restoreFocus(focused: Element | null, focusedAt: DOMRect | undefined): void {
    const stops = this.stops();
    if (focused instanceof HTMLElement && stops.includes(focused)) {
      if (document.activeElement !== focused) focused.focus({ preventScroll: true });
    } else if (focusedAt) {
      const heir = closest(stops, focusedAt);
      if (heir) this.focus(heir);
    }
    if (stops.some((stop) => stop.tabIndex === 0)) return;
    const first = stops.find((stop) => stop.classList.contains("is-top")) ?? stops[0];
    if (first) first.tabIndex = 0;
  }

  private animate(shown: Placed[], seen: Map<number, Point>, before: Map<number, Point>): void {
    // Cards that go home follow one another.
    let wait = 0;
    for (const card of shown) {
      const element = this.cards.get(card.id) as HTMLElement;
      const from = seen.get(card.id) ?? before.get(card.id);
      const to = this.home(card);
      if (!from || (Math.abs(from.x - to.x) < 1 && Math.abs(from.y - to.y) < 1)) continue;
      const isHome = this.layout?.piles[card.pile]?.role === "home";
      this.glide(element, from, to, isHome ? 60 * wait++ : 0);
    }
  }

  private glide(element: HTMLElement, from: Point, to: Point, delay: number): void {
    for (const old of element.getAnimations()) old.cancel();
    element.classList.add("moving");
    const glide = element.animate([{ transform: move(from) }, { transform: move(to) }], {
      duration: this.duration,
      delay,
      fill: "backwards",
      easing: "cubic-bezier(.3,.7,.3,1)",
    });
    glide.onfinish = () => element.classList.remove("moving");
  }
}

/** Whole pixels: between them letters are blurred. */
function move(to: Point): string {
  return `translate(${Math.round(to.x)}px, ${Math.round(to.y)}px)`;
}

function isStacked(pile: Pile): boolean {
  return pile.step[0] === 0 && pile.step[1] === 0;
}

/** Of cards that lie exactly on each other only two are drawn: the top one,
 *  and the one that shows when it is taken up. So it is with a heap under a fan. */
function isShown(layout: Layout, card: Placed): boolean {
  const pile = layout.piles[card.pile] as Pile;
  return isStacked(pile) ? card.index >= pile.cards.length - 2 : card.index >= pile.heap - 1;
}

function cardLabel(pile: Pile, card: Placed): string {
  const count = pile.cards.length;
  const isTop = card.index === count - 1;
  if (pile.role === "slot" || pile.role === "cell") return `${card.face.says}, ${pile.name}`;
  if (isStacked(pile)) return `${card.face.says}, top of ${pile.name}, ${counted(count, "cards")}`;
  return `${card.face.says}, ${pile.name}, ${isTop ? "top card" : `card ${card.index + 1} of ${count}`}`;
}

function closest(stops: HTMLElement[], to: DOMRect): HTMLElement | undefined {
  const distance = (stop: HTMLElement) => {
    const at = stop.getBoundingClientRect();
    return Math.hypot(at.x - to.x, at.y - to.y);
  };
  let best: HTMLElement | undefined;
  for (const stop of stops) if (!best || distance(stop) < distance(best)) best = stop;
  return best;
}
