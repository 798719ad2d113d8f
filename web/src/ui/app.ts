// The page: one session, and everything that can be done with it. What is drawn
// is always the engine's last answer; nothing here knows the rules of a game.

import type { Engine } from "../engine";
import type { Entry, Move, Outlook, Preferences, Request, Settings, Start, Trouble, View } from "../types";
import { type Place, readAddress, writeAddress } from "./address";
import { Bring, type Brought, faultText } from "./bring";
import { type Command, commandOf, isTyped } from "./commands";
import { goalRow, openDeal, openDialog, openGames, openHelp, openMenu, openPreferences, openStatistics } from "./dialogs";
import { counted, el } from "./dom";
import { Frame } from "./frame";
import { RANKS, readGoal } from "./goal";
import { Hand } from "./hand";
import { sameSettings } from "./settings";
import { isCovered, type OracleMode, type PagePreferences, type Saved, Store } from "./store";
import { TableView } from "./table";
import { markTable } from "./verdicts";
import { Watch } from "./watch";

const ORACLES: OracleMode[] = ["off", "light", "colours"];

/** The deal that a newcomer is offered first. */
const FIRST_DEAL = 164;

export class App {
  view: View | null = null;
  outlook: Outlook | null = null;
  private readonly store = new Store();
  private preferences: PagePreferences;
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
    private readonly games: Entry[],
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
    watch = new Watch(this.table, (text) => this.frame.report(text), this.preferences.speed, (speed) => this.prefer({ speed }));
    slot.append(watch.element);
    this.watch = watch;
    this.hand = new Hand(this.table, {
      play: (move) => this.play(move),
      report: (text) => this.frame.report(text),
      picked: () => this.mark(),
      soon: (task) => void this.queue.then(task),
      isFree: () => !this.watch.isOpen && this.view !== null,
    });
    const goal = (entry: Entry) => goalRow(entry, this.preferences, (change) => this.prefer(change), "bring");
    this.bring = new Bring(engine, games, goal, { play: (one) => this.playBrought(one), solve: (one) => this.solveBrought(one) });
    document.body.append(this.bring.element);
    document.addEventListener("keydown", (event) => this.key(event));
    window.addEventListener("hashchange", () => location.hash !== this.ownHash && this.openAddress());
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.dress());
    matchMedia("(prefers-reduced-motion: reduce)").addEventListener("change", () => this.dress());
    this.dress();
    this.openAddress();
    this.store.onTrouble = (text) => this.frame.report(text);
    this.do(async () => {
      if (troubles.length > 0) this.frame.report(troubles.join(" "));
    });
  }

  // ---- Starting ----

  /** The deal or position of the address; else where one left off. */
  private openAddress(): void {
    const place = readAddress(location.hash, this.games);
    if (place === null) return this.resume(this.lastGame());
    if (typeof place === "string") {
      if (!this.view) this.resume(this.lastGame());
      return this.do(async () => this.frame.report(place));
    }
    const saved = this.store.saved(place.game);
    if (place.text !== undefined) {
      // One's own deal, reloaded in the middle of the game.
      if (saved !== null && startText(saved.save) === place.text.trimEnd()) return this.resume(place.game);
      return this.start(place.game, { text: place.text, settings: place.settings }, "This link is damaged. ");
    }
    const isSaved = saved !== null && (place.deal === undefined || isOfDeal(saved.save, place, this.entry(place.game)));
    if (isSaved) return this.resume(place.game);
    if (place.deal === undefined) return this.newDeal(place.game, place.settings);
    this.start(place.game, { deal: place.deal, settings: place.settings });
  }

  /** The game that was played last, or any that is kept. */
  private lastGame(): string {
    return this.preferences.lastGame || (this.games.find((one) => this.store.saved(one.name))?.name ?? "");
  }

  /** Goes on where one left off; a first game if there is nothing. */
  private resume(game: string): void {
    const saved = game === "" ? null : this.store.saved(game);
    if (saved === null) {
      return game === "" ? this.start(this.firstGame(), { deal: FIRST_DEAL, settings: {} }) : this.newDeal(this.entry(game).name, {});
    }
    this.do(async () => {
      try {
        const view = await this.engine.start(saved.game, { save: saved.save }, this.tablePreferences(saved.game));
        this.saved = saved;
        this.begin(view);
      } catch (error) {
        this.store.setAside(saved.game);
        const { message } = trouble(error);
        const view = await this.engine.start(game, { deal: this.entry(game).numbers.start, settings: {} }, this.tablePreferences(game));
        this.fresh(view);
        this.frame.report(`The saved game could not be read and was set aside: ${message}`);
      }
    });
  }

  private start(game: string, start: Start, before = ""): void {
    this.do(async () => {
      try {
        this.fresh(await this.engine.start(game, start, this.tablePreferences(game)));
      } catch (error) {
        const { faults, message } = trouble(error);
        // There must be a table; what was there before stays, if anything.
        if (!this.view) this.resume(this.lastGame());
        this.do(async () => this.frame.report(before + (faults[0] ? faultText(faults[0]) : message)));
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
    this.begin(view, isKept ? "The previous game is kept: Shift+B goes back to it." : "");
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
    this.outlook = null;
    this.prefer({ lastGame: view.game });
    const { title } = this.entry(view.game);
    const deal = view.number === null ? "own deal" : `deal ${view.number.toLocaleString("en")}`;
    this.frame.name(title, deal);
    this.table.element.setAttribute("aria-label", `${title}, ${deal}`);
    this.setAddress(view);
    this.show(view);
    this.listen();
    this.frame.report(`${title}, ${deal}. ${view.made > 0 ? `${counted(view.made, "moves")} made so far.` : note}`);
  }

  private setAddress(view: View): void {
    const place: Place = { game: view.game, settings: view.settings };
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
    if (this.outlook?.text !== view.text) this.outlook = null;
    if (!this.watch.isOpen) this.table.draw(view.layout, view.gestures, animate);
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
    const { score, gone } = view.tally;
    const parts = [counted(view.made, "moves")];
    if (score !== null) parts.push(counted(score, "points"));
    if (view.cheats) parts.push(counted(view.cheats, "cheats"));
    const goal = readGoal(this.request().goal);
    if (goal?.kind === "score" && goal.points !== null && score !== null) {
      parts.push(score >= goal.points ? "goal reached" : `goal ${goal.points.toLocaleString("en")}`);
    }
    if (goal?.kind === "cards" && gone) parts.push(`${gone[RANKS.indexOf(goal.rank)] ?? 0} of ${goal.count} ${goal.rank} gone`);
    this.frame.count(parts.join(" · "));
  }

  private mark(): void {
    if (this.watch.isOpen) return markTable(this.table, null, null, false);
    markTable(this.table, this.outlook, this.hand.spot, this.preferences.oracle === "colours");
    const isSilent = this.preferences.oracle === "off" || this.view?.over !== false;
    this.frame.oracle(this.outlook?.position.kind ?? "unknown", isSilent ? "" : (this.outlook?.says ?? "thinking .."));
  }

  private showEnd(view: View): void {
    if (!view.over) return this.frame.hideBanner();
    const again: [string, () => void] = ["New deal", () => this.newDeal()];
    if (view.won) {
      this.end(true);
      const cheats = view.cheats === null ? "" : view.cheats === 0 ? " without a cheat" : ` with ${counted(view.cheats, "cheats")}`;
      const score = view.tally.score === null ? "" : `, ${counted(view.tally.score, "points")}`;
      this.frame.showBanner(`Won in ${counted(view.made, "moves")}${cheats}${score}.`, again, ["Play it again", () => this.change(() => this.engine.restart())]);
      return this.frame.report("You won.");
    }
    this.frame.showBanner("No move is left.", again, ["Undo", () => this.change(() => this.engine.undo())], ["Where did I lose it?", () => this.whereLost()]);
    this.frame.report("No move is left.");
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

  /** Runs one thing after the other; what fails is reported. */
  private do(task: () => Promise<void>): void {
    this.queue = this.queue.then(task).catch((error: unknown) => {
      const { message } = trouble(error);
      if (message !== "stopped") this.frame.report(message);
    });
  }

  private change(ask: () => Promise<View>): void {
    this.do(async () => {
      if (this.watch.isOpen) return;
      this.show(await ask());
    });
  }

  private play(move: Move): void {
    this.do(async () => {
      const before = this.view?.made ?? 0;
      const view = await this.engine.play(move);
      this.countGame();
      this.show(view);
      if (view.over) return;
      const made = view.steps.slice(before, view.made);
      const home = made.length - 1;
      this.frame.report(`${made[0]?.says ?? move}${home > 0 ? `; ${counted(home, "cards")} home` : ""}`);
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
      const { score } = view.tally;
      if (score !== null) one.bestScore = Math.max(one.bestScore ?? 0, score);
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

  private newDeal(game = this.view?.game ?? this.firstGame(), settings = this.settingsOf(game), winnable = this.preferences.winnableOnly): void {
    this.do(async () => {
      const close = winnable ? this.showWork("Looking for a deal that can be won…") : () => {};
      try {
        const { number, tried } = await this.engine.random(game, winnable, settings);
        this.fresh(await this.engine.start(game, { deal: number, settings }, this.tablePreferences(game)));
        if (winnable) this.frame.report(`Deal ${number} can be won (${counted(tried, "deals")} looked at).`);
      } finally {
        close();
      }
    });
  }

  private settingsOf(game: string): Settings {
    return this.view?.game === game ? this.view.settings : {};
  }

  private openGames(): void {
    openGames(this.games, this.view?.game ?? "", (game) => (this.store.saved(game) ? this.resume(game) : this.newDeal(game, {})), this.store.statistics());
  }

  private openDeal(): void {
    const { view } = this;
    if (!view) return;
    openDeal(this.entry(view.game), view.number, view.settings, this.preferences.winnableOnly, (choice) => {
      if (choice.deal === null) this.newDeal(choice.game, choice.settings, choice.winnable);
      else this.start(choice.game, { deal: choice.deal, settings: choice.settings });
    });
  }

  private playBrought({ game, text, settings }: Brought): void {
    this.start(game, { text, settings });
  }

  private solveBrought({ game, text, settings }: Brought): void {
    this.start(game, { text, settings });
    this.solve();
  }

  // ---- Help ----

  /** What is asked of solver and oracle. */
  private request(): Request {
    const game = this.view?.game ?? "";
    const goal = this.preferences.goals[game] ?? "board";
    const count = this.preferences.counts[game];
    return {
      goal,
      ...(count ? { count } : {}),
      ...(this.entry(game).has_cheats ? { cheats: this.preferences.cheats } : {}),
    };
  }

  private hint(): void {
    this.help();
    this.do(async () => {
      const close = this.showWork("Thinking…");
      const hint = await this.engine.hint(this.request()).finally(close);
      const gesture = this.view?.gestures.find((one) => one.move === hint.move);
      this.unhint();
      if (gesture) {
        const from = this.table.at(gesture.from);
        const to = gesture.to === null ? undefined : this.table.at({ pile: gesture.to, card: (this.view?.layout.piles[gesture.to]?.cards.length ?? 1) - 1 });
        this.hinted = [from, to].filter((element) => element !== undefined);
        for (const element of this.hinted) element.classList.add("hint");
      }
      this.frame.report(hint.move === null ? hint.reason : `Hint: ${hint.says}${hint.reason ? ` (${hint.reason})` : ""}`);
    });
  }

  private unhint(): void {
    for (const element of this.hinted) element.classList.remove("hint");
    this.hinted = [];
  }

  private cycleOracle(): void {
    const next = ORACLES[(ORACLES.indexOf(this.preferences.oracle) + 1) % ORACLES.length] as OracleMode;
    this.prefer({ oracle: next });
    this.frame.report({ off: "Oracle off.", light: "Oracle: a light below the table.", colours: "Oracle: colours on every move." }[next]);
  }

  /** Lets the oracle look at the table, or not. */
  private listen(): void {
    const isOff = this.preferences.oracle === "off";
    this.engine.oracle(isOff ? null : this.request(), (outlook) => {
      if (outlook.text !== this.view?.text) return;
      this.outlook = outlook;
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
      const walk = answer.outcome === "solved" ? answer.solution : answer.alternatives[0];
      if (!walk) return this.frame.report(answer.says);
      this.frame.hideBanner();
      this.watch.open({
        walk,
        title: `${this.entry(view.game).title}: ${walk.summary}`,
        text: view.text,
        playOn: (moves) => this.playOn(moves),
        closed: () => this.view && this.show(this.view, false),
      });
      this.mark();
      this.frame.report(answer.says);
    });
  }

  /** Makes the moves of a solution that were watched. */
  private playOn(moves: Move[]): void {
    this.do(async () => {
      // Home moves are in the list; none may come by itself in between.
      await this.engine.preferences({ ...this.tablePreferences(), autoplay: "off" });
      try {
        for (const move of moves) this.view = await this.engine.play(move);
      } finally {
        const view = await this.engine.preferences(this.tablePreferences());
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
      const place = lost.go_back_to;
      if (place === null) return this.frame.report(lost.says);
      const goBack = () => {
        dialog.close();
        this.change(() => this.engine.jump(place));
      };
      const dialog = openDialog(
        "Where did I lose it?",
        "lost",
        el("p", {}, lost.says),
        el(
          "footer",
          {},
          el("button", { type: "button", onclick: () => dialog.close() }, "Stay here"),
          el("button", { type: "button", class: "primary", onclick: goBack }, "Go back there"),
        ),
      );
    });
  }

  /** Shows that something takes a while, and lets it be stopped. */
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
    const place: Place = view.made === 0 && view.number !== null ? { game: view.game, settings: view.settings, deal: view.number } : { game: view.game, settings: view.settings, text: view.text };
    const link = location.href.replace(/#.*$/, "") + writeAddress(place);
    try {
      await navigator.clipboard.writeText(link);
      this.frame.report("Copied: a link to this position.");
    } catch {
      openDialog("A link to this position", "link", el("p", {}, el("a", { href: link }, link)));
    }
  }

  // ---- Preferences and keys ----

  private prefer(change: Partial<PagePreferences>): void {
    Object.assign(this.preferences, change);
    this.store.keepPreferences(this.preferences);
    this.dress();
    if ("autoplay" in change || "covered" in change) {
      this.change(() => this.engine.preferences(this.tablePreferences()));
    }
    if (["oracle", "goals", "counts", "cheats", "covered"].some((key) => key in change)) {
      this.outlook = null;
      this.listen();
    }
    if (this.view && !this.watch.isOpen && !("lastGame" in change)) {
      this.mark();
      this.showCounts(this.view);
    }
  }

  private tablePreferences(game = this.view?.game ?? ""): Preferences {
    return { autoplay: this.preferences.autoplay, concealed: isCovered(this.entry(game), this.preferences) };
  }

  /** The game that a newcomer is offered first. */
  private firstGame(): string {
    return (this.games.find((one) => one.is_first) ?? this.entry("")).name;
  }

  private entry(game: string): Entry {
    return this.games.find((one) => one.name === game) ?? (this.games[0] as Entry);
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
      { id: "new", label: "New deal", sign: "✦", keys: ["n"], help: "another deal", isTool: true, run: () => this.newDeal() },
      { id: "menu", label: "Menu", sign: "☰", keys: ["m"], help: "everything else", isTool: true, run: () => openMenu(this.commands.filter((one) => one.id !== "menu")) },
      { id: "games", label: "Games…", keys: ["g"], help: "another game", run: () => this.openGames() },
      { id: "deal", label: "Deal by number…", keys: ["d"], help: "a deal by its number, with other settings", run: () => this.openDeal() },
      { id: "winnable", label: "New deal that can be won", keys: ["w"], help: "another deal, only one that can be won", run: () => this.newDeal(undefined, undefined, true) },
      { id: "restart", label: "Restart", keys: ["Shift+r"], help: "back to the start; redo leads forward again", isEnabled: canUndo, run: () => this.change(() => this.engine.restart()) },
      { id: "before", label: "Back to the previous game", keys: ["Shift+b"], help: "the game that another deal took the place of", isEnabled: () => this.view !== null && this.store.before(this.view.game) !== null, run: () => this.goBack(this.view?.game ?? "") },
      { id: "home", label: "Send home", keys: ["e"], help: "the card under the focus goes home", isEnabled: isPlaying, run: () => this.hand.sendHome() },
      { id: "finish", label: "Finish", keys: ["f"], help: "sends every card home, when that wins", isEnabled: () => isPlaying() && this.view?.can_finish === true, run: () => this.change(() => this.engine.finish()) },
      { id: "solve", label: "Solve and watch", keys: ["s"], help: "a solution with a scrubber", isEnabled: isPlaying, run: () => this.solve() },
      { id: "lost", label: "Where did I lose it?", keys: ["l"], help: "back to the last position that could be won", isEnabled: isPlaying, run: () => this.whereLost() },
      { id: "bring", label: "Bring your own deal…", keys: ["b"], help: "paste a deal, or click its cards in", run: () => this.bring.open(this.view?.game ?? this.firstGame()) },
      { id: "link", label: "Copy a link to this position", keys: ["c"], help: "a link that opens what is on the table", isEnabled: isPlaying, run: () => void this.copyLink() },
      { id: "preferences", label: "Preferences and goal…", keys: [","], help: "goal, oracle, deck, light and dark", run: () => openPreferences(this.entry(this.view?.game ?? ""), this.preferences, (change) => this.prefer(change)) },
      { id: "statistics", label: "Statistics", keys: ["t"], help: "games played and won", run: () => openStatistics(this.games, this.store.statistics(), () => this.store.forgetStatistics()) },
      { id: "help", label: "Help", keys: ["?"], help: "this help", run: () => openHelp(this.commands) },
    ];
  }
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
function isOfDeal(save: string, place: Place, entry: Entry): boolean {
  const head = save.split("\nmoves:")[0] ?? "";
  const labels = Object.fromEntries([...head.matchAll(/^([\w-]+): (.+)$/gm)].map(([, label, value]) => [label, value])) as Settings;
  return labels.deal === String(place.deal) && sameSettings(entry.settings, labels, place.settings);
}

/** The position that a saved session started from, if it was no numbered deal. */
function startText(save: string): string | null {
  const block = /^start:\n((?: {2}.*\n)*)/m.exec(save)?.[1];
  return block === undefined ? null : block.replaceAll(/^ {2}/gm, "").trimEnd();
}
