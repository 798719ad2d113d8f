// A worker as the page sees it: it is asked, it answers, and it can be sent
// away in the middle of its work; another one takes its place.

import type { DeskQuestion, MindQuestion, Reply, Trouble } from "./types";
import type { Order, Sent } from "./worker";

interface Waiting {
  resolve(answer: unknown): void;
  reject(trouble: Trouble): void;
}

export class Clerk {
  #worker: Worker | undefined;
  #begun: Promise<void> = Promise.resolve();
  #waiting = new Map<number, Waiting>();
  #lastId = 0;
  /** The memory of its engine, which only grows. */
  bytes = 0;

  /**
   * @param module the compiled engine, the same for all
   * @param onOutlook gets what the oracle knows
   * @param onBroken is called when the worker broke, after its questions have
   *   been refused and it has been sent away
   */
  constructor(
    readonly module: Promise<WebAssembly.Module>,
    readonly onOutlook: (turn: number, reply: string) => void = () => undefined,
    readonly onBroken: () => void = () => undefined,
  ) {}

  /** How many questions wait for their answer. */
  get busy(): number {
    return this.#waiting.size;
  }

  /** Asks a question; what comes back is the answer, or a `Trouble`. */
  ask<Answer>(to: "desk", question: DeskQuestion): Promise<Answer>;
  ask<Answer>(to: "mind", question: MindQuestion): Promise<Answer>;
  ask<Answer>(to: "desk" | "mind", question: DeskQuestion | MindQuestion): Promise<Answer> {
    const id = ++this.#lastId;
    return new Promise<Answer>((resolve, reject) => {
      this.#waiting.set(id, { resolve: resolve as (answer: unknown) => void, reject });
      this.give({ kind: "ask", id, to, question });
    });
  }

  /** Gives an order; a worker is started for it if there is none. */
  give(order: Order): void {
    if (!this.#worker) this.#start();
    const worker = this.#worker;
    // Orders stay in order: all of them wait for the same beginning.
    this.#begun = this.#begun.then(() => {
      if (worker === this.#worker) worker?.postMessage(order);
    });
  }

  /** Sends the worker away; whoever waits for an answer gets the reason. */
  dismiss(message: string): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.bytes = 0;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const one of waiting) one.reject({ message, faults: [] });
  }

  #start(): void {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    this.#worker = worker;
    worker.onmessage = (event: MessageEvent<Sent>) => {
      if (worker === this.#worker) this.#take(event.data);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      if (worker === this.#worker) this.#broke(event.message || "a worker could not be started");
    };
    this.#begun = this.module.then(
      (module) => {
        if (worker === this.#worker) worker.postMessage({ kind: "begin", module } satisfies Order);
      },
      (error: unknown) => {
        if (worker === this.#worker) this.#broke(`the engine could not be loaded: ${String(error)}`);
      },
    );
  }

  #take(sent: Sent): void {
    switch (sent.kind) {
      case "reply": {
        this.bytes = sent.bytes;
        const waiting = this.#waiting.get(sent.id);
        this.#waiting.delete(sent.id);
        const reply = JSON.parse(sent.reply) as Reply<unknown>;
        if ("trouble" in reply) waiting?.reject(reply.trouble);
        else waiting?.resolve(reply.answer);
        break;
      }
      case "outlook":
        this.bytes = sent.bytes;
        this.onOutlook(sent.turn, sent.reply);
        break;
      case "broken":
        this.#broke(sent.message);
        break;
    }
  }

  #broke(message: string): void {
    console.error(message);
    this.dismiss(`Something broke inside Patience (${message}); the game is as it was.`);
    this.onBroken();
  }
}
