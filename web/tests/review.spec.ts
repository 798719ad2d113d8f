// Understanding: the review of a game, and the oracle at a glance.

import { expect, type Page, test } from "@playwright/test";
import { click, made, open, solution, view } from "./table";

/** Plays until nothing can be won. */
async function lose(page: Page): Promise<void> {
  const best = (await solution(page))[0];
  for (let turn = 0; turn < 40; turn++) {
    const table = await view(page);
    const any = table.gestures.find((one) => one.move !== best && (one.action === "draw" || one.action === "recycle")) ?? table.gestures[0];
    if (!any) return;
    await click(page, any.move);
    await expect.poll(() => page.evaluate(() => window.patience?.outlook()?.position.kind ?? "unknown"), { timeout: 30_000 }).not.toBe("unknown");
    if ((await page.evaluate(() => window.patience?.outlook()?.position.kind)) === "loses") return;
  }
}

test("a review of a lost game: a verdict for each move, the one that lost it, and a better one", async ({ page }) => {
  await open(page, "#pyramid/3", { motion: "off", oracle: "light" });
  await lose(page);
  const lost = await made(page);
  await page.keyboard.press("a");
  const panel = page.locator(".review");
  await expect(panel).toBeVisible();
  await expect(panel.locator(".summary")).toContainText(/Lost with move \d+/, { timeout: 60_000 });
  const losing = panel.locator(".turns [data-verdict='loses']");
  await expect(losing).toHaveCount(1);
  await expect(losing).toContainText("lost here");
  await expect(panel.getByRole("img", { name: /Moves to the end over your game/ })).toBeVisible();
  await expect(panel.locator(".graph .lost")).toBeAttached();
  // The better move is shown; trying it keeps the old line as a variation.
  const better = panel.locator(".better").last();
  await expect(better).toContainText("Better:");
  await better.click();
  await expect.poll(() => made(page)).toBeLessThanOrEqual(lost);
  await expect(page.locator(".light")).toContainText("Can be won", { timeout: 60_000 });
  const branch = panel.locator("[data-branch]");
  await expect(branch.first()).toBeVisible();
  await branch.first().click();
  await expect(page.locator(".message")).toContainText("Another line");
  await expect.poll(() => page.evaluate(() => window.patience?.outlook()?.position.kind), { timeout: 30_000 }).toBe("loses");
});

test("a click into the list or the graph goes there", async ({ page }) => {
  await open(page, "#freecell/164", { motion: "off", oracle: "off" });
  for (const move of (await solution(page)).slice(0, 5)) if ((await view(page)).gestures.some((one) => one.move === move)) await click(page, move);
  const { moves } = await view(page);
  await page.keyboard.press("a");
  const turns = page.locator(".turns [data-turn]");
  await expect(turns).toHaveCount(moves + 1);
  await turns.nth(1).click();
  await expect.poll(async () => (await view(page)).moves).toBe(1);
  const graph = page.locator(".graph svg");
  // It is drawn again with every verdict that comes.
  const width = async (): Promise<number> => (await graph.boundingBox())?.width ?? 0;
  await expect.poll(width).toBeGreaterThan(0);
  await graph.click({ position: { x: (await width()) * 0.02, y: 30 } });
  await expect.poll(async () => (await view(page)).moves).toBe(0);
});

test("after a win, yours stands against the best known, and a link replays it", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page, "#golf/1", { motion: "off", oracle: "off" });
  for (const move of await solution(page)) await click(page, move);
  const won = await view(page);
  await page.locator(".banner").getByRole("button", { name: "Review" }).click();
  await expect(page.locator(".summary")).toContainText(/Yours: \d+ moves\. The best known: \d+ moves/, { timeout: 60_000 });
  await page.getByRole("button", { name: "Copy a link that replays it" }).click();
  await expect(page.locator(".message")).toContainText("Copied");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const stranger = await context.browser()?.newContext();
  const other = await stranger?.newPage();
  if (!other) throw new Error("no other page");
  await other.goto(link);
  await expect.poll(async () => (await view(other))?.steps.length, { timeout: 30_000 }).toBe(won.steps.length);
  expect(await made(other)).toBe(0);
  for (let turn = 0; turn < won.moves; turn++) await other.keyboard.press("r");
  await expect(other.locator(".banner")).toContainText(`Won in ${won.moves} moves`);
  await stranger?.close();
});

/** The indices that a badge covers. */
async function coveredByBadges(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const bad: string[] = [];
    for (const card of document.querySelectorAll<HTMLElement>("#table .card[data-badge]")) {
      const [style, own] = [getComputedStyle(card, "::after"), card.getBoundingClientRect()];
      const [width, height] = [parseFloat(style.width), parseFloat(style.height)];
      const padding = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
      const right = own.right - parseFloat(style.right);
      const left = right - width - (style.boxSizing === "border-box" ? 0 : padding);
      const top = own.top + parseFloat(style.top);
      const isOpen = card.classList.contains("is-top");
      for (const index of card.querySelectorAll(isOpen ? ".index, .turned > *" : ".index")) {
        const box = index.getBoundingClientRect();
        const isApart = box.right <= left + 1 || box.left >= right - 1 || box.bottom <= top + 1 || box.top >= top + height - 1;
        if (!isApart) bad.push(`${card.dataset.card} (${card.dataset.badge}): index ${box.left} to ${box.right}, badge ${left} to ${right}`);
      }
    }
    return bad;
  });
}

test("the best move stands out, others show what they cost, and no badge covers an index", async ({ page }) => {
  for (const [width, height] of [[1100, 720], [390, 780]] as const) {
    await page.setViewportSize({ width, height });
    await open(page, "#freecell/164", { motion: "off", oracle: "colours" });
    await expect.poll(() => page.evaluate(() => window.patience?.outlook()?.moves.every((one) => one.verdict.kind !== "unknown")), { timeout: 90_000 }).toBe(true);
    const badges = await page.locator("#table [data-badge]").evaluateAll((all) => all.map((one) => ({ badge: (one as HTMLElement).dataset.badge ?? "", isBest: one.hasAttribute("data-best") })));
    expect(badges.filter((one) => one.isBest).length).toBeGreaterThan(0);
    for (const { badge, isBest } of badges) expect(badge).toMatch(isBest ? /^✓\d+/ : /^(\+\d+|✗)/);
    expect(await coveredByBadges(page)).toEqual([]);
    // Also on cards that lie under others: such runs there are later on.
    for (const move of (await solution(page)).slice(0, 9)) if ((await view(page)).gestures.some((one) => one.move === move)) await click(page, move);
    await expect.poll(() => page.evaluate(() => window.patience?.outlook()?.moves.every((one) => one.verdict.kind !== "unknown")), { timeout: 90_000 }).toBe(true);
    expect(await page.locator("#table .card:not(.is-top)[data-badge]").count()).toBeGreaterThan(0);
    expect(await coveredByBadges(page)).toEqual([]);
  }
});

for (const deck of ["classic", "poster"]) {
  test(`however long a badge is, it covers no index (${deck})`, async ({ page }) => {
    for (const [width, height] of [[1100, 720], [760, 900], [390, 780]] as const) {
      await page.setViewportSize({ width, height });
      // Tens have the widest index.
      await open(page, "#freecell/25", { motion: "off", oracle: "off", deck });
      await expect(page.locator("#table .card.is-top[data-card^=T]")).not.toHaveCount(0);
      for (const badge of ["✓8", "✓88", "✓188", "✓88 !", "88%", "100%"]) {
        await page.locator("#table .card").evaluateAll((all, badge) => {
          for (const card of all as HTMLElement[]) {
            // What another card leaves free of a small one has room for a sign only.
            const hasRoom = card.matches(".is-top, #table:not(.is-small) *");
            if (hasRoom) card.dataset.badge = badge;
            else delete card.dataset.badge;
            card.style.setProperty("--signs", `${badge.length}`);
          }
        }, badge);
        expect(await coveredByBadges(page)).toEqual([]);
      }
    }
  });
}

test("the signs are explained once", async ({ page }) => {
  await open(page, "#freecell/164", { motion: "off", oracle: "light" });
  await page.keyboard.press("o");
  const legend = page.getByRole("dialog", { name: "The oracle's signs" });
  await expect(legend).toContainText("takes 2 moves more than the best");
  await page.keyboard.press("Escape");
  for (let press = 0; press < 3; press++) await page.keyboard.press("o");
  await expect(page.locator("dialog[open]")).toHaveCount(0);
});

test("the moves stand beside the table, best first, equal ones in one line", async ({ page }) => {
  await open(page, "#freecell/164", { motion: "off", oracle: "off", panel: true });
  const lines = page.locator(".choices [data-move]");
  await expect(lines.first()).toBeVisible({ timeout: 60_000 });
  await expect.poll(() => page.evaluate(() => window.patience?.outlook()?.moves.some((one) => one.verdict.kind === "wins")), { timeout: 60_000 }).toBe(true);
  expect(await lines.count()).toBeLessThan((await view(page)).gestures.length);
  await expect(page.locator(".choices")).toContainText("and 3 like it");
  await expect(lines.first()).toHaveAttribute("data-best", "");
  await lines.first().click();
  await expect.poll(() => made(page)).toBeGreaterThan(0);
});

test("the review and the light know the same best way", async ({ page }) => {
  await open(page, "#freecell/164", { motion: "off", oracle: "light", panel: true });
  const number = async (selector: string, pattern: RegExp) => Number(pattern.exec((await page.locator(selector).textContent()) ?? "")?.[1]);
  const more = async () => {
    const { moves } = await view(page);
    const [start, left] = [await number(".review .summary", /best known from the start: (\d+) moves/), await number(".light", /in (\d+) moves/)];
    return start - moves - left;
  };
  await expect.poll(more, { timeout: 60_000 }).toBeLessThanOrEqual(0);
  const line = await page.evaluate(() => window.patience?.outlook()?.line ?? []);
  for (const move of line.slice(0, 2)) await click(page, move);
  await expect.poll(more, { timeout: 60_000 }).toBeLessThanOrEqual(0);
});

for (const deal of ["spider;suits=1/1", "cluj/1"]) {
  test(`no two moves of the list have the same words (${deal})`, async ({ page }) => {
    await open(page, `#${deal}`, { motion: "off", oracle: "colours", knowsLegend: true, panel: true });
    const moves = page.locator(".choices li button > span:nth-child(2)");
    await expect.poll(() => moves.count(), { timeout: 60_000 }).toBeGreaterThan(3);
    const words = await moves.allTextContents();
    expect(new Set(words).size).toBe(words.length);
  });
}

test("cheats look like cheats", async ({ page }) => {
  await open(page, "#cluj/1", { motion: "off", oracle: "colours", cheats: "any" });
  await expect(page.locator("#table [data-cheat]").first()).toBeAttached({ timeout: 60_000 });
  const label = await page.locator("#table [data-cheat]").first().getAttribute("aria-label");
  expect(label).toContain("a cheat");
});

test("a long list of moves leaves the head of the review in sight, and says when no move is left", async ({ page }) => {
  for (const [width, height] of [[390, 844], [844, 390]] as const) {
    await page.setViewportSize({ width, height });
    await open(page, "#golf/1", { motion: "off", oracle: "light" });
    for (;;) {
      const draw = (await view(page)).gestures.find((one) => one.action === "draw");
      if (!draw) break;
      await click(page, draw.move);
    }
    const panel = page.locator(".review");
    if (!(await panel.isVisible())) await page.keyboard.press("a");
    await expect(panel.locator(".summary")).toContainText("Lost with move", { timeout: 60_000 });
    await expect(panel.locator("[aria-current]")).toBeAttached();
    expect(await panel.evaluate((element) => element.scrollTop)).toBe(0);
    await expect(panel.locator(".choices")).toContainText("No move is left.");
    // The move that lost it, not the last one: there is nothing to see there.
    await expect(panel.locator(".turns [data-verdict='loses']")).toBeInViewport();
  }
});

test("a cheat has its sign once", async ({ page }) => {
  await open(page, "#cluj/1", { motion: "off", oracle: "colours" });
  await expect(page.locator("#table [data-cheat][data-badge$='!']").first()).toBeVisible({ timeout: 60_000 });
  const signs = await page.locator("#table [data-cheat]").evaluateAll((all) => all.map((one) => getComputedStyle(one, "::after").content));
  for (const sign of signs) expect(sign).not.toMatch(/! !/);
});
