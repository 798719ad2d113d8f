// The page begins here: the engine, the list of games, the table.

import { startEngine } from "./engine";
import { App } from "./ui/app";
import "./ui/style.css";

async function begin(): Promise<void> {
  const engine = startEngine();
  const games = await engine.games();
  const app = new App(engine, games);
  // For the curious at the console, and for the tests: what is on the table.
  Object.defineProperty(window, "patience", { value: { view: () => app.view, outlook: () => app.outlook, games: () => games } });
}

begin().catch((error: unknown) => {
  const words = document.createElement("p");
  words.setAttribute("role", "alert");
  words.textContent = `Patience could not start: ${error instanceof Error ? error.message : String((error as { message?: unknown })?.message ?? error)}`;
  document.body.append(words);
});
