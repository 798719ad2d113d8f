// What the browser keeps: preferences, games in progress, statistics. A value
// that cannot be read is set aside and reported, never thrown away.

import type { Cheats, Count, Entry, Goal, Preferences } from "../types";

const PREFIX = "patience.";

export type OracleMode = "off" | "light" | "colours";

/** What the player wants: of the table, and of the page around it. */
export interface PagePreferences extends Omit<Preferences, "concealed"> {
  theme: "system" | "light" | "dark";
  fourColours: boolean;
  motion: "system" | "off";
  oracle: OracleMode;
  winnableOnly: boolean;
  cheats: Cheats;
  /** Whether covered cards lie face down, where that is not as the game has it. */
  covered: Record<string, boolean>;
  /** The goal of each game, where it is not the board. */
  goals: Record<string, Goal>;
  /** The count of each game, where it is not its own. */
  counts: Record<string, Count>;
  speed: number;
  lastGame: string;
}

export const DEFAULTS: PagePreferences = {
  theme: "system",
  fourColours: false,
  motion: "system",
  oracle: "light",
  autoplay: "safe",
  covered: {},
  winnableOnly: false,
  cheats: "fewest",
  goals: {},
  counts: {},
  speed: 1,
  lastGame: "",
};

/** A game in progress. */
export interface Saved {
  game: string;
  save: string;
  /** It counts among the games played. */
  counted: boolean;
  /** Its end is among the statistics. */
  ended: boolean;
  /** A hint, a solution or the oracle helped. */
  helped: boolean;
}

export interface Statistics {
  played: number;
  won: number;
  helped: number;
  streak: number;
  bestStreak: number;
  fewestMoves: number | null;
  bestScore: number | null;
}

const NOTHING: Statistics = {
  played: 0,
  won: 0,
  helped: 0,
  streak: 0,
  bestStreak: 0,
  fewestMoves: null,
  bestScore: null,
};

/** Covered cards of this game lie face down. */
export function isCovered(entry: Entry, preferences: PagePreferences): boolean {
  return preferences.covered[entry.name] ?? entry.face_down;
}

export class Store {
  /** Gets what could not be read or written. */
  onTrouble: (text: string) => void = () => {};

  preferences(): PagePreferences {
    const found = this.read("preferences", isRecord) as Partial<PagePreferences> | null;
    const merged: PagePreferences = { ...DEFAULTS };
    if (found === null) return merged;
    // A value of another type than the usual one is worth nothing.
    for (const key of Object.keys(DEFAULTS) as (keyof PagePreferences)[]) {
      if (typeof found[key] === typeof DEFAULTS[key] && found[key] !== null) {
        (merged as unknown as Record<string, unknown>)[key] = found[key];
      }
    }
    return merged;
  }

  keepPreferences(preferences: PagePreferences): void {
    this.write("preferences", preferences);
  }

  saved(game: string): Saved | null {
    return this.read(`game.${game}`, isSaved) as Saved | null;
  }

  keepSaved(saved: Saved): void {
    this.write(`game.${saved.game}`, saved);
  }

  /** The game that another deal took the place of. */
  before(game: string): Saved | null {
    return this.read(`before.${game}`, isSaved) as Saved | null;
  }

  keepBefore(saved: Saved): void {
    this.write(`before.${saved.game}`, saved);
  }

  /** The game before takes the place of the present one, and the other way round. */
  goBack(game: string): void {
    const [saved, before] = [this.saved(game), this.before(game)];
    if (before) this.keepSaved(before);
    if (saved) this.keepBefore(saved);
  }

  /** Puts a game that cannot be loaded out of the way. */
  setAside(game: string): void {
    this.moveAside(`game.${game}`);
  }

  statistics(): Record<string, Statistics> {
    const found = this.read("statistics", isRecord) as Record<string, Partial<Statistics>> | null;
    const games: Record<string, Statistics> = {};
    for (const [game, numbers] of Object.entries(found ?? {})) {
      if (isRecord(numbers)) games[game] = { ...NOTHING, ...onlyNumbers(numbers) };
    }
    return games;
  }

  change(game: string, change: (statistics: Statistics) => void): void {
    const all = this.statistics();
    const one = all[game] ?? { ...NOTHING };
    change(one);
    all[game] = one;
    this.write("statistics", all);
  }

  forgetStatistics(): void {
    this.write("statistics", {});
  }

  private read(name: string, isGood: (value: unknown) => boolean): unknown {
    let text: string | null = null;
    try {
      text = localStorage.getItem(PREFIX + name);
      if (text === null) return null;
      const value: unknown = JSON.parse(text);
      if (isGood(value)) return value;
    } catch {
      if (text === null) return null; // The browser keeps nothing here.
    }
    this.moveAside(name);
    return null;
  }

  private moveAside(name: string): void {
    try {
      const text = localStorage.getItem(PREFIX + name);
      if (text === null) return;
      localStorage.setItem(`${PREFIX}damaged.${name}`, text);
      localStorage.removeItem(PREFIX + name);
    } catch {
      return;
    }
    this.onTrouble(`What was kept of “${name}” is damaged. It was set aside under “${PREFIX}damaged.${name}”.`);
  }

  private write(name: string, value: unknown): void {
    try {
      localStorage.setItem(PREFIX + name, JSON.stringify(value));
    } catch {
      this.onTrouble("This browser keeps nothing: games and statistics are lost when the page is closed.");
    }
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isSaved(value: unknown): boolean {
  return isRecord(value) && typeof value.save === "string" && typeof value.game === "string";
}

function onlyNumbers(values: Record<string, unknown>): Partial<Statistics> {
  const pairs = Object.entries(values).filter(([name, value]) => name in NOTHING && Number.isFinite(value));
  return Object.fromEntries(pairs);
}
