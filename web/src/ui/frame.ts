// What surrounds the table: title, toolbar, status, announcements, the banner
// at the end of a game.

import type { Command } from "./commands";
import { shownKey } from "./commands";
import { capital, clock, el, fill } from "./dom";
import { drawIcon } from "./icons";

export class Frame {
  readonly felt = el("main", { class: "felt", id: "felt", "aria-labelledby": "game-title" });
  readonly side = el("div", { class: "side" });
  readonly title = el("button", { type: "button", class: "title", "aria-haspopup": "dialog" });
  private readonly heading = el("h1", { id: "game-title" }, this.title);
  private readonly tools = el("div", { class: "tools", role: "toolbar", "aria-label": "Game" });
  private readonly counts = el("span", { class: "counts" });
  private readonly clock = el("span", { class: "clock", hidden: true, "aria-label": "Time played" });
  private readonly light = el("button", { type: "button", class: "light", hidden: true });
  private readonly message = el("span", { class: "message" });
  private readonly live = el("div", { class: "unseen", role: "status", "aria-live": "polite" });
  private readonly banner = el("section", { class: "banner", "aria-label": "End of the game", hidden: true });
  private readonly offer = el("button", { type: "button", class: "offer primary", hidden: true });
  private readonly buttons = new Map<Command, HTMLButtonElement>();

  constructor(commands: Command[], actions: { games: () => void; oracle: () => void; offer: () => void }) {
    this.title.addEventListener("click", actions.games);
    this.light.addEventListener("click", actions.oracle);
    this.offer.addEventListener("click", actions.offer);
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
        el("span", {}, command.label),
      );
      if (command.icon) button.prepend(drawIcon(command.icon));
      this.buttons.set(command, button);
      this.tools.append(button);
    }
    document.body.append(
      el("header", { class: "bar" }, this.heading, this.tools),
      el("div", { class: "middle" }, this.felt, this.side),
      el("footer", { class: "status" }, this.counts, this.clock, this.light, this.message),
      this.live,
    );
    this.felt.append(this.banner, this.offer);
  }

  name(title: string, deal: string): void {
    fill(this.title, el("span", {}, title), el("small", {}, deal));
    this.title.append(drawIcon("more"));
    document.title = `${title}, ${deal} · Patience`;
  }

  count(text: string): void {
    this.counts.textContent = text;
  }

  /** The time played; none hides it. */
  time(played: number | null): void {
    this.clock.hidden = played === null;
    this.clock.textContent = played === null ? "" : clock(played);
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

  /** Something that can be done at once; null takes it away. */
  showOffer(text: string | null): void {
    this.offer.hidden = text === null;
    this.offer.textContent = text ?? "";
  }

  /** The end of a game, with what one can do next. */
  showBanner(text: string, detail: string, ...actions: [string, () => void][]): void {
    this.banner.hidden = false;
    fill(
      this.banner,
      el("p", {}, text),
      detail !== "" && el("p", { class: "detail" }, detail),
      el("div", { class: "controls" }, actions.map(([label, onclick], index) => el("button", { type: "button", class: index === 0 ? "primary" : undefined, onclick }, label))),
    );
  }

  hideBanner(): void {
    this.banner.hidden = true;
  }
}
