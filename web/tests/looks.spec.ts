// How the page looks and feels: phone, dark, accessibility, responsiveness.
// With PATIENCE_SCREENSHOTS=1 the pictures of the documentation are made here.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { type Browser, expect, type Page, test } from "@playwright/test";
import { click, GAMES, open, solution, view } from "./table";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) {
    // The page's policy forbids foreign scripts; the test puts it in from outside.
    await page.evaluate(readFileSync(AXE, "utf8"));
  }
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> } };
    const found = await axe.run();
    return found.violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html.slice(0, 160)).join(" | ")}`);
  });
}

for (const theme of ["light", "dark"] as const) {
  test(`axe finds nothing wrong with the table of any game in ${theme}`, async ({ page }) => {
    await open(page, "#pyramid/3", { theme, motion: "off", oracle: "colours" });
    for (const game of GAMES) {
      await page.goto(`./#${game}`);
      await expect(page.locator(".light")).toBeVisible();
      expect(await violations(page), game).toEqual([]);
    }
  });

  test(`axe finds nothing wrong with the dialogs in ${theme}`, async ({ page }) => {
    await open(page, "#tripeaks/1", { theme, motion: "off", oracle: "light" });
    for (const key of ["m", "g", "d", ",", "t", "?", "b", "y", "i", "p"]) {
      await page.keyboard.press(key);
      await expect(page.locator("dialog[open]")).toBeVisible();
      expect(await violations(page), `the dialog of ${key}`).toEqual([]);
      await page.keyboard.press("Escape");
      await expect(page.locator("dialog[open]")).toHaveCount(0);
    }
    await page.keyboard.press("s");
    await expect(page.locator(".watch")).toBeVisible();
    expect(await violations(page), "the solution").toEqual([]);
    await page.keyboard.press("Escape");
    await click(page, (await view(page)).gestures[0]?.move ?? "");
    await page.keyboard.press("a");
    await expect(page.locator(".turns [data-turn='1']")).toBeVisible({ timeout: 60_000 });
    expect(await violations(page), "the review").toEqual([]);
    await page.keyboard.press("o");
    await expect(page.getByRole("dialog", { name: "The oracle's signs" })).toBeVisible();
    expect(await violations(page), "the signs").toEqual([]);
    await page.keyboard.press("Escape");
    await page.keyboard.press("m");
    await page.getByRole("button", { name: "Export and import…" }).click();
    expect(await violations(page), "export and import").toEqual([]);
    await page.keyboard.press("Escape");
    await page.keyboard.press("t");
    await page.getByRole("button", { name: "Forget all of it…" }).click();
    expect(await violations(page), "forget all").toEqual([]);
  });
}

for (const [what, width, height] of [
  ["a desktop", 1280, 800],
  ["a phone in portrait", 390, 844],
  ["a phone in landscape", 844, 390],
] as const) {
  test(`axe finds nothing wrong with the ends of games on ${what}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await open(page, "#golf/1", { motion: "off", oracle: "light" });
    await page.keyboard.press("h");
    await expect(page.locator(".message")).toContainText("Hint:", { timeout: 60_000 });
    expect(await violations(page), "a hint").toEqual([]);
    for (;;) {
      const draw = (await view(page)).gestures.find((one) => one.action === "draw");
      if (!draw) break;
      await click(page, draw.move);
    }
    await expect(page.locator(".banner")).toContainText("No move is left.");
    expect(await violations(page), "a lost game").toEqual([]);
    await page.getByRole("button", { name: "Where did I lose it?" }).click();
    await expect(page.getByRole("dialog", { name: "Where did I lose it?" })).toContainText("would have won", { timeout: 60_000 });
    expect(await violations(page), "where it was lost").toEqual([]);
    await page.keyboard.press("Escape");
    await page.keyboard.press("a");
    await expect(page.locator(".review .summary")).toContainText("Lost with move", { timeout: 60_000 });
    expect(await violations(page), "the review of a lost game").toEqual([]);
    await page.keyboard.press("a");
    await page.goto("./#black-hole/1");
    await expect.poll(async () => (await view(page)).game).toBe("black-hole");
    for (const move of await solution(page)) await click(page, move);
    await expect(page.locator(".banner")).toContainText("Won in");
    expect(await violations(page), "a won game").toEqual([]);
  });
}

for (const [what, width, height] of [
  ["a phone in portrait", 360, 640],
  ["a phone in landscape", 740, 360],
  ["a wide screen", 2200, 1100],
] as const) {
  test(`every card has its place on ${what}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await open(page, "#pyramid/3", { motion: "off", oracle: "light" });
    for (const game of [...GAMES, "bakers-dozen/1", "eight-off/1", "spider/1", "mrs-mop/1"]) {
      await page.goto(`./#${game}`);
      await expect.poll(async () => (await view(page)).game).toBe(game.split(/[;/]/)[0]);
      // The light's words may make the felt lower: the cards follow in the same frame.
      const outside = () => page.evaluate(() => {
        const felt = (document.querySelector("#felt") as HTMLElement).getBoundingClientRect();
        return [...document.querySelectorAll<HTMLElement>("#table .card")].filter((card) => {
          const box = card.getBoundingClientRect();
          return box.left < felt.left - 1 || box.right > felt.right + 1 || box.top < felt.top - 1 || box.bottom > felt.bottom + 1;
        }).length;
      });
      await expect.poll(outside, { message: game, timeout: 2_000 }).toBe(0);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  });
}

test("a phone is played by touch", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true, ...(baseURL ? { baseURL } : {}) });
  const page = await context.newPage();
  await open(page, "#freecell/164", { motion: "off", oracle: "off" });
  await page.locator('[data-card="6h"]').tap();
  await page.locator('[data-pile="cell a"]').tap();
  await expect.poll(async () => (await view(page)).made).toBe(1);
  await context.close();
});

test("dark follows the system, and the player's choice goes first", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await open(page, "#freecell/164", {});
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.keyboard.press(",");
  await page.getByLabel("Light or dark").selectOption("light");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  await page.getByLabel("Four-colour deck").check();
  await expect(page.locator("html")).toHaveClass(/four-colours/);
});

test("a card that moves is seen moving", async ({ page }) => {
  await open(page, "#freecell/164", { oracle: "off" });
  await page.locator('[data-card="6h"]').click();
  const moving = page.evaluate(
    () =>
      new Promise<boolean>((done) => {
        const look = (turns: number): void => {
          if (document.getAnimations().length > 0 || turns === 0) done(turns > 0);
          else requestAnimationFrame(() => look(turns - 1));
        };
        look(600);
      }),
  );
  await page.locator('[data-pile="cell a"]').click();
  expect(await moving).toBe(true);
});

test("reduced motion is respected", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await open(page, "#freecell/164", { oracle: "off" });
  const [first] = await solution(page);
  await click(page, first as string);
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
});

interface Traced {
  name: string;
  ph: string;
  tid: number;
  pid: number;
  dur?: number;
  tdur?: number;
  args?: { name?: string };
}

/** The longest task on the main thread of a page, in milliseconds: of its own
 *  work (which a busy machine does not change), and on the clock. */
function longestTask(trace: string): { own: number; clock: number } {
  const { traceEvents } = JSON.parse(trace) as { traceEvents: Traced[] };
  const mains = traceEvents.filter((one) => one.name === "thread_name" && one.args?.name === "CrRendererMain");
  const isMain = new Set(mains.map((one) => `${one.pid}.${one.tid}`));
  const tasks = traceEvents.filter((one) => /RunTask$/.test(one.name) && one.ph === "X" && isMain.has(`${one.pid}.${one.tid}`));
  expect(tasks.length).toBeGreaterThan(100);
  expect(tasks.some((one) => (one.tdur ?? 0) > 0)).toBe(true);
  const most = (part: "dur" | "tdur") => tasks.reduce((longest, one) => Math.max(longest, (one[part] ?? 0) / 1000), 0);
  return { own: most("tdur"), clock: most("dur") };
}

test("no task of the page takes over 100 ms while the oracle works", async ({ page, browser }) => {
  await open(page, "#freecell/11982", { oracle: "colours" });
  await browser.startTracing(page, { categories: ["toplevel", "disabled-by-default-devtools.timeline"] });
  for (let turn = 0; turn < 12; turn++) {
    const { gestures } = await view(page);
    const gesture = gestures[turn % gestures.length];
    if (!gesture) break;
    await click(page, gesture.move);
    await page.waitForTimeout(300);
  }
  const { own, clock } = longestTask((await browser.stopTracing()).toString());
  console.log(`longest task of the page: ${own.toFixed(0)} ms of work, ${clock.toFixed(0)} ms on the clock`);
  expect(own).toBeLessThan(100);
});

/** The memory of the page's process with all its workers: what is its own, not
 *  shared with other processes. */
async function memory(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = (await session.send("SystemInfo.getProcessInfo")) as { processInfo: { type: string; id: number }[] };
  await session.detach();
  const own = processInfo
    .filter((one) => one.type === "renderer")
    .map(({ id }) => {
      const lines = readFileSync(`/proc/${id}/smaps_rollup`, "utf8").matchAll(/^Private_\w+:\s+(\d+) kB/gm);
      return [...lines].reduce((sum, [, size]) => sum + Number(size) * 1024, 0);
    });
  return Math.max(...own);
}

test("memory stays under 300 MB over 200 games", { tag: "@slow" }, async ({ page, browser }) => {
  test.setTimeout(20 * 60_000);
  await open(page, "#pyramid/3", { motion: "off", oracle: "light" });
  let most = 0;
  for (let game = 0; game < 200; game++) {
    const [name] = (GAMES[game % GAMES.length] as string).split(/[;/]/);
    await page.evaluate((hash) => void (location.hash = hash), `#${name}/${1000 + game}`);
    const shown = async () => {
      const now = await view(page);
      return `${now.game}/${now.number}`;
    };
    await expect.poll(shown).toBe(`${name}/${1000 + game}`);
    for (let turn = 0; turn < 5; turn++) {
      const { gestures } = await view(page);
      const gesture = gestures[(game + turn) % Math.max(1, gestures.length)];
      if (gesture) await click(page, gesture.move);
    }
    if (game % 5 === 4) most = Math.max(most, await memory(browser));
  }
  console.log(`most memory over 200 games: ${(most / 1e6).toFixed(0)} MB`);
  expect(most).toBeLessThan(300e6);
});

const PICTURES = fileURLToPath(new URL("../../docs/src/images/", import.meta.url));

async function shoot(page: Page, name: string): Promise<void> {
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  // A plain felt makes pictures half as large.
  await page.evaluate(() => document.querySelector<HTMLElement>("#felt")?.style.setProperty("background", "var(--felt)"));
  await page.screenshot({ path: `${PICTURES}web-${name}.png` });
}

/** Opens a deal and plays the first moves of a solution. */
async function begin(page: Page, deal: string, made: number): Promise<void> {
  await page.goto(`./#${deal}`);
  await expect.poll(async () => (await view(page)).game).toBe(deal.split(/[;/]/)[0]);
  const moves = await solution(page);
  for (const move of moves.slice(0, made)) if ((await view(page)).gestures.some((one) => one.move === move)) await click(page, move);
  await expect(page.locator(".light")).toContainText("Can be won", { timeout: 120_000 });
  await page.waitForTimeout(2500);
}

test.describe("the documentation", () => {
  test.skip(process.env.PATIENCE_SCREENSHOTS !== "1", "PATIENCE_SCREENSHOTS=1 makes its pictures");
  test.describe.configure({ timeout: 10 * 60_000 });

  test("pictures of tables and of a review", async ({ page }) => {
    await page.setViewportSize({ width: 1000, height: 660 });
    await open(page, "#pyramid/3", { theme: "light", oracle: "colours", motion: "off" });
    for (const [deal, made] of [["freecell/164", 6], ["klondike/1", 20], ["spider;suits=1/1", 40], ["pyramid/3", 6], ["tripeaks/1", 6], ["cluj/1", 6]] as const) {
      await begin(page, deal, made);
      await shoot(page, deal.split(/[;/]/)[0] as string);
    }
    // A game that was lost.
    await begin(page, "pyramid/3", 6);
    const outlook = () => page.evaluate(() => window.patience?.outlook()?.position.kind ?? "unknown");
    for (let turn = 0; turn < 60 && (await outlook()) !== "loses"; turn++) {
      const { gestures } = await view(page);
      const any = gestures.find((one) => one.action === "draw" || one.action === "recycle") ?? gestures[0];
      if (any) await click(page, any.move);
      await expect.poll(outlook, { timeout: 30_000 }).not.toBe("unknown");
    }
    await page.keyboard.press("a");
    await expect(page.locator(".review .summary")).toContainText(/Lost with move \d+\..*moves[^…]*$/, { timeout: 120_000 });
    await page.locator(".turns [data-verdict='loses']").scrollIntoViewIfNeeded();
    await shoot(page, "review");
  });

  test("pictures of phones", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 780 });
    await open(page, "#freecell/164", { theme: "dark", oracle: "colours", motion: "off" });
    await begin(page, "freecell/164", 6);
    await shoot(page, "phone");
    await page.setViewportSize({ width: 844, height: 390 });
    await begin(page, "spider;suits=1/1", 40);
    await shoot(page, "landscape");
  });
});
