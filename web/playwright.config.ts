// The tests in a real browser: Chromium as the system has it, against
// `patience serve` with the page inside. `./test` builds both before.

import { defineConfig } from "@playwright/test";

const port = Number(process.env.PATIENCE_TEST_PORT ?? 8199);
const patience = process.env.PATIENCE_BINARY ?? "../target/debug/patience";
const address = `http://127.0.0.1:${port}/`;

export default defineConfig({
  testDir: "tests",
  timeout: 120_000,
  // A busy machine is slow, not wrong.
  expect: { timeout: 20_000 },
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  reporter: "list",
  use: {
    baseURL: address,
    browserName: "chromium",
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      // The sandbox does not start as root; the rest keeps the browser from
      // calling home.
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  webServer: { command: `${patience} serve --port ${port}`, url: address },
});
