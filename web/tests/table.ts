// What the tests of the page share: opening it, and playing as a person does,
// with real clicks, drags and keys. The page shows what is on the table
// (`patience.view()` at its console); everything else goes through the screen.

import { expect, type Locator, type Page } from "@playwright/test";
import type { Entry, Gesture, Move, Outlook, Spot, View } from "../src/types";

declare global {
  interface Window {
    patience?: { view(): View | null; outlook(): Outlook | null; games(): Entry[] };
  }
}

/** A deal of every kind of game that can be won. */
export const GAMES = ["pyramid/3", "tripeaks/1", "freecell/164", "cluj/1", "golf/1", "black-hole/1", "klondike/1", "spider;suits=1/1"];

/** Opens a deal or a position, with these preferences kept from last time. */
export async function open(page: Page, hash: string, preferences: Record<string, unknown> = {}): Promise<void> {
  await page.addInitScript((kept) => {
    if (localStorage.getItem("patience.preferences") === null) localStorage.setItem("patience.preferences", kept);
  }, JSON.stringify(preferences));
  await page.goto(`./${hash}`);
  await expect(page.locator(".card").first()).toBeVisible();
}

export async function view(page: Page): Promise<View> {
  return page.evaluate(() => window.patience?.view() as View);
}

export async function made(page: Page): Promise<number> {
  return page.evaluate(() => window.patience?.view()?.made ?? -1);
}

/** A card, or the place of an empty pile. */
export function at(page: Page, spot: Spot): Locator {
  return page.locator(`#table [data-spot="${spot.pile}.${spot.card}"]`);
}

/** The moves of the solution that the page itself finds; it is closed again. */
export async function solution(page: Page): Promise<Move[]> {
  await page.keyboard.press("s");
  const items = page.locator(".watch li[data-move]");
  await expect(page.locator(".watch")).toBeVisible({ timeout: 60_000 });
  const moves = await items.evaluateAll((list) => list.map((item) => (item as HTMLElement).dataset.move ?? ""));
  await page.getByRole("button", { name: "Close the solution" }).click();
  await expect(page.locator(".watch")).toBeHidden();
  return moves;
}

/** How to play a move: all that a hand needs, in one look at the table. A whole
 *  view has the history too, and a game has a hundred moves. */
async function reach(page: Page, move: Move): Promise<{ gesture: Gesture; made: number; goal: Spot | null }> {
  const found = await page.evaluate((wanted) => {
    const table = window.patience?.view();
    const gesture = table?.gestures.find((one) => one.move === wanted);
    if (!table || !gesture) return null;
    const { to } = gesture;
    const cards = to === null ? 0 : (table.layout.piles[to]?.cards.length ?? 0);
    return { gesture, made: table.made, goal: to === null ? null : { pile: to, card: Math.max(0, cards - 1) } };
  }, move);
  if (found) return found;
  const { made: before, gestures } = await view(page);
  throw new Error(`no gesture for ${move} after ${before} moves among ${gestures.map((one) => one.move).join(", ")}`);
}

/** Plays a move with the mouse. */
export async function click(page: Page, move: Move): Promise<void> {
  const { gesture, made: before, goal } = await reach(page, move);
  // Of a covered card only a strip can be clicked.
  await at(page, gesture.from).click({ position: { x: 12, y: 8 } });
  if (goal && (await isPicked(page, before))) {
    await at(page, goal).click({ position: { x: 12, y: 20 } });
  }
  await isPlayed(page, before);
}

/** A card is in the hand, and no move was made. */
async function isPicked(page: Page, before: number): Promise<boolean> {
  return page.evaluate(async (made) => {
    // The page acts in its next task.
    await new Promise((done) => setTimeout(done, 20));
    return window.patience?.view()?.made === made && document.querySelector("#table .picked") !== null;
  }, before);
}

async function isPlayed(page: Page, before: number): Promise<void> {
  await expect.poll(() => made(page), { intervals: [5, 20, 50, 100] }).toBeGreaterThan(before);
}

/** Plays a move with the keyboard alone. */
export async function type(page: Page, move: Move): Promise<void> {
  const { gesture, made: before, goal: spot } = await reach(page, move);
  await walk(page, at(page, gesture.from));
  await page.keyboard.press("Enter");
  if (spot && (await isPicked(page, before))) {
    const goal = at(page, spot);
    for (let press = 0; press < 30; press++) {
      if (await goal.evaluate((element) => element === document.activeElement)) break;
      await page.keyboard.press("ArrowRight");
    }
    await expect(goal).toBeFocused();
    await page.keyboard.press("Enter");
  }
  await isPlayed(page, before);
}

/** Walks to a card with the arrow keys, as the eye leads: along the longer way
 *  first, along the other one where that does not lead on. */
async function walk(page: Page, goal: Locator): Promise<void> {
  const seen = new Set<string>();
  for (let press = 0; press < 60; press++) {
    const here = await goal.evaluate((target) => {
      const from = document.activeElement as HTMLElement;
      const [a, b] = [from.getBoundingClientRect(), target.getBoundingClientRect()];
      return { isThere: from === target, at: from.dataset.spot ?? "", x: b.x - a.x, y: b.y - a.y };
    });
    if (here.isThere) return;
    const across = here.x > 0 ? "ArrowRight" : "ArrowLeft";
    const down = here.y > 0 ? "ArrowDown" : "ArrowUp";
    const ways = Math.abs(here.x) > Math.abs(here.y) ? [across, down] : [down, across];
    const all = [...ways, "ArrowUp", "ArrowLeft", "ArrowDown", "ArrowRight"];
    // A key that was tried here did not lead there.
    const key = all.find((one) => !seen.has(`${here.at} ${one}`));
    if (!key) break;
    seen.add(`${here.at} ${key}`);
    await page.keyboard.press(key);
  }
  throw new Error("the keys do not lead there");
}

/** The cards get the focus, as Tab gives it. */
export async function enterTable(page: Page): Promise<void> {
  for (let presses = 0; presses < 20; presses++) {
    if (await page.evaluate(() => document.activeElement?.closest("#table") !== null)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("Tab does not lead to the table");
}
