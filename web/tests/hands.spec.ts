// Fingers, keys and ears: what a hand does and what is announced.

import { type CDPSession, expect, type Page, test } from "@playwright/test";
import { click, enterTable, made, open, solution, view } from "./table";

const QUIET = { motion: "off", oracle: "off" };

/** What readers of screens have heard, in order. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const heard: string[] = [];
    (window as unknown as { heard: string[] }).heard = heard;
    const live = document.querySelector("[aria-live]") as HTMLElement;
    new MutationObserver(() => heard.push(live.textContent ?? "")).observe(live, { childList: true, characterData: true, subtree: true });
  });
  return () => page.evaluate(() => (window as unknown as { heard: string[] }).heard);
}

test("undo, redo, restart and going there are announced, and shown", async ({ page }) => {
  await open(page, "#freecell/164", QUIET);
  for (const move of (await solution(page)).slice(0, 2)) await click(page, move);
  const heard = await listen(page);
  const message = page.locator(".message");
  await page.keyboard.press("u");
  await expect(message).toContainText("Undone: move the");
  await page.keyboard.press("r");
  await expect(message).toContainText("Again: move the");
  await page.keyboard.press("Shift+R");
  await expect(message).toContainText("Back to the start");
  await page.keyboard.press("a");
  await page.locator(".turns [data-turn='1']").click();
  await expect(message).toContainText("After move 1:");
  const all = (await heard()).join("\n");
  for (const words of ["Undone: move the", "Again: move the", "Back to the start", "After move 1:"]) expect(all).toContain(words);
});

test("a game that could be won and now cannot is announced", async ({ page }) => {
  await open(page, "#pyramid/3", { motion: "off", oracle: "light" });
  const heard = await listen(page);
  const best = (await solution(page))[0];
  await expect(page.locator(".light")).toContainText("Can be won", { timeout: 60_000 });
  for (let turn = 0; turn < 40; turn++) {
    const table = await view(page);
    const any = table.gestures.find((one) => one.move !== best && (one.action === "draw" || one.action === "recycle")) ?? table.gestures[0];
    if (!any) break;
    await click(page, any.move);
    await expect.poll(() => page.evaluate(() => window.patience?.outlook()?.position.kind ?? "unknown"), { timeout: 30_000 }).not.toBe("unknown");
    if ((await page.evaluate(() => window.patience?.outlook()?.position.kind)) === "loses") break;
  }
  await expect.poll(async () => (await heard()).join("\n")).toContain("cannot be won any more");
});

test("letters can be switched off as keys", async ({ page }) => {
  await open(page, "#freecell/164", { ...QUIET, letterKeys: false });
  await click(page, (await view(page)).gestures[0]?.move ?? "");
  for (const key of ["u", "n", "m", "?", ","]) await page.keyboard.press(key);
  await expect(page.locator("dialog[open]")).toHaveCount(0);
  expect(await made(page)).toBe(1);
  await page.keyboard.press("Control+z");
  await expect.poll(() => made(page)).toBe(0);
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: /Preferences/ }).click();
  await page.getByLabel(/Letters alone are keys/).check();
  await page.keyboard.press("Escape");
  await page.keyboard.press("g");
  await expect(page.getByRole("dialog", { name: "Games" })).toBeVisible();
});

async function touch(client: CDPSession, type: "touchStart" | "touchMove" | "touchEnd", points: { x: number; y: number; id: number }[]): Promise<void> {
  await client.send("Input.dispatchTouchEvent", { type, touchPoints: points });
}

test("a second finger leaves no card hanging in the air", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true, ...(baseURL ? { baseURL } : {}) });
  const page = await context.newPage();
  await open(page, "#freecell/164", QUIET);
  const box = async (selector: string) => {
    const found = await page.locator(selector).boundingBox();
    if (!found) throw new Error(selector);
    return { x: found.x + 12, y: found.y + 14 };
  };
  const [six, queen] = [await box('[data-card="6h"]'), await box('[data-card="Qh"]')];
  const client = await context.newCDPSession(page);
  await touch(client, "touchStart", [{ ...six, id: 1 }]);
  await touch(client, "touchMove", [{ x: six.x + 30, y: six.y + 60, id: 1 }]);
  await touch(client, "touchStart", [{ x: six.x + 30, y: six.y + 60, id: 1 }, { ...queen, id: 2 }]);
  await touch(client, "touchMove", [{ x: six.x + 40, y: six.y + 90, id: 1 }, { x: queen.x + 9, y: queen.y + 60, id: 2 }]);
  await touch(client, "touchEnd", [{ x: six.x + 40, y: six.y + 90, id: 1 }]);
  await touch(client, "touchEnd", []);
  await expect(page.locator("#table .held")).toHaveCount(0);
  expect(await made(page)).toBe(0);
  const after = await box('[data-card="6h"]');
  expect(Math.hypot(after.x - six.x, after.y - six.y)).toBeLessThan(2);
  // And the first finger still plays.
  await page.locator('[data-card="6h"]').tap();
  await page.locator('[data-pile="cell a"]').tap();
  await expect.poll(() => made(page)).toBe(1);
  await context.close();
});

test("the focus on a covered card hides no other card", async ({ page }) => {
  await open(page, "#freecell/164", QUIET);
  await enterTable(page);
  for (let press = 0; press < 3; press++) await page.keyboard.press("ArrowUp");
  const hidden = await page.evaluate(() => {
    const focused = document.activeElement as HTMLElement;
    const spot = (focused.dataset.spot ?? "").split(".").map(Number) as [number, number];
    const above = document.querySelector<HTMLElement>(`[data-spot="${spot[0]}.${spot[1] + 1}"]`);
    if (!above || focused.classList.contains("is-top")) return "the focus is not on a covered card";
    const box = above.getBoundingClientRect();
    const strip = box.top + 6;
    return [0.1, 0.3, 0.5].every((x) => document.elementFromPoint(box.left + box.width * x, strip)?.closest(".card") === above) ? "" : "the card above is hidden";
  });
  expect(hidden).toBe("");
  const ring = await page.locator("#table .ring").boundingBox();
  const focused = await page.evaluate(() => document.activeElement?.getBoundingClientRect().toJSON() as DOMRect);
  expect(ring?.x).toBeCloseTo(focused.x, 0);
  expect(ring?.y).toBeCloseTo(focused.y, 0);
  expect(ring?.height).toBeLessThan(focused.height / 2);
});

for (const game of ["pyramid/3", "tripeaks/1"]) {
  test(`the focus on a covered card crosses no card that lies on it (${game})`, async ({ page }) => {
    await open(page, `#${game}`, QUIET);
    await enterTable(page);
    let covered = 0;
    for (let press = 0; press < 4; press++) {
      await page.keyboard.press("ArrowUp");
      const crossed = await page.evaluate(() => {
        const focused = document.activeElement as HTMLElement;
        const ring = document.querySelector("#table .ring")?.getBoundingClientRect();
        if (!ring || !focused.closest("#table")) return null;
        const here = focused.getBoundingClientRect();
        const above = [...document.querySelectorAll<HTMLElement>("#table .card[data-spot]")].filter((card) => {
          const box = card.getBoundingClientRect();
          return card !== focused && box.top > here.top + 1 && box.top < here.bottom && box.left < here.right - 2 && box.right > here.left + 2;
        });
        return { covering: above.length, crossed: above.filter((card) => card.getBoundingClientRect().top < ring.bottom - 1).length };
      });
      if (!crossed) continue;
      covered += crossed.covering;
      expect(crossed.crossed).toBe(0);
    }
    expect(covered).toBeGreaterThan(0);
  });
}
