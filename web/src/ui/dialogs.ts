// The dialogs: menu, games, deal by number, preferences, statistics, help. Each
// is made when it is opened and thrown away when it is closed.

import type { Count, Entry, GameRecord, Grade, Recorded, Records, Settings } from "../types";
import { closeButton } from "./bring";
import { type Command, shownKey } from "./commands";
import { el } from "./dom";
import { RANKS, readGoal } from "./goal";
import { settingControls } from "./settings";
import { isCovered, type PagePreferences } from "./store";

let serial = 0;

/** Opens a dialog; it is gone when it closes. */
export function openDialog(title: string, kind: string, ...content: (Node | string)[]): HTMLDialogElement {
  const id = `dialog-${++serial}`;
  const dialog = el("dialog", { class: kind, "aria-labelledby": id });
  dialog.append(el("header", {}, el("h2", { id }, title), closeButton(dialog)), ...content);
  dialog.addEventListener("close", () => dialog.remove());
  // A click beside the dialog closes it.
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

export function openMenu(commands: Command[], letters: boolean): void {
  const list = el("div", { class: "menu-groups" });
  const dialog = openDialog("Menu", "menu", list);
  const groups = [...new Set(commands.map((one) => one.group))];
  for (const group of groups) {
    const id = `menu-${group.toLowerCase()}`;
    const items = el("div", { class: "menu-list", role: "group", "aria-labelledby": id });
    for (const command of commands.filter((one) => one.group === group)) {
      const run = () => {
        dialog.close();
        command.run();
      };
      const key = command.keys.find((one) => letters || one.includes("Ctrl+"));
      items.append(
        el(
          "button",
          { type: "button", disabled: command.isEnabled?.() === false, onclick: run, "data-command": command.id },
          el("span", {}, command.label),
          key !== undefined && el("kbd", {}, shownKey(key)),
        ),
      );
    }
    list.append(el("section", {}, el("h3", { id }, group), items));
  }
}

export interface GameChoice {
  game: string;
  settings: Settings;
  deal: number | null;
  winnable: boolean;
  grade: Grade | "any";
}

const GRADES: [Grade | "any", string][] = [
  ["any", "any"],
  ["easy", "easy"],
  ["medium", "medium"],
  ["hard", "hard"],
  ["brutal", "brutal"],
];

/** The list of games. */
export function openGames(games: Entry[], current: string, choose: (game: string) => void, rules: (game: string) => void, records: Records): void {
  const list = el("div", { class: "game-list" });
  const dialog = openDialog("Games", "games", list);
  for (const entry of games) {
    const { won = 0, helped = 0 } = records.games[entry.name] ?? {};
    const howTo = el("button", { type: "button", class: "how", "aria-label": `Rules of ${entry.title}`, onclick: () => rules(entry.name) }, "Rules");
    const row = el("div", { class: "game-row" });
    list.append(row);
    row.append(
      el(
        "button",
        {
          type: "button",
          "data-game": entry.name,
          "aria-current": entry.name === current ? "true" : undefined,
          onclick: () => {
            dialog.close();
            choose(entry.name);
          },
        },
        el("strong", {}, entry.title),
        el("span", {}, entry.summary),
        won + helped > 0 && el("em", {}, `${won + helped} won`),
      ),
      howTo,
    );
  }
  list.querySelector<HTMLElement>("[aria-current]")?.focus();
}

/** Another deal: by number or by chance, with other settings. */
export function openDeal(entry: Entry, number: number | null, settings: Settings, preferences: PagePreferences, choose: (choice: GameChoice) => void): void {
  const { start, end } = entry.numbers;
  const range = `${start.toLocaleString("en")} to ${end.toLocaleString("en")}`;
  const input = el("input", {
    type: "text",
    inputmode: "numeric",
    id: "deal-number",
    autocomplete: "off",
    value: number === null ? "" : String(number),
    "aria-describedby": "deal-fault",
  });
  const fault = el("p", { id: "deal-fault", class: "bad", role: "alert" });
  const isWinnable = el("input", { type: "checkbox", id: "deal-winnable", checked: preferences.winnableOnly });
  const grade = el(
    "select",
    { id: "deal-grade" },
    GRADES.map(([value, text]) => el("option", { value, selected: value === preferences.grade }, text)),
  );
  const controls = settingControls(entry.settings, settings, "deal");
  const finish = (deal: number | null) => {
    if (!form.reportValidity()) return;
    dialog.close();
    choose({ game: entry.name, settings: controls.read(), deal, winnable: isWinnable.checked, grade: grade.value as Grade | "any" });
  };
  const submit = (event: Event) => {
    event.preventDefault();
    const text = input.value.replaceAll(/[\s,.’']/g, "");
    const deal = /^\d{1,16}$/.test(text) ? Number(text) : NaN;
    if (deal >= start && deal <= end) return finish(deal);
    fault.textContent = `${entry.title} has deals ${range}.`;
    input.setAttribute("aria-invalid", "true");
    input.focus();
  };
  const form = el(
    "form",
    { onsubmit: submit },
    el("p", { class: "row" }, el("label", { for: "deal-number" }, "Deal number"), input),
    el("p", { class: "faint" }, `Deals ${range}. The same number is always the same deal.`),
    fault,
    controls.rows,
    el("p", { class: "row" }, isWinnable, el("label", { for: "deal-winnable" }, "By chance: only deals that can be won")),
    entry.has_grades
      ? el("p", { class: "row" }, el("label", { for: "deal-grade" }, "By chance: how hard"), grade)
      : el("p", { class: "faint" }, "How hard the deals of this game are has not been measured, so they have no grades."),
    el(
      "footer",
      {},
      el("button", { type: "button", onclick: () => finish(null) }, "By chance"),
      el("button", { type: "submit", class: "primary" }, "Deal this number"),
    ),
  );
  const dialog = openDialog(`Deal: ${entry.title}`, "deal", form);
  input.focus();
  input.select();
}

/** What a solver counts. The table counts moves of the player in any case. */
const COUNTS: Record<Count, string> = {
  clicks: "moves; cards that go home are free",
  moves: "moves; cards that go home count",
  steps: "single cards",
};

type Change = (change: Partial<PagePreferences>) => void;

export function openPreferences(entry: Entry, preferences: PagePreferences, change: Change): void {
  const choice = <K extends keyof PagePreferences>(key: K, label: string, options: [PagePreferences[K] & string, string][]) =>
    select(`preference-${key}`, label, options, preferences[key] as string, (value) => change({ [key]: value } as Partial<PagePreferences>));
  const check = <K extends keyof PagePreferences>(key: K, label: string) => {
    const input = el("input", {
      type: "checkbox",
      id: `preference-${key}`,
      checked: preferences[key] as boolean,
      onchange: () => change({ [key]: input.checked } as Partial<PagePreferences>),
    });
    return el("p", { class: "row" }, input, el("label", { for: `preference-${key}` }, label));
  };
  openDialog(
    "Preferences",
    "preferences",
    goalRow(entry, preferences, change),
    ...(entry.counts.length > 1
      ? [
          select("preference-count", "Solutions have the fewest", entry.counts.map((one) => [one, COUNTS[one]]), preferences.counts[entry.name] ?? (entry.counts[0] as string), (value) =>
            change({ counts: { ...preferences.counts, [entry.name]: value as Count } }),
          ),
        ]
      : []),
    ...(entry.has_cheats
      ? [choice("cheats", "Solutions cheat", [["fewest", "as little as possible"], ["never", "never"], ["any", "as often as helps"]])]
      : []),
    choice("oracle", "Oracle", [["off", "off"], ["light", "a light below the table"], ["colours", "colours on every move"]]),
    choice("autoplay", "Cards go home by themselves", [["safe", "when they cannot be missed"], ["all", "whenever they can"], ["off", "never"]]),
    ...(entry.can_conceal ? [coveredRow(entry, preferences, change)] : []),
    check("winnableOnly", "New deals: only those that can be won"),
    ...(entry.has_grades ? [choice("grade", "How hard new deals are", GRADES)] : []),
    el("h3", {}, "Looks"),
    choice("deck", "Faces", [["classic", "classic, with pips"], ["poster", "poster, one large sign"]]),
    check("fourColours", "Four-colour deck"),
    check("largeIndices", "Large indices"),
    choice("back", "Backs", [["lattice", "blue lattice"], ["rings", "red rings"]]),
    check("leftHanded", "Left-handed table"),
    choice("theme", "Light or dark", [["system", "as the system"], ["light", "light"], ["dark", "dark"]]),
    choice("motion", "Moving cards", [["system", "as the system"], ["off", "off"]]),
    check("timer", "Show the time played"),
    check("letterKeys", "Letters alone are keys (without them: Ctrl+Z, Ctrl+Y, the menu)"),
  );
}

/** Covered cards of a game face down, or not. */
function coveredRow(entry: Entry, preferences: PagePreferences, change: Change): HTMLElement {
  const input = el("input", {
    type: "checkbox",
    id: "preference-covered",
    checked: isCovered(entry, preferences),
    onchange: () => change({ covered: { ...preferences.covered, [entry.name]: input.checked } }),
  });
  const label = "Covered cards lie face down; the oracle shows the chance";
  return el("p", { class: "row" }, input, el("label", { for: "preference-covered" }, label));
}

function select(id: string, label: string, options: [string, string][], value: string, changed: (value: string) => void): HTMLElement {
  const box = el(
    "select",
    { id, onchange: () => changed(box.value) },
    options.map(([key, text]) => el("option", { value: key, selected: key === value }, text)),
  );
  return el("p", { class: "row" }, el("label", { for: id }, label), box);
}

/** The goal: `board`, `score`, `score=N`, `cards=NR`. */
export function goalRow(entry: Entry, preferences: PagePreferences, change: Change, where = "preference"): HTMLElement {
  const wanted = readGoal(preferences.goals[entry.name] ?? "board") ?? { kind: "board" };
  const kind = wanted.kind === "cards" ? "cards=NR" : wanted.kind === "score" && wanted.points !== null ? "score=N" : wanted.kind;
  const words: Record<string, string> = {
    board: "clear the board",
    score: "the highest score",
    "score=N": "a number of points",
    "cards=NR": "cards of one rank",
  };
  const number = (id: string, label: string, value: number) => el("input", { type: "number", id: `${where}-goal-${id}`, min: 1, value: String(value), "aria-label": label });
  const points = number("points", "Points", (wanted.kind === "score" && wanted.points) || 2500);
  const count = number("count", "How many", wanted.kind === "cards" ? wanted.count : 3);
  const rank = el(
    "select",
    { id: `${where}-goal-rank`, "aria-label": "Rank" },
    RANKS.map((one) => el("option", { value: one, selected: wanted.kind === "cards" && wanted.rank === one }, one === "T" ? "10" : one)),
  );
  const kinds = el(
    "select",
    { id: `${where}-goal` },
    entry.goals.map((one) => el("option", { value: one, selected: one === kind }, words[one] ?? one)),
  );
  const show = () => {
    points.hidden = kinds.value !== "score=N";
    count.hidden = rank.hidden = kinds.value !== "cards=NR";
  };
  const keep = () => {
    show();
    const least = (box: HTMLInputElement) => Math.max(1, Math.floor(Number(box.value)) || 1);
    const goal = { "score=N": `score=${least(points)}`, "cards=NR": `cards=${least(count)}${rank.value}` }[kinds.value] ?? kinds.value;
    preferences.goals = { ...preferences.goals, [entry.name]: goal };
    change({ goals: preferences.goals });
  };
  for (const box of [kinds, points, count, rank]) box.addEventListener("change", keep);
  show();
  return el("p", { class: "row" }, el("label", { for: `${where}-goal` }, "Goal"), kinds, points, count, rank);
}

export function openStatistics(games: Entry[], { records, daily_streak, longest_daily_streak }: Recorded, forget: () => void): void {
  const facts = (one: GameRecord): [string, string][] => {
    const share = one.played > 0 ? ` (${Math.round((100 * one.won) / one.played)}%)` : "";
    return [
      ["Played", String(one.played)],
      ["Won", `${one.won}${share}`],
      ["Won with help", String(one.helped)],
      ["Streak", String(one.streak)],
      ["Longest streak", String(one.longest_streak)],
      ["Fewest moves", String(one.fewest_moves ?? "–")],
      ...(one.best_score === null ? [] : [["Best score", one.best_score.toLocaleString("en")] as [string, string]]),
    ];
  };
  const card = (title: string, rows: [string, string][]) =>
    el("section", { class: "record", "aria-label": title }, el("h3", {}, title), el("dl", {}, rows.map(([name, value]) => el("div", { "data-fact": name }, el("dt", {}, name), el("dd", {}, value)))));
  // Cards instead of a wide table: nothing is cut off on a phone.
  const cards = games.filter((entry) => records.games[entry.name]).map((entry) => card(entry.title, facts(records.games[entry.name] as GameRecord)));
  const days = Object.values(records.days);
  if (days.length > 0) {
    cards.push(card("Daily deals", [["Played", String(days.length)], ["Won", String(days.filter((day) => day.won).length)], ["Streak", String(daily_streak)], ["Longest streak", String(longest_daily_streak)]]));
  }
  const ask = () => {
    const sure = openDialog(
      "Forget all statistics?",
      "sure",
      el("p", {}, "Games played, won and streaks of every game are gone then. This cannot be undone."),
      el(
        "footer",
        {},
        el("button", { type: "button", onclick: () => sure.close() }, "Keep them"),
        el("button", {
          type: "button",
          class: "primary",
          onclick: () => {
            sure.close();
            forget();
            dialog.close();
          },
        }, "Forget all of it"),
      ),
    );
  };
  const content = cards.length > 0 ? [el("div", { class: "records wide", tabindex: "0", role: "region", "aria-label": "Statistics of every game" }, cards), el("footer", {}, el("button", { type: "button", onclick: ask }, "Forget all of it…"))] : [el("p", {}, "No game has been played yet.")];
  const dialog = openDialog("Statistics", "statistics", el("p", { class: "faint" }, STATISTICS_RULE), ...content);
}

const STATISTICS_RULE = "Kept in this browser only. A game counts from its first move. A win after a hint, the oracle’s colours or a review is a win with help: no streak, no record. After a solution was shown, a win does not count.";

export function openHelp(commands: Command[], legend: () => HTMLElement): void {
  const row = (keys: string, text: string) => el("tr", {}, el("td", {}, el("kbd", {}, keys)), el("td", {}, text));
  openDialog(
    "Help",
    "help",
    el(
      "div",
      { class: "wide", tabindex: "0", role: "region", "aria-label": "Help" },
      el("h3", {}, "With the mouse or a finger"),
      el("p", {}, "Drag a card to where it goes; or click it, and then the place. A double click sends it home. Where only one thing can be done (draw, remove a King, play onto the waste) a click does it."),
      el("h3", {}, "With the keyboard"),
      el(
        "table",
        {},
        el("tbody", {}, [
          row("Arrow keys", "go from card to card; with a card taken up, round the places where it can be put"),
          row("Enter, Space", "take up, put down; twice on a card: home"),
          row("Escape", "put back; close"),
          ...commands.filter((one) => one.keys.length > 0).map((one) => row(one.keys.map(shownKey).join(", "), one.help)),
        ]),
      ),
      el("h3", {}, "The oracle"),
      el(
        "p",
        {},
        "It thinks while you do, and puts a sign on every card that can move.",
      ),
      legend(),
    ),
  );
}
