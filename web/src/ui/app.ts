// The page: its parts, and the commands that they answer to.

import type { Engine } from "../engine";
import type { Entry, Hint, Outlook, View } from "../types";
import { Bring, type Brought } from "./bring";
import { celebrate } from "./celebrate";
import { type Command, commandOf, isTyped } from "./commands";
import { openDaily } from "./daily";
import { goalRow, openDeal, openDialog, openGames, openHelp, openMenu, openPreferences, openStatistics } from "./dialogs";
import { counted, el } from "./dom";
import { Frame } from "./frame";
import { Game } from "./game";
import { RANKS, readGoal } from "./goal";
import { Hand } from "./hand";
import { Judge, legend } from "./judge";
import { Ledger } from "./ledger";
import { Options } from "./options";
import { Review } from "./review";
import { openRules } from "./rules";
import { copyLink, openBackup, openPicture } from "./share";
import { type PagePreferences, Store } from "./store";
import { TableView } from "./table";
import { Watch } from "./watch";

export class App {
  private readonly store = new Store();
  private readonly options: Options;
  private readonly frame: Frame;
  private readonly table: TableView;
  private readonly hand: Hand;
  private readonly game: Game;
  private readonly ledger: Ledger;
  private readonly judge: Judge;
  private readonly review: Review;
  private readonly watch: Watch;
  private readonly bring: Bring;
  private readonly commands: Command[];
  private hinted: HTMLElement[] = [];
  /** The end of this game was shown. */
  private celebrated = "";

  constructor(
    private readonly engine: Engine,
    private readonly games: Entry[],
  ) {
    const troubles: string[] = [];
    this.store.onTrouble = (text) => troubles.push(text);
    this.options = new Options(this.store);
    this.commands = this.listCommands();
    this.frame = new Frame(this.commands, { games: () => this.openGames(), oracle: () => this.judge.cycle(), offer: () => this.game.finish() });
    this.table = new TableView(this.frame.felt);
    this.table.element.id = "table";
    this.options.dress(this.table);
    const isBusy = () => this.watch.isOpen;
    this.ledger = new Ledger(engine, this.store);
    this.game = new Game(engine, games, this.store, this.options, this.frame, this.ledger);
    this.game.onlookers = { begun: (view) => this.begun(view), shown: (view, animate) => this.shown(view, animate), isBusy };
    this.watch = new Watch(this.table, (text) => this.frame.report(text), this.options.preferences.speed, (speed) => this.options.prefer({ speed }));
    this.hand = new Hand(this.table, {
      play: (move) => this.game.play(move),
      report: (text) => this.frame.report(text),
      picked: () => this.judge.mark(),
      soon: (task) => this.game.soon(task),
      isFree: () => !isBusy() && this.game.view !== null,
    });
    this.judge = new Judge(engine, this.options, this.game, this.frame, this.table, this.hand, isBusy);
    this.review = new Review(engine, this.options, this.game, this.frame, this.judge.list, { solve: () => this.solve(), share: () => this.copyGame() });
    this.judge.onOutlook = (outlook) => this.review.hear(outlook);
    this.frame.side.append(this.watch.element, this.review.element);
    const goal = (entry: Entry) => goalRow(entry, this.options.preferences, (change) => this.options.prefer(change), "bring");
    this.bring = new Bring(engine, games, goal, { play: (one) => this.playBrought(one), solve: (one) => this.solveBrought(one) });
    document.body.append(this.bring.element);
    this.options.follow((change) => this.adapt(change));
    document.addEventListener("keydown", (event) => this.key(event));
    this.game.openAddress();
    // After what is under way, which has something to say, too.
    this.store.onTrouble = (text) => this.game.do(async () => this.frame.report(text));
    this.game.do(async () => {
      if (troubles.length > 0) this.frame.report(troubles.join(" "));
    });
  }

  get view(): View | null {
    return this.game.view;
  }

  get outlook(): Outlook | null {
    return this.judge.outlook;
  }

  // ---- Drawing ----

  private begun(view: View): void {
    this.watch.close();
    this.celebrated = "";
    this.table.element.setAttribute("aria-label", `${this.game.entry(view.game).title}, ${view.number === null ? "own deal" : `deal ${view.number}`}`);
    this.judge.forget();
    this.review.forget();
  }

  private shown(view: View, animate: boolean): void {
    this.unhint();
    this.hand.drop();
    if (!this.watch.isOpen) this.table.draw(view.layout, view.gestures, animate);
    this.judge.see(view);
    this.review.see(view);
    this.showCounts(view);
    this.showEnd(view);
    this.frame.showOffer(view.can_finish && !view.over && !this.watch.isOpen ? "Nothing can go wrong: finish" : null);
    this.frame.refresh();
  }

  private showCounts(view: View): void {
    const { score, gone } = view.tally;
    const parts = [counted(view.moves, "moves")];
    if (score !== null) parts.push(counted(score, "points"));
    if (view.cheats) parts.push(counted(view.cheats, "cheats"));
    const goal = readGoal(this.options.request(this.game.entry(view.game)).goal);
    if (goal?.kind === "score" && goal.points !== null && score !== null) {
      parts.push(score >= goal.points ? "goal reached" : `goal ${goal.points.toLocaleString("en")}`);
    }
    if (goal?.kind === "cards" && gone) parts.push(`${gone[RANKS.indexOf(goal.rank)] ?? 0} of ${goal.count} ${goal.rank} gone`);
    this.frame.count(parts.join(" · "));
    this.frame.time(this.options.preferences.timer ? (this.game.saved?.played ?? 0) : null);
  }

  private showEnd(view: View): void {
    if (!view.over) {
      this.celebrated = "";
      return this.frame.hideBanner();
    }
    const again: [string, () => void] = ["New deal", () => this.game.newDeal()];
    const review: [string, () => void] = ["Review", () => this.review.open()];
    if (!view.won) {
      this.frame.showBanner("No move is left.", "", again, ["Undo", () => this.game.undo()], ["Where did I lose it?", () => this.whereLost()], review);
      return this.frame.report("No move is left.");
    }
    const moves = view.moves;
    const cheats = view.cheats === null ? "" : view.cheats === 0 ? " without a cheat" : ` with ${counted(view.cheats, "cheats")}`;
    const score = view.tally.score === null ? "" : `, ${counted(view.tally.score, "points")}`;
    this.frame.showBanner(`Won in ${counted(moves, "moves")}${cheats}${score}.`, "", again, review, ["Play it again", () => this.game.restart()]);
    this.frame.report(`You won, in ${counted(moves, "moves")}.`);
    const end = `${view.game} ${view.number} ${view.made}`;
    if (this.celebrated !== end && !this.options.isStill) celebrate(this.frame.felt);
    this.celebrated = end;
  }

  /** The preferences have changed. */
  private adapt(change: Partial<PagePreferences>): void {
    this.options.dress(this.table);
    if ("autoplay" in change || "covered" in change) this.game.adapt();
    if (["oracle", "goals", "counts", "cheats", "covered", "panel"].some((key) => key in change)) {
      this.judge.outlook = null;
      this.judge.listen();
      this.review.forget();
    }
    const { view } = this.game;
    if (!view || this.watch.isOpen || "lastGame" in change) return;
    this.judge.mark();
    this.showCounts(view);
    this.review.see(view);
  }

  // ---- Deals ----

  private openGames(): void {
    openGames(this.games, this.view?.game ?? "", (game) => this.game.choose(game), (game) => openRules(this.engine, this.game.entry(game)), this.store.records());
  }

  private openDeal(): void {
    const { view } = this.game;
    if (!view) return;
    openDeal(this.game.entry(view.game), view.number, view.settings, this.options.preferences, (choice) => {
      if (choice.deal === null) this.game.newDeal(choice.game, choice.settings, { winnable: choice.winnable, grade: choice.grade });
      else this.game.start(choice.game, { deal: choice.deal, settings: choice.settings });
    });
  }

  private playBrought({ game, text, settings }: Brought): void {
    this.game.start(game, { text, settings });
  }

  private solveBrought(brought: Brought): void {
    this.playBrought(brought);
    this.solve();
  }

  // ---- Help ----

  private hint(): void {
    this.game.do(async () => {
      const { view } = this.game;
      if (!view) return;
      const close = this.game.showWork("Thinking…");
      const hint = await this.bestHint(view).finally(close);
      this.game.help("hints");
      const gesture = view.gestures.find((one) => one.move === hint.move);
      this.unhint();
      if (gesture) {
        const from = this.table.at(gesture.from);
        const to = gesture.to === null ? undefined : this.table.at({ pile: gesture.to, card: (view.layout.piles[gesture.to]?.cards.length ?? 1) - 1 });
        this.hinted = [from, to].filter((element) => element !== undefined);
        for (const element of this.hinted) element.classList.add("hint");
        if (gesture.to !== null && !gesture.either_way) to?.classList.add("hint-goal");
      }
      this.frame.report(hint.move === null ? hint.reason : `Hint: ${hint.says}${hint.reason ? ` (${hint.reason})` : ""}`);
    });
  }

  /** The first move of the best line that is known, also if the oracle finds a
   *  better one in the meantime. */
  private async bestHint(view: View): Promise<Hint> {
    const request = this.options.request(this.game.entry(view.game));
    await this.judge.firstLook();
    for (let turn = 0; ; turn++) {
      const known = this.judge.outlook?.line;
      const hint = await this.engine.hint(request, known);
      const now = this.judge.outlook?.line;
      if (turn > 1 || !now || now.join() === known?.join() || now[0] === hint.move) return hint;
    }
  }

  private unhint(): void {
    for (const element of this.hinted) element.classList.remove("hint", "hint-goal");
    this.hinted = [];
  }

  private solve(): void {
    this.game.do(async () => {
      const { view } = this.game;
      if (!view) return;
      const close = this.game.showWork("Solving…");
      const answer = await this.engine.solve(this.options.request(this.game.entry(view.game)), this.judge.outlook?.line).finally(close);
      const walk = answer.outcome === "solved" ? answer.solution : answer.alternatives[0];
      if (!walk) return this.frame.report(answer.says);
      this.game.help("solution");
      this.frame.hideBanner();
      this.frame.showOffer(null);
      this.review.element.hidden = true;
      this.watch.open({
        walk,
        title: `${this.game.entry(view.game).title}: ${walk.summary}`,
        text: view.text,
        playOn: (moves) => this.game.playAll(moves),
        closed: () => this.game.view && this.shown(this.game.view, false),
      });
      this.judge.mark();
      this.frame.report(answer.says);
    });
  }

  private whereLost(): void {
    this.game.do(async () => {
      const { view } = this.game;
      if (!view) return;
      const close = this.game.showWork("Going back through the game…");
      const lost = await this.engine.whereLost(this.options.request(this.game.entry(view.game))).finally(close);
      this.game.help("hints");
      const place = lost.go_back_to;
      if (place === null) return this.frame.report(lost.says);
      const goBack = () => {
        dialog.close();
        this.game.jump(place);
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

  private copyGame(): void {
    const { view } = this.game;
    if (view) void copyLink(view, "replay", (text) => this.frame.report(text));
  }

  // ---- Keys and commands ----

  private key(event: KeyboardEvent): void {
    if (document.querySelector("dialog[open]")) return;
    if (this.watch.key(event)) return;
    if (isTyped(event)) return;
    if (event.key === "Escape") {
      this.hand.drop();
      return this.unhint();
    }
    const command = commandOf(this.commands, event, this.options.preferences.letterKeys);
    if (!command) return;
    event.preventDefault();
    if (command.isEnabled?.() !== false) command.run();
  }

  private listCommands(): Command[] {
    const now = () => this.game.view;
    const isPlaying = () => now() !== null && !this.watch.isOpen;
    const canUndo = () => isPlaying() && (now()?.made ?? 0) > 0;
    const canRedo = () => isPlaying() && (now()?.made ?? 0) < (now()?.steps.length ?? 0);
    const report = (text: string) => this.frame.report(text);
    return [
      { id: "undo", group: "Play", label: "Undo", icon: "undo", keys: ["u", "Ctrl+z"], help: "takes back a move", isTool: true, isEnabled: canUndo, run: () => this.game.undo() },
      { id: "redo", group: "Play", label: "Redo", icon: "redo", keys: ["r", "Ctrl+y"], help: "makes it again", isTool: true, isEnabled: canRedo, run: () => this.game.redo() },
      { id: "hint", group: "Understand", label: "Hint", icon: "hint", keys: ["h"], help: "a good move, and why", isTool: true, isEnabled: () => isPlaying() && !now()?.over, run: () => this.hint() },
      { id: "oracle", group: "Understand", label: "Oracle", icon: "oracle", keys: ["o"], help: "off, a light, colours on every move", isTool: true, run: () => this.judge.cycle() },
      { id: "new", group: "Deals", label: "New deal", icon: "new", keys: ["n"], help: "another deal", isTool: true, run: () => this.game.newDeal() },
      { id: "menu", group: "Patience", label: "Menu", icon: "menu", keys: ["m"], help: "everything else", isTool: true, run: () => openMenu(this.commands.filter((one) => one.id !== "menu"), this.options.preferences.letterKeys) },
      { id: "restart", group: "Play", label: "Restart", keys: ["Shift+r"], help: "back to the start; redo leads forward again", isEnabled: canUndo, run: () => this.game.restart() },
      { id: "home", group: "Play", label: "Send home", keys: ["e"], help: "the card under the focus goes home", isEnabled: isPlaying, run: () => this.hand.sendHome() },
      { id: "finish", group: "Play", label: "Finish", keys: ["f"], help: "sends every card home, when that wins", isEnabled: () => isPlaying() && now()?.can_finish === true, run: () => this.game.finish() },
      { id: "games", group: "Deals", label: "Games…", keys: ["g"], help: "another game", run: () => this.openGames() },
      { id: "daily", group: "Deals", label: "Daily deal…", keys: ["y"], help: "the same deal for everybody, every day another", run: () => void openDaily(this.engine, this.ledger, this.game) },
      { id: "deal", group: "Deals", label: "Deal by number…", keys: ["d"], help: "a deal by its number, with other settings", run: () => this.openDeal() },
      { id: "winnable", group: "Deals", label: "New deal that can be won", keys: ["w"], help: "another deal, only one that can be won", run: () => this.game.newDeal(undefined, undefined, { winnable: true }) },
      { id: "before", group: "Deals", label: "Back to the previous game", keys: ["Shift+b"], help: "the game that another deal took the place of", isEnabled: () => now() !== null && this.store.before(now()?.game ?? "") !== null, run: () => this.game.goBack() },
      { id: "bring", group: "Deals", label: "Bring your own deal…", keys: ["b"], help: "paste a deal, or click its cards in", run: () => this.bring.open(now()?.game ?? this.game.firstGame()) },
      { id: "review", group: "Understand", label: "Review and moves", keys: ["a"], help: "your moves with what each did, and the moves that there are", isEnabled: isPlaying, run: () => this.review.toggle() },
      { id: "solve", group: "Understand", label: "Solve and watch", keys: ["s"], help: "a solution with a scrubber", isEnabled: isPlaying, run: () => this.solve() },
      { id: "lost", group: "Understand", label: "Where did I lose it?", keys: ["l"], help: "back to the last position that could be won", isEnabled: isPlaying, run: () => this.whereLost() },
      { id: "rules", group: "Understand", label: "Rules of this game", keys: ["i"], help: "how this game is played", run: () => openRules(this.engine, this.game.entry(now()?.game ?? "")) },
      { id: "link", group: "Share", label: "Copy a link to this position", keys: ["c"], help: "a link that opens what is on the table, with its moves", isEnabled: isPlaying, run: () => void (now() && copyLink(now() as View, "moves", report)) },
      { id: "picture", group: "Share", label: "Picture of the table…", keys: ["p"], help: "a picture of the table, to copy or to keep", isEnabled: isPlaying, run: () => void openPicture(this.table, this.game.entry(now()?.game ?? "").title, report) },
      { id: "backup", group: "Share", label: "Export and import…", keys: [], help: "games and statistics as a file", run: () => openBackup(this.store, report) },
      { id: "preferences", group: "Patience", label: "Preferences and goal…", keys: [","], help: "goal, oracle, deck, light and dark", run: () => openPreferences(this.game.entry(now()?.game ?? ""), this.options.preferences, (change) => this.options.prefer(change)) },
      { id: "statistics", group: "Patience", label: "Statistics", keys: ["t"], help: "games played and won", run: () => void this.ledger.look().then((recorded) => openStatistics(this.games, recorded, () => this.store.forgetRecords())) },
      { id: "help", group: "Patience", label: "Help", keys: ["?"], help: "this help", run: () => openHelp(this.commands, legend) },
    ];
  }
}
