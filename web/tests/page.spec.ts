// Links, saves, own deals, the oracle, and what the page looks like.

import { expect, test } from "@playwright/test";
import { click, made, open, solution, view } from "./table";

const QUIET = { motion: "off", oracle: "off" };
const DECK_OF_PYRAMID_3 = async (page: import("@playwright/test").Page) => (await view(page)).text;

test("a bad deck is refused while typing, with line and column", async ({ page }) => {
  await open(page, "#pyramid/3", QUIET);
  await page.keyboard.press("b");
  const dialog = page.getByRole("dialog", { name: "Bring your own deal" });
  await dialog.getByLabel("The cards, as text").fill("7h Td Qs\n7h 1x");
  await expect(dialog.locator(".faults")).toContainText("Line 2, column 1");
  await expect(dialog.locator(".faults")).toContainText("7h");
  await expect(dialog.getByRole("button", { name: "Play it" })).toBeDisabled();
});

test("a key works while the focus is still in the field of a dialog that has just closed", async ({ page }) => {
  await open(page, "#freecell/164", QUIET);
  await page.keyboard.press("d");
  await expect(page.locator("#deal-number")).toBeFocused();
  // Both at once, before the browser takes the focus away.
  await page.evaluate(() => {
    const field = document.querySelector("#deal-number") as HTMLElement;
    (field.closest("dialog") as HTMLDialogElement).close();
    field.dispatchEvent(new KeyboardEvent("keydown", { key: "t", bubbles: true }));
  });
  await expect(page.getByRole("dialog", { name: "Statistics" })).toBeVisible();
});

test("a good deck is solved and its solution stepped through", async ({ page }) => {
  await open(page, "#pyramid/3", QUIET);
  const text = await DECK_OF_PYRAMID_3(page);
  await page.goto("./#tripeaks/1");
  await page.keyboard.press("b");
  const dialog = page.getByRole("dialog", { name: "Bring your own deal" });
  await dialog.getByLabel("Game").selectOption("pyramid");
  await dialog.getByLabel("The cards, as text").fill(text);
  await expect(dialog.locator(".faults")).toContainText("good");
  await dialog.getByRole("button", { name: "Solve it" }).click();
  const watch = page.locator(".watch");
  await expect(watch).toBeVisible({ timeout: 60_000 });
  const items = watch.locator("li[data-move]");
  const moves = await items.count();
  expect(moves).toBeGreaterThan(10);
  await watch.getByRole("button", { name: "One step on" }).click();
  await expect(items.first()).toHaveAttribute("aria-current", "step");
  await expect(watch.locator(".caption")).toContainText(`1 of ${moves}`);
  await watch.getByRole("slider").fill(String(moves));
  await expect(watch.locator(".caption")).toContainText(`${moves} of ${moves}`);
  await expect(page.locator('#table .card[data-spot^="0."]')).toHaveCount(0);
  await watch.getByRole("button", { name: "To the start" }).click();
  await watch.getByRole("button", { name: "Play", exact: true }).click();
  await expect(watch.locator(".caption")).toContainText("2 of");
  await watch.getByRole("button", { name: "Pause" }).click();
  await watch.getByRole("button", { name: "Play on from here" }).click();
  await expect(watch).toBeHidden();
  await expect.poll(() => made(page)).toBeGreaterThanOrEqual(2);
});

test("a deal can be clicked in card by card", async ({ page }) => {
  await open(page, "#cluj/1", QUIET);
  await page.keyboard.press("b");
  const dialog = page.getByRole("dialog", { name: "Bring your own deal" });
  for (let round = 0; round < 4; round++) {
    for (const card of ["6", "7", "8", "9", "10", "V", "D", "K", "T"]) {
      await dialog.locator(`.pick[data-card="${card}"]`).click();
    }
  }
  await expect(dialog.locator(".faults")).toContainText("good");
  await expect(dialog.locator('.pick[data-card="T"]')).toBeDisabled();
  await dialog.getByRole("button", { name: "Play it" }).click();
  await expect(page.locator("h1")).toContainText("own deal");
});

test("a huge paste is refused with a message and nothing is lost", async ({ page }) => {
  await open(page, "#pyramid/3", QUIET);
  await page.keyboard.press("b");
  const dialog = page.getByRole("dialog", { name: "Bring your own deal" });
  const box = dialog.getByLabel("The cards, as text");
  await box.fill("7h Td");
  await box.evaluate((element: HTMLTextAreaElement) => {
    const data = new DataTransfer();
    data.setData("text", "7h ".repeat(3_500_000));
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  });
  await expect(dialog.locator(".faults")).toContainText("10,500,000 characters");
  await expect(box).toHaveValue("7h Td");
  // The same by other ways than the clipboard.
  await box.evaluate((element: HTMLTextAreaElement) => {
    element.value = "7h ".repeat(3_500_000);
    element.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await expect(dialog.locator(".faults")).toContainText("10,500,000 characters");
  await dialog.getByRole("button", { name: "Clear" }).click();
  await expect(dialog.getByRole("button", { name: "Play it" })).toBeDisabled();
});

test("a link opens its deal, and a link to a position opens that position", async ({ page, context }) => {
  await open(page, "#freecell/164", QUIET);
  for (const move of (await solution(page)).slice(0, 4)) await click(page, move);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.keyboard.press("c");
  await expect(page.locator(".message")).toContainText("Copied");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const { text } = await view(page);
  const other = await context.newPage();
  await other.goto(link);
  await expect.poll(async () => (await view(other))?.text).toBe(text);
  await other.goto("./#tripeaks/7");
  await expect(other.locator("h1")).toContainText("TriPeaks");
  await expect(other.locator("h1")).toContainText("deal 7");
});

for (const [what, hash, message] of [
  ["no game", "#solitaire-of-doom/1", "names no game"],
  ["no such deal", "#freecell/99999999999999", "has deals"],
  ["a damaged position", "#pyramid/position/%E0%A4%A7h_7h_zz", "This link is damaged"],
  ["markup", "#pyramid/position/%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E", "This link is damaged"],
  ["far too much", `#freecell/position/${"A".repeat(20_000)}`, "too long"],
  ["a value that a setting does not have", "#freecell;cells=99999/1", "not known"],
  ["a setting that the game does not have", "#pyramid;cells=3/1", "not known"],
] as const) {
  test(`a hostile link (${what}) is refused in words`, async ({ page }) => {
    let ran = false;
    page.on("dialog", () => (ran = true));
    await open(page, hash, QUIET);
    await expect(page.locator(".message")).toContainText(message);
    await expect(page.locator("img")).toHaveCount(0);
    expect(ran).toBe(false);
  });
}

test("a game goes on where one left off", async ({ page }) => {
  await open(page, "#freecell/164", QUIET);
  for (const move of (await solution(page)).slice(0, 3)) await click(page, move);
  const before = await view(page);
  await page.goto("about:blank");
  await page.goto("./");
  await expect.poll(async () => (await view(page))?.save).toBe(before.save);
});

test("a link to another deal keeps the game whose place it takes", async ({ page }) => {
  await open(page, "#freecell/164", QUIET);
  await click(page, (await view(page)).gestures[0]?.move ?? "");
  await expect.poll(() => made(page)).toBeGreaterThan(0);
  const left = await view(page);
  await page.goto("./#freecell/25");
  await expect(page.getByText("Shift+B goes to it").first()).toBeVisible();
  await page.keyboard.press("Shift+B");
  await expect.poll(async () => (await view(page)).text).toBe(left.text);
  expect(page.url()).toContain("#freecell/164");
  await page.keyboard.press("Shift+B");
  await expect.poll(async () => (await view(page)).number).toBe(25);
});

test("one's own deal goes on after a reload, and can be undone", async ({ page }) => {
  await open(page, "#pyramid/position/nothing", QUIET);
  await page.goto("./#pyramid/3");
  await expect(page.locator("h1")).toContainText("deal 3");
  const deal = (await view(page)).text.trimEnd().replaceAll(" ", "_").replaceAll("\n", "~");
  await page.goto(`./#pyramid/position/${encodeURIComponent(deal)}`);
  await expect(page.locator("h1")).toContainText("own deal");
  for (const move of (await solution(page)).slice(0, 3)) await click(page, move);
  const before = await view(page);
  await page.reload();
  await expect.poll(async () => (await view(page))?.save).toBe(before.save);
  await page.keyboard.press("u");
  await expect.poll(() => made(page)).toBe(2);
});

test("a corrupted save is set aside and reported, and the page works on", async ({ page }) => {
  await open(page, "#freecell/164", QUIET);
  const damaged = { game: "freecell", address: "#freecell/164", save: "patience session 1\ngame: freecell\ndeal: 164\nmoves:\n  zz\n", time: Date.now(), played: 0, counted: true, ended: false, left: false, help: "none" };
  await page.evaluate((text) => localStorage.setItem("patience.save.#freecell/164", text), JSON.stringify(damaged));
  await page.goto("about:blank");
  await page.goto("./");
  await expect(page.locator(".message")).toContainText("could not be read and was set aside");
  expect(await page.evaluate(() => localStorage.getItem("patience.damaged.save.#freecell/164"))).toContain("zz");
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith("patience.save.")) localStorage.setItem(key, "{not json");
    localStorage.setItem("patience.statistics", "[1,2");
    localStorage.setItem("patience.preferences", "null");
  });
  await page.goto("about:blank");
  await page.goto("./");
  await expect(page.locator(".card").first()).toBeVisible();
  await expect(page.locator(".message")).toContainText("damaged");
  expect(await page.evaluate(() => Object.entries(localStorage).filter(([key]) => key.startsWith("patience.damaged.save.")).map(([, text]) => text))).toContain("{not json");
});

test("what an earlier version kept is found again", async ({ page }) => {
  await page.addInitScript(() => {
    if (localStorage.length > 0) return;
    localStorage.setItem("patience.game.golf", JSON.stringify({ game: "golf", save: "patience session 1\ngame: golf\ndeal: 7\nautoplay: safe\nmoves:\nundone:\n", counted: true, ended: false, helped: false }));
    localStorage.setItem("patience.statistics", JSON.stringify({ golf: { played: 5, won: 3, helped: 1, streak: 1, bestStreak: 2, fewestMoves: 35, bestScore: null } }));
  });
  await page.goto("./#golf/7");
  await expect(page.locator("h1")).toContainText("deal 7");
  expect(await page.evaluate(() => localStorage.getItem("patience.game.golf"))).toBeNull();
  await page.keyboard.press("t");
  await expect(page.getByRole("region", { name: "Golf", exact: true }).locator("[data-fact='Won'] dd")).toHaveText("2 (40%)");
});

test("the oracle colours every card that can move, and is right about the rest", async ({ page }) => {
  await open(page, "#pyramid/3", { motion: "off", oracle: "colours" });
  await expect.poll(() => page.evaluate(() => window.patience?.outlook()?.finished), { timeout: 60_000 }).toBe(true);
  await expect(page.locator(".light")).toContainText("Can be won");
  const marked = await page.locator("#table [data-verdict]").count();
  expect(marked).toBeGreaterThan(0);
  for (const badge of await page.locator("#table [data-verdict='wins']").evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.badge))) {
    expect(badge).toMatch(/^(✓|\+)\d+/);
  }
  await expect(page.locator("#table [data-best]").first()).toHaveAttribute("data-badge", /^✓\d+/);
  await page.keyboard.press("o");
  await expect(page.locator("#table [data-verdict]")).toHaveCount(0);
  await expect(page.locator(".light")).toBeHidden();
});

test("a hint names a move and why, and shows it", async ({ page }) => {
  await open(page, "#pyramid/3", QUIET);
  await page.keyboard.press("h");
  await expect(page.locator(".message")).toContainText("Hint:", { timeout: 30_000 });
  await expect(page.locator("#table .hint").first()).toBeVisible();
});

test("a hint shows which of two cards moves", async ({ page }) => {
  await open(page, "#cluj/1", QUIET);
  await page.keyboard.press("h");
  await expect(page.locator(".message")).toContainText(/Hint: .* from column \d onto the .* in column \d/, { timeout: 30_000 });
  const [, from, to] = /from (column \d) onto .* in (column \d)/.exec((await page.locator(".message").textContent()) ?? "") ?? [];
  await expect(page.locator("#table .hint:not(.hint-goal)")).toHaveAttribute("aria-label", new RegExp(`, ${from}`));
  await expect(page.locator("#table .hint-goal")).toHaveAttribute("aria-label", new RegExp(`, ${to}`));
});

test("where did I lose it? leads back to the last position that could be won", async ({ page }) => {
  await open(page, "#pyramid/3", { motion: "off", oracle: "light" });
  const best = (await solution(page))[0];
  // Draws away what is needed, until nothing can be won.
  for (let turn = 0; turn < 40; turn++) {
    const table = await view(page);
    const draw = table.gestures.find((one) => one.move !== best && (one.action === "draw" || one.action === "recycle"));
    const any = draw ?? table.gestures[0];
    if (!any) break;
    await click(page, any.move);
    const verdict = await expect
      .poll(() => page.evaluate(() => window.patience?.outlook()?.position.kind ?? "unknown"), { timeout: 30_000 })
      .not.toBe("unknown")
      .then(() => page.evaluate(() => window.patience?.outlook()?.position.kind));
    if (verdict === "loses") break;
  }
  await page.keyboard.press("l");
  const dialog = page.getByRole("dialog", { name: "Where did I lose it?" });
  await expect(dialog).toContainText(/Lost with move \d+, .+ would have won\./, { timeout: 60_000 });
  await dialog.getByRole("button", { name: "Go back there" }).click();
  await expect(page.locator(".light")).toContainText("Can be won", { timeout: 30_000 });
});

test("TriPeaks with covered cards face down shows the chance", async ({ page }) => {
  await open(page, "#tripeaks/1", { motion: "off", oracle: "light", covered: { tripeaks: true } });
  await expect.poll(async () => (await view(page)).game).toBe("tripeaks");
  await expect(page.locator(".light")).toContainText(/Can be won in (about )?\d+% of the ways/, { timeout: 60_000 });
});

// Drawing leaves the chance as it is: hints by chance alone drew for ever, and
// chances of Spider take a minute.
test("hints with covered cards come soon and lead on", async ({ page }) => {
  for (const game of ["klondike/2", "spider/1"]) {
    await open(page, `#${game}`, { motion: "off", oracle: "off" });
    await expect.poll(async () => (await view(page)).game).toBe(game.split("/")[0]);
    const backs = async () => (await view(page)).layout.piles.flatMap((pile) => (pile.role === "column" ? pile.cards.filter((card) => !card.up) : [])).length;
    const before = await backs();
    for (let hints = 0; hints < 40 && (await backs()) === before; hints++) {
      await page.keyboard.press("h");
      await expect(page.locator(".message")).toContainText("Hint:", { timeout: 20_000 });
      const spots = await page.locator("#table .hint").evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.spot ?? ""));
      const { gestures } = await view(page);
      const hinted = gestures.find((one) => spots.includes(`${one.from.pile}.${one.from.card}`) && (one.to === null || spots.some((spot) => spot.startsWith(`${one.to}.`))));
      await click(page, hinted?.move ?? "");
    }
    expect(await backs(), game).toBeLessThan(before);
  }
});

test("TriPeaks, Klondike and Spider lie face down unless one wants to see the cards", async ({ page }) => {
  await open(page, "#tripeaks/1", { motion: "off", oracle: "off" });
  const games = [["tripeaks/1", "slot", 18], ["klondike/1", "column", 21], ["spider/1", "column", 44]] as const;
  for (const [game, role, covered] of games) {
    await page.goto(`./#${game}`);
    await expect.poll(async () => (await view(page)).game).toBe(game.split("/")[0]);
    const { piles } = (await view(page)).layout;
    const cards = piles.filter((pile) => pile.role === role).flatMap((pile) => pile.cards);
    expect(cards.filter((card) => !card.up), game).toHaveLength(covered);
    // The stock is closed: nobody knows a card of it.
    const stock = piles.filter((pile) => pile.role === "stock").flatMap((pile) => pile.cards);
    expect(stock.length, game).toBeGreaterThan(20);
    expect(stock.filter((card) => card.up || card.card !== ""), game).toEqual([]);
  }
});

test("chances have colours: high, middle and low ones differ", async ({ page }) => {
  await open(page, "#tripeaks/5", { motion: "off", oracle: "colours", covered: { tripeaks: true } });
  const marked = page.locator("#table [data-verdict='chance']");
  await expect(marked.first()).toBeAttached({ timeout: 60_000 });
  const seen = await marked.evaluateAll((all) => all.map((one) => ({ badge: (one as HTMLElement).dataset.badge ?? "", level: (one as HTMLElement).dataset.chance ?? "" })));
  for (const { badge, level } of seen) {
    expect(badge).toMatch(/^\d+%$/);
    expect(["low", "middle", "high"]).toContain(level);
  }
  const colours = await page.evaluate(() =>
    ["low", "middle", "high"].map((level) => {
      const probe = document.createElement("span");
      probe.className = "badge";
      probe.dataset.verdict = "chance";
      probe.dataset.chance = level;
      document.body.append(probe);
      return getComputedStyle(probe).backgroundColor;
    }),
  );
  expect(new Set(colours).size).toBe(3);
});

test("a goal is chosen and solved for", async ({ page }) => {
  // Face down, nobody knows the most that can be reached.
  await open(page, "#tripeaks/1", { ...QUIET, covered: { tripeaks: false } });
  await page.keyboard.press(",");
  const dialog = page.getByRole("dialog", { name: "Preferences" });
  await dialog.getByLabel("Goal").selectOption("score");
  await page.keyboard.press("Escape");
  await page.keyboard.press("s");
  await expect(page.locator(".watch h2")).toContainText("points in", { timeout: 60_000 });
  await expect(page.locator(".watch h2")).toContainText("the most there is, in the fewest steps");
  await page.keyboard.press("Escape");
  await page.keyboard.press("o");
  await expect(page.locator(".light")).toContainText("points is the most that can be reached", { timeout: 60_000 });
});

test("a goal of more than nine cards is read and shown, and can be changed", async ({ page }) => {
  await open(page, "#pyramid/3", { ...QUIET, goals: { pyramid: "cards=12T" } });
  await expect(page.locator(".counts")).toContainText("0 of 12 T gone");
  await page.keyboard.press(",");
  const dialog = page.getByRole("dialog", { name: "Preferences" });
  await expect(dialog.getByLabel("Goal")).toHaveValue("cards=NR");
  await expect(dialog.getByLabel("How many")).toHaveValue("12");
  await expect(dialog.getByLabel("Rank")).toHaveValue("T");
  await dialog.getByLabel("How many").fill("11");
  await dialog.getByLabel("How many").blur();
  await page.keyboard.press("Escape");
  await expect(page.locator(".counts")).toContainText("0 of 11 T gone");
});

test("a deal is dealt with the settings that the game declares", async ({ page }) => {
  await open(page, "#freecell;cells=3/164", QUIET);
  expect((await view(page)).settings).toEqual({ cells: 3 });
  expect(new URL(page.url()).hash).toBe("#freecell;cells=3/164");
  await page.keyboard.press("d");
  const dialog = page.getByRole("dialog", { name: /Deal/ });
  await expect(dialog.getByLabel("Free cells")).toHaveValue("3");
  await expect(dialog.getByLabel("Columns")).toHaveValue("8");
  await dialog.getByLabel("Free cells").fill("4");
  await dialog.getByLabel("Columns").fill("9");
  await dialog.getByRole("button", { name: "Deal this number" }).click();
  await expect.poll(async () => (await view(page)).settings).toEqual({ columns: 9 });
  expect(new URL(page.url()).hash).toBe("#freecell;columns=9/164");
  const columns = (await view(page)).layout.piles.filter((pile) => pile.role === "column");
  expect(columns).toHaveLength(9);
  // A game without settings has no controls for them.
  await page.goto("./#tripeaks/3");
  await expect(page.locator("h1")).toContainText("TriPeaks");
  await page.keyboard.press("d");
  await expect(dialog.locator("input[type=number], select:not(#deal-grade)")).toHaveCount(0);
});

test("a solution is copied, and printed alone on the paper", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page, "#pyramid/3", QUIET);
  await page.keyboard.press("s");
  await expect(page.locator(".watch")).toBeVisible({ timeout: 60_000 });
  await page.getByRole("button", { name: "Copy" }).click();
  await expect(page.locator(".message")).toContainText("Copied");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("Remove Kd\n");
  await page.emulateMedia({ media: "print" });
  await expect(page.locator(".sheet")).toBeVisible();
  await expect(page.locator(".sheet li").first()).toContainText("Remove Kd");
  await expect(page.locator("#table")).toBeHidden();
});

test("new deals come by number, by chance, and only winnable ones on wish", async ({ page }) => {
  await open(page, "#pyramid/3", QUIET);
  await page.keyboard.press("d");
  const dialog = page.getByRole("dialog", { name: /Deal/ });
  await dialog.getByLabel("Deal number").fill("0");
  await dialog.getByRole("button", { name: "Deal this number" }).click();
  await expect(dialog.getByRole("alert")).toContainText("has deals");
  await dialog.getByLabel("Deal number").fill("17");
  await dialog.getByRole("button", { name: "Deal this number" }).click();
  await expect(page.locator("h1")).toContainText("deal 17");
  expect(new URL(page.url()).hash).toBe("#pyramid/17");
  await page.keyboard.press("w");
  await expect(page.locator(".message")).toContainText("can be won", { timeout: 60_000 });
});

test("the page reloads offline", async ({ page, context }) => {
  await open(page, "#cluj/1", QUIET);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  // Reloaded once, the page comes from the service worker.
  await page.reload();
  await expect(page.locator(".card").first()).toBeVisible();
  await context.setOffline(true);
  await page.reload();
  await expect(page.locator(".card").first()).toBeVisible();
  await page.keyboard.press("s");
  await expect(page.locator(".watch")).toBeVisible({ timeout: 60_000 });
  await context.setOffline(false);
});
