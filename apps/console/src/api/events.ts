import type { ChangeHint } from "@dc/contract";
import { bff, path } from "./bff.ts";
import { BffError } from "./bff-error.ts";
import { connectionInUse } from "./connection-in-use.ts";
import { streamedEvents } from "./streamed-events.ts";

/** `start`: anything on screen may be out of date. `rights`: what the person may see or do has changed. */
export type ConsoleEvent = { type: "start" } | { type: "rights" } | ({ type: "change" } & ChangeHint);

type Listener = (event: ConsoleEvent) => void;

/** The server gives a sign of life every three seconds. */
const SILENT_MS = 20_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

interface Told {
  id: string;
  event: ConsoleEvent;
}

/**
 * The event stream of one connection. Of the windows of this browser one holds it and tells the others; when that window is
 * closed, another one goes on after the last event that was told.
 */
class EventStream {
  readonly #listeners = new Set<Listener>();
  readonly #connectionId: string;
  #lastId = "";
  #left: AbortController | undefined;

  constructor(connectionId: string) {
    this.#connectionId = connectionId;
  }

  follow(listener: Listener): () => void {
    this.#listeners.add(listener);
    if (this.#left === undefined) this.#open();
    return () => {
      this.#listeners.delete(listener);
      // A component that is mounted again at once, and follows again, keeps the stream open.
      setTimeout(() => this.#closeUnlessFollowed());
    };
  }

  #closeUnlessFollowed(): void {
    if (this.#listeners.size > 0) return;
    this.#left?.abort();
    this.#left = undefined;
  }

  #open(): void {
    const left = new AbortController();
    this.#left = left;
    const name = `directory-console events ${this.#connectionId}`;
    const others = new BroadcastChannel(name);
    others.onmessage = ({ data }: MessageEvent<Told>) => this.#take(data);
    left.signal.addEventListener("abort", () => others.close());
    const tell = (told: Told) => {
      this.#take(told);
      others.postMessage(told);
    };
    const end = () => {
      left.abort();
      if (this.#left === left) this.#left = undefined;
    };
    const hold = async () => await this.#hold(tell, left.signal).finally(end);
    // Without TLS, browsers offer locks on this machine alone.
    const held = "locks" in navigator ? navigator.locks.request(name, { signal: left.signal }, hold) : hold();
    held.catch(() => undefined);
  }

  #take({ id, event }: Told): void {
    if (id !== "") this.#lastId = id;
    for (const listener of this.#listeners) listener(event);
  }

  /** Reads until it is left, or until nobody is signed in anymore: then the next follower opens it again. */
  async #hold(tell: (told: Told) => void, left: AbortSignal): Promise<void> {
    let failures = 0;
    while (!left.aborted) {
      try {
        const headers = this.#lastId === "" ? {} : { "Last-Event-ID": this.#lastId };
        const to = path`/connections/${this.#connectionId}/events`;
        const { body } = await bff.stream(to, { headers, signal: left });
        if (body === null) return;
        for await (const { type, id, data } of streamedEvents(body, { silentMs: SILENT_MS })) {
          failures = 0;
          if (type === "start" || type === "rights") tell({ id, event: { type } });
          else if (type === "change") tell({ id, event: { type, ...asHint(JSON.parse(data)) } });
        }
      } catch (error) {
        if (error instanceof BffError && error.code === "not_signed_in") return;
      }
      failures += 1;
      await pause(Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS) * (0.5 + Math.random() / 2), left);
    }
  }
}

/** The server wrote it, and the console validates no answer of the server again. */
function asHint(value: unknown): ChangeHint {
  return value as ChangeHint;
}

function pause(ms: number, left: AbortSignal): Promise<void> {
  const over = Promise.withResolvers<void>();
  const timer = setTimeout(over.resolve, ms);
  left.addEventListener("abort", () => {
    clearTimeout(timer);
    over.resolve();
  });
  return over.promise;
}

const streams = new Map<string, EventStream>();

/** Follows what changes in the connection in use, until the returned function is called. */
export function followEvents(listener: Listener): () => void {
  const connectionId = connectionInUse();
  const stream = streams.get(connectionId) ?? new EventStream(connectionId);
  streams.set(connectionId, stream);
  return stream.follow(listener);
}
