// What the page asks of the engine, and what comes back: the agreement between
// the page (src/ui) and the workers (src/engine.ts, crates/web). All shapes are
// plain JSON. Places are in card widths (x) and card heights (y).

// ---- The table, as crates/patience/src/layout.rs writes it ----

export type Role =
  | "slot"
  | "column"
  | "cell"
  | "home"
  | "stock"
  | "waste"
  | "button";

export interface Face {
  /** `7h`, in Cluj `10`; empty if nobody has seen it. */
  card: string;
  up: boolean;
  /** `7 of hearts`, `a card face down`. */
  says: string;
  mark: "none" | "cheated" | "locked";
}

export interface Pile {
  name: string;
  role: Role;
  x: number;
  y: number;
  step: [number, number];
  /** The last one is on top. */
  cards: Face[];
  key: string;
  empty: string;
}

export interface Spot {
  pile: number;
  card: number;
}

export interface Gesture {
  /** The move, for `play`. */
  played: string;
  says: string;
  from: Spot;
  cards: number;
  /** None where a click is the whole move. */
  to: number | null;
  either_way: boolean;
}

export interface Layout {
  width: number;
  height: number;
  piles: Pile[];
  gestures: Gesture[];
}

// ---- Games ----

export interface About {
  name: string;
  title: string;
  aliases: string[];
  summary: string;
  /** `board`, `score`, `score=N`, `cards=NR`. */
  goals: string[];
  /** The first one is the game's own. */
  counts: Count[];
  first: number;
  last: number;
  has_cheats: boolean;
  has_variations: boolean;
  /** The text of deal 1, which `read` takes: a form to fill in. */
  example: string;
  /** Covered cards can lie face down (`Settings.concealed` makes a difference). */
  can_conceal: boolean;
}

export type Count = "steps" | "moves" | "clicks";

export interface Variation {
  cells?: number;
  columns?: number;
}

// ---- A game in progress ----

export type Autoplay = "safe" | "all" | "off";

export interface Step {
  played: string;
  /** The move in words. */
  says: string;
  /** Made by the autoplay; undone together with the move before it. */
  auto: boolean;
}

/** The session after whatever was asked: everything the page draws. */
export interface View {
  game: string;
  /** The number of the deal; null for a position somebody brought. */
  number: number | null;
  variation: Variation;
  /** The position now, as text that `read` takes. */
  text: string;
  /** As the player may see it: concealed if the settings say so. */
  layout: Layout;
  /** The whole history; `made` of its steps are made, the rest can be redone. */
  steps: Step[];
  made: number;
  won: boolean;
  /** No legal move is left (or the game is won). */
  over: boolean;
  /** Sending every card home, again and again, wins from here. */
  can_finish: boolean;
  /** Points, in games that have them. */
  score: number | null;
  /** Cards gone by rank (index 0 is the Ace), in games with card goals. */
  gone: number[] | null;
  /** Cheats made so far, in games that have them. */
  cheats: number | null;
  autoplay: Autoplay;
  concealed: boolean;
  /** The session as text that `load` takes. */
  save: string;
}

/** Which session to start. */
export type Start =
  | { deal: number; variation?: Variation }
  | { text: string; variation?: Variation }
  | { save: string };

export interface Settings {
  autoplay: Autoplay;
  /** Covered cards lie face down. */
  concealed: boolean;
}

// ---- What is wrong with a text ----

export interface Fault {
  /** From 1; null if it has no place. */
  line: number | null;
  column: number | null;
  message: string;
}

export interface Check {
  /** Empty if the text is a position of the game. */
  faults: Fault[];
  hint: string | null;
  /** The table, if there are no faults. */
  layout: Layout | null;
}

/** What a rejected promise of the engine carries. */
export interface Trouble {
  message: string;
  faults: Fault[];
}

// ---- Solving ----

export interface Request {
  /** `board`, `score`, `score=2500`, `cards=3A`. */
  goal: string;
  /** What earlier deals brought towards the goal. */
  so_far?: number;
  mode?: "short" | "fast" | "shortest";
  count?: Count;
  cheats?: "fewest" | "never" | "any";
  effort?: number;
}

export interface Line {
  proved: "shortest" | "best" | null;
  length: number;
  count: Count;
  score: number | null;
  cards: number | null;
  cleared: boolean;
  cheats: number | null;
  moves: string[];
  /** Each move in words. */
  says: string[];
  /** The table before the first move and after each: one more than moves. No
   *  gestures in them. */
  layouts: Layout[];
}

export interface Answer {
  outcome: "solved" | "impossible" | "unknown";
  /** Why it is unknown. */
  reason: string | null;
  solution: Line | null;
  lower_bound: number | null;
  alternatives: Line[];
  states: number;
  seconds: number;
}

export interface Hint {
  played: string | null;
  says: string;
  why: string;
  /** Null when not known. */
  winnable: boolean | null;
}

// ---- The oracle ----

export type Verdict =
  | { kind: "unknown" }
  | {
      kind: "wins";
      /** Counts the move itself. */
      length: number;
      count: Count;
      proved: boolean;
      cheats: number | null;
      score: number | null;
    }
  | { kind: "loses" }
  | { kind: "chance"; wins: number; of: number; exact: boolean; low: number; high: number };

export interface Look {
  /** The position that was looked at, as `View.text`. */
  text: string;
  position: Verdict;
  moves: { played: string; verdict: Verdict }[];
  finished: boolean;
}

export type Lost =
  | { kind: "still-wins" }
  /** After `step` moves it could still be won; then `played` lost it, where
   *  `better` would not have. */
  | { kind: "at"; step: number; played: string; says: string; better: string | null; better_says: string | null }
  | { kind: "never" }
  | { kind: "unknown"; reason: string };

// ---- The engine ----

/** Quick questions go to the table's worker, long ones to the oracle's. A
 *  promise is rejected with a `Trouble`; the session is then as it was. */
export interface Engine {
  games(): Promise<About[]>;

  /** Starts a session; it takes the place of the one before. */
  start(game: string, start: Start, settings: Settings): Promise<View>;
  settings(settings: Settings): Promise<View>;
  play(played: string): Promise<View>;
  undo(): Promise<View>;
  redo(): Promise<View>;
  restart(): Promise<View>;
  /** Goes to where `made` is this many steps. */
  jump(made: number): Promise<View>;
  /** Sends every card home, again and again. */
  finish(): Promise<View>;

  /** Looks at a text without touching the session. */
  check(game: string, text: string, variation?: Variation): Promise<Check>;

  /** A deal number; with `winnable`, one whose board can be cleared. `tried`
   *  deals were looked at. Stops with a `Trouble` when it finds none. */
  random(game: string, winnable: boolean, variation?: Variation): Promise<{ number: number; tried: number }>;

  /** The next move of a best solution from the position on the table. */
  hint(request: Request): Promise<Hint>;
  /** Solves the position on the table, or the text of another. */
  solve(request: Request, other?: { game: string; text: string; variation?: Variation }): Promise<Answer>;
  whereLost(request: Request): Promise<Lost>;
  /** Stops `random`, `hint`, `solve` and `whereLost`: they are rejected with
   *  the message "stopped". */
  stop(): void;

  /** The oracle looks at the position on the table after every change, and
   *  calls back with what it knows, again and again while it learns; `null`
   *  stops it. */
  oracle(request: Request | null, heard: (look: Look) => void): void;
}
