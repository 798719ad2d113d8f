// Settings as a game declares them, whatever the game.

import { expect, test } from "@playwright/test";
import type { Entry, Setting } from "../src/types";
import { readAddress, writeAddress } from "../src/ui/address";
import { readValue, sameSettings } from "../src/ui/settings";

const DRAW: Setting = { key: "draw", title: "Cards drawn", values: { range: { first: 1, last: 3 } }, default: 1 };
const REMOVAL: Setting = {
  key: "removal",
  title: "Removal",
  values: { choices: [{ word: "at-once", title: "at once" }, { word: "by-choice", title: "by choice" }] },
  default: 0,
};
const GAME = { name: "game", aliases: ["play"], title: "Game", settings: [DRAW, REMOVAL], numbers: { start: 1, end: 9 } } as unknown as Entry;

test("a value is read only if the setting has it", () => {
  expect(readValue(DRAW, "3")).toBe(3);
  expect(readValue(REMOVAL, "by-choice")).toBe("by-choice");
  for (const text of ["", "0", "4", "1.5", "-1", "two", "99999999999999999999"]) expect(readValue(DRAW, text), text).toBeUndefined();
  for (const text of ["", "1", "never"]) expect(readValue(REMOVAL, text), text).toBeUndefined();
});

test("what is not chosen is as usual", () => {
  expect(sameSettings(GAME.settings, {}, { draw: 1, removal: "at-once" })).toBe(true);
  expect(sameSettings(GAME.settings, { draw: "3" }, { draw: 3 })).toBe(true);
  expect(sameSettings(GAME.settings, {}, { removal: "by-choice" })).toBe(false);
});

test("a link carries every setting that the game declares", () => {
  const place = { game: "game", settings: { draw: 3, removal: "by-choice" }, deal: 7 };
  expect(writeAddress(place)).toBe("#game;draw=3;removal=by-choice/7");
  expect(readAddress(writeAddress(place), [GAME])).toEqual(place);
  expect(readAddress("#play/7", [GAME])).toEqual({ game: "game", settings: {}, deal: 7 });
  for (const link of ["#game;draw=4/7", "#game;draw/7", "#game;cells=1/7", "#game;removal=1/7"]) {
    expect(readAddress(link, [GAME]), link).toContain("a setting that is not known");
  }
});
