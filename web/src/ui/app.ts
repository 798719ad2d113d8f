// The page: one session, and everything that can be done with it. What is drawn
// is always the engine's last answer; nothing here knows the rules of a game.

import type { About, Answer, Engine, Line, Look, Request, Settings, Start, Trouble, Variation, View } from "../engine-types";
import { type Place, readAddress, writeAddress } from "./address";
import { Bring, type Brought } from "./bring";
import { type Command, commandOf, isTyped } from "./commands";
import { goalRow, openDeal, openDialog, openGames, openHelp, openMenu, openSettings, openStatistics } from "./dialogs";
import { el, plural } from "./dom";
import { Frame } from "./frame";
import { Hand } from "./hand";
import { type OracleMode, type Preferences, type Saved, Store } from "./store";
import { TableView } from "./table";
import { length, markTable, sentence } from "./verdicts";
import { Watch } from "./watch";

const ORACLES: OracleMode[] = ["off", "light", "colours"];

export class App {
  view: View | null = null;
  look: Look | null = null;
  private readonly store = new Store();
  private preferences: Preferences;
  private readonly frame: Frame;
  private readonly table: TableView;
  private readonly hand: Hand;
  private readonly watch: Watch;
  private readonly bring: Bring;
  private readonly commands: Command[];
  private saved: Saved | null = null;
  /** What is under way; what comes next waits for it. */
  private queue: Promise<void> = Promise.resolve();
  private hinted: HTMLElement[] = [];
  private ownHash = "";

  constructor(
    private readonly engine: Engine,
    private readonly games: About[],
  ) {
    const troubles: string[] = [];
    this.store.onTrouble = (text) => troubles.push(text);
    this.preferences = this.store.preferences();
    this.commands = this.listCommands();
    let watch!: Watch;
    const slot = el("div", { class: "side" });
    this.frame = new Frame(this.commands, () => slot, { games: () => this.openGames(), oracle: () => this.cycleOracle() });
    this.table = new TableView(this.frame.felt);
    this.table.element.id = "table";
    watch = new Watch(this.table, (text) => this.frame.say(text), this.preferences.speed, (speed) => this.prefer({ speed }));
    slot.append(watch.element);
    this.watch = watch;
    this.hand = new Hand(this.table, {
      play: (played) => this.play(played),
      say: (text) => this.frame.say(text),
      picked: () => this.mark(),
      soon: (task) => void this.queue.then(task),
      isFree: () => !this.watch.isOpen && this.view !== null,
    });
    const goal = (about: About) => goalRow(about, this.preferences, (change) => this.prefer(change), "bring");
    this.bring = new Bring(engine, games, goal, { play: (one) => this.playBrought(one), solve: (one) => this.solveBrought(one) });
    document.body.append(this.bring.element);
    document.addEventListener("keydown", (event) => this.key(event));
    window.addEventListener("hashchange", () => location.hash !== this.ownHash && this.openAddress());
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.dress());
    matchMedia("(prefers-reduced-motion: reduce)").addEventListener("change", () => this.dress());
    this.dress();
    this.openAddress();
    this.store.onTrouble = (text) => this.frame.say(text);
    this.do(async () => {
      if (troubles.length > 0) this.frame.say(troubles.join(" "));
    });
  }

  // ---- Starting ----

  /** The deal or position of the address; else where one left off. */
  private openAddress(): void {
    const place = readAddress(location.hash, this.games);
    if (place === null) return this.resume(this.lastGame());
    if (typeof place === "string") {
      if (!this.view) this.resume(this.lastGame());
      return this.do(async () => this.frame.say(place));
    }
    const saved = this.store.saved(place.game);
    if (place.text !== undefined) {
      // One's own deal, reloaded in the middle of the game.
      if (saved !== null && startText(saved.save) === place.text.trimEnd()) return this.resume(place.game);
      return this.start(place.game, { text: place.text, variation: place.variation }, "This link is damaged. ");
    }
    const isSaved = saved !== null && (place.deal === undefined || isOfDeal(saved.save, place));
    if (isSaved) return this.resume(place.game);
    if (place.deal === undefined) return this.newDeal(place.game, place.variation);
    this.start(place.game, { deal: place.deal, variation: place.variation });
  }

  /** The game that was played last, or any that is kept. */
  private lastGame(): string {
    return this.preferences.lastGame || (this.games.find((one) => this.store.saved(one.name))?.name ?? "");
  }

  /** Goes on where one left off; a first game if there is nothing. */
  private resume(game: string): void {
    const saved = game === "" ? null : this.store.saved(game);
    if (saved === null) {
      const first = this.games.find((one) => one.name === game) ?? this.games.find((one) => one.name === "freecell") ?? this.games[0];
      return first && game !== "" ? this.newDeal(first.name, {}) : this.start(first?.name ?? "freecell", { deal: 164 });
    }
    this.do(async () => {
      try {
        const view = await this.engine.start(saved.game, { save: saved.save }, this.settings());
        this.saved = saved;
        this.begin(view);
      } catch (error) {
        this.store.setAside(saved.game);
        const said = trouble(error).message;
        const view = await this.engine.start(game, { deal: this.about(game).first }, this.settings());
        this.fresh(view);
        this.frame.say(`The saved game could not be read and was set aside: ${said}`);
      }
    });
  }

  private start(game: string, start: Start, before = ""): void {
    this.do(async () => {
      try {
        this.fresh(await this.engine.start(game, start, this.settings()));
      } catch (error) {
        const { faults, message } = trouble(error);
        const where = faults[0]?.line ? `Line ${faults[0].line}, column ${faults[0].column}: ` : "";
        // There must be a table; what was there before stays, if anything.
        if (!this.view) this.resume(this.lastGame());
        this.do(async () => this.frame.say(`${before}${where}${faults[0]?.message ?? message}`));
      }
    });
  }

  /** A new session is on the table. */
  private fresh(view: View): void {
    this.giveUp();
    // Looked at before it is written over: what is damaged is set aside.
    const before = this.store.saved(view.game);
    const isKept = before !== null && before.counted && !before.ended;
    if (isKept) this.store.keepBefore(before);
    this.saved = { game: view.game, save: view.save, counted: false, ended: false, helped: false };
    this.begin(view, isKept ? "The game before is kept: Shift+B goes back to it." : "");
  }

  /** Exchanges the game on the table with the one whose place it took. */
  private goBack(game: string): void {
    this.do(async () => {
      this.store.goBack(game);
      this.resume(game);
    });
  }

  private begin(view: View, note = ""): void {
    this.watch.close();
    this.look = null;
    this.prefer({ lastGame: view.game });
    const about = this.about(view.game);
    const deal = view.number === null ? "own deal" : `deal ${view.number.toLocaleString("en")}`;
    this.frame.name(about.title, deal);
    this.table.element.setAttribute("aria-label", `${about.title}, ${deal}`);
    this.setAddress(view);
    this.show(view);
    this.listen();
    this.frame.say(`${about.title}, ${deal}. ${view.made > 0 ? `${plural(view.made, "move")} made so far.` : note}`);
  }

  private setAddress(view: View): void {
    const place: Place = { game: view.game, variation: view.variation };
    if (view.number === null) place.text = startText(view.save) ?? view.text;
    else place.deal = view.number;
    this.ownHash = writeAddress(place);
    if (location.hash !== this.ownHash) history.replaceState(null, "", this.ownHash);
    this.ownHash = location.hash;
  }

  // ---- Drawing ----

  private show(view: View, animate = true): void {
    this.view = view;
    this.unhint();
    this.hand.drop();
    if (this.look?.text !== view.text) this.look = null;
    if (!this.watch.isOpen) this.table.draw(view.layout, animate);
    this.mark();
    this.showCounts(view);
    this.showEnd(view);
    this.frame.refresh();
    if (this.saved) {
      this.saved.save = view.save;
      this.store.keepSaved(this.saved);
    }
  }

  private showCounts(view: View): void {
    const parts = [plural(view.made, "move")];
    if (view.score !== null) parts.push(`${view.score.toLocaleString("en")} points`);
    if (view.cheats) parts.push(plural(view.cheats, "cheat"));
    const goal = this.request().goal;
    const rank = /^cards=(\d)(.)$/.exec(goal);
    const points = /^score=(\d+)$/.exec(goal);
    if (points && view.score !== null) parts.push(view.score >= Number(points[1]) ? "goal reached" : `goal ${Number(points[1]).toLocaleString("en")}`);
    if (rank && view.gone) parts.push(`${view.gone["A23456789TJQK".indexOf(rank[2] as string)] ?? 0} of ${rank[1]} ${rank[2]} gone`);
    this.frame.count(parts.join(" · "));
  }

  private mark(): void {
    const isOn = this.preferences.oracle === "colours" && !this.watch.isOpen;
    if (this.watch.isOpen) return markTable(this.table, null, null, false, "");
    const { goal } = this.request();
    markTable(this.table, this.look, this.hand.spot, isOn, goal);
    const { kind, text } = sentence(this.look, goal);
    const isSilent = this.preferences.oracle === "off" || this.view?.over !== false;
    this.frame.oracle(kind, isSilent ? "" : text);
  }

  private showEnd(view: View): void {
    if (!view.over) return this.frame.hideBanner();
    const again: [string, () => void] = ["New deal", () => this.newDeal()];
    if (view.won) {
      this.end(true);
      const cheats = view.cheats === null ? "" : view.cheats === 0 ? " without a cheat" : ` with ${plural(view.cheats, "cheat")}`;
      const score = view.score === null ? "" : `, ${view.score.toLocaleString("en")} points`;
      this.frame.showBanner(`Won in ${plural(view.made, "move")}${cheats}${score}.`, again, ["Play it again", () => this.change(() => this.engine.restart())]);
      return this.frame.say("You won.");
    }
    this.frame.showBanner("No move is left.", again, ["Undo", () => this.change(() => this.engine.undo())], ["Where did I lose it?", () => this.whereLost()]);
    this.frame.say("No move is left.");
  }

  /** Theme, deck and motion as the player wants them. */
  private dress(): void {
    const { theme, fourColours, motion } = this.preferences;
    const isDark = theme === "dark" || (theme === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
    document.documentElement.dataset.theme = isDark ? "dark" : "light";
    document.documentElement.classList.toggle("four-colours", fourColours);
    const isStill = motion === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.table.duration = isStill ? 0 : 220;
    document.documentElement.classList.toggle("is-still", isStill);
  }

  // ---- Playing ----

  /** Runs one thing after the other; what fails is said. */
  private do(task: () => Promise<void>): void {
    this.queue = this.queue.then(task).catch((error: unknown) => {
      const { message } = trouble(error);
      if (message !== "stopped") this.frame.say(message);
    });
  }

  private change(ask: () => Promise<View>): void {
    this.do(async () => {
      if (this.watch.isOpen) return;
      this.show(await ask());
    });
  }

  private play(played: string): void {
    this.do(async () => {
      const before = this.view?.made ?? 0;
      const view = await this.engine.play(played);
      this.countGame();
      this.show(view);
      if (view.over) return;
      const made = view.steps.slice(before, view.made);
      const home = made.length - 1;
      this.frame.say(`${made[0]?.says ?? played}${home > 0 ? `; ${plural(home, "card")} home` : ""}`);
    });
  }

  private countGame(): void {
    if (!this.saved || this.saved.counted) return;
    this.saved.counted = true;
    this.store.change(this.saved.game, (one) => one.played++);
  }

  private end(isWon: boolean): void {
    const { saved, view } = this;
    if (!saved || saved.ended || !saved.counted) return;
    saved.ended = true;
    if (this.preferences.oracle === "colours") saved.helped = true;
    this.store.change(saved.game, (one) => {
      one.streak = isWon ? one.streak + 1 : 0;
      one.bestStreak = Math.max(one.bestStreak, one.streak);
      if (!isWon || !view) return;
      one.won++;
      if (saved.helped) one.helped++;
      one.fewestMoves = Math.min(one.fewestMoves ?? Infinity, view.made);
      if (view.score !== null) one.bestScore = Math.max(one.bestScore ?? 0, view.score);
    });
  }

  /** A game that is left before its end is not won. */
  private giveUp(): void {
    if (this.saved && !this.saved.ended) this.end(false);
  }

  private help(): void {
    if (this.saved) this.saved.helped = true;
  }

  // ---- Deals ----

  private newDeal(game = this.view?.game ?? "freecell", variation = this.variationOf(game), winnable = this.preferences.winnableOnly): void {
    this.do(async () => {
      const close = winnable ? this.showWork("Looking for a deal that can be won…") : () => {};
      try {
        const { number, tried } = await this.engine.random(game, winnable, variation);
        this.fresh(await this.engine.start(game, { deal: number, variation }, this.settings()));
        if (winnable) this.frame.say(`Deal ${number} can be won (${plural(tried, "deal")} looked at).`);
      } finally {
        close();
      }
    });
  }

  private variationOf(game: string): Variation {
    return this.view?.game === game ? this.view.variation : {};
  }

  private openGames(): void {
    openGames(this.games, this.view?.game ?? "", (game) => (this.store.saved(game) ? this.resume(game) : this.newDeal(game, {})), this.store.statistics());
  }

  private openDeal(): void {
    const { view } = this;
    if (!view) return;
    openDeal(this.about(view.game), view.number, view.variation, this.preferences.winnableOnly, (choice) => {
      if (choice.deal === null) this.newDeal(choice.game, choice.variation, choice.winnable);
      else this.start(choice.game, { deal: choice.deal, variation: choice.variation });
    });
  }

  private playBrought(brought: Brought): void {
    this.start(brought.game, { text: brought.text });
  }

  private solveBrought(brought: Brought): void {
    this.start(brought.game, { text: brought.text });
    this.solve();
  }

  // ---- Help ----

  /** What is asked of solver and oracle. */
  private request(): Request {
    const game = this.view?.game ?? "";
    const about = this.about(game);
    const goal = this.preferences.goals[game] ?? "board";
    const count = this.preferences.counts[game];
    return {
      goal,
      ...(count ? { count } : {}),
      ...(about.has_cheats ? { cheats: this.preferences.cheats } : {}),
    };
  }

  private hint(): void {
    this.help();
    this.do(async () => {
      const close = this.showWork("Thinking…");
      const hint = await this.engine.hint(this.request()).finally(close);
      const gesture = this.view?.layout.gestures.find((one) => one.played === hint.played);
      this.unhint();
      if (gesture) {
        const from = this.table.at(gesture.from);
        const to = gesture.to === null ? undefined : this.table.at({ pile: gesture.to, card: (this.view?.layout.piles[gesture.to]?.cards.length ?? 1) - 1 });
        this.hinted = [from, to].filter((element) => element !== undefined);
        for (const element of this.hinted) element.classList.add("hint");
      }
      this.frame.say(hint.played === null ? hint.why : `Hint: ${hint.says}${hint.why ? ` (${hint.why})` : ""}`);
    });
  }

  private unhint(): void {
    for (const element of this.hinted) element.classList.remove("hint");
    this.hinted = [];
  }

  private cycleOracle(): void {
    const next = ORACLES[(ORACLES.indexOf(this.preferences.oracle) + 1) % ORACLES.length] as OracleMode;
    this.prefer({ oracle: next });
    this.frame.say({ off: "Oracle off.", light: "Oracle: a light below the table.", colours: "Oracle: colours on every move." }[next]);
  }

  /** Lets the oracle look at the table, or not. */
  private listen(): void {
    const isOff = this.preferences.oracle === "off";
    this.engine.oracle(isOff ? null : this.request(), (look) => {
      if (look.text !== this.view?.text) return;
      this.look = look;
      this.mark();
    });
  }

  private solve(): void {
    this.help();
    this.do(async () => {
      const { view } = this;
      if (!view) return;
      const close = this.showWork("Solving…");
      const answer = await this.engine.solve(this.request()).finally(close);
      const line = answer.solution ?? answer.alternatives[0];
      if (!line) return this.frame.say(this.noSolution(answer));
      this.frame.hideBanner();
      this.watch.open({
        line,
        title: `${this.about(view.game).title}: ${titleOf(answer, line)}`,
        text: view.text,
        playOn: (moves) => this.playOn(moves),
        closed: () => this.view && this.show(this.view, false),
      });
      this.mark();
      this.frame.say(answer.solution ? `Solved: ${length(line.length, line.count)}.` : this.noSolution(answer));
    });
  }

  private noSolution(answer: Answer): string {
    if (answer.outcome === "impossible") return "There is no solution: every way was searched.";
    return `Not known: ${answer.reason ?? "a limit came first"}.`;
  }

  /** Makes the moves of a solution that were watched. */
  private playOn(moves: string[]): void {
    this.do(async () => {
      // Home moves are in the list; none may come by itself in between.
      await this.engine.settings({ ...this.settings(), autoplay: "off" });
      try {
        for (const move of moves) this.view = await this.engine.play(move);
      } finally {
        const view = await this.engine.settings(this.settings());
        if (moves.length > 0) this.countGame();
        this.show(view);
      }
    });
  }

  private whereLost(): void {
    this.help();
    this.do(async () => {
      const close = this.showWork("Going back through the game…");
      const lost = await this.engine.whereLost(this.request()).finally(close);
      switch (lost.kind) {
        case "still-wins":
          return this.frame.say("Nothing is lost: this can still be won.");
        case "never":
          return this.frame.say("This deal could never be won: proved.");
        case "unknown":
          return this.frame.say(`Not known: ${lost.reason}`);
        case "at": {
          const better = lost.better_says ? ` Better: ${lost.better_says}.` : "";
          const text = `Move ${lost.step + 1} lost it: ${lost.says}.${better}`;
          const dialog = openDialog(
            "Where did I lose it?",
            "lost",
            el("p", {}, text),
            el(
              "footer",
              {},
              el("button", { type: "button", onclick: () => dialog.close() }, "Stay here"),
              el(
                "button",
                {
                  type: "button",
                  class: "primary",
                  onclick: () => {
                    dialog.close();
                    this.change(() => this.engine.jump(lost.step));
                  },
                },
                "Go back there",
              ),
            ),
          );
        }
      }
    });
  }

  /** Says that something takes a while, and lets it be stopped. */
  private showWork(text: string): () => void {
    const dialogNow = { close: () => {} };
    // What is quick needs no dialog.
    const timer = window.setTimeout(() => {
      const dialog = openDialog(text, "work", el("progress", { "aria-label": text }), el("footer", {}, el("button", { type: "button", onclick: () => this.engine.stop() }, "Stop")));
      dialog.addEventListener("cancel", () => this.engine.stop());
      dialogNow.close = () => dialog.close();
    }, 400);
    return () => {
      window.clearTimeout(timer);
      dialogNow.close();
    };
  }

  private async copyLink(): Promise<void> {
    const { view } = this;
    if (!view) return;
    const place: Place = view.made === 0 && view.number !== null ? { game: view.game, variation: view.variation, deal: view.number } : { game: view.game, variation: view.variation, text: view.text };
    const link = location.href.replace(/#.*$/, "") + writeAddress(place);
    try {
      await navigator.clipboard.writeText(link);
      this.frame.say("Copied: a link to this position.");
    } catch {
      openDialog("A link to this position", "link", el("p", {}, el("a", { href: link }, link)));
    }
  }

  // ---- Preferences and keys ----

  private prefer(change: Partial<Preferences>): void {
    Object.assign(this.preferences, change);
    this.store.keepPreferences(this.preferences);
    this.dress();
    if ("autoplay" in change || "concealed" in change) {
      this.change(() => this.engine.settings(this.settings()));
    }
    if (["oracle", "goals", "counts", "cheats", "concealed"].some((key) => key in change)) {
      this.look = null;
      this.listen();
    }
    if (this.view && !this.watch.isOpen && !("lastGame" in change)) {
      this.mark();
      this.showCounts(this.view);
    }
  }

  private settings(): Settings {
    return { autoplay: this.preferences.autoplay, concealed: this.preferences.concealed };
  }

  private about(game: string): About {
    return this.games.find((one) => one.name === game) ?? (this.games[0] as About);
  }

  private key(event: KeyboardEvent): void {
    if (document.querySelector("dialog[open]")) return;
    if (this.watch.key(event)) return;
    if (isTyped(event)) return;
    if (event.key === "Escape") {
      this.hand.drop();
      return this.unhint();
    }
    const command = commandOf(this.commands, event);
    if (!command) return;
    event.preventDefault();
    if (command.isEnabled?.() !== false) command.run();
  }

  private listCommands(): Command[] {
    const isPlaying = () => this.view !== null && !this.watch.isOpen;
    const canUndo = () => isPlaying() && (this.view?.made ?? 0) > 0;
    const canRedo = () => isPlaying() && (this.view?.made ?? 0) < (this.view?.steps.length ?? 0);
    return [
      { id: "undo", label: "Undo", sign: "↶", keys: ["u", "Ctrl+z"], help: "takes back a move", isTool: true, isEnabled: canUndo, run: () => this.change(() => this.engine.undo()) },
      { id: "redo", label: "Redo", sign: "↷", keys: ["r", "Ctrl+y"], help: "makes it again", isTool: true, isEnabled: canRedo, run: () => this.change(() => this.engine.redo()) },
      { id: "hint", label: "Hint", sign: "☀", keys: ["h"], help: "a good move, and why", isTool: true, isEnabled: () => isPlaying() && !this.view?.over, run: () => this.hint() },
      { id: "oracle", label: "Oracle", sign: "◉", keys: ["o"], help: "off, a light, colours on every move", isTool: true, run: () => this.cycleOracle() },
      { id: "new", label: "New deal", sign: "✦", keys: ["n"], help: "deals anew", isTool: true, run: () => this.newDeal() },
      { id: "menu", label: "Menu", sign: "☰", keys: ["m"], help: "everything else", isTool: true, run: () => openMenu(this.commands.filter((one) => one.id !== "menu")) },
      { id: "games", label: "Games…", keys: ["g"], help: "another game", run: () => this.openGames() },
      { id: "deal", label: "Deal by number…", keys: ["d"], help: "a deal by its number, other cells and columns", run: () => this.openDeal() },
      { id: "winnable", label: "New deal that can be won", keys: ["w"], help: "deals anew, only what can be won", run: () => this.newDeal(undefined, undefined, true) },
      { id: "restart", label: "Restart", keys: ["Shift+r"], help: "back to the start; redo leads forward again", isEnabled: canUndo, run: () => this.change(() => this.engine.restart()) },
      { id: "before", label: "Back to the game before", keys: ["Shift+b"], help: "the game that another deal took the place of", isEnabled: () => this.view !== null && this.store.before(this.view.game) !== null, run: () => this.goBack(this.view?.game ?? "") },
      { id: "home", label: "Send home", keys: ["e"], help: "the card under the focus goes home", isEnabled: isPlaying, run: () => this.hand.sendHome() },
      { id: "finish", label: "Finish", keys: ["f"], help: "sends every card home, when that wins", isEnabled: () => isPlaying() && this.view?.can_finish === true, run: () => this.change(() => this.engine.finish()) },
      { id: "solve", label: "Solve and watch", keys: ["s"], help: "a solution with a scrubber", isEnabled: isPlaying, run: () => this.solve() },
      { id: "lost", label: "Where did I lose it?", keys: ["l"], help: "back to the last position that could be won", isEnabled: isPlaying, run: () => this.whereLost() },
      { id: "bring", label: "Bring your own deal…", keys: ["b"], help: "paste a deal, or click its cards in", run: () => this.bring.open(this.view?.game ?? "freecell") },
      { id: "link", label: "Copy a link to this position", keys: ["c"], help: "a link that opens what is on the table", isEnabled: isPlaying, run: () => void this.copyLink() },
      { id: "settings", label: "Settings and goal…", keys: [","], help: "goal, oracle, deck, light and dark", run: () => openSettings(this.about(this.view?.game ?? ""), this.preferences, (change) => this.prefer(change)) },
      { id: "statistics", label: "Statistics", keys: ["t"], help: "games played and won", run: () => openStatistics(this.games, this.store.statistics(), () => this.store.forgetStatistics()) },
      { id: "help", label: "Help", keys: ["?"], help: "this help", run: () => openHelp(this.commands) },
    ];
  }
}

function titleOf(answer: Answer, line: Line): string {
  const proved = line.proved === "shortest" ? ", proved shortest" : line.proved === "best" ? ", proved best" : "";
  const cheats = line.cheats === null ? "" : `, ${plural(line.cheats, "cheat")}`;
  const score = line.score === null ? "" : `, ${line.score.toLocaleString("en")} points`;
  const best = answer.solution ? "" : "the best there is: ";
  return `${best}${length(line.length, line.count)}${cheats}${score}${proved}`;
}

function trouble(error: unknown): Trouble {
  if (typeof error === "object" && error !== null && "message" in error) {
    const { message } = error as { message: unknown };
    const faults = "faults" in error && Array.isArray(error.faults) ? (error.faults as Trouble["faults"]) : [];
    return { message: String(message), faults };
  }
  return { message: String(error), faults: [] };
}

/** Whether a saved session is of the deal that an address names. */
function isOfDeal(save: string, place: Place): boolean {
  const value = (label: string) => new RegExp(`^${label}: (\\d+)$`, "m").exec(save.split("\nmoves:")[0] ?? "")?.[1];
  const same = (label: string, wanted: number | undefined) => value(label) === (wanted === undefined ? undefined : String(wanted));
  return same("deal", place.deal) && same("cells", place.variation.cells) && same("columns", place.variation.columns);
}

/** The position that a saved session started from, if it was no numbered deal. */
function startText(save: string): string | null {
  const block = /^start:\n((?: {2}.*\n)*)/m.exec(save)?.[1];
  return block === undefined ? null : block.replaceAll(/^ {2}/gm, "").trimEnd();
}
