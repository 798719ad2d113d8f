// Every command once: the toolbar, the menu, the keys and the help are made
// from this list.

import type { Icon } from "./icons";

export type Group = "Play" | "Deals" | "Understand" | "Share" | "Patience";

export interface Command {
  /** For the toolbar and tests. */
  id: string;
  label: string;
  /** Before the label in the toolbar. */
  icon?: Icon;
  /** Keys that run it, as `KeyboardEvent.key`; `Shift+` and `Ctrl+` before. */
  keys: string[];
  /** A sentence for the help. */
  help: string;
  /** Where it stands in the menu. */
  group: Group;
  /** In the toolbar, too. */
  isTool?: boolean;
  isEnabled?: () => boolean;
  run: () => void;
}

/** The command of a key, if any. */
export function commandOf(commands: Command[], event: KeyboardEvent, letters: boolean): Command | undefined {
  if (event.altKey) return undefined;
  const isControl = event.ctrlKey || event.metaKey;
  // Whoever speaks to the machine does not want letters to do things.
  if (!letters && !isControl && event.key.length === 1) return undefined;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  // `?` is a shifted key by itself on many keyboards.
  const isShifted = event.shiftKey && key.toLowerCase() !== key.toUpperCase();
  const name = `${isControl ? "Ctrl+" : ""}${isShifted ? "Shift+" : ""}${key}`;
  return commands.find((command) => command.keys.includes(name));
}

/**
 * Whether a key is text for a field. For a moment a dialog that has just closed
 * still has the focus in its field; a key then is meant for the table.
 */
export function isTyped(event: KeyboardEvent): boolean {
  const { target } = event;
  return target instanceof HTMLElement && target.matches("input, select, textarea") && !target.closest("dialog:not([open])");
}

/** A key as it is written on keyboards. */
export function shownKey(key: string): string {
  return key
    .split("+")
    .map((part) => (part.length === 1 ? part.toUpperCase() : part))
    .join("+");
}
