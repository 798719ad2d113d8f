// Deals for people, the rules, and what is counted.

import { expect, type Page, test } from "@playwright/test";
import { click, made, open, solution, view } from "./table";

const QUIET = { motion: "off", oracle: "off" };

test("a new deal can be won unless one wants any, and that is said", async ({ page }) => {
  await open(page, "#pyramid/3", QUIET);
  await page.keyboard.press("n");
  await expect(page.locator(".message")).toContainText(/Deal [\d,]+ can be won/, { timeout: 60_000 });
});

test("deals are as hard as one wants, in games whose deals have grades", async ({ page }) => {
  await open(page, "#freecell/164", QUIET);
  const graded = await page.evaluate(() => window.patience?.games().filter((one) => one.has_grades).map((one) => one.name) ?? []);
  await page.goto(`./#${graded[0] ?? "golf"}/1`);
  await page.keyboard.press("d");
  const dialog = page.getByRole("dialog", { name: /Deal/ });
  const grade = dialog.getByLabel("By chance: how hard");
  await expect(grade).toHaveCount(graded.length > 0 ? 1 : 0);
  if (graded.length === 0) return;
  await grade.selectOption("easy");
  await dialog.getByRole("button", { name: "By chance" }).click();
  await expect(page.locator(".message")).toContainText(/Deal [\d,]+ can be won: \w+/, { timeout: 90_000 });
});

test("a game whose deals have no grades says so", async ({ page }) => {
  await open(page, "#freecell/164", QUIET);
  const name = await page.evaluate(() => window.patience?.games().find((one) => !one.has_grades)?.name);
  test.skip(name === undefined, "every game has grades");
  await page.goto(`./#${name}/1`);
  await expect.poll(async () => (await view(page)).game).toBe(name);
  await page.keyboard.press("d");
  const dialog = page.getByRole("dialog", { name: /Deal/ });
  await expect(dialog).toContainText("they have no grades");
  await expect(dialog.getByLabel("By chance: how hard")).toHaveCount(0);
});

test("the daily deal is the same for everybody, with a calendar", async ({ page, context }) => {
  await page.clock.setFixedTime(new Date("2026-11-16T12:00:00Z"));
  await open(page, "#freecell/164", QUIET);
  await page.keyboard.press("y");
  const dialog = page.getByRole("dialog", { name: "Daily deal" });
  await expect(dialog).toContainText("November 2026");
  await expect(dialog.locator("[data-day='2026-11-17']")).toBeDisabled();
  await dialog.getByRole("button", { name: "Play today’s deal" }).click();
  await expect(page.locator(".message")).toContainText("Daily deal of 2026-11-16", { timeout: 90_000 });
  const deal = await view(page);
  const stranger = await context.browser()?.newContext();
  const other = await stranger?.newPage();
  if (!other) throw new Error("no other page");
  await other.clock.setFixedTime(new Date("2026-11-16T20:00:00Z"));
  await other.goto(page.url().replace(/#.*/, ""));
  await expect(other.locator(".card").first()).toBeVisible();
  await other.keyboard.press("y");
  await other.getByRole("button", { name: "Play today’s deal" }).click();
  await expect.poll(async () => (await view(other)).text, { timeout: 90_000 }).toBe(deal.text);
  await stranger?.close();
});

for (const [timezoneId, clock] of [["Pacific/Auckland", "13:00"], ["America/Los_Angeles", "16:00"]] as const) {
  test.describe(`a player in ${timezoneId}`, () => {
    test.use({ timezoneId });
    test("has the daily deal of universal time, and reads when the next one comes", async ({ page }) => {
      await page.clock.setFixedTime(new Date("2026-11-16T23:30:00Z"));
      await open(page, "#freecell/164", QUIET);
      await page.keyboard.press("y");
      const dialog = page.getByRole("dialog", { name: "Daily deal" });
      await expect(dialog.locator("[aria-current='date']")).toHaveAttribute("data-day", "2026-11-16");
      await expect(dialog.locator("[data-day='2026-11-17']")).toBeDisabled();
      await expect(dialog).toContainText(`${clock} by your clock`);
    });
  });
}

test("a daily deal that is won is in the calendar and begins a streak, which a day left out ends", async ({ page, context }) => {
  const open_ = async (day: string) => {
    await page.clock.setFixedTime(new Date(`${day}T23:50:00Z`));
    await page.keyboard.press("y");
    return page.getByRole("dialog", { name: "Daily deal" });
  };
  await open(page, "#freecell/164", QUIET);
  // The eighteenth has a game of Cluj, which is short.
  await (await open_("2026-11-18")).getByRole("button", { name: "Play today’s deal" }).click();
  await expect(page.locator(".message")).toContainText("Daily deal of 2026-11-18", { timeout: 90_000 });
  const other = await context.browser()?.newPage();
  if (!other) throw new Error("no other page");
  await other.goto(page.url());
  await expect(other.locator(".card").first()).toBeVisible();
  for (const move of await solution(other)) await click(page, move);
  await other.close();
  await expect(page.locator(".banner")).toContainText("Won in");
  for (const [day, streak] of [["2026-11-18", "1 day in a row"], ["2026-11-19", "1 day in a row"], ["2026-11-20", "No streak yet"]] as const) {
    const dialog = await open_(day);
    await expect(dialog.locator(".streak")).toContainText(streak);
    await expect(dialog.locator("[data-day='2026-11-18']")).toHaveAttribute("data-done", "won");
    await page.keyboard.press("Escape");
  }
});

test("the rules of every game are in the page, with a picture of its table", async ({ page }) => {
  await open(page, "#freecell/164", QUIET);
  await page.keyboard.press("g");
  const games = await page.locator(".game-row [data-game]").count();
  for (let game = 0; game < games; game++) {
    await page.locator(".game-row .how").nth(game).click();
    const dialog = page.locator("dialog.rules[open]");
    await expect(dialog.locator(".preview .card").first()).toBeVisible();
    expect(((await dialog.locator(".prose").textContent()) ?? "").length).toBeGreaterThan(300);
    await dialog.getByRole("button", { name: "Close" }).click();
  }
});

async function fact(page: Page, game: string, name: string): Promise<string> {
  return (await page.getByRole("region", { name: game, exact: true }).locator(`[data-fact="${name}"] dd`).textContent()) ?? "";
}

test("a solution that was shown makes no win and no record, whoever makes the moves", async ({ page }) => {
  await open(page, "#tripeaks/1", { ...QUIET, covered: { tripeaks: false } });
  await page.keyboard.press("s");
  await expect(page.locator(".watch")).toBeVisible({ timeout: 60_000 });
  await page.getByRole("button", { name: "To the end" }).click();
  await page.getByRole("button", { name: "Play on from here" }).click();
  await expect(page.locator(".banner")).toContainText("Won");
  await page.keyboard.press("t");
  await expect(page.getByRole("dialog", { name: "Statistics" })).toBeVisible();
  expect(await fact(page, "TriPeaks", "Played")).toBe("1");
  expect(await fact(page, "TriPeaks", "Won")).toBe("0 (0%)");
  expect(await fact(page, "TriPeaks", "Fewest moves")).toBe("–");
});

test("a win of one's own counts, with its moves", async ({ page }) => {
  const text = ["Foundations: H-Q C-K D-K S-J", "Freecells: KH - - -", ": QS", ":", ":", ":", ":", ":", ":", ": KS"].join("~").replaceAll(" ", "_");
  await open(page, `#freecell/position/${encodeURIComponent(text)}`, { ...QUIET, autoplay: "off" });
  await page.locator('[data-card="Qs"]').dblclick();
  await expect.poll(() => made(page)).toBe(1);
  await page.keyboard.press("f");
  await expect(page.locator(".banner")).toContainText("Won");
  await page.keyboard.press("t");
  await expect(page.getByRole("dialog", { name: "Statistics" })).toBeVisible();
  expect(await fact(page, "FreeCell", "Won")).toBe("1 (100%)");
  expect(await fact(page, "FreeCell", "Fewest moves")).toBe("3");
  expect(await fact(page, "FreeCell", "Streak")).toBe("1");
});

test("the statistics are not cut off on a phone, and are forgotten only when one is sure", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await open(page, "#golf/1", QUIET);
  await click(page, (await view(page)).gestures[0]?.move ?? "");
  await page.keyboard.press("t");
  const dialog = page.getByRole("dialog", { name: "Statistics" });
  const wide = await dialog.locator(".records").evaluate((box) => box.scrollWidth - box.clientWidth);
  expect(wide).toBeLessThanOrEqual(0);
  await dialog.getByRole("button", { name: "Forget all of it…" }).click();
  await page.getByRole("button", { name: "Keep them" }).click();
  expect(await fact(page, "Golf", "Played")).toBe("1");
  await dialog.getByRole("button", { name: "Forget all of it…" }).click();
  await page.getByRole("dialog", { name: "Forget all statistics?" }).getByRole("button", { name: "Forget all of it" }).click();
  await page.keyboard.press("t");
  await expect(page.getByText("No game has been played yet.")).toBeVisible();
});
