// A link is a deal, or a position: `#freecell/164`,
// `#freecell;cells=3/164`, `#pyramid/position/<the text>`.

import type { About, Variation } from "../engine-types";

export interface Place {
  game: string;
  variation: Variation;
  deal?: number;
  text?: string;
}

/** A link longer than this is no position of any game. */
const LONGEST = 8000;

/** Reads the part after `#`; a string says what is wrong with it. */
export function readAddress(hash: string, games: About[]): Place | string | null {
  const inner = hash.replace(/^#/, "");
  if (inner === "") return null;
  if (inner.length > LONGEST) return "This link is too long to be a deal or a position.";
  const [head, kind, ...rest] = inner.split("/");
  const [name, ...settings] = decode(head ?? "").split(";");
  const wanted = (name ?? "").toLowerCase();
  const about = games.find((game) => game.name === wanted || game.aliases.includes(wanted));
  if (!about) return `This link names no game that is here: “${shorten(name ?? "")}”.`;
  const variation: Variation = {};
  for (const setting of settings) {
    const [key, value] = setting.split("=");
    const isKnown = key === "cells" || key === "columns";
    if (!isKnown || !/^\d{1,2}$/.test(value ?? "")) return `This link has a setting that is not known: “${shorten(setting)}”.`;
    variation[key as "cells" | "columns"] = Number(value);
  }
  if (kind === undefined || kind === "") return { game: about.name, variation };
  if (kind === "position") {
    const text = decode(rest.join("/"));
    return { game: about.name, variation, text };
  }
  const deal = /^\d{1,16}$/.test(kind) && rest.length === 0 ? Number(kind) : NaN;
  if (!(deal >= about.first && deal <= about.last)) {
    return `${about.title} has deals ${about.first} to ${about.last}; this link names “${shorten(kind)}”.`;
  }
  return { game: about.name, variation, deal };
}

export function writeAddress(place: Place): string {
  const settings = Object.entries(place.variation)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([key, value]) => `;${key}=${value}`);
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
