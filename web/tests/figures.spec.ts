// Figures of the page as a browser measures them: how soon it is there, how
// large it is, how much it moves and blocks. ./test prints them.

import { readdirSync, readFileSync, statSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, test } from "@playwright/test";

const FOLDER = "../crates/site/page/";
const MOST_BYTES = 600_000;

function files(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    if (name.startsWith(".")) return [];
    return statSync(folder + name).isDirectory() ? files(`${folder}${name}/`) : [folder + name];
  });
}

// Every file of the page's folder, icons for those who install it included, each
// as any host can send it. `cargo xtask web` refuses a larger page, too.
test("the whole page stays under 600 kB with gzip", () => {
  const sizes = files(FOLDER).map((name) => ({
    name: name.slice(FOLDER.length).replace(/^assets\//, ""),
    bytes: gzipSync(readFileSync(name), { level: 9 }).length,
  }));
  const whole = sizes.reduce((total, one) => total + one.bytes, 0);
  const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(0)} kB`;
  const largest = [...sizes].sort((one, other) => other.bytes - one.bytes).slice(0, 3);
  console.log(`the page: ${kilobytes(whole)} with gzip (${largest.map((one) => `${one.name} ${kilobytes(one.bytes)}`).join(", ")})`);
  expect(whole).toBeLessThan(MOST_BYTES);
});

interface Figures {
  firstPaint: number;
  firstCard: number;
  largest: number;
  shift: number;
  blocked: number;
}

for (const [what, kilobits, latency, most] of [
  ["here", 0, 0, 1500],
  // As Lighthouse has it.
  ["on slow 4G", 1600, 150, 4000],
] as const) {
  test(`a cold start ${what}`, async ({ browser, baseURL }) => {
    const context = await browser.newContext(baseURL ? { baseURL } : {});
    const page = await context.newPage();
    if (kilobits > 0) {
      const client = await context.newCDPSession(page);
      await client.send("Network.enable");
      await client.send("Network.emulateNetworkConditions", { offline: false, latency, downloadThroughput: (kilobits * 1024) / 8, uploadThroughput: (kilobits * 1024) / 8 });
    }
    await page.addInitScript(() => {
      const figures = { firstCard: 0, largest: 0, shift: 0, blocked: 0 };
      Object.assign(window, { figures });
      new PerformanceObserver((list) => list.getEntries().forEach((one) => (figures.largest = one.startTime))).observe({ type: "largest-contentful-paint", buffered: true });
      new PerformanceObserver((list) => list.getEntries().forEach((one) => (figures.shift += (one as unknown as { value: number }).value))).observe({ type: "layout-shift", buffered: true });
      new PerformanceObserver((list) => list.getEntries().forEach((one) => (figures.blocked += Math.max(0, one.duration - 50)))).observe({ type: "longtask", buffered: true });
      const look = () => {
        if (document.querySelector("#table .card")) figures.firstCard = performance.now();
        else requestAnimationFrame(look);
      };
      look();
    });
    await page.goto("./#freecell/164");
    await page.waitForFunction(() => (window as unknown as { figures: Figures }).figures.firstCard > 0);
    await page.waitForTimeout(500);
    const figures = await page.evaluate(() => ({
      ...(window as unknown as { figures: Figures }).figures,
      firstPaint: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0,
    }));
    const ms = (value: number) => `${value.toFixed(0)} ms`;
    console.log(`a cold start ${what}: first paint ${ms(figures.firstPaint)}, first card ${ms(figures.firstCard)}, largest paint ${ms(figures.largest)}, shift ${figures.shift.toFixed(3)}, blocked ${ms(figures.blocked)}`);
    expect(figures.firstCard).toBeLessThan(most);
    expect(figures.shift).toBeLessThan(0.1);
    await context.close();
  });
}
