// A win worth seeing: the cards that went home rise once more and fall in arcs.
// It is decoration: it takes no clicks, is hidden from readers of screens, and
// does not happen where motion is not wanted.

import { el } from "./dom";
import { drawFace } from "./faces";

const CARDS = 26;
const LONGEST_MS = 2600;

export function celebrate(felt: HTMLElement): void {
  const cards = [...felt.querySelectorAll<HTMLElement>("#table .card[data-card]")];
  const names = cards.map((card) => card.dataset.card ?? "").filter((name) => name !== "");
  const known = names.length > 0 ? names : ["Ah", "Ks", "Qd", "Jc"];
  const stage = el("div", { class: "celebration", "aria-hidden": "true" });
  felt.append(stage);
  const { width, height } = felt.getBoundingClientRect();
  for (let index = 0; index < CARDS; index++) {
    const name = known[index % known.length] as string;
    const card = el("span", { class: "flying" }, drawFace(name, true, "small"));
    stage.append(card);
    const from = (width * (index + 0.5)) / CARDS;
    const drift = (index % 2 === 0 ? 1 : -1) * (40 + ((index * 37) % 120));
    const peak = height * (0.55 + ((index * 53) % 40) / 100);
    const turn = drift * 3;
    const at = (x: number, y: number, angle: number) => `translate(${from + x}px, ${height - y}px) rotate(${angle}deg)`;
    card.animate(
      [
        { transform: at(0, -80, 0), easing: "cubic-bezier(.2,.6,.4,1)" },
        { transform: at(drift / 2, peak, turn / 2), easing: "cubic-bezier(.6,0,.8,.4)" },
        { transform: at(drift, -160, turn) },
      ],
      { duration: LONGEST_MS - 900 + ((index * 71) % 500), delay: (index * 67) % 400, fill: "both" },
    );
  }
  setTimeout(() => stage.remove(), LONGEST_MS);
}
