// A worker: one instance of the engine, a desk or a mind. It follows its orders
// one after the other; whoever does not want to wait ends it.

import { Desk, Mind, initSync } from "../generated/patience.js";
import type { DeskQuestion, MindQuestion, Outlook, Reply } from "./types";

/** What a worker is to do. */
export type Order =
  | { kind: "begin"; module: WebAssembly.Module }
  /** A question with an answer. */
  | { kind: "ask"; id: number; to: "desk" | "mind"; question: DeskQuestion | MindQuestion }
  /** The oracle looks at this (after these, which it forgot with its last
   *  worker), and thinks until the next order. */
  | { kind: "watch"; turn: number; recall: MindQuestion[]; question: MindQuestion };

/** What a worker sends. */
export type Sent =
  | { kind: "reply"; id: number; reply: string; bytes: number }
  | { kind: "outlook"; turn: number; reply: string; bytes: number }
  /** The engine broke: nothing it sent before is wrong, but it cannot go on. */
  | { kind: "broken"; id: number | null; message: string };

interface Asked {
  ask(question: string): string;
}

let memory: WebAssembly.Memory | undefined;
let desk: Asked | undefined;
let mind: Asked | undefined;
let turn = 0;

// A message to oneself lets other messages come first, which a loop would not.
const pause = new MessageChannel();
pause.port1.onmessage = (event: MessageEvent<number>) => guarded(null, () => think(event.data));

self.onmessage = (event: MessageEvent<Order>) => {
  const order = event.data;
  guarded(order.kind === "ask" ? order.id : null, () => obey(order));
};

function obey(order: Order): void {
  switch (order.kind) {
    case "begin":
      memory = initSync({ module: order.module }).memory;
      break;
    case "ask": {
      const reply = answer(order.to, order.question);
      send({ kind: "reply", id: order.id, reply, bytes: bytes() });
      break;
    }
    case "watch":
      turn = order.turn;
      for (const known of order.recall) answer("mind", known);
      goOn(answer("mind", order.question));
      break;
  }
}

function answer(to: "desk" | "mind", question: DeskQuestion | MindQuestion): string {
  const asked = to === "desk" ? (desk ??= new Desk()) : (mind ??= new Mind());
  return asked.ask(JSON.stringify(question));
}

function think(asked: number): void {
  if (asked === turn) goOn(answer("mind", { ask: "think" }));
}

/** Passes on what the oracle knows, and goes on while it has more to find. */
function goOn(reply: string): void {
  send({ kind: "outlook", turn, reply, bytes: bytes() });
  const outlook = JSON.parse(reply) as Reply<Outlook>;
  if ("answer" in outlook && !outlook.answer.finished) pause.port2.postMessage(turn);
}

function bytes(): number {
  return memory?.buffer.byteLength ?? 0;
}

function guarded(id: number | null, act: () => void): void {
  try {
    act();
  } catch (error) {
    send({ kind: "broken", id, message: error instanceof Error ? error.message : String(error) });
  }
}

function send(sent: Sent): void {
  self.postMessage(sent);
}
