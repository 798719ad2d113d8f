// The daily deal: the same for everybody, with a calendar and a streak.

import type { Engine } from "../engine";
import { openDialog } from "./dialogs";
import { counted, el, fill } from "./dom";
import type { Game } from "./game";
import { drawIcon } from "./icons";
import type { Ledger } from "./ledger";

const WEEKDAYS = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"];

/** A day as it is written: `2026-11-16`. It is the day in universal time, as in the
 *  terminal: everybody has the same deal at the same moment. */
export function today(now = new Date()): string {
  return now.toISOString().slice(0, 10);
}

function written(year: number, month: number, day: number): string {
  const date = new Date(Date.UTC(year, month, day));
  return date.toISOString().slice(0, 10);
}

/** When a day begins, by the clock of the player. */
function midnight(): string {
  const start = new Date(`${today()}T00:00:00Z`);
  return start.toLocaleTimeString("en", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
}

export async function openDaily(engine: Engine, ledger: Ledger, game: Game): Promise<void> {
  const now = today();
  let [year, month] = now.split("-").map(Number) as [number, number];
  const { records, daily_streak: length, longest_daily_streak: longest } = await ledger.look();
  const body = el("div", { class: "calendar" });
  const dialog = openDialog("Daily deal", "daily", body);
  const play = (day: string) => {
    dialog.close();
    game.do(async () => {
      const close = game.showWork("Looking for the daily deal…");
      const { daily, deal } = await engine.daily(day).finally(close);
      game.startDaily(daily.game, deal.number, day, daily.grade);
    });
  };
  const turn = (by: number) => {
    const date = new Date(Date.UTC(year, month - 1 + by, 1));
    [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + 1];
    draw();
  };
  const draw = () => {
    const won = Object.values(records.days).filter((one) => one.won).length;
    const first = new Date(Date.UTC(year, month - 1, 1));
    const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
    const title = first.toLocaleDateString("en", { month: "long", year: "numeric", timeZone: "UTC" });
    const blank = (first.getUTCDay() + 6) % 7;
    const cells: HTMLElement[] = Array.from({ length: blank }, () => el("td", {}));
    for (let number = 1; number <= last; number++) {
      const day = written(year, month - 1, number);
      const played = records.days[day];
      const what = played?.won ? "won" : played ? "played" : undefined;
      const words = `${number} ${title}${what ? `, ${what}` : ""}`;
      const button = el("button", { type: "button", disabled: day > now, "data-day": day, "data-done": what, "aria-label": words, "aria-current": day === now ? "date" : undefined, onclick: () => play(day) }, String(number));
      if (what === "won") button.append(drawIcon("done"));
      cells.push(el("td", {}, button));
    }
    const rows = Array.from({ length: Math.ceil(cells.length / 7) }, (_, row) => el("tr", {}, cells.slice(row * 7, row * 7 + 7)));
    fill(
      body,
      el("p", { class: "streak" }, length > 0 ? `${counted(length, "days")} in a row` : "No streak yet: win today’s deal to begin one", longest > length && ` · longest ${longest}`, won > 0 && ` · ${counted(won, "days")} won in all`),
      el(
        "div",
        { class: "month" },
        el("button", { type: "button", class: "sign", "aria-label": "The month before", onclick: () => turn(-1) }, drawIcon("back")),
        el("strong", { "aria-live": "polite" }, title),
        el("button", { type: "button", class: "sign", "aria-label": "The next month", disabled: written(year, month, 1) > now, onclick: () => turn(1) }, drawIcon("forward")),
      ),
      el(
        "table",
        {},
        el("thead", {}, el("tr", {}, WEEKDAYS.map((name) => el("th", { scope: "col" }, name)))),
        el("tbody", {}, rows),
      ),
      el("p", { class: "faint" }, `Everybody has the same game and deal on the same day, and it can be won: easy on Monday, brutal on Sunday. A new day begins at midnight in universal time, ${midnight()} by your clock. Earlier days can be played, too; the streak counts deals won on their day.`),
      el("footer", {}, el("button", { type: "button", class: "primary", onclick: () => play(now) }, "Play today’s deal")),
    );
  };
  draw();
}
