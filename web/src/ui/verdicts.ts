// The oracle's verdicts on the cards: colours, signs and labels. The words and
// the order of moves come from the engine.

import type { Gesture, JudgedMove, Layout, Outlook, Spot } from "../types";
import { gesturesOf, targetOf, topOf } from "./hand";
import type { TableView } from "./table";

/** Puts the oracle's colours on every card that can move; with a card taken
 *  up, on the places where it can be put. */
export function markTable(table: TableView, outlook: Outlook | null, picked: Spot | null, isOn: boolean): void {
  const { layout, gestures } = table;
  clear(table.element);
  if (!layout) return;
  if (picked) markTargets(table, layout, picked);
  if (!isOn || !outlook) return;
  // The best move comes first: its verdict is the one that a card shows.
  for (const judged of outlook.moves) {
    const gesture = gestures.find((one) => one.move === judged.move);
    for (const spot of gesture ? marked(layout, gesture, picked) : []) {
      const element = table.at(spot);
      if (element && element.dataset.verdict === undefined) put(element, judged);
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

function put(element: HTMLElement, { verdict, sign, says }: JudgedMove): void {
  element.dataset.verdict = verdict.kind;
  element.dataset.badge = sign;
  const plain = element.getAttribute("aria-label") ?? "";
  element.dataset.plain = plain;
  element.setAttribute("aria-label", `${plain}; ${says}`);
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
