// A link is a deal, or a position: `#freecell/164`,
// `#freecell;cells=3/164`, `#pyramid/position/<the text>`.

import type { Entry, Settings } from "../types";
import { readValue } from "./settings";

export interface Place {
  game: string;
  settings: Settings;
  deal?: number;
  text?: string;
}

/** A link longer than this is no position of any game. */
const LONGEST = 8000;

/** Reads the part after `#`; a string names what is wrong with it. */
export function readAddress(hash: string, games: Entry[]): Place | string | null {
  const inner = hash.replace(/^#/, "");
  if (inner === "") return null;
  if (inner.length > LONGEST) return "This link is too long to be a deal or a position.";
  const [head, kind, ...rest] = inner.split("/");
  const [name, ...chosen] = decode(head ?? "").split(";");
  const wanted = (name ?? "").toLowerCase();
  const entry = games.find((game) => game.name === wanted || game.aliases.includes(wanted));
  if (!entry) return `This link names no game that is here: “${shorten(name ?? "")}”.`;
  const settings: Settings = {};
  for (const part of chosen) {
    const [key, text] = part.split("=");
    const setting = entry.settings.find((one) => one.key === key);
    const value = setting && readValue(setting, text ?? "");
    if (!setting || value === undefined) return `This link has a setting that is not known: “${shorten(part)}”.`;
    settings[setting.key] = value;
  }
  if (kind === undefined || kind === "") return { game: entry.name, settings };
  if (kind === "position") {
    const text = decode(rest.join("/"));
    return { game: entry.name, settings, text };
  }
  const deal = /^\d{1,16}$/.test(kind) && rest.length === 0 ? Number(kind) : NaN;
  const { start, end } = entry.numbers;
  if (!(deal >= start && deal <= end)) {
    return `${entry.title} has deals ${start} to ${end}; this link names “${shorten(kind)}”.`;
  }
  return { game: entry.name, settings, deal };
}

export function writeAddress(place: Place): string {
  const settings = Object.entries(place.settings).map(([key, value]) => `;${key}=${value}`);
  const head = `#${place.game}${settings.join("")}`;
  if (place.text !== undefined) return `${head}/position/${encode(place.text)}`;
  return place.deal === undefined ? head : `${head}/${place.deal}`;
}

// Spaces and ends of lines are common in positions, `_` and `~` never occur.
function encode(text: string): string {
  return encodeURIComponent(text.trimEnd().replaceAll(" ", "_").replaceAll("\n", "~"));
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text).replaceAll("_", " ").replaceAll("~", "\n");
  } catch {
    return text;
  }
}

function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
