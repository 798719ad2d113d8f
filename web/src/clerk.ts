// A worker as the page sees it: it is asked, it answers, and it can be sent
// away in the middle of its work; another one takes its place.

import type { Trouble } from "./engine-types";
import type { Order, Report } from "./worker";

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
   * @param onLook hears what the oracle says
   * @param onBroken hears that the worker broke, after its questions have been
   *   refused and it has been sent away
   */
  constructor(
    readonly module: Promise<WebAssembly.Module>,
    readonly onLook: (turn: number, reply: string) => void = () => undefined,
    readonly onBroken: () => void = () => undefined,
  ) {}

  /** How many questions wait for their answer. */
  get busy(): number {
    return this.#waiting.size;
  }

  /** Asks a question; what comes back is the answer, or a `Trouble`. */
  ask<Answer>(to: "desk" | "mind", question: object): Promise<Answer> {
    const id = ++this.#lastId;
    return new Promise<Answer>((resolve, reject) => {
      this.#waiting.set(id, { resolve: resolve as (answer: unknown) => void, reject });
      this.tell({ kind: "ask", id, to, question });
    });
  }

  /** Gives an order; a worker is started for it if there is none. */
  tell(order: Order): void {
    if (!this.#worker) this.#start();
    const worker = this.#worker;
    // Orders stay in order: all of them wait for the same beginning.
    this.#begun = this.#begun.then(() => {
      if (worker === this.#worker) worker?.postMessage(order);
    });
  }

  /** Sends the worker away; whoever waits for an answer hears why. */
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
    worker.onmessage = (event: MessageEvent<Report>) => {
      if (worker === this.#worker) this.#hear(event.data);
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

  #hear(report: Report): void {
    switch (report.kind) {
      case "reply": {
        this.bytes = report.bytes;
        const waiting = this.#waiting.get(report.id);
        this.#waiting.delete(report.id);
        const { answer, trouble } = JSON.parse(report.reply) as { answer?: unknown; trouble?: Trouble };
        if (trouble) waiting?.reject(trouble);
        else waiting?.resolve(answer);
        break;
      }
      case "look":
        this.bytes = report.bytes;
        this.onLook(report.turn, report.reply);
        break;
      case "broken":
        this.#broke(report.message);
        break;
    }
  }

  #broke(message: string): void {
    console.error(message);
    this.dismiss(`Something broke inside Patience (${message}); the game is as it was.`);
    this.onBroken();
  }
}
