// What stands under the page: it loads, keeps its policy, works offline, from
// any folder, and its engine is as quick as it must be.

import { expect, test } from "@playwright/test";

test("the page loads without a complaint of the browser", async ({ page }) => {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.goto("./");
  await page.waitForFunction(() => (window as never as { patience?: { view(): unknown } }).patience?.view());
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
  await page.evaluate(() => navigator.serviceWorker.ready);
  // The first visit is not yet under the worker's care; the next one is.
  await page.waitForFunction(async () => (await caches.keys()).length > 0 && navigator.serviceWorker.controller);
  await context.setOffline(true);
  await page.reload();
  await page.waitForFunction(() => (window as never as { patience?: { view(): unknown } }).patience?.view());
});
