// What stands under the page: it loads, keeps its policy, works offline and
// from any folder, and its oracle follows the table.

import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test, type Page } from "@playwright/test";
import { click, open, view } from "./table";

function ready(page: Page): Promise<unknown> {
  return page.waitForFunction(() => window.patience?.view());
}

/** The service worker looks after the page. */
async function kept(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller);
}

test("the page loads without a complaint of the browser", async ({ page }) => {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.goto("./");
  await ready(page);
  expect(complaints).toEqual([]);
});

test("an inline script is not run", async ({ page }) => {
  await page.goto("./");
  const ran = await page.evaluate(async () => {
    const script = document.createElement("script");
    script.textContent = "window.ran = true";
    document.body.append(script);
    await new Promise((done) => setTimeout(done, 50));
    return "ran" in window;
  });
  expect(ran).toBe(false);
});

test("once loaded, the page works without a network", async ({ page, context }) => {
  await page.goto("./");
  await kept(page);
  await context.setOffline(true);
  await page.reload();
  await ready(page);
});

/** A host that knows nothing: a folder somewhere, few types, and a header that
 *  many hosts send. */
async function plainHost(): Promise<{ address: string; server: Server }> {
  const folder = "/any/folder/";
  const types: Record<string, string> = { html: "text/html", js: "text/javascript", css: "text/css" };
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? "/", "http://here").pathname;
    const name = path === folder ? "index.html" : path.slice(folder.length);
    const file = path.startsWith(folder) ? await readFile(`../crates/site/page/${name}`).catch(() => null) : null;
    const type = types[name.split(".").pop() ?? ""] ?? "application/octet-stream";
    response.writeHead(file ? 200 : 404, { "Content-Type": type, Vary: "Origin" }).end(file);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}${folder}`, server };
}

test("the folder works on any static host, and then without it", async ({ page }) => {
  const { address, server } = await plainHost();
  await page.goto(`${address}#pyramid/3`);
  await ready(page);
  await kept(page);
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
  await page.reload();
  await ready(page);
  expect((await view(page)).game).toBe("pyramid");
});

test("the oracle leaves a long search when the table changes", async ({ page }) => {
  // Deal 11982 cannot be won: the proof takes the oracle long.
  await open(page, "#freecell/11982", { motion: "off" });
  const follows = () => page.waitForFunction(() => window.patience?.outlook()?.text === window.patience?.view()?.text, null, { timeout: 5000 });
  await follows();
  await page.waitForTimeout(3000);
  for (let round = 0; round < 3; round++) {
    const [first] = (await view(page)).gestures;
    if (!first) throw new Error("a move is left");
    await click(page, first.move);
    await follows();
    await page.waitForTimeout(500);
  }
});

test("whoever installs the page gets an icon of every size that is asked for", async ({ page, request }) => {
  await page.goto("./");
  const link = await page.locator("link[rel=manifest]").getAttribute("href");
  const manifest = (await (await request.get(link ?? "")).json()) as { icons: { src: string; sizes: string; type: string; purpose: string }[] };
  const apple = await page.locator("link[rel=apple-touch-icon]").getAttribute("href");
  const icons = [...manifest.icons, { src: apple ?? "", sizes: "180x180", type: "image/png", purpose: "any" }];
  for (const wanted of ["any any", "192x192 any", "512x512 any", "512x512 maskable", "180x180 any"]) {
    expect(icons.map((one) => `${one.sizes} ${one.purpose}`)).toContain(wanted);
  }
  for (const { src, sizes, type } of icons) {
    const file = await request.get(src);
    expect(file.status(), src).toBe(200);
    if (type !== "image/png") continue;
    // The header of a PNG: its width and height.
    const bytes = await file.body();
    expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, src).toBe(sizes);
  }
});
