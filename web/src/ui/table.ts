// Draws a layout: one button for each card that can be seen and each place,
// laid out by transforms, so that a move is an animation from where a card is
// seen to where it belongs. It knows no game and makes no move.

import type { Gesture, Layout, Pile, Spot } from "../types";
import { type Arrangement, arrange, type Wishes } from "./arrange";
import { counted, el } from "./dom";
import { type Deck, drawFace, drawSuit, type Variant } from "./faces";
import { identify, type Placed } from "./identity";

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
  private arrangement: Arrangement | null = null;
  private names = "";
  /** Round the card with the focus, above all cards and hiding none. */
  private readonly ring = el("div", { class: "ring", "aria-hidden": "true", hidden: true });
  /** How the player wants the table. */
  wishes: Wishes & { deck: Deck } = { leftHanded: false, largeIndices: false, deck: "classic" };

  constructor(private readonly host: HTMLElement) {
    host.append(this.element);
    this.element.append(this.ring);
    this.element.addEventListener("focusin", () => this.showRing());
    this.element.addEventListener("focusout", () => (this.ring.hidden = true));
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
    this.showRing();
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

  /** Draws the same table again, as the player wants it now. */
  again(): void {
    if (this.layout) this.draw(this.layout, this.gestures, false);
  }

  private measure(layout: Layout): void {
    const style = getComputedStyle(this.host);
    const width = this.host.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    const height = this.host.clientHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom);
    const arrangement = arrange(layout, width, height, this.wishes);
    this.arrangement = arrangement;
    const { card } = arrangement;
    const { style: own } = this.element;
    own.setProperty("--card-width", `${card.width}px`);
    own.setProperty("--card-height", `${card.height}px`);
    own.setProperty("width", `${arrangement.width}px`);
    own.setProperty("height", `${arrangement.height}px`);
    this.element.classList.toggle("is-small", arrangement.isSmall);
  }

  private point(pile: number, index: number): Point {
    const place = this.arrangement?.piles[pile];
    if (!place) return { x: 0, y: 0 };
    const steps = Math.max(0, index - (this.layout?.piles[pile]?.heap ?? 0));
    return { x: place.x + place.step[0] * steps, y: place.y + place.step[1] * steps };
  }

  /** What the cards above leave free of a card, those of other piles included, in
   *  pixels: in a pyramid two cards of the next row lie on it, and at the sides of
   *  a low table the next pile does. */
  private seen(pile: Pile, card: Placed): Point {
    const { x, y } = this.free(pile, card);
    const { width, height } = this.arrangement?.card ?? { width: 0, height: 0 };
    const here = this.home(card);
    const covering = this.placed
      .map((other) => this.home(other))
      .filter((there) => Math.abs(there.x - here.x) < width - 1 && there.y > here.y + 1 && there.y < here.y + height);
    return { x, y: Math.min(y, ...covering.map((there) => there.y - here.y)) };
  }

  /** What the card above leaves free of a card, in pixels. */
  private free(pile: Pile, card: Placed): Point {
    const { width, height } = this.arrangement?.card ?? { width: 0, height: 0 };
    const [x, y] = this.arrangement?.piles[card.pile]?.step ?? [0, 0];
    const isTop = card.index >= pile.cards.length - 1;
    return { x: isTop || x === 0 ? width : Math.min(x, width), y: isTop || y === 0 ? height : Math.min(y, height) };
  }

  private variant(free: Point): Variant {
    const arrangement = this.arrangement as Arrangement;
    if (free.y < arrangement.leastStrip) return arrangement.isSmall ? "small-strip" : "strip";
    if (free.x < arrangement.card.width * 0.6) return "edge";
    return arrangement.isSmall ? "small" : "full";
  }

  /** Surrounds what can be seen of the card with the focus. */
  private showRing(): void {
    const focused = document.activeElement;
    const card = focused instanceof HTMLElement && this.placed.find((one) => one.id === Number(focused.dataset.id));
    const pile = card && this.layout?.piles[card.pile];
    this.ring.hidden = !pile || !focused.matches(":focus-visible");
    if (!pile || this.ring.hidden) return;
    const free = this.seen(pile, card);
    this.ring.style.transform = move(this.home(card));
    this.ring.style.width = `${free.x}px`;
    this.ring.style.height = `${free.y}px`;
  }

  private home(card: Placed): Point {
    return this.point(card.pile, card.index);
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
    place.style.transform = move(this.point(index, 0));
    // An empty place is as high as the next pile leaves it.
    const room = this.arrangement?.piles[index]?.room;
    place.style.height = room === undefined ? "" : `${room}px`;
    // Piles at the sides of a low table lie on each other like cards in a fan, and
    // an empty one must not be under the cards of the pile before.
    place.style.zIndex = String(index * 64);
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
    const free = this.free(pile, card);
    const variant = this.variant(free);
    const look = `${card.face.card}/${card.face.up}/${variant}/${this.wishes.deck}`;
    if (element.dataset.look !== look) {
      element.replaceChildren(drawFace(card.face.card, card.face.up, variant, this.wishes.deck));
      element.dataset.look = look;
    }
    if (variant !== "full" && variant !== "edge") element.style.setProperty("--strip", `${Math.floor(free.y)}px`);
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
    // The next pile hides the lower part of a card at the side of a low table.
    const { card: size, piles } = this.arrangement as Arrangement;
    element.style.setProperty("--cut", `${size.height - (piles[card.pile]?.room ?? size.height)}px`);
    const count = isStacked(pile) && pile.role !== "slot" && pile.role !== "cell" ? String(pile.cards.length) : "";
    element.dataset.count = pile.role === "home" ? "" : count;
    element.setAttribute("aria-label", cardLabel(pile, card));
    element.style.zIndex = String(card.pile * 64 + card.index + 1);
    element.style.transform = move(this.home(card));
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
    wanted.unshift(this.ring);
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
