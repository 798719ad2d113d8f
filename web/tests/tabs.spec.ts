// One game in many places: two tabs, the history, links with moves, files.

import { readFile } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { click, made, open, solution, view } from "./table";

const QUIET = { motion: "off", oracle: "off" };

test("two tabs with two deals keep both games", async ({ page, context }) => {
  await open(page, "#freecell/164", QUIET);
  const other = await context.newPage();
  await open(other, "#freecell/25", QUIET);
  await click(other, (await view(other)).gestures[0]?.move ?? "");
  await click(page, (await view(page)).gestures[0]?.move ?? "");
  await click(page, (await view(page)).gestures[0]?.move ?? "");
  const [first, second] = [await view(page), await view(other)];
  await other.reload();
  await page.reload();
  await expect.poll(async () => (await view(other))?.save).toBe(second.save);
  await expect.poll(async () => (await view(page))?.save).toBe(first.save);
});

test("the same deal in two tabs is one game", async ({ page, context }) => {
  await open(page, "#freecell/164", QUIET);
  const other = await context.newPage();
  await open(other, "#freecell/164", QUIET);
  await click(page, (await view(page)).gestures[0]?.move ?? "");
  await expect.poll(() => made(other)).toBe(1);
  await click(other, (await view(other)).gestures[0]?.move ?? "");
  await expect.poll(() => made(page)).toBe(2);
  expect((await view(page)).text).toBe((await view(other)).text);
});

test("Back leads to the game before, as it was left, and Forward to the new deal", async ({ page }) => {
  await open(page, "#freecell/164", { ...QUIET, winnableOnly: false });
  await click(page, (await view(page)).gestures[0]?.move ?? "");
  const left = await view(page);
  await page.keyboard.press("n");
  await expect.poll(async () => (await view(page)).number).not.toBe(164);
  const { number } = await view(page);
  await page.goBack();
  await expect.poll(async () => (await view(page)).text).toBe(left.text);
  await page.goForward();
  await expect.poll(async () => (await view(page)).number).toBe(number);
  await page.goBack();
  await expect.poll(async () => (await view(page)).text).toBe(left.text);
  await page.keyboard.press("u");
  await expect.poll(() => made(page)).toBe(0);
});

test("a link keeps the number of the deal and its moves", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page, "#freecell/164", QUIET);
  for (const move of (await solution(page)).slice(0, 4)) await click(page, move);
  await page.keyboard.press("c");
  await expect(page.locator(".message")).toContainText("Copied");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toContain("#freecell/164/moves/");
  const now = await view(page);
  // Somebody else's browser knows nothing of this game.
  const stranger = await context.browser()?.newContext();
  const other = await stranger?.newPage();
  if (!other) throw new Error("no other page");
  await other.goto(link);
  await expect.poll(async () => (await view(other))?.text, { timeout: 30_000 }).toBe(now.text);
  expect((await view(other)).number).toBe(164);
  await other.keyboard.press("u");
  await expect.poll(() => made(other)).toBeLessThan(now.made);
  await stranger?.close();
});

test("a link with a move that cannot be is refused in words", async ({ page }) => {
  await open(page, "#freecell/164/moves/zz~11", QUIET);
  await expect(page.locator(".message")).toContainText("This link is damaged");
});

test("a picture of the table is drawn, and saved as PNG and SVG", async ({ page }) => {
  await open(page, "#freecell/164", QUIET);
  await page.keyboard.press("p");
  const dialog = page.getByRole("dialog", { name: "Picture of the table" });
  await expect(dialog.locator(".picture > svg")).toBeVisible();
  const [svg] = await Promise.all([page.waitForEvent("download"), dialog.getByRole("button", { name: "Save as SVG" }).click()]);
  const text = await readFile(await svg.path(), "utf8");
  expect(text).toContain("<svg");
  expect(text.match(/<text /g)?.length).toBeGreaterThan(52);
  const [png] = await Promise.all([page.waitForEvent("download"), dialog.getByRole("button", { name: "Save as PNG" }).click()]);
  expect((await readFile(await png.path())).subarray(1, 4).toString()).toBe("PNG");
});

test("a picture of the table is copied", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page, "#freecell/164", QUIET);
  await page.keyboard.press("p");
  await page.getByRole("dialog", { name: "Picture of the table" }).getByRole("button", { name: "Copy as PNG" }).click();
  await expect
    .poll(() => page.evaluate(async () => (await navigator.clipboard.read()).flatMap((item) => item.types)))
    .toContain("image/png");
});

test("a file that is no export is refused in words, and nothing is lost", async ({ page }) => {
  await open(page, "#golf/1", QUIET);
  await click(page, (await view(page)).gestures[0]?.move ?? "");
  // The game is kept first, and counted a moment later.
  await expect.poll(() => page.evaluate(() => localStorage.getItem("patience.statistics"))).toContain("golf");
  const before = await page.evaluate(() => JSON.stringify(Object.entries(localStorage).sort()));
  await page.keyboard.press("m");
  await page.getByRole("button", { name: "Export and import…" }).click();
  const bad: [string, string | Buffer][] = [
    ["an empty file", ""],
    ["10 MB of noise", Buffer.from(Uint8Array.from({ length: 10_000_000 }, (_, index) => (index * 7919) % 251))],
    ["null", "null"],
    ["a list", "[1, 2]"],
    ["another program's JSON", '{"patience": 2, "kept": {}}'],
    ["statistics that are none", '{"patience": 1, "kept": {"statistics": {"version": 2, "games": "many"}}}'],
    ["a game under another name", '{"patience": 1, "kept": {"save.#golf/1": {"game": "golf", "save": "x", "address": "#golf/2"}}}'],
  ];
  for (const [what, content] of bad) {
    await page.getByLabel("Import from a file").setInputFiles({ name: "x.json", mimeType: "application/json", buffer: Buffer.from(content) });
    await expect(page.getByRole("alert"), what).toContainText(/^Nothing was taken: (this is no file that Patience wrote|there is nothing in it that can be read)$/);
    await page.evaluate(() => (document.querySelector("[role=alert]") as HTMLElement).replaceChildren());
  }
  expect(await page.evaluate(() => JSON.stringify(Object.entries(localStorage).sort()))).toBe(before);
});

test("statistics that cannot be counted with are set aside, and counting goes on", async ({ page }) => {
  await page.addInitScript(() => {
    if (localStorage.getItem("patience.statistics") === null) localStorage.setItem("patience.statistics", '{"version": 2, "games": {"golf": {"played": -1}}}');
  });
  await open(page, "#golf/1", QUIET);
  await click(page, (await view(page)).gestures[0]?.move ?? "");
  await page.keyboard.press("t");
  await expect(page.getByRole("region", { name: "Golf", exact: true }).locator("[data-fact='Played'] dd")).toHaveText("1");
  expect(await page.evaluate(() => localStorage.getItem("patience.damaged.statistics"))).toContain("-1");
});

for (const what of ["full", "switched off"] as const) {
  test(`where the store of the browser is ${what}, games are played all the same, and that is said`, async ({ page }) => {
    await page.addInitScript((kind) => {
      if (kind === "full") {
        Storage.prototype.setItem = () => {
          throw new DOMException("full", "QuotaExceededError");
        };
      } else {
        Object.defineProperty(window, "localStorage", {
          get() {
            throw new DOMException("denied", "SecurityError");
          },
        });
      }
    }, what);
    await page.goto("./#golf/1");
    await expect(page.locator(".card").first()).toBeVisible();
    await expect(page.locator(".message")).toContainText("This browser keeps nothing");
    await click(page, (await view(page)).gestures[0]?.move ?? "");
    // Said once; the moves are said after that.
    await expect(page.locator(".message")).not.toContainText("This browser keeps nothing");
    expect((await view(page)).made).toBe(1);
    await page.keyboard.press("u");
    await expect(page.locator(".message")).toContainText("Undone");
  });
}

test("games and statistics go to another browser in a file", async ({ page, context }) => {
  await open(page, "#golf/1", QUIET);
  await click(page, (await view(page)).gestures[0]?.move ?? "");
  const kept = await view(page);
  await page.keyboard.press("m");
  await page.getByRole("button", { name: "Export and import…" }).click();
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Export to a file" }).click()]);
  const path = await file.path();
  const stranger = await context.browser()?.newContext();
  const other = await stranger?.newPage();
  if (!other) throw new Error("no other page");
  await other.goto(page.url().replace(/#.*/, ""));
  await expect(other.locator(".card").first()).toBeVisible();
  await other.keyboard.press("m");
  await other.getByRole("button", { name: "Export and import…" }).click();
  await other.getByLabel("Import from a file").setInputFiles({ name: "x.json", mimeType: "application/json", buffer: Buffer.from("{}") });
  await expect(other.getByRole("alert")).toContainText("Nothing was taken");
  await other.getByLabel("Import from a file").setInputFiles(path);
  await other.waitForEvent("load");
  await other.goto(`${page.url()}`);
  await expect.poll(async () => (await view(other))?.save, { timeout: 30_000 }).toBe(kept.save);
  await stranger?.close();
});
