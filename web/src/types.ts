// Written by `cargo xtask types` from the Rust types; not to be changed by hand.
//
// What the page asks of the engine, and what comes back. Places are in card
// widths (x) and card heights (y).

/** What a move is, whatever the game. */
export type Action = "carry" | "home" | "remove" | "draw" | "recycle" | "restart" | "cheat";

/** The answer of a solver. */
export type Answer = {
  /** The answer in a sentence or two. */
  says: string;
  /**
   * What else is worth knowing, such as the best that can be reached when
   * the goal cannot.
   */
  alternatives: Array<Walk>;
  /** Nothing shorter exists than this, where a limit stopped the proof. */
  lower_bound: number | null;
  /** States searched. */
  states: number;
} & ({ "outcome": "solved"; solution: Walk }
  | { "outcome": "impossible" }
  | { "outcome": "unknown"; reason: string });

/** Which cards go home by themselves after a move. */
export type Autoplay = "safe" | "all" | "off";

/** The best line that is known. */
export type Best = {
  /**
   * Its length, the move itself included: as many moves as the
   * [counter](crate::counter) of a session counts.
   */
  length: number;
  /** How the length is counted: always in `moves`. */
  count: Count;
  /** Nothing better exists. */
  proved: boolean;
  /** The cheats in it, in games that have them. */
  cheats: number | null;
  /** The points at its end, in games that have them. */
  score: number | null;
};

/** A block of a page. */
export type Block = {
  "kind": "heading";
  /** From 1. */
  level: number;
  /** Its words. */
  text: string;
}
  | {
    "kind": "paragraph";
    /** Its text. */
    spans: Array<Span>;
  }
  | {
    "kind": "list";
    /** Its items are counted. */
    counted: boolean;
    /** Its items. */
    items: Array<Array<Span>>;
  }
  | {
    "kind": "table";
    /** The words above the columns; empty ones if there are none. */
    head: Array<Array<Span>>;
    /** Its rows. */
    rows: Array<Array<Array<Span>>>;
  }
  | {
    "kind": "lines";
    /** The lines. */
    text: string;
  };

/** Another line that was tried. */
export type Branch = {
  /** Its first move in a few words. */
  says: string;
  /** What `Session::take_variation` takes. */
  id: number;
  /** The steps of the present line before it: `Session::jump` goes there. */
  step: number;
  /** Its first move. */
  move: Move;
  /** How many moves of the player it has. */
  moves: number;
};

/** The names of the ranks and suits of a game, and how often each card is there. */
export type CardNames = {
  /** The ranks. */
  ranks: Array<string>;
  /** The suits; none where cards have only a rank. */
  suits: Array<string>;
  /** How many there are of each card, at most. */
  copies: number;
  /** Other ways to write a rank: how, and which rank it means. */
  aliases: Array<[string, string]>;
};

/** A probability: counted out, or estimated with its 95% interval. */
export type Chance = {
  /** Ways in which the unknown cards can lie that are won. */
  wins: number;
  /** Ways that were looked at. */
  of: number;
  /**
   * At most so many of them are neither known to be won nor to be lost: a
   * limit came first.
   */
  undecided: number;
  /** These are all the ways there are. */
  is_exact: boolean;
};

/** Whether a solution may cheat, in games that have cheats. */
export type Cheats = "fewest" | "never" | "any";

/** What came of looking at a text. */
export type Check = {
  /** Empty if the text is a position of the game. */
  faults: Array<Fault>;
  /** How the faults can be mended, where that is known. */
  hint: string | null;
  /** The table, if there are no faults. */
  layout: Layout | null;
};

/** A value of a setting that is not a number. */
export type Choice = {
  /** As it is written: `worry-back`. */
  word: string;
  /** What it means, for a label. */
  title: string;
};

/** How much worse a move made the best way that is known. */
export type Cost = {
  /** Points fewer, where the most points are the goal. */
  points: number;
  /** Cheats more. */
  cheats: number;
  /** Moves more, as the counter counts them. */
  moves: number;
};

/** How the length of a solution is counted. */
export type Count = "steps" | "moves" | "clicks";

/** How the end of a game was counted. */
export type Counted = "won" | "helped" | "shown" | "lost";

/** The daily deal of a day: the same for everybody. */
export type Daily = {
  /** The day. */
  day: Date;
  /** The name of its game. */
  game: string;
  /** The grade of its deal. */
  grade: Grade;
};

/** The deal of a day. */
export type DailyDeal = { daily: Daily; deal: GradedDeal };

/** A day of the Gregorian calendar, written `2026-11-16`. */
export type Date = string;

/** The daily deal of a day. */
export type DayRecord = {
  /** It was won, with hints or without. */
  won: boolean;
  /** It was won on its own day: only then it counts for the streak. */
  in_time: boolean;
  /** The fewest moves of a win. */
  moves: number | null;
};

/** What the page asks the desk. */
export type DeskQuestion = { "ask": "games" }
  | { "ask": "start"; game: string; start: Start; preferences: Preferences }
  | { "ask": "preferences"; preferences: Preferences }
  | { "ask": "play"; move: Move }
  | { "ask": "undo" }
  | { "ask": "redo" }
  | { "ask": "restart" }
  | { "ask": "jump"; made: number }
  | { "ask": "finish" }
  | { "ask": "variation"; id: number }
  | { "ask": "rules"; game: string }
  | {
    "ask": "record";
    records: Records;
    event: RecordEvent | null;
    /** The day on the player's calendar. */
    today: Date;
  }
  | { "ask": "check"; game: string; text: string; settings: Settings };

/** The end of a game that was begun. */
export type Ended = {
  /** The goal was reached. */
  won: boolean;
  /** Moves, as the counter counts them. */
  moves: number;
  /** Points, in games that have them. */
  score: number | null;
  /** The most help that it had. */
  help: Help;
};

/** A game in the list of games. */
export type Entry = {
  /** The text of a deal, which can be read: a form to fill in. */
  example: string;
  /**
   * Covered cards can lie face down: `Preferences.concealed` makes a
   * difference.
   */
  can_conceal: boolean;
  /** It is the game that a newcomer is offered first. */
  is_first: boolean;
  /** Its deals have grades. */
  has_grades: boolean;
  /** The name on the command line. */
  name: string;
  /** The name that people use. */
  title: string;
  /** Other names on the command line. */
  aliases: Array<string>;
  /** One sentence. */
  summary: string;
  /** The goals it has, as they are written. */
  goals: Array<string>;
  /** How length may be counted; the first one is the game's own. */
  counts: Array<Count>;
  /** What can be set, with its values and its default. */
  settings: Array<Setting>;
  /** The cards it is played with. */
  cards: CardNames;
  /**
   * Cards that lie face down are hidden from the player, unless he chooses
   * to see them. In other games it is the other way round.
   */
  face_down: boolean;
  /** The deal numbers there are. */
  numbers: { start: number; end: number };
  /** It has cheats. */
  has_cheats: boolean;
};

/** A card as it lies on the table. */
export type Face = {
  /** The card as it is written, `7h`; empty if nobody has seen it. */
  card: string;
  /** It shows its face. */
  up: boolean;
  /** The card in words: `7 of hearts`, `a card face down`. */
  says: string;
  /** Its mark. */
  mark: Mark;
};

/** One thing that is wrong, and where. */
export type Fault = {
  /** Where, if it has a place. */
  place: Place | null;
  /** What is wrong, in words that stand alone. */
  message: string;
};

/** What has been played of one game. */
export type GameRecord = {
  /** Games that were begun. */
  played: number;
  /** Games that were won without help. */
  won: number;
  /** Games that were won with hints. */
  helped: number;
  /** Won in a row without help, up to now. */
  streak: number;
  /** Most won in a row. */
  longest_streak: number;
  /** The fewest moves of a win, as the counter counts them. */
  fewest_moves: number | null;
  /** The most points. */
  best_score: number | null;
};

/** How the hand makes a move. */
export type Gesture = {
  /** The move, as `Table::play` takes it. */
  move: Move;
  /** What it is. */
  action: Action;
  /** The card that is taken up, or the button that is pressed. */
  from: Spot;
  /** How many cards go, from that one to the top. */
  cards: number;
  /** The pile where they are put; none where a click is the whole move. */
  to: number | null;
  /** Putting the top card of `to` onto `from` makes the same move. */
  either_way: boolean;
};

/** What to reach, as on a challenge card. */
export type Goal = string;

/** How hard a deal is, among the deals of its game that can be won. */
export type Grade = "easy" | "medium" | "hard" | "brutal";

/** A deal for a player. */
export type GradedDeal = {
  /** Its number. */
  number: number;
  /** How many deals were looked at. */
  tried: number;
  /** The bits of good choices that it asks for, to two decimals. */
  bits: number;
  /** Its grade, in games that have a scale. */
  grade: Grade | null;
  /** The moves of the way that was looked at. */
  moves: number;
};

/** The most help that a game has had. */
export type Help = "none" | "light" | "hints" | "solution";

/** The next move, and why. */
export type Hint = {
  /** The move in a sentence; empty if there is none. */
  says: string;
  /** Whether the goal can be reached; null when that is not known. */
  winnable: boolean | null;
  /** The line that it begins, where one is known. */
  line: Array<Move> | null;
  /** The move; none when nothing can be advised. */
  move: Move | null;
  /** What it leads to, or why there is none, in a sentence. */
  reason: string;
};

/** A move and what it comes to. */
export type JudgedMove = {
  move: Move;
  /** The move in a few words: `6♥ to cell a`. */
  phrase: string;
  verdict: Verdict;
  /** The verdict in a few signs, for the corner of a card. */
  sign: string;
  /** The verdict in a few words. */
  says: string;
};

/** What a move did to the game. */
export type Judgement = { "kind": "keeps" }
  | { "kind": "costs" } & Cost
  | { "kind": "loses" }
  | { "kind": "lost" }
  | { "kind": "unknown" };

/** A table laid out. */
export type Layout = {
  /** Its width, in card widths. */
  width: number;
  /** Its height, in card heights. */
  height: number;
  /** The piles, in the order in which a reader meets them. */
  piles: Array<Pile>;
};

/** A mark on a card. */
export type Mark = "none" | "cheated" | "locked";

/** What the page asks a mind. */
export type MindQuestion = { "ask": "random"; game: string; winnable: boolean; settings: Settings; seed: number }
  | { "ask": "graded"; game: string; grade: Grade; settings: Settings; seed: number }
  | { "ask": "daily"; day: Date }
  | {
    "ask": "hint";
    position: Position;
    request: Request;
    /** The best line that the oracle knows: no worse one is advised. */
    known?: Array<Move>;
  }
  | {
    "ask": "solve";
    position: Position;
    request: Request;
    /** The best line that the oracle knows: no worse one is answered. */
    known?: Array<Move>;
  }
  | { "ask": "where_lost"; save: string; request: Request }
  | {
    "ask": "look_at";
    position: Position;
    request: Request;
    /** What an earlier oracle knew of it. */
    known: Outlook | null;
  }
  | { "ask": "recall"; position: Position; request: Request; line: Array<Move> }
  | { "ask": "think" }
  | { "ask": "review"; save: string; request: Request }
  | { "ask": "review_on" }
  | { "ask": "review_known"; position: Position; line: Array<Move> };

/** How hard to look. */
export type Mode = "short" | "fast" | "shortest";

/**
 * A move in its game's notation: `Remove 6h 7c`, `26`, `Draw`.
 *
 * Any text can be put into one. Whether it is a move, and a legal one, is for
 * the `Table` that it is played on to say; the moves that a
 * table gives out are legal and written in full.
 */
export type Move = string;

/** What the oracle knows about a table and its moves. */
export type Outlook = {
  /** The position that was looked at, as `View.text`. */
  text: string;
  position: Verdict;
  /** The verdict on the position in a sentence without its full stop. */
  says: string;
  /** Every legal move, best first. */
  moves: Array<JudgedMove>;
  /** Nothing more will be found. */
  finished: boolean;
  /** The best line that is known from here. */
  line: Array<Move> | null;
};

/** A pile, or a place where one could be. */
export type Pile = {
  /** Its name in words: `column 3`, `cell a`, `home of hearts`. */
  name: string;
  /** What it is. */
  role: Role;
  /** The left edge of its first card, in card widths. */
  x: number;
  /** The upper edge of its first card, in card heights. */
  y: number;
  /**
   * From each card to the next, in card widths and heights; nothing where
   * they lie exactly on each other.
   */
  step: [number, number];
  /** How many cards at its base lie exactly under the first card of a fan. */
  heap: number;
  /** Its cards; the last one is on top. */
  cards: Array<Face>;
  /** Its letter in the notation of moves; empty if it has none. */
  key: string;
  /** What its place shows when it is empty; the word of a button. */
  empty: string;
};

/** A place in a text, counted from one, in characters. */
export type Place = {
  /** The line, from 1. */
  line: number;
  /** The column, from 1, in characters. */
  column: number;
};

/** A position, wherever it comes from. */
export type Position = {
  game: string;
  text: string;
  settings: Settings;
  /** Judge it as a player who may not look under covered cards. */
  concealed: boolean;
  autoplay: Autoplay;
};

/** How the player wants to see and play the table. */
export type Preferences = {
  autoplay: Autoplay;
  /** Covered cards lie face down. */
  concealed: boolean;
};

/** What is proved about a solution. */
export type Proof = "shortest" | "best" | "most";

/** A deal picked at random. */
export type RandomDeal = {
  /** Its number. */
  number: number;
  /** How many deals were looked at. */
  tried: number;
};

/** Something that goes into the records. */
export type RecordEvent = { "kind": "begin"; game: string; day: Date | null }
  | { "kind": "end"; game: string; day: Date | null; ended: Ended };

/** The records after that, and what they come to. */
export type Recorded = {
  records: Records;
  /** How an end was counted. */
  counted: Counted | null;
  /** Days in a row whose deal was won on its day. */
  daily_streak: number;
  longest_daily_streak: number;
};

/** The records of all games, and of the daily deals. */
export type Records = {
  /** The version of the shape. */
  version: number;
  /** By the name of the game. */
  games: { [key in string]: GameRecord };
  /** The daily deals that were begun, by their day. */
  days: { [key in Date]: DayRecord };
};

/** What comes back. */
export type Reply<T> = { "answer": T } | { "trouble": Trouble };

/** A question to a solver. */
export type Request = {
  /** How hard to look. */
  mode?: Mode;
  /** How length is counted; the game's own count if none. */
  count?: Count;
  /** Whether it may cheat. */
  cheats?: Cheats;
  /** Multiplies the effort of searches that are not exhaustive. */
  effort?: number;
  /** What to reach. */
  goal: Goal;
  /** Points, or cards of the rank, from earlier deals. */
  so_far?: number;
};

/** A game that was gone through. */
export type Reviewed = {
  /** What the table at the start comes to. */
  start: Verdict;
  turns: Array<ReviewedTurn>;
  /** Nothing more will be found. */
  finished: boolean;
};

/** A move of the player, and what came of it. */
export type ReviewedTurn = {
  /** What it did to the game, in a few words. */
  did: string;
  /** Which of the player's moves it is, counted from 1. */
  number: number;
  /** The steps of the history before it: `Session::jump` goes there. */
  step: number;
  /** The move. */
  move: Move;
  /** The move in a few words. */
  says: string;
  /** What it did to the game. */
  judgement: Judgement;
  /** What the table after it comes to, with the cards that then went home. */
  after: Verdict;
  /** A better move, where one is known. */
  better: Move | null;
  /** The better move in a few words; empty if there is none. */
  better_says: string;
};

/** What a pile is. */
export type Role = "slot" | "column" | "cell" | "home" | "stock" | "waste" | "button";

/** The rules of a game. */
export type RulePage = {
  /** The game's name. */
  game: string;
  /** A fresh deal, as the player sees it: a picture of the table. */
  layout: Layout;
  /** The page of the book. */
  blocks: Array<Block>;
};

/** A setting that a game declares. */
export type Setting = {
  /** The key, as in `--set cells=2`. */
  key: string;
  /** What it is, for a label: `Free cells`. */
  title: string;
  /** The values that there are. */
  values: Values;
  /**
   * The value that the game has unless another is chosen: for
   * `Values::Range` the number, for `Values::Choices` the place in the
   * list.
   */
  default: number;
};

/**
 * What a player chose, where it differs from the game's defaults. It is
 * checked by the game that it is given to.
 */
export type Settings = { [key in string]: number | string };

/** A piece of text in one style. */
export type Span = {
  /** The text. */
  text: string;
  /** How it is set. */
  style: Style;
};

/** A card on the table, or the place of an empty pile. */
export type Spot = {
  /** The pile, by its place in `Layout::piles`. */
  pile: number;
  /** The card, by its place in `Pile::cards`; 0 in an empty pile. */
  card: number;
};

/** Which session to start. */
export type Start = { save: string }
  | { text: string; settings: Settings }
  | { deal: number; settings: Settings };

/** A step of the history. */
export type Step = {
  move: Move;
  action: Action;
  /** The move in a sentence. */
  says: string;
  /** Made by the autoplay; undone together with the move before it. */
  auto: boolean;
};

/** How a piece of text is set. */
export type Style = "plain" | "code" | "strong" | "emphasis";

/** What a state has brought so far towards each goal. */
export type Tally = {
  /** The board is cleared. */
  cleared: boolean;
  /** Points, in games that have them. */
  score: number | null;
  /**
   * Cards gone that count for a card goal, by rank (index 0 is the Ace),
   * in games that have such goals.
   */
  gone: Array<number> | null;
};

/** What is wrong, in words for people. */
export type Trouble = {
  message: string;
  /** Every fault, where a text is wrong. */
  faults: Array<Fault>;
};

/** The values of a setting. */
export type Values = {
  "range": {
    /** The least. */
    first: number;
    /** The greatest. */
    last: number;
  };
}
  | { "choices": Array<Choice> };

/** What a position or a move comes to. */
export type Verdict = { "kind": "unknown" }
  | { "kind": "wins" } & Best
  | { "kind": "loses" }
  | { "kind": "chance" } & Chance;

/** The session after whatever was asked: everything that the page draws. */
export type View = {
  game: string;
  /** The number of the deal; null for a position that somebody brought. */
  number: number | null;
  settings: Settings;
  /** The position now, as text that can be read. */
  text: string;
  /** As the player may see it: concealed if the preferences ask for that. */
  layout: Layout;
  gestures: Array<Gesture>;
  /** The whole history; `made` of its steps are made, the rest can be redone. */
  steps: Array<Step>;
  made: number;
  /** What the counter shows: the player's own moves among them. */
  moves: number;
  /** Other lines that were tried. */
  variations: Array<Branch>;
  won: boolean;
  /** No legal move is left, or the game is won. */
  over: boolean;
  /** Sending every card home, again and again, wins from here. */
  can_finish: boolean;
  tally: Tally;
  /** Cheats made so far, in games that have them. */
  cheats: number | null;
  preferences: Preferences;
  /** The session as text that can be loaded. */
  save: string;
};

/** A line of play with every table on its way. */
export type Walk = {
  /** What it comes to, in a sentence or two. */
  summary: string;
  /** Each move in a sentence. */
  says: Array<string>;
  /** Which moves the autoplay makes: they do not count. */
  auto: Array<boolean>;
  /** The table before the first move and after each: one more than moves. */
  layouts: Array<Layout>;
  /**
   * Every move in the game's notation; nothing is implied. Empty if the
   * request was without moves.
   */
  moves: Array<Move>;
  /** Its length in `count`. */
  length: number;
  /** How the length is counted. */
  count: Count;
  /** What is proved about it. */
  proof: Proof | null;
  /** What its end has brought towards the goals. */
  tally: Tally;
  /** Cheats in it, in games that have them. */
  cheats: number | null;
};

/** Where a game was lost. */
export type WhereLost = {
  /** The same in a sentence. */
  says: string;
  /**
   * How many moves had been made when it could last be won, as far as that
   * is known.
   */
  go_back_to: number | null;
} & ({ "kind": "still-wins" }
  | {
    "kind": "at";
    /** The moves made before it: `Session::jump` goes back there. */
    step: number;
    /** Which of the player's own moves it is, as the counter counts them. */
    number: number;
    /** The move that lost. */
    move: Move;
    /** A move that would have won. */
    better: Move | null;
  }
  | {
    "kind": "between";
    /** Moves made when it could still be won. */
    won: number;
    /** Moves made when it could not any more. */
    lost: number;
    /** The first of the player's own moves that may have lost it. */
    first: number;
    /** The last one that may have. */
    last: number;
  }
  | { "kind": "never" }
  | { "kind": "unknown" });
