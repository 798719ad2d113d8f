// What surrounds the table: title, toolbar, status, announcements, the banner
// at the end of a game.

import type { Command } from "./commands";
import { shownKey } from "./commands";
import { capital, el, fill } from "./dom";

export class Frame {
  readonly felt = el("main", { class: "felt", id: "felt", "aria-labelledby": "game-title" });
  readonly title = el("button", { type: "button", class: "title", "aria-haspopup": "dialog" });
  private readonly heading = el("h1", { id: "game-title" }, this.title);
  private readonly tools = el("div", { class: "tools", role: "toolbar", "aria-label": "Game" });
  private readonly counts = el("span", { class: "counts" });
  private readonly light = el("button", { type: "button", class: "light", hidden: true });
  private readonly message = el("span", { class: "message" });
  private readonly live = el("div", { class: "unseen", role: "status", "aria-live": "polite" });
  private readonly banner = el("section", { class: "banner", "aria-label": "End of the game", hidden: true });
  private readonly buttons = new Map<Command, HTMLButtonElement>();

  constructor(
    commands: Command[],
    watch: () => HTMLElement,
    actions: { games: () => void; oracle: () => void },
  ) {
    this.title.addEventListener("click", actions.games);
    this.light.addEventListener("click", actions.oracle);
    for (const command of commands.filter((one) => one.isTool)) {
      const key = command.keys[0];
      const button = el(
        "button",
        {
          type: "button",
          "data-command": command.id,
          title: `${command.help}${key ? ` (${shownKey(key)})` : ""}`,
          onclick: () => command.run(),
        },
        command.sign !== undefined && el("span", { class: "tool-sign", "aria-hidden": "true" }, command.sign),
        el("span", {}, command.label),
      );
      this.buttons.set(command, button);
      this.tools.append(button);
    }
    document.body.append(
      el("header", { class: "bar" }, this.heading, this.tools),
      el("div", { class: "middle" }, this.felt, watch()),
      el("footer", { class: "status" }, this.counts, this.light, this.message),
      this.live,
    );
    this.felt.append(this.banner);
  }

  name(title: string, deal: string): void {
    fill(this.title, el("span", {}, title), el("small", {}, deal), el("span", { class: "more", "aria-hidden": "true" }, "▾"));
    document.title = `${title}, ${deal} · Patience`;
  }

  count(text: string): void {
    this.counts.textContent = text;
  }

  /** The oracle's light; no text turns it off. */
  oracle(kind: string, text: string): void {
    this.light.hidden = text === "";
    this.light.dataset.verdict = kind;
    const sentence = capital(text);
    if (this.light.textContent !== sentence) this.light.textContent = sentence;
  }

  /** Reports something to eyes and ears. */
  report(text: string): void {
    this.message.textContent = text;
    this.announce(text);
  }

  /** Reports something to ears. */
  announce(text: string): void {
    this.live.textContent = text;
  }

  refresh(): void {
    for (const [command, button] of this.buttons) button.disabled = command.isEnabled?.() === false;
  }

  /** The end of a game, with what one can do next. */
  showBanner(text: string, ...actions: [string, () => void][]): void {
    this.banner.hidden = false;
    fill(
      this.banner,
      el("p", {}, text),
      el("div", { class: "controls" }, actions.map(([label, onclick], index) => el("button", { type: "button", class: index === 0 ? "primary" : undefined, onclick }, label))),
    );
  }

  hideBanner(): void {
    this.banner.hidden = true;
  }
}
