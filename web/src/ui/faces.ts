// Card faces, drawn here: a viewBox of 100 x 140, crisp at every size. A card has
// several faces: a full one; a plain one with large signs for small screens and
// weak eyes; and two for what another card leaves free of it. There are two
// decks: `classic` with pips and courts, `poster` with one large sign.

import { el, svg } from "./dom";

/** Outlines of the suits in a box of 100 x 100. */
const SUITS: Record<string, string> = {
  h: "M50 92C22 66 6 50 6 30A22.5 22.5 0 0 1 50 24A22.5 22.5 0 0 1 94 30C94 50 78 66 50 92Z",
  d: "M50 4Q66 30 88 50Q66 70 50 96Q34 70 12 50Q34 30 50 4Z",
  s: "M50 6C58 28 94 44 94 66A20 20 0 0 1 56 73C57 84 61 91 70 95H30C39 91 43 84 44 73A20 20 0 0 1 6 66C6 44 42 28 50 6Z",
  c: "M50 4A20.5 20.5 0 0 1 65 39A20.5 20.5 0 1 1 56 71C57 83 61 91 70 95H30C39 91 43 83 44 71A20.5 20.5 0 1 1 35 39A20.5 20.5 0 0 1 50 4Z",
};

/** What stands over the letter of a court card, in a box of 40 x 24. */
const EMBLEMS: Record<string, string> = {
  K: "M2 22L0 4L11 12L20 0L29 12L40 4L38 22Z",
  Q: "M4 22Q0 10 2 5Q8 12 12 12Q16 8 20 0Q24 8 28 12Q32 12 38 5Q40 10 36 22Z",
  J: "M2 22Q6 6 24 2Q36 0 40 4Q30 6 30 12Q32 18 38 22Z",
};

/** Where the pips lie, as [column, row] of 3 columns and 0..1 down the card. */
const PIPS: Record<string, [number, number][]> = {
  A: [[1, 0.5]],
  "2": [[1, 0], [1, 1]],
  "3": [[1, 0], [1, 0.5], [1, 1]],
  "4": [[0, 0], [2, 0], [0, 1], [2, 1]],
  "5": [[0, 0], [2, 0], [1, 0.5], [0, 1], [2, 1]],
  "6": [[0, 0], [2, 0], [0, 0.5], [2, 0.5], [0, 1], [2, 1]],
  "7": [[0, 0], [2, 0], [1, 0.25], [0, 0.5], [2, 0.5], [0, 1], [2, 1]],
  "8": [[0, 0], [2, 0], [1, 0.25], [0, 0.5], [2, 0.5], [1, 0.75], [0, 1], [2, 1]],
  "9": [[0, 0], [2, 0], [0, 1 / 3], [2, 1 / 3], [1, 0.5], [0, 2 / 3], [2, 2 / 3], [0, 1], [2, 1]],
  T: [[0, 0], [2, 0], [1, 1 / 6], [0, 1 / 3], [2, 1 / 3], [0, 2 / 3], [2, 2 / 3], [1, 5 / 6], [0, 1], [2, 1]],
};

/** The suit letter of a card as it is written; none for a card that is only a rank. */
export function suitOf(card: string): string | null {
  const last = card.at(-1) ?? "";
  return card.length === 2 && last in SUITS ? last : null;
}

/** `strip` and `small-strip`: only a low strip of a full or a small face is free;
 *  `edge`: only its left edge is. */
export type Variant = "full" | "small" | "strip" | "small-strip" | "edge";

export type Deck = "classic" | "poster";

/** The face of a card as it is written (`7h`, or `10` without suits), or a back.
 *  A card that lies face down shows a face that is known all the same, dimmed. */
export function drawFace(card: string, up: boolean, variant: Variant = "full", deck: Deck = "classic"): HTMLElement {
  if (card === "") return el("span", { class: "face back" });
  const suit = suitOf(card);
  const rank = suit === null ? card : shown(card[0] as string);
  const face = el("span", { class: `face suit-${suit ?? "none"}${up ? "" : " turned-down"}` });
  if (variant === "strip" || variant === "small-strip") face.append(strip(card, suit, variant === "small-strip", deck));
  else if (variant === "edge") face.append(edge(rank, suit));
  else if (suit === null) face.append(plainRank(card));
  else if (deck === "poster") face.append(poster(card[0] as string, suit, variant));
  else if (variant === "small") face.append(small(card[0] as string, suit));
  else face.append(full(card[0] as string, suit));
  return face;
}

/** A suit alone, for empty home places. */
export function drawSuit(suit: string): SVGElement {
  return svg("svg", { viewBox: "0 0 100 100", class: "sign", "aria-hidden": "true" }, svg("path", { d: SUITS[suit] ?? "" }));
}

function picture(kind: string, ...parts: SVGElement[]): SVGElement {
  return svg("svg", { viewBox: "0 0 100 140", class: kind, "aria-hidden": "true", focusable: "false" }, ...parts);
}

function sign(suit: string, x: number, y: number, size: number, turned = false, kind = ""): SVGElement {
  const scale = size / 100;
  const turn = turned ? ` rotate(180 50 50)` : "";
  return svg("path", {
    d: SUITS[suit] ?? "",
    transform: `translate(${x - size / 2} ${y - size / 2}) scale(${scale})${turn}`,
    ...(kind ? { class: kind } : {}),
  });
}

/** Ranks are drawn by reference, so that they are pictures and not words: the
 *  words of a card are in its label. */
function label(text: string, x: number, y: number, size: number, anchor = "middle", kind = ""): SVGElement {
  const scale = size / 100;
  return svg("use", { href: `#${glyph(text, anchor)}`, transform: `translate(${x} ${y}) scale(${scale})`, class: `rank ${kind}`.trim() });
}

const glyphs = svg("svg", { class: "unseen", "aria-hidden": "true", focusable: "false" });

function glyph(text: string, anchor: string): string {
  const id = `rank-${anchor}-${text}`;
  if (!glyphs.isConnected) document.body.append(glyphs);
  if (!document.getElementById(id)) glyphs.append(svg("defs", {}, svg("text", { id, "font-size": 100, "text-anchor": anchor }, text)));
  return id;
}

const shown = (rank: string) => (rank === "T" ? "10" : rank);

/** Rank and suit side by side, so that a narrow strip of the card shows both. */
function corner(rank: string, suit: string, kind = ""): SVGElement[] {
  const text = shown(rank);
  const wide = text.length > 1;
  return [label(text, 6, 25, 26, "start", kind), sign(suit, wide ? 47 : 36, 16, 20, false, kind)];
}

function full(rank: string, suit: string): SVGElement {
  const corners = corner(rank, suit, "index");
  const turned = svg("g", { transform: "rotate(180 50 70)", class: "turned" }, ...corner(rank, suit));
  const pips = PIPS[rank];
  if (pips === undefined) return picture("full", ...corners, turned, court(rank, suit));
  const size = rank === "A" ? 52 : 19;
  const signs = pips.map(([column, row]) => sign(suit, 28 + column * 22, 46 + row * 48, size, row > 0.5));
  return picture("full", ...corners, turned, ...signs);
}

/** A court card: its sign and letter twice, as on every court card. */
function court(rank: string, suit: string): SVGElement {
  const half = () => [
    svg("path", { d: EMBLEMS[rank] ?? "", transform: "translate(45 38) scale(.62)", class: "emblem" }),
    label(rank, 57, 68, 21),
    sign(suit, 33, 52, 22),
  ];
  return svg(
    "g",
    { class: "court" },
    svg("rect", { x: 18, y: 33, width: 64, height: 74, rx: 4, class: "panel" }),
    svg("path", { d: "M18 76L82 64", class: "divide" }),
    ...half(),
    svg("g", { transform: "rotate(180 50 70)" }, ...half()),
  );
}

/** A large index. */
function largeIndex(rank: string, suit: string): SVGElement[] {
  return [label(shown(rank), 6, 37, 40, "start", "index"), sign(suit, 79, 22, 31, false, "index")];
}

/** Large signs only. */
function small(rank: string, suit: string): SVGElement {
  return picture("small", ...largeIndex(rank, suit), sign(suit, 50, 92, 62));
}

/** The index of a face alone. It is moved up where the strip is low, and made smaller
 *  only where that is not enough: a program that reads the page finds what it knows. */
function strip(card: string, suit: string | null, isSmall: boolean, deck: Deck): SVGElement {
  const rank = card[0] as string;
  const [kind, from, tall, parts] =
    suit === null
      ? ["bare", 7.5, 22.5, [plainIndex(card)]]
      : isSmall
        ? ["large sans", 5.5, 37, largeIndex(rank, suit)]
        : [deck === "poster" ? "sans" : "", 6, 20.5, corner(rank, suit, "index")];
  return svg("svg", { viewBox: `0 ${from} 100 ${tall}`, class: `strip ${kind}`, preserveAspectRatio: "xMinYMin", "aria-hidden": "true", focusable: "false" }, ...(parts as SVGElement[]));
}

/** The index one below the other, within the left quarter. */
function edge(rank: string, suit: string | null): SVGElement {
  const size = rank.length > 1 ? 20 : 26;
  return picture("edge", label(rank, 3, 25, size, "start", "index"), ...(suit === null ? [] : [sign(suit, 14, 40, 20, false, "index")]));
}

/** One large sign with the rank in it. */
function poster(rank: string, suit: string, variant: Variant): SVGElement {
  const text = shown(rank);
  const isSmall = variant === "small";
  const at = { h: 62, d: 66, s: 68, c: 66 }[suit] ?? 66;
  const inner = svg("g", { class: "knocked" }, label(text, 50, at + 20, text.length > 1 ? 27 : 32));
  const above = EMBLEMS[rank] === undefined ? [] : [svg("path", { d: EMBLEMS[rank] ?? "", transform: "translate(36 30) scale(.7)", class: "emblem" })];
  const index = isSmall ? largeIndex(rank, suit) : corner(rank, suit, "index");
  return picture(`poster ${isSmall ? "small" : "full"}`, ...index, ...(isSmall ? [] : above), sign(suit, 50, 84, 82), inner);
}

const plainIndex = (rank: string) => label(rank, 8, 29, 29, "start", "index");

/** A rank without a suit. */
function plainRank(rank: string): SVGElement {
  return picture(
    "only",
    plainIndex(rank),
    svg("g", { transform: "rotate(180 50 70)" }, label(rank, 8, 29, 29, "start")),
    svg("circle", { cx: 50, cy: 70, r: 29, class: "ring" }),
    label(rank, 50, 83, rank.length > 1 ? 34 : 38),
  );
}
