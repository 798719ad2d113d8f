// A link is a deal, a position, or a deal with moves: `#freecell/164`,
// `#freecell;cells=3/164`, `#pyramid/position/<the text>`,
// `#freecell/164/moves/26~a5*`, `#freecell/164/replay/..`. A `*` follows a move
// that the autoplay made.

import type { Entry, Settings, Step, View } from "../types";
import { readValue } from "./settings";

export interface Place {
  game: string;
  settings: Settings;
  deal?: number;
  text?: string;
  /** Moves from there; `replay` begins before the first of them. */
  moves?: { list: LinkedMove[]; replay: boolean };
}

export interface LinkedMove {
  move: string;
  auto: boolean;
}

/** A link longer than this is no position of any game. */
const LONGEST = 8000;
const WORDS = { moves: false, replay: true } as const;

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
  const place: Place = { game: entry.name, settings };
  if (kind === "position") {
    place.text = decode(rest.shift() ?? "");
    // A text may have a `/` of its own.
    while (rest.length > 0 && !((rest[0] as string) in WORDS)) place.text += `/${decode(rest.shift() as string)}`;
  } else {
    const isMoved = rest.length === 0 || (rest.length === 2 && (rest[0] as string) in WORDS);
    const deal = /^\d{1,16}$/.test(kind) && isMoved ? Number(kind) : NaN;
    const { start, end } = entry.numbers;
    if (!(deal >= start && deal <= end)) return `${entry.title} has deals ${start} to ${end}; this link names “${shorten(kind)}”.`;
    place.deal = deal;
  }
  const [word, moves] = rest;
  if (word !== undefined && moves !== undefined) place.moves = { list: readMoves(moves), replay: WORDS[word as keyof typeof WORDS] };
  return place;
}

export function writeAddress(place: Place): string {
  const settings = Object.entries(place.settings).map(([key, value]) => `;${key}=${value}`);
  const head = `#${place.game}${settings.join("")}`;
  const moves = place.moves ? `/${place.moves.replay ? "replay" : "moves"}/${place.moves.list.map(writeMove).join("~")}` : "";
  if (place.text !== undefined) return `${head}/position/${encode(place.text)}${moves}`;
  return place.deal === undefined ? head : `${head}/${place.deal}${moves}`;
}

/** The deal of a view, and with `replay` or not the moves made on it. */
export function placeOf(view: View, steps: Step[] = [], replay = false): Place {
  const place: Place = { game: view.game, settings: view.settings };
  if (view.number === null) place.text = startText(view.save) ?? view.text;
  else place.deal = view.number;
  if (steps.length > 0) place.moves = { list: steps.map(({ move, auto }) => ({ move, auto })), replay };
  return place;
}

/** The session of a place as it is saved; loading it replays every move. */
export function saveOf(place: Place, autoplay: string): string {
  const { list, replay } = place.moves ?? { list: [], replay: false };
  const lines = list.map(({ move, auto }) => `  ${move}${auto ? " (auto)" : ""}\n`).join("");
  const settings = Object.entries(place.settings).map(([key, value]) => `${key}: ${value}\n`).join("");
  const start = place.text === undefined ? `deal: ${place.deal}\n` : `start:\n${place.text.trimEnd().replaceAll(/^/gm, "  ")}\n`;
  const [made, undone] = replay ? ["", lines] : [lines, ""];
  return `patience session 1\ngame: ${place.game}\n${settings}${start}autoplay: ${autoplay}\nmoves:\n${made}undone:\n${undone}`;
}

/** The deal that a saved session is of. */
export function placeOfSave(save: string, entry: Entry): Place {
  const head = save.split("\nmoves:")[0] ?? "";
  const labels = new Map([...head.matchAll(/^([\w-]+): (.+)$/gm)].map(([, label, value]) => [label, value]));
  const settings: Settings = {};
  for (const setting of entry.settings) {
    const value = readValue(setting, labels.get(setting.key) ?? "");
    if (value !== undefined) settings[setting.key] = value;
  }
  const text = startText(save);
  return text === null ? { game: entry.name, settings, deal: Number(labels.get("deal")) } : { game: entry.name, settings, text };
}

/** The position that a saved session started from, if it was no numbered deal. */
function startText(save: string): string | null {
  const block = /^start:\n((?: {2}.*\n)*)/m.exec(save)?.[1];
  return block === undefined ? null : block.replaceAll(/^ {2}/gm, "").trimEnd();
}

function writeMove({ move, auto }: LinkedMove): string {
  return encode(move) + (auto ? "*" : "");
}

function readMoves(text: string): LinkedMove[] {
  const words = text.split("~").filter((word) => word !== "");
  return words.map((word) => ({ move: decode(word.replace(/\*$/, "")).replaceAll("\n", " "), auto: word.endsWith("*") }));
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
