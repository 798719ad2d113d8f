// The example page of the npm package, from the packed files alone.
// `cargo xtask npm` makes them.

import { readFile } from "node:fs/promises";
import { expect, test } from "@playwright/test";

const folder = process.env.PATIENCE_PACKAGE ?? "../target/npm/package";
const types: Record<string, string> = { html: "text/html", js: "text/javascript", wasm: "application/wasm" };

test("the example page of the npm package solves a deal", async ({ page }) => {
  await page.route("http://package.example/**", async (route) => {
    const name = new URL(route.request().url()).pathname.slice(1);
    const body = await readFile(`${folder}/${name}`).catch(() => undefined);
    if (!body) return route.fulfill({ status: 404 });
    const contentType = types[name.split(".").pop() ?? ""] ?? "application/octet-stream";
    return route.fulfill({ body, contentType });
  });
  await page.goto("http://package.example/example.html");
  await expect(page.locator("option")).not.toHaveCount(0);
  await page.getByRole("button", { name: "Solve" }).click();
  await expect(page.locator("p")).toContainText("Solved in");
  await expect(page.locator("li")).not.toHaveCount(0);
});
