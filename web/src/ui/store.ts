// What the browser keeps: preferences, games in progress, statistics. A value
// that cannot be read is set aside and reported, never thrown away.

import type { Cheats, Count, Entry, GameRecord, Goal, Grade, Help, Preferences, Records } from "../types";
import type { Deck } from "./faces";

const PREFIX = "patience.";
/** A game in progress is kept under the address of its deal, so that two tabs
 *  with two deals do not get into each other's way. */
const SAVE = "save.";
/** Games in progress that are kept; the oldest make room. */
const MOST_SAVED = 60;

export type OracleMode = "off" | "light" | "colours";

/** What the player wants: of the table, and of the page around it. */
export interface PagePreferences extends Omit<Preferences, "concealed"> {
  theme: "system" | "light" | "dark";
  fourColours: boolean;
  deck: Deck;
  back: "lattice" | "rings";
  largeIndices: boolean;
  leftHanded: boolean;
  /** The time played is shown. */
  timer: boolean;
  /** Letters without Ctrl are keys. */
  letterKeys: boolean;
  /** The oracle's signs were explained. */
  knowsLegend: boolean;
  /** The panel beside the table is open. */
  panel: boolean;
  motion: "system" | "off";
  oracle: OracleMode;
  winnableOnly: boolean;
  /** How hard new deals are; any if none. */
  grade: Grade | "any";
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
  deck: "classic",
  back: "lattice",
  largeIndices: false,
  leftHanded: false,
  timer: false,
  letterKeys: true,
  knowsLegend: false,
  panel: false,
  motion: "system",
  oracle: "light",
  autoplay: "safe",
  covered: {},
  winnableOnly: true,
  grade: "any",
  cheats: "fewest",
  goals: {},
  counts: {},
  speed: 1,
  lastGame: "",
};

/** A game in progress. */
export interface Saved {
  game: string;
  /** The address of its deal. */
  address: string;
  save: string;
  /** When it was last played, in milliseconds since 1970. */
  time: number;
  /** How long it was played, in milliseconds. */
  played: number;
  /** It counts among the games played. */
  counted: boolean;
  /** Its end is among the statistics. */
  ended: boolean;
  /** Another deal took its place before it was won. */
  left: boolean;
  /** The most help that it had. */
  help: Help;
  /** The day whose deal this is. */
  day?: string;
}

/** Covered cards of this game lie face down. */
export function isCovered(entry: Entry, preferences: PagePreferences): boolean {
  return preferences.covered[entry.name] ?? entry.face_down;
}

export class Store {
  /** Gets what could not be read or written. */
  onTrouble: (text: string) => void = () => {};
  /** The last thing could not be written. */
  private isRefused = false;

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

  /** The game in progress on the deal of this address. */
  saved(address: string): Saved | null {
    return this.read(SAVE + address, isSaved) as Saved | null;
  }

  /** The game of this kind that was played last. */
  latest(game: string): Saved | null {
    const all = this.all().filter((one) => one.game === game);
    return all.reduce<Saved | null>((latest, one) => (latest && latest.time >= one.time ? latest : one), null);
  }

  /** Writes a game down, unless exactly that is there. */
  keepSaved(saved: Saved): void {
    const before = this.get(SAVE + saved.address);
    if (before !== null && sameGame(before, saved)) return;
    saved.time = Date.now();
    this.write(SAVE + saved.address, saved);
    if (before === null) this.makeRoom();
  }

  /** Whether a change of the store is one of this game. */
  isOf(key: string | null, address: string): boolean {
    return key === PREFIX + SAVE + address;
  }

  isPreferences(key: string | null): boolean {
    return key === `${PREFIX}preferences`;
  }

  /** The address of the game that another one took the place of. */
  before(game: string): Saved | null {
    return this.read(`before.${game}`, isSaved) as Saved | null;
  }

  keepBefore(saved: Saved): void {
    this.write(`before.${saved.game}`, saved);
  }

  /** Puts a game that cannot be loaded out of the way. */
  setAside(address: string): void {
    this.putAway(SAVE + address);
  }

  /** Every game that is kept. */
  all(): Saved[] {
    const names = this.names().filter((name) => name.startsWith(SAVE));
    return names.map((name) => this.read(name, isSaved) as Saved | null).filter((one) => one !== null);
  }

  /** Everything that is kept, as text for a file. */
  export(): string {
    const all = this.names().filter((name) => !name.startsWith("damaged."));
    const values = all.map((name) => [name, parsed(this.get(name) ?? "")]).filter(([, value]) => value !== undefined);
    return `${JSON.stringify({ patience: 1, kept: Object.fromEntries(values) as unknown }, null, 1)}\n`;
  }

  /** Takes in what `export` wrote. What is here and not there stays. */
  import(text: string): number {
    const read = parsed(text);
    if (!isRecord(read) || read.patience !== 1 || !isRecord(read.kept)) throw new Error("this is no file that Patience wrote");
    const values = Object.entries(read.kept).filter(([name, value]) => isKept(name, value));
    if (values.length === 0) throw new Error("there is nothing in it that can be read");
    for (const [name, value] of values) this.write(name, value);
    return values.length;
  }

  /** Brings what earlier versions kept into today's form. */
  migrate(addressOf: (save: string, game: string) => string | null): void {
    for (const name of this.names().filter((one) => one.startsWith("game."))) {
      const old = this.read(name, isSaved) as Saved | null;
      const address = old && addressOf(old.save, old.game);
      if (!old || !address) {
        this.moveAside(name);
        continue;
      }
      if (this.get(SAVE + address) === null) this.write(SAVE + address, { ...old, address, time: Date.now(), played: 0 });
      this.remove(name);
    }
  }

  private makeRoom(): void {
    const all = this.all().sort((one, other) => other.time - one.time);
    for (const old of all.slice(MOST_SAVED)) this.remove(SAVE + old.address);
  }

  private names(): string[] {
    try {
      return Object.keys(localStorage)
        .filter((key) => key.startsWith(PREFIX))
        .map((key) => key.slice(PREFIX.length))
        .sort();
    } catch {
      return [];
    }
  }

  private get(name: string): string | null {
    try {
      return localStorage.getItem(PREFIX + name);
    } catch {
      return null;
    }
  }

  private remove(name: string): void {
    try {
      localStorage.removeItem(PREFIX + name);
    } catch {
      // Nothing is kept here, so nothing is to be removed.
    }
  }

  /** What has been played, in the shape that every place of Patience has. */
  records(): Records {
    const found = this.read("statistics", isStatistics) as (Partial<Records> & Record<string, unknown>) | null;
    if (found === null) return { version: 2, games: {}, days: {} };
    if (found.version !== undefined) return { version: 2, games: found.games ?? {}, days: found.days ?? {} };
    return { version: 2, games: oldRecords(found), days: {} };
  }

  keepRecords(records: Records): void {
    this.write("statistics", records);
  }

  forgetRecords(): void {
    this.write("statistics", { version: 2, games: {}, days: {} });
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
    if (this.putAway(name)) this.onTrouble(`What was kept of “${name}” is damaged. It was set aside under “${PREFIX}damaged.${name}”.`);
  }

  /** Keeps a value under another name; true if there was one. */
  private putAway(name: string): boolean {
    try {
      const text = localStorage.getItem(PREFIX + name);
      if (text === null) return false;
      localStorage.setItem(`${PREFIX}damaged.${name}`, text);
      localStorage.removeItem(PREFIX + name);
      return true;
    } catch {
      return false;
    }
  }

  private write(name: string, value: unknown): void {
    try {
      localStorage.setItem(PREFIX + name, JSON.stringify(value));
      this.isRefused = false;
    } catch {
      // Said once: the message would hide every move.
      if (this.isRefused) return;
      this.isRefused = true;
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

function isCount(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) < 2 ** 32;
}

/** What the engine can count on; what earlier versions counted has no version. */
function isStatistics(value: unknown): boolean {
  if (!isRecord(value)) return false;
  if (value.version === undefined) return true;
  const isOptional = (one: unknown) => one === null || one === undefined || isCount(one);
  const isGame = (one: unknown) =>
    isRecord(one) && [one.played, one.won, one.helped, one.streak, one.longest_streak, one.fewest_moves, one.best_score].every(isOptional);
  const isDay = ([day, one]: [string, unknown]) => /^\d{4}-\d\d-\d\d$/.test(day) && isRecord(one) && typeof one.won === "boolean" && typeof one.in_time === "boolean" && isOptional(one.moves);
  const { games = {}, days = {} } = value;
  return isRecord(games) && Object.values(games).every(isGame) && isRecord(days) && Object.entries(days).every(isDay);
}

/** Whether this is something that the store keeps under this name. */
function isKept(name: string, value: unknown): boolean {
  if (name.startsWith(SAVE)) return isSaved(value) && (value as Saved).address === name.slice(SAVE.length);
  if (/^before\.[\w-]+$/.test(name)) return isSaved(value);
  return (name === "statistics" && isStatistics(value)) || (name === "preferences" && isRecord(value));
}

/** The value that a text is; undefined if it is none. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Whether the text is this game, whenever it was played. */
function sameGame(text: string, saved: Saved): boolean {
  try {
    const { time: _, ...before } = JSON.parse(text) as Saved;
    const { time: __, ...now } = saved;
    return JSON.stringify(before) === JSON.stringify(now);
  } catch {
    return false;
  }
}

/** What earlier versions of the page counted. Their wins with help were among
 *  the wins, and their moves were counted in another way. */
function oldRecords(found: Record<string, unknown>): Record<string, GameRecord> {
  const games: Record<string, GameRecord> = {};
  for (const [game, old] of Object.entries(found)) {
    if (!isRecord(old)) continue;
    const number = (name: string) => (Number.isFinite(old[name]) ? (old[name] as number) : 0);
    const helped = number("helped");
    games[game] = {
      played: number("played"),
      won: Math.max(0, number("won") - helped),
      helped,
      streak: number("streak"),
      longest_streak: number("bestStreak"),
      fewest_moves: null,
      best_score: number("bestScore") || null,
    };
  }
  return games;
}
