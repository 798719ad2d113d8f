// What the player wants: kept, applied to the page, and told to whoever asks.

import type { Entry, Preferences, Request } from "../types";
import { isCovered, type PagePreferences, type Store } from "./store";
import type { TableView } from "./table";

type Listener = (change: Partial<PagePreferences>) => void;

export class Options {
  preferences: PagePreferences;
  /** Nothing on the page moves by itself. */
  isStill = false;
  private readonly listeners: Listener[] = [];

  constructor(private readonly store: Store) {
    this.preferences = store.preferences();
    for (const query of ["(prefers-color-scheme: dark)", "(prefers-reduced-motion: reduce)"]) {
      matchMedia(query).addEventListener("change", () => this.tell({}));
    }
    // Another tab has changed them.
    window.addEventListener("storage", (event) => {
      if (!store.isPreferences(event.key)) return;
      const { lastGame, panel } = this.preferences;
      const before = this.preferences;
      this.preferences = { ...store.preferences(), lastGame, panel };
      const changed = Object.entries(this.preferences).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(before[key as keyof PagePreferences]));
      this.tell(Object.fromEntries(changed));
    });
  }

  /** Calls this after every change, and once for what is so already. */
  follow(listener: Listener): void {
    this.listeners.push(listener);
  }

  prefer(change: Partial<PagePreferences>): void {
    Object.assign(this.preferences, change);
    this.store.keepPreferences(this.preferences);
    this.tell(change);
  }

  /** Theme, deck and motion as the player wants them. */
  dress(table: TableView): void {
    const { theme, fourColours, motion, deck, back, largeIndices, leftHanded } = this.preferences;
    const { dataset, classList } = document.documentElement;
    const isDark = theme === "dark" || (theme === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
    dataset.theme = isDark ? "dark" : "light";
    dataset.back = back;
    classList.toggle("four-colours", fourColours);
    classList.toggle("left-handed", leftHanded);
    this.isStill = motion === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches;
    classList.toggle("is-still", this.isStill);
    table.duration = this.isStill ? 0 : 220;
    const wishes = { deck, largeIndices, leftHanded };
    if (JSON.stringify(wishes) === JSON.stringify(table.wishes)) return;
    table.wishes = wishes;
    table.again();
  }

  /** How the engine is to lay the table. */
  ofTable(entry: Entry): Preferences {
    return { autoplay: this.preferences.autoplay, concealed: isCovered(entry, this.preferences) };
  }

  /** What is asked of solver and oracle. */
  request(entry: Entry): Request {
    const { goals, counts, cheats } = this.preferences;
    const count = counts[entry.name];
    return {
      goal: goals[entry.name] ?? "board",
      ...(count ? { count } : {}),
      ...(entry.has_cheats ? { cheats } : {}),
    };
  }

  private tell(change: Partial<PagePreferences>): void {
    for (const listener of this.listeners) listener(change);
  }
}
