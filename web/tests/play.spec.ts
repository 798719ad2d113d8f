// Whole games to the win in every game, by mouse and by keyboard, along the
// solution that the page's own solver finds.

import { expect, test } from "@playwright/test";
import { click, enterTable, GAMES, made, open, solution, type, view } from "./table";

for (const game of GAMES) {
  test.describe.configure({ timeout: 120_000 });

  test(`a whole game of ${game} is won by mouse`, async ({ page }) => {
    await open(page, `#${game}`, { autoplay: "off", motion: "off", oracle: "off" });
    for (const move of await solution(page)) await click(page, move);
    await expect(page.locator(".banner")).toContainText("Won in");
    expect((await view(page)).won).toBe(true);
  });

  test(`a whole game of ${game} is won by keyboard`, async ({ page }) => {
    await open(page, `#${game}`, { autoplay: "off", motion: "off", oracle: "off" });
    const moves = await solution(page);
    await enterTable(page);
    for (const move of moves) await type(page, move);
    await expect(page.locator(".banner")).toContainText("Won in");
  });
}

test("a win with a hint counts apart", async ({ page }) => {
  await open(page, "#tripeaks/1", { motion: "off", oracle: "off", covered: { tripeaks: false } });
  const moves = await solution(page);
  // Whoever has seen the solution has not won: this is another player.
  await page.evaluate(() => localStorage.removeItem("patience.save.#tripeaks/1"));
  await page.reload();
  await expect(page.locator(".card").first()).toBeVisible();
  await page.keyboard.press("h");
  await expect(page.locator(".message")).toContainText("Hint:", { timeout: 30_000 });
  for (const move of moves) await click(page, move);
  await page.keyboard.press("t");
  const record = page.getByRole("region", { name: "TriPeaks", exact: true });
  await expect(record.locator("[data-fact='Played'] dd")).toHaveText("1");
  await expect(record.locator("[data-fact='Won'] dd")).toHaveText("0 (0%)");
  await expect(record.locator("[data-fact='Won with help'] dd")).toHaveText("1");
});

test("undo and redo go back and forth without end, and restart goes to the start", async ({ page }) => {
  await open(page, "#freecell/164", { motion: "off", oracle: "off" });
  const start = (await view(page)).text;
  const moves = (await solution(page)).slice(0, 3);
  for (const move of moves) await click(page, move);
  const there = await view(page);
  for (let undone = 0; undone < 3; undone++) await page.keyboard.press("u");
  await expect.poll(() => made(page)).toBe(0);
  expect((await view(page)).text).toBe(start);
  for (let redone = 0; redone < 3; redone++) await page.keyboard.press("Control+y");
  await expect.poll(async () => (await view(page)).text).toBe(there.text);
  await page.keyboard.press("Shift+R");
  await expect.poll(() => made(page)).toBe(0);
});

test("a card is dragged and dropped, and flies back from where it cannot lie", async ({ page }) => {
  await open(page, "#freecell/164", { autoplay: "off", oracle: "off" });
  const card = page.locator('[data-card="6h"]');
  const drag = async (onto: string) => {
    const from = await card.boundingBox();
    const to = await page.locator(onto).boundingBox();
    if (!from || !to) throw new Error("nothing to drag");
    await page.mouse.move(from.x + 20, from.y + 60);
    await page.mouse.down();
    await page.mouse.move(to.x + 30, to.y + 70, { steps: 8 });
    await page.mouse.up();
  };
  await drag('[data-card="Qh"]');
  await page.waitForTimeout(300);
  expect(await made(page)).toBe(0);
  await drag('[data-pile="cell b"]');
  await expect.poll(() => made(page)).toBe(1);
  const table = await view(page);
  expect(table.layout.piles.find((pile) => pile.name === "cell b")?.cards[0]?.card).toBe("6h");
  await expect(card).toHaveAttribute("aria-label", /6 of hearts, cell b/);
});

test("a pair of the pyramid goes whichever of the two is dragged", async ({ page }) => {
  await open(page, "#pyramid/1", { motion: "off", oracle: "off" });
  const from = await page.locator('[data-card="7d"]').boundingBox();
  const to = await page.locator('[data-card="6h"]').boundingBox();
  if (!from || !to) throw new Error("nothing to drag");
  await page.mouse.move(from.x + 30, from.y + 50);
  await page.mouse.down();
  await page.mouse.move(to.x + 30, to.y + 50, { steps: 5 });
  await page.mouse.up();
  await expect.poll(() => made(page)).toBe(1);
  await expect(page.locator('[data-card="7d"]')).toHaveCount(0);
});

test("a double click sends a card home", async ({ page }) => {
  const text = ["Foundations: H-Q C-K D-K S-J", "Freecells: KH - - -", ": QS", ":", ":", ":", ":", ":", ":", ": KS"].join("~").replaceAll(" ", "_");
  await open(page, `#freecell/position/${encodeURIComponent(text)}`, { autoplay: "off", motion: "off", oracle: "off" });
  await page.locator('[data-card="Qs"]').dblclick();
  await expect.poll(() => made(page)).toBe(1);
  await page.keyboard.press("f");
  await expect(page.locator(".banner")).toContainText("Won");
});
