// The oracle's verdicts as words, as badges on cards, and in order.

import type { Count, Gesture, Layout, Look, Spot, Verdict } from "../engine-types";
import { plural } from "./dom";
import { gesturesOf, targetOf, topOf } from "./hand";
import type { TableView } from "./table";

/** `steps`, `moves` or `clicks`, fitting the number. */
export function length(count: number, unit: Count): string {
  return plural(count, unit.slice(0, -1));
}

/** What the oracle says of the position, in a sentence. */
export function sentence(look: Look | null, goal: string): { kind: Verdict["kind"]; text: string } {
  const verdict = look?.position ?? { kind: "unknown" as const };
  const isBoard = goal === "board";
  switch (verdict.kind) {
    case "wins": {
      const how = verdict.proved ? "at best" : "at best known";
      if (goal === "score" && verdict.score !== null) {
        return { kind: "wins", text: `${verdict.score.toLocaleString("en")} points ${how}, ${length(verdict.length, verdict.count)}` };
      }
      const cheats = verdict.cheats === null ? "" : `, ${verdict.cheats === 0 ? "without a cheat" : `with ${plural(verdict.cheats, "cheat")}`}`;
      const what = isBoard ? "Can be won" : "The goal can be reached";
      return { kind: "wins", text: `${what}: ${length(verdict.length, verdict.count)} ${how}${cheats}` };
    }
    case "loses":
      return { kind: "loses", text: `${isBoard ? "Can not be won" : "The goal can not be reached"} from here: proved` };
    case "chance":
      return { kind: "chance", text: `Chance to win: ${percent(verdict)}` };
    default:
      return { kind: "unknown", text: look?.finished ? `Not known whether ${isBoard ? "this can be won" : "the goal can be reached"}` : "Thinking…" };
  }
}

/** A few signs for a corner of a card; the sign, not the colour, says it. */
export function badge(verdict: Verdict, isForPoints: boolean): string {
  switch (verdict.kind) {
    case "wins":
      if (isForPoints && verdict.score !== null) return verdict.score.toLocaleString("en");
      return verdict.cheats ? `✓${verdict.length}!${verdict.cheats}` : `✓${verdict.length}`;
    case "loses":
      return "✗";
    case "chance":
      return `${Math.round((100 * verdict.wins) / Math.max(1, verdict.of))}%`;
    default:
      return "?";
  }
}

/** The same for ears. */
export function spoken(verdict: Verdict, isForPoints: boolean): string {
  switch (verdict.kind) {
    case "wins":
      if (isForPoints && verdict.score !== null) return `${verdict.score} points at best known`;
      return `wins in ${length(verdict.length, verdict.count)}${verdict.cheats ? ` with ${plural(verdict.cheats, "cheat")}` : ""}`;
    case "loses":
      return "loses";
    case "chance":
      return `chance to win ${percent(verdict)}`;
    default:
      return "not known yet";
  }
}

function percent(chance: Extract<Verdict, { kind: "chance" }>): string {
  const share = (100 * chance.wins) / Math.max(1, chance.of);
  const text = share > 0 && share < 1 ? "under 1" : share < 100 && share > 99 ? "over 99" : String(Math.round(share));
  if (chance.exact) return `${text} % exactly`;
  return `${text} % (${Math.floor(100 * chance.low)}–${Math.ceil(100 * chance.high)})`;
}

/** The better of two verdicts first. */
function compare(a: Verdict, b: Verdict, isForPoints: boolean): number {
  return value(b, isForPoints) - value(a, isForPoints);
}

function value(verdict: Verdict, isForPoints: boolean): number {
  switch (verdict.kind) {
    case "wins":
      if (isForPoints) return 4e9 + (verdict.score ?? 0);
      return 4e9 - (verdict.cheats ?? 0) * 1e6 - verdict.length;
    case "chance":
      return 2e9 + (1e6 * verdict.wins) / Math.max(1, verdict.of);
    case "unknown":
      return 1e9;
    default:
      return 0;
  }
}

/** Puts the oracle's colours on every card that can move; with a card taken
 *  up, on the places where it can be put. */
export function markTable(table: TableView, look: Look | null, picked: Spot | null, isOn: boolean, goal: string): void {
  const layout = table.layout;
  clear(table.element);
  if (!layout) return;
  const isForPoints = goal === "score";
  if (picked) markTargets(table, layout, look, picked, isOn, isForPoints);
  else if (isOn) markMovable(table, layout, verdictsOf(look), isForPoints);
}

function markTargets(table: TableView, layout: Layout, look: Look | null, picked: Spot, isOn: boolean, isForPoints: boolean): void {
  const verdicts = verdictsOf(look);
  for (let card = picked.card; card < (layout.piles[picked.pile]?.cards.length ?? 0); card++) {
    const element = table.at({ pile: picked.pile, card });
    element?.classList.add("picked");
    if (card === picked.card) element?.setAttribute("aria-pressed", "true");
  }
  for (const gesture of gesturesOf(layout, picked)) {
    const pile = targetOf(gesture, picked);
    if (pile === null) continue;
    const element = table.at(topOf(layout, pile));
    element?.classList.add("target");
    if (element && isOn) put(element, verdicts.get(gesture.played) ?? { kind: "unknown" }, isForPoints);
  }
}

function markMovable(table: TableView, layout: Layout, verdicts: Map<string, Verdict>, isForPoints: boolean): void {
  const best = new Map<HTMLElement, Verdict>();
  const offer = (spot: Spot, gesture: Gesture) => {
    const element = table.at(spot);
    if (!element) return;
    const verdict = verdicts.get(gesture.played) ?? { kind: "unknown" as const };
    const known = best.get(element);
    if (!known || compare(verdict, known, isForPoints) < 0) best.set(element, verdict);
  };
  for (const gesture of layout.gestures) {
    offer(gesture.from, gesture);
    if (gesture.either_way && gesture.to !== null) offer(topOf(layout, gesture.to), gesture);
  }
  for (const [element, verdict] of best) put(element, verdict, isForPoints);
}

function verdictsOf(look: Look | null): Map<string, Verdict> {
  return new Map(look?.moves.map((one) => [one.played, one.verdict]) ?? []);
}

function put(element: HTMLElement, verdict: Verdict, isForPoints: boolean): void {
  element.dataset.verdict = verdict.kind;
  element.dataset.badge = badge(verdict, isForPoints);
  const plain = element.getAttribute("aria-label") ?? "";
  element.dataset.plain = plain;
  element.setAttribute("aria-label", `${plain}; ${spoken(verdict, isForPoints)}`);
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
    delete element.dataset.plain;
  }
}
