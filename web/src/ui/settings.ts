// The settings that a game declares: their values, and a control for each.

import type { Setting, Settings } from "../types";
import { el } from "./dom";

type Value = Settings[string];

/** The value that a game has unless another is chosen. */
export function usual(setting: Setting): Value {
  const { values } = setting;
  return "range" in values ? setting.default : (values.choices[setting.default]?.word ?? "");
}

/** The value that a text names, if the setting has it. */
export function readValue(setting: Setting, text: string): Value | undefined {
  const { values } = setting;
  if ("choices" in values) return values.choices.find((one) => one.word === text)?.word;
  const number = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
  return number >= values.range.first && number <= values.range.last ? number : undefined;
}

/** Whether both mean the same game: what is not chosen is as usual. */
export function sameSettings(declared: Setting[], one: Settings, other: Settings): boolean {
  const value = (settings: Settings, setting: Setting) => settings[setting.key] ?? usual(setting);
  return declared.every((setting) => String(value(one, setting)) === String(value(other, setting)));
}

/** A control for every setting: a box for a number, a list for choices. */
export function settingControls(declared: Setting[], chosen: Settings, where: string): { rows: HTMLElement[]; read(): Settings } {
  const controls = declared.map((setting) => ({ setting, box: control(setting, chosen[setting.key] ?? usual(setting), `${where}-${setting.key}`) }));
  return {
    rows: controls.map(({ setting, box }) => el("p", { class: "row" }, el("label", { for: box.id }, setting.title), box)),
    read: () => {
      const pairs = controls.map(({ setting, box }) => [setting.key, readValue(setting, box.value) ?? usual(setting)] as const);
      return Object.fromEntries(pairs.filter(([key, value]) => declared.some((one) => one.key === key && usual(one) !== value)));
    },
  };
}

function control(setting: Setting, value: Value, id: string): HTMLInputElement | HTMLSelectElement {
  const { values } = setting;
  if ("range" in values) {
    const { first, last } = values.range;
    return el("input", { type: "number", id, min: first, max: last, required: true, value: String(value) });
  }
  return el(
    "select",
    { id },
    values.choices.map((one) => el("option", { value: one.word, selected: one.word === value }, one.title)),
  );
}
