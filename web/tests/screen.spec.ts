// What is seen: sizes, indices, colours that the system chooses, units.

import { expect, type Page, test } from "@playwright/test";
import { click, GAMES, made, open, solution, view } from "./table";

const QUIET = { motion: "off", oracle: "off" };

interface Index {
  card: string;
  /** Height of rank and sign in pixels. */
  height: number;
  /** The part of them that can be seen and is not covered, 0 to 1. */
  seen: number;
}

/** Every index that can be seen, measured: where its rank and its sign are, and
 *  what lies over them. */
async function indices(page: Page): Promise<Index[]> {
  return page.evaluate(() => {
    const found: Index[] = [];
    for (const card of document.querySelectorAll<HTMLElement>("#table .card[data-spot]")) {
      const parts = [...card.querySelectorAll(".index")].map((part) => part.getBoundingClientRect());
      if (parts.length === 0) continue;
      const points = parts.flatMap((box) => [0.08, 0.5, 0.92].flatMap((x) => [0.15, 0.5, 0.85].map((y) => [box.left + box.width * x, box.top + box.height * y] as const)));
      const seen = points.filter(([x, y]) => document.elementFromPoint(x, y)?.closest(".card") === card).length / points.length;
      found.push({ card: card.dataset.card ?? "", height: Math.min(...parts.map((box) => box.height)), seen });
    }
    return found;
    interface Index {
      card: string;
      height: number;
      seen: number;
    }
  });
}

const LONG = ["Foundations: H-0 C-0 D-0 S-0", "Freecells: - - - -", ": KS QH JS TH 9S 8H 7S 6H 5S 4H 3S 2H AS", ": KH QS JH TS 9H 8S 7H 6S 5H 4S 3H 2S AH", ": KD QC JD TC 9D 8C 7D 6C 5D 4C 3D 2C AD", ": KC QD JC TD 9C 8D 7C 6D 5C 4D 3C 2D AC", ":", ":", ":", ":"]
  .join("~")
  .replaceAll(" ", "_");

for (const [what, width, height] of [
  ["a phone in landscape", 844, 390],
  ["a phone in portrait", 390, 844],
  ["a small phone", 360, 640],
  ["a desktop", 1280, 720],
] as const) {
  test(`every index can be read on ${what}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await open(page, "#freecell/164", QUIET);
    for (const game of [...GAMES, "spider/1", `freecell/position/${encodeURIComponent(LONG)}`]) {
      await page.goto(`./#${game}`);
      await expect.poll(async () => (await view(page)).game).toBe(game.split(/[;/]/)[0]);
      await expect(page.locator("#table .card").first()).toBeVisible();
      for (const { card, height: size, seen } of await indices(page)) {
        expect(seen, `${card} of ${game}: seen`).toBeGreaterThan(0.98);
        expect(size, `${card} of ${game}: height`).toBeGreaterThan(6.5);
      }
    }
  });
}

for (const [what, width, height] of [
  ["a phone in landscape", 844, 390],
  ["a phone in portrait", 390, 844],
  ["a small phone", 360, 640],
] as const) {
  test(`all 104 cards of Spider can be read on ${what}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await open(page, "#spider/1", QUIET);
    for (let row = 1; row <= 5; row++) {
      const { gestures } = await view(page);
      await click(page, gestures.find((one) => one.action === "draw")?.move ?? "no row can be dealt");
    }
    expect((await view(page)).layout.piles.flatMap((pile) => pile.cards)).toHaveLength(104);
    const shown = await indices(page);
    expect(shown.length).toBeGreaterThanOrEqual(60);
    for (const { card, height: size, seen } of shown) {
      expect(seen, `${card}: seen`).toBeGreaterThan(0.98);
      expect(size, `${card}: height`).toBeGreaterThan(6.5);
    }
  });
}

test("on a phone in landscape the solution and the review stay beside the felt, and can be read", async ({ page }) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await open(page, "#freecell/164", QUIET);
  const box = async (selector: string) => (await page.locator(selector).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.keyboard.press("s");
  await expect(page.locator(".watch")).toBeVisible({ timeout: 60_000 });
  const [watch, status, list] = [await box(".watch"), await box(".status"), await box(".watch .moves")];
  expect(watch.y + watch.height).toBeLessThanOrEqual(status.y + 1);
  expect(status.y + status.height).toBeLessThanOrEqual(391);
  // Three moves of the list are seen without scrolling the panel.
  expect(Math.min(list.y + list.height, watch.y + watch.height) - list.y).toBeGreaterThan(56);
  await page.getByRole("button", { name: "Close the solution" }).click();
  await click(page, (await view(page)).gestures[0]?.move ?? "");
  await page.keyboard.press("a");
  await expect(page.locator(".turns [data-turn='1']")).toBeVisible({ timeout: 60_000 });
  const review = await box(".review");
  expect(review.y + review.height).toBeLessThanOrEqual((await box(".status")).y + 1);
});

test("a card has one size for a viewport: a long column presses only its own fan", async ({ page }) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await open(page, "#freecell/164", QUIET);
  const size = () => page.locator("#table .card").first().evaluate((card) => card.getBoundingClientRect().width);
  const before = await size();
  await page.goto(`./#freecell/position/${encodeURIComponent(LONG)}`);
  await expect(page.locator("h1")).toContainText("own deal");
  expect(await size()).toBe(before);
  // The columns have the felt to themselves: what was above them is at the sides.
  const [cell, column] = await Promise.all(["cell a", "column 8"].map((name) => page.locator(`[data-pile="${name}"]`).boundingBox()));
  expect(cell?.x).toBeLessThan(column?.x ?? 0);
  expect(Math.abs((cell?.y ?? 0) - (column?.y ?? 99))).toBeLessThan(3);
});

test("the light, the solution and the counter count the same moves", async ({ page }) => {
  await open(page, "#freecell/164", { motion: "off", oracle: "off", autoplay: "safe" });
  await page.keyboard.press("s");
  await expect(page.locator(".watch")).toBeVisible({ timeout: 60_000 });
  const says = (await page.locator(".watch .caption").textContent()) ?? "";
  const promised = Number(/Start: (\d+) moves to the end/.exec(says)?.[1]);
  expect(promised, says).toBeGreaterThan(10);
  await expect(page.locator(".watch h2")).toContainText(`${promised} moves`);
  // No other number of moves stands beside it.
  expect((await page.locator(".watch h2").textContent())?.match(/\d+ moves/g)).toEqual([`${promised} moves`]);
  const moves = await page.locator(".watch li[data-move]").evaluateAll((list) => list.map((item) => (item as HTMLElement).dataset.move ?? ""));
  await page.getByRole("button", { name: "Close the solution" }).click();
  let gestures = 0;
  let at = 0;
  while (at < moves.length) {
    const before = await made(page);
    await click(page, moves[at] as string);
    gestures++;
    at += (await made(page)) - before;
  }
  await expect(page.locator(".banner")).toContainText(`Won in ${gestures} moves`);
  expect(gestures).toBe(promised);
});

test("a solution that is watched and played on counts as it promises", async ({ page }) => {
  await open(page, "#freecell/164", { motion: "off", oracle: "light", autoplay: "safe" });
  await page.keyboard.press("s");
  await expect(page.locator(".watch")).toBeVisible({ timeout: 60_000 });
  const promised = Number(/(\d+) moves/.exec((await page.locator(".watch h2").textContent()) ?? "")?.[1]);
  // The light is about the game, the table shows the solution.
  await expect(page.locator(".light")).toBeHidden();
  await page.keyboard.press("End");
  await expect(page.locator(".watch .caption")).toContainText(`Move ${promised} of ${promised}`);
  const numbers = await page.locator(".moves li:not([data-auto])").evaluateAll((list) => list.map((item) => (item as HTMLLIElement).value));
  expect(numbers).toEqual(Array.from({ length: promised }, (_, index) => index + 1));
  await page.getByRole("button", { name: "Play on from here" }).click();
  await expect(page.locator(".banner")).toContainText(`Won in ${promised} moves`);
});

for (const deal of ["freecell/164", "cluj/1"]) {
  test(`whoever follows the hints wins in as many moves as the light promises (${deal})`, async ({ page }) => {
    await open(page, `#${deal}`, { motion: "off", oracle: "light", autoplay: "safe" });
    const light = page.locator(".light");
    let promised = { cheats: Infinity, moves: Infinity };
    while (!(await view(page)).over) {
      const { moves, cheats } = await view(page);
      await expect(light).toContainText(/Can be won in \d+ moves?/, { timeout: 60_000 });
      const says = (await light.textContent()) ?? "";
      const left = (word: string) => Number(new RegExp(`(\\d+) ${word}`).exec(says)?.[1] ?? 0);
      const now = { cheats: (cheats ?? 0) + left("cheat"), moves: moves + left("move") };
      await page.keyboard.press("h");
      await expect(page.locator(".message")).toContainText("Hint:", { timeout: 60_000 });
      // Fewer cheats may take more moves.
      const isKept = now.cheats < promised.cheats || (now.cheats === promised.cheats && now.moves <= promised.moves);
      expect(isKept, `${JSON.stringify(promised)} became ${JSON.stringify(now)} after move ${moves}`).toBe(true);
      promised = now;
      const from = await page.locator("#table .hint:not(.hint-goal)").getAttribute("data-spot");
      const goal = await page.locator("#table .hint-goal").getAttribute("data-spot");
      const { gestures, layout } = await view(page);
      const top = (pile: number) => `${pile}.${Math.max(0, (layout.piles[pile]?.cards.length ?? 0) - 1)}`;
      const gesture = gestures.find((one) => one.to !== null && `${one.from.pile}.${one.from.card}` === from && top(one.to) === goal);
      await click(page, gesture?.move ?? "");
    }
    await expect(page.locator(".banner")).toContainText(`Won in ${promised.moves} moves`);
  });
}

test("a solution is as short as the light promises", async ({ page }) => {
  await open(page, "#freecell/587521", { motion: "off", oracle: "colours", autoplay: "safe" });
  const light = page.locator(".light");
  await expect.poll(() => page.evaluate(() => window.patience?.outlook()?.moves.every((one) => one.verdict.kind !== "unknown")), { timeout: 90_000 }).toBe(true);
  const promised = Number(/in (\d+) moves/.exec((await light.textContent()) ?? "")?.[1]);
  await page.keyboard.press("s");
  await expect(page.locator(".watch")).toBeVisible({ timeout: 60_000 });
  const shown = Number(/(\d+) moves/.exec((await page.locator(".watch h2").textContent()) ?? "")?.[1]);
  expect(shown).toBeGreaterThan(10);
  expect(shown).toBeLessThanOrEqual(promised);
});

test("with colours of the system, suits, verdicts and the light can still be told apart", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await open(page, "#freecell/164", { motion: "off", oracle: "colours" });
  await expect(page.locator("#table [data-verdict='wins']").first()).toBeAttached({ timeout: 60_000 });
  const seen = await page.evaluate(() => {
    const style = (selector: string, pseudo?: string) => getComputedStyle(document.querySelector(selector) as Element, pseudo);
    return {
      canvas: style("body").backgroundColor,
      sign: style(".place .sign").fill,
      light: style(".light", "::before").backgroundColor,
      badge: style("[data-badge]", "::after").backgroundColor,
      verdict: style(".card[data-verdict='wins']").outlineStyle,
      heart: style(".suit-h").color,
      spade: style(".suit-s").color,
      paper: style(".suit-h").backgroundColor,
      icon: style(".tools .icon").stroke,
    };
  });
  for (const part of ["sign", "light", "badge", "icon"] as const) expect(seen[part], part).not.toBe(seen.canvas);
  expect(seen.verdict).not.toBe("none");
  expect(seen.heart).not.toBe(seen.spade);
  expect(seen.paper).not.toBe(seen.heart);
});

for (const game of ["freecell/164", "klondike/1", "spider/1", "pyramid/3"]) {
  test(`at 400% (320 x 256) the page reflows: every card can be scrolled to and read (${game})`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 256 });
    await open(page, `#${game}`, { motion: "off", oracle: "light" });
    const { width, felt, table } = await page.evaluate(() => {
      const box = (selector: string) => (document.querySelector(selector) as HTMLElement).getBoundingClientRect();
      return { width: document.documentElement.scrollWidth, felt: box("#felt"), table: box("#table") };
    });
    // Nothing is scrolled sideways, and no card is cut off by the felt.
    expect(width).toBeLessThanOrEqual(320);
    expect(table.bottom).toBeLessThanOrEqual(felt.bottom + 1);
    const cards = page.locator("#table .card");
    for (let index = 0; index < (await cards.count()); index += 7) {
      const card = cards.nth(index);
      await card.scrollIntoViewIfNeeded();
      const { top, left, right } = await card.evaluate((element) => element.getBoundingClientRect());
      expect(left).toBeGreaterThanOrEqual(-1);
      expect(right).toBeLessThanOrEqual(321);
      expect(top).toBeGreaterThanOrEqual(-1);
      expect(top).toBeLessThan(256);
    }
    const tools = await page.locator(".tools").boundingBox();
    expect((tools?.y ?? 999) + (tools?.height ?? 0)).toBeLessThanOrEqual(257);
  });
}

test("at 400% (320 x 256) no dialog is wider than the page", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  await open(page, "#freecell/164", { motion: "off", oracle: "off" });
  for (const key of ["m", "y", "d", ",", "g", "i", "t", "b", "p", "?"]) {
    await page.keyboard.press(key);
    const dialog = page.locator("dialog[open]");
    await expect(dialog).toBeVisible();
    const { right, over } = await dialog.evaluate((element) => ({ right: element.getBoundingClientRect().right, over: element.scrollWidth - element.clientWidth }));
    expect(right, key).toBeLessThanOrEqual(320);
    expect(over, key).toBeLessThanOrEqual(0);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  }
});

test("icons are drawn: no button needs a font that has its sign", async ({ page }) => {
  await open(page, "#freecell/164", QUIET);
  expect(await page.locator(".tools button .icon").count()).toBe(await page.locator(".tools button").count());
  await page.keyboard.press("s");
  await expect(page.locator(".watch")).toBeVisible({ timeout: 60_000 });
  await page.getByRole("button", { name: "Close the solution" }).click();
  await page.keyboard.press("m");
  const text = await page.evaluate(() => document.body.innerText);
  expect(text).not.toMatch(/[↶↷☀◉✦☰✕⏮◀▶⏭▾]/u);
});

test("the table is as the player wants it: left-handed, large indices, another deck and back", async ({ page }) => {
  await open(page, "#klondike/1", { ...QUIET, covered: { klondike: true } });
  const x = async (pile: string) => (await page.locator(`[data-pile="${pile}"]`).boundingBox())?.x ?? 0;
  const [stock, column] = [await x("stock"), await x("column 1")];
  await page.keyboard.press(",");
  const dialog = page.getByRole("dialog", { name: "Preferences" });
  await dialog.getByLabel("Left-handed table").check();
  await dialog.getByLabel("Large indices").check();
  await dialog.getByLabel("Faces").selectOption("poster");
  await dialog.getByLabel("Backs").selectOption("rings");
  await dialog.getByLabel("Show the time played").check();
  await page.keyboard.press("Escape");
  expect(await x("stock")).toBeGreaterThan(stock + 200);
  expect(await x("column 1")).toBe(column);
  await expect(page.locator("#table .poster.small").first()).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("data-back", "rings");
  await expect(page.locator(".clock")).toHaveText("0:00");
});

test("two suits of a colour are told apart with four colours", async ({ page }) => {
  await open(page, "#freecell/164", QUIET);
  await expect(page.locator(".clock"), "the timer is off unless one wants it").toBeHidden();
  const colours = () => page.evaluate(() => ["c", "d", "h", "s"].map((suit) => getComputedStyle(document.querySelector(`#table .suit-${suit}`) as Element).color));
  const [clubs, diamonds, hearts, spades] = await colours();
  expect([clubs, diamonds]).toEqual([spades, hearts]);
  await page.keyboard.press(",");
  await page.getByLabel("Four-colour deck").check();
  await page.keyboard.press("Escape");
  expect(new Set(await colours()).size).toBe(4);
});

test("on a phone the tools are in the thumb's reach, and no key is shown", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, "#freecell/164", QUIET);
  for (const button of await page.locator(".tools button").all()) {
    const box = await button.boundingBox();
    expect(box?.y).toBeGreaterThan(844 * 0.85);
    expect(box?.height).toBeGreaterThanOrEqual(44);
  }
  await page.getByRole("button", { name: "Menu" }).click();
  const dialog = page.getByRole("dialog", { name: "Menu" });
  await expect(dialog.getByRole("heading", { name: "Deals" })).toBeVisible();
  await expect(dialog.locator("kbd").first()).toBeHidden();
});

test("on a phone in landscape no key is shown", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true, ...(baseURL ? { baseURL } : {}) });
  const page = await context.newPage();
  await open(page, "#freecell/164", QUIET);
  await page.getByRole("button", { name: "Menu" }).click();
  const keys = page.getByRole("dialog", { name: "Menu" }).locator("kbd");
  await expect(keys.first()).toBeHidden();
  await context.close();
});

test("finishing is offered when nothing can go wrong, and a win is worth seeing", async ({ page }) => {
  const text = ["Foundations: H-Q C-K D-K S-J", "Freecells: KH - - -", ": QS", ":", ":", ":", ":", ":", ":", ": KS"].join("~").replaceAll(" ", "_");
  await open(page, `#freecell/position/${encodeURIComponent(text)}`, { autoplay: "off", oracle: "off" });
  await page.getByRole("button", { name: "Nothing can go wrong: finish" }).click();
  await expect(page.locator(".banner")).toContainText("Won in 3 moves");
  await expect(page.locator(".celebration")).toBeAttached();
  await expect(page.locator(".celebration")).toHaveCount(0);
});

test("a win makes no show where motion is not wanted", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await open(page, "#golf/1", { oracle: "off" });
  for (const move of await solution(page)) await click(page, move);
  await expect(page.locator(".banner")).toContainText("Won");
  await expect(page.locator(".celebration")).toHaveCount(0);
});

for (const [what, width, height] of [
  ["a phone in landscape", 844, 390],
  ["a phone in portrait", 390, 844],
] as const) {
  test(`a hint is whole on ${what}, and in the words of the page`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await open(page, "#freecell/164", { motion: "off", oracle: "light" });
    for (const game of ["freecell/164", "cluj/1", "golf/1", "klondike/1", "pyramid/3"]) {
      await page.goto(`./#${game}`);
      await expect.poll(async () => (await view(page)).game).toBe(game.split("/")[0]);
      for (let hints = 0; hints < 3; hints++) {
        await page.keyboard.press("h");
        const message = page.locator(".message");
        await expect(message).toContainText("Hint:", { timeout: 60_000 });
        const text = (await message.textContent()) ?? "";
        expect(text, game).not.toMatch(/\b[2-9TJQKA][cdhs]\b/);
        const cut = await message.evaluate((element) => element.scrollHeight - element.clientHeight);
        expect(cut, `${game}: ${text}`).toBeLessThanOrEqual(1);
        const [move] = (await view(page)).gestures;
        if (!move) break;
        await click(page, move.move);
      }
    }
  });
}

test("on a phone in landscape a chance is said to its end, beside a hint, too", async ({ page }) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await open(page, "#tripeaks/1", { motion: "off", oracle: "light", timer: true });
  const light = page.locator(".light");
  const isWhole = async () => {
    await expect(light).toContainText("of the ways the covered cards may lie", { timeout: 60_000 });
    const cut = await light.evaluate((element) => [element.scrollWidth - element.clientWidth, element.scrollHeight - element.clientHeight]);
    expect(Math.max(...cut), (await light.textContent()) ?? "").toBeLessThanOrEqual(1);
    // Nor does the end of the bar cut it.
    const bar = await page.locator(".status").evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect);
    const box = await light.evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect);
    expect(box.top).toBeGreaterThanOrEqual(bar.top - 1);
    expect(box.bottom).toBeLessThanOrEqual(bar.bottom + 1);
  };
  await isWhole();
  await page.keyboard.press("h");
  await expect(page.locator(".message")).toContainText("Hint:", { timeout: 60_000 });
  await isWhole();
  await page.locator(".light").evaluate((element) => {
    element.textContent = "can be won in at least 84% of the ways the covered cards may lie …";
  });
  await isWhole();
});

test("at the sides of a low table no empty place lies on another, and no verdict is hidden", async ({ page }) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await open(page, "#freecell/164", { motion: "off", oracle: "colours" });
  const overlaps = await page.locator("#table .place[data-bare]").evaluateAll((all) => {
    const boxes = all.map((one) => one.getBoundingClientRect());
    return boxes.filter((a, index) => boxes.some((b, other) => other > index && a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom && b.top < a.bottom)).length;
  });
  expect(overlaps).toBe(0);
  // A card in each of two cells: the second lies on the lower part of the first.
  for (const cell of ["a", "b"]) {
    const move = (await view(page)).gestures.find((one) => one.move.endsWith(cell));
    await click(page, move?.move ?? "");
  }
  const first = page.locator('#table .card[data-spot^="0."]');
  await expect(first).toHaveAttribute("data-badge", /.+/, { timeout: 60_000 });
  const hidden = await page.evaluate(() => {
    const [card, next] = ["0.", "1."].map((spot) => document.querySelector<HTMLElement>(`#table .card[data-spot^="${spot}"]`)?.getBoundingClientRect());
    const badge = getComputedStyle(document.querySelector('#table .card[data-spot^="0."]') as Element, "::after");
    return card && next && next.top < card.bottom ? card.bottom - Number.parseFloat(badge.bottom) - next.top : Number.NaN;
  });
  expect(hidden).toBeLessThanOrEqual(0);
});

test("however long a dialog is, its name and the button that closes it are in sight", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, "#black-hole/1", QUIET);
  await page.keyboard.press("g");
  const dialog = page.locator("dialog[open]");
  await expect(dialog.getByRole("button", { name: /Black Hole/ }).first()).toBeInViewport();
  await expect(dialog.getByRole("button", { name: "Close" })).toBeInViewport();
  await expect(dialog.locator("h2")).toBeInViewport();
});

for (const [width, height] of [
  [1280, 800],
  [844, 390],
] as const) {
  test(`a long message leaves the felt as it is at ${width} x ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await open(page, "#freecell/164", { motion: "off", oracle: "light" });
    const size = () => page.evaluate(() => [document.querySelector("#felt")?.clientHeight, document.querySelector<HTMLElement>("#table .card")?.offsetWidth]);
    const before = await size();
    await page.locator(".message").evaluate((element) => {
      element.textContent = "Hint: Move the Jack of spades from column 2 to the empty column 7 (uncovers 10♦; then move the 10 of diamonds from column 2 onto the Jack of spades in column 7)";
    });
    expect(await size()).toEqual(before);
  });
}
