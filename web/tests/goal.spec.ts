// Goals are read as the engine reads them (crates/core/src/goal.rs).

import { expect, test } from "@playwright/test";
import { readGoal } from "../src/ui/goal";

test("a goal is read with any count and every way to write a rank", () => {
  expect(readGoal("board")).toEqual({ kind: "board" });
  expect(readGoal("score")).toEqual({ kind: "score", points: null });
  expect(readGoal("score=84900")).toEqual({ kind: "score", points: 84900 });
  expect(readGoal("cards=4A")).toEqual({ kind: "cards", count: 4, rank: "A" });
  expect(readGoal("cards=12T")).toEqual({ kind: "cards", count: 12, rank: "T" });
  expect(readGoal("cards=210")).toEqual({ kind: "cards", count: 2, rank: "T" });
  expect(readGoal("cards=1210")).toEqual({ kind: "cards", count: 12, rank: "T" });
  expect(readGoal("cards=1k")).toEqual({ kind: "cards", count: 1, rank: "K" });
});

test("nonsense is no goal", () => {
  for (const text of ["", "boards", "score=", "score=-1", "score=x", "cards", "cards=", "cards=A", "cards=3Z", "cards=10", "board=1"]) {
    expect(readGoal(text), text).toBeNull();
  }
});
