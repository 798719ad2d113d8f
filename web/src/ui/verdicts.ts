// The oracle's verdicts on the cards: colours, signs and labels. The words and
// the order of moves come from the engine.

import type { Gesture, JudgedMove, Layout, Outlook, Spot, Verdict } from "../types";
import { counted } from "./dom";
import { gesturesOf, targetOf, topOf } from "./hand";
import type { TableView } from "./table";

/** How a verdict is shown among those of its table. */
export interface Shade {
  badge: string;
  isBest: boolean;
  /** What it says beside the words of the engine. */
  costs: string;
}

/** The best move stands out; others show what they cost. The best one comes
 *  first in the list. */
export function shades(moves: JudgedMove[]): (judged: JudgedMove) => Shade {
  const best = moves[0];
  return (judged) => {
    const [a, b] = [best?.verdict, judged.verdict];
    if (a?.kind === "wins" && b.kind === "wins") {
      const cost = costOf(a, b);
      return cost === null ? { badge: judged.sign, isBest: true, costs: "" } : { badge: cost.badge, isBest: false, costs: cost.says };
    }
    const isBest = a?.kind === "chance" && b.kind === "chance" && judged.sign === best?.sign;
    return { badge: judged.sign, isBest, costs: "" };
  };
}

type Wins = Extract<Verdict, { kind: "wins" }>;

/** What the other way costs; null if it is as good. */
function costOf(best: Wins, other: Wins): { badge: string; says: string } | null {
  const cheats = (other.cheats ?? 0) - (best.cheats ?? 0);
  if (cheats > 0) return { badge: `+${cheats}!`, says: `${counted(cheats, "more cheats")} than the best` };
  const points = (best.score ?? 0) - (other.score ?? 0);
  const moves = other.length - best.length;
  if (moves > 0) return { badge: `+${moves}`, says: `${moves} more than the best` };
  // A way with fewer points may be shorter: it is not as good all the same.
  return points > 0 ? { badge: `−${points}`, says: `${counted(points, "points")} fewer than the best` } : null;
}

/** Moves that come to the same are one: the same cards to places of the same
 *  kind that are equally empty. The best verdict known of them comes first. */
export function foldMoves(moves: JudgedMove[], layout: Layout, gestures: Gesture[]): { move: JudgedMove; others: number }[] {
  const folded = new Map<string, { move: JudgedMove; others: number }>();
  for (const move of moves) {
    const gesture = gestures.find((one) => one.move === move.move);
    const target = gesture?.to == null ? undefined : layout.piles[gesture.to];
    const isSame = gesture && target && target.cards.length === 0;
    const key = isSame ? `${gesture.from.pile}.${gesture.from.card} ${gesture.cards} ${target.role}` : move.move;
    const known = folded.get(key);
    if (known) known.others++;
    else folded.set(key, { move, others: 0 });
  }
  return [...folded.values()];
}

/** The words of each move in the list. Where two have the same, as with two packs or
 *  cards without suits, the piles are named. */
export function tellApart(list: { move: JudgedMove }[], layout: Layout, gestures: Gesture[]): (move: JudgedMove) => string {
  const times = new Map<string, number>();
  for (const { move } of list) times.set(move.phrase, (times.get(move.phrase) ?? 0) + 1);
  return (move) => {
    const gesture = gestures.find((one) => one.move === move.move);
    const [from, to] = [gesture?.from.pile, gesture?.to].map((pile) => (pile == null ? undefined : layout.piles[pile]?.name));
    const isTwice = (times.get(move.phrase) ?? 0) > 1;
    return isTwice && from && to ? `${move.phrase.replace(/ \(.*\)$/, "")}, ${from} to ${to}` : move.phrase;
  };
}

/** Puts the oracle's colours on every card that can move; with a card taken
 *  up, on the places where it can be put. */
export function markTable(table: TableView, outlook: Outlook | null, picked: Spot | null, isOn: boolean): void {
  const { layout, gestures } = table;
  clear(table.element);
  if (!layout) return;
  if (picked) markTargets(table, layout, picked);
  if (!isOn || !outlook) return;
  // The best move comes first: its verdict is the one that a card shows.
  const shade = shades(outlook.moves);
  for (const judged of outlook.moves) {
    const gesture = gestures.find((one) => one.move === judged.move);
    for (const spot of gesture ? marked(layout, gesture, picked) : []) {
      const element = table.at(spot);
      if (element && element.dataset.verdict === undefined) put(element, judged, shade(judged), gesture?.action === "cheat");
    }
  }
}

/** Where the verdict on a gesture stands: where it can begin, or, with a card
 *  taken up, where it ends. */
function marked(layout: Layout, gesture: Gesture, picked: Spot | null): Spot[] {
  if (picked) {
    const to = gesturesOf(layout, [gesture], picked).map((one) => targetOf(one, picked));
    return to.filter((pile) => pile !== null).map((pile) => topOf(layout, pile));
  }
  const ends = gesture.either_way && gesture.to !== null ? [topOf(layout, gesture.to)] : [];
  return [gesture.from, ...ends];
}

function markTargets(table: TableView, layout: Layout, picked: Spot): void {
  for (let card = picked.card; card < (layout.piles[picked.pile]?.cards.length ?? 0); card++) {
    const element = table.at({ pile: picked.pile, card });
    element?.classList.add("picked");
    if (card === picked.card) element?.setAttribute("aria-pressed", "true");
  }
  for (const gesture of gesturesOf(layout, table.gestures, picked)) {
    const pile = targetOf(gesture, picked);
    if (pile !== null) table.at(topOf(layout, pile))?.classList.add("target");
  }
}

function put(element: HTMLElement, { verdict, says }: JudgedMove, { badge, isBest, costs }: Shade, isCheat: boolean): void {
  element.dataset.verdict = verdict.kind;
  element.dataset.badge = badge;
  // A cheat has a sign behind the badge.
  element.style.setProperty("--signs", `${badge.length + (isCheat && !badge.endsWith("!") ? 2 : 0)}`);
  element.toggleAttribute("data-best", isBest);
  element.toggleAttribute("data-cheat", isCheat);
  if (verdict.kind === "chance") element.dataset.chance = chanceClass(verdict);
  const plain = element.getAttribute("aria-label") ?? "";
  element.dataset.plain = plain;
  element.setAttribute("aria-label", `${plain}; ${isCheat ? "a cheat; " : ""}${says}${costs ? `, ${costs}` : ""}`);
}

/** Chances have colours of their own; the number says it exactly. */
export function chanceClass({ wins, of }: { wins: number; of: number }): "low" | "middle" | "high" {
  const share = of > 0 ? wins / of : 0;
  return share < 1 / 3 ? "low" : share < 2 / 3 ? "middle" : "high";
}

function clear(table: HTMLElement): void {
  for (const element of table.querySelectorAll<HTMLElement>(".picked, .target, [data-verdict]")) {
    element.classList.remove("picked", "target");
    element.removeAttribute("aria-pressed");
    const { plain, verdict } = element.dataset;
    // Drawing may have given it another label since.
    if (verdict && plain !== undefined && element.getAttribute("aria-label")?.startsWith(plain)) {
      element.setAttribute("aria-label", plain);
    }
    delete element.dataset.verdict;
    delete element.dataset.badge;
    element.style.removeProperty("--signs");
    delete element.dataset.plain;
    delete element.dataset.chance;
    element.removeAttribute("data-best");
    element.removeAttribute("data-cheat");
  }
}
