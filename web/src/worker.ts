// A worker: one instance of the engine, a desk or a mind. It does what it is
// told in the order in which it is told; whoever does not want to wait ends it.

import { Desk, Mind, initSync } from "../generated/patience.js";

/** What a worker is told. */
export type Order =
  | { kind: "begin"; module: WebAssembly.Module }
  /** A question with an answer. */
  | { kind: "ask"; id: number; to: "desk" | "mind"; question: object }
  /** The oracle looks at this (after these, which it forgot with its last
   *  worker), and thinks until it is told something else. */
  | { kind: "watch"; turn: number; recall: object[]; question: object | null };

/** What a worker says. */
export type Report =
  | { kind: "reply"; id: number; reply: string; bytes: number }
  | { kind: "look"; turn: number; reply: string; bytes: number }
  /** The engine broke: nothing it said before is wrong, but it can not go on. */
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
      say({ kind: "reply", id: order.id, reply, bytes: bytes() });
      break;
    }
    case "watch":
      turn = order.turn;
      if (order.question !== null) watch(order.question, order.recall);
      break;
  }
}

function answer(to: "desk" | "mind", question: object): string {
  const asked = to === "desk" ? (desk ??= new Desk()) : (mind ??= new Mind());
  return asked.ask(JSON.stringify(question));
}

function watch(question: object, recall: object[]): void {
  for (const known of recall) answer("mind", known);
  told(answer("mind", question));
}

function think(asked: number): void {
  if (asked === turn) told(answer("mind", { ask: "think" }));
}

/** Passes on what the oracle knows, and goes on while it has more to find. */
function told(reply: string): void {
  say({ kind: "look", turn, reply, bytes: bytes() });
  const { answer: look } = JSON.parse(reply) as { answer?: { finished: boolean } };
  if (look && !look.finished) pause.port2.postMessage(turn);
}

function bytes(): number {
  return memory?.buffer.byteLength ?? 0;
}

function guarded(id: number | null, act: () => void): void {
  try {
    act();
  } catch (error) {
    say({ kind: "broken", id, message: error instanceof Error ? error.message : String(error) });
  }
}

function say(report: Report): void {
  self.postMessage(report);
}
