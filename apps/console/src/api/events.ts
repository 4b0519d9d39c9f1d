import type { ChangeHint } from "@dc/contract";
import { bff, path } from "./bff.ts";
import { BffError } from "./bff-error.ts";
import { connectionInUse } from "./connection-in-use.ts";
import { type ConsoleEvent, type EventRequest, takeEarlyEvents, type RelayedEvent } from "./early-events.ts";
import { streamedEvents } from "./streamed-events.ts";

type Listener = (event: ConsoleEvent) => void;

/** The server gives a sign of life every three seconds. */
const SILENT_MS = 20_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
/** Only what was told since a page was begun is told again. */
const MOST_TOLD = 50;

/**
 * The event stream of one connection. Of the windows of this browser one holds it and tells the others; when that window is
 * closed, another one goes on after the last event that was told.
 */
class EventStream {
  readonly #listeners = new Set<Listener>();
  readonly #connectionId: string;
  #told: { at: number; event: RelayedEvent }[] = [];
  #opened = 0;
  #lastId = "";
  #left: AbortController | undefined;

  constructor(connectionId: string) {
    this.#connectionId = connectionId;
  }

  follow(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Follows, and keeps the stream open for every follower. */
  open(listener: Listener): () => void {
    const stop = this.follow(listener);
    this.#opened += 1;
    if (this.#left === undefined) this.#hold();
    return () => {
      stop();
      this.#opened -= 1;
      // A component that is mounted again at once, and opens it again, keeps it open.
      setTimeout(() => this.#closeUnlessOpened());
    };
  }

  #closeUnlessOpened(): void {
    if (this.#opened > 0) return;
    this.#left?.abort();
    this.#left = undefined;
  }

  #hold(): void {
    const left = new AbortController();
    this.#left = left;
    const { channel, events, after } = takeEarlyEvents(this.#connectionId);
    this.#lastId ||= after;
    events.forEach((event) => this.#take(event));
    channel.onmessage = ({ data }: MessageEvent<RelayedEvent | EventRequest>) => {
      if ("event" in data) this.#take(data);
      else for (const { at, event } of this.#told) if (at >= data.since) channel.postMessage(event);
    };
    left.signal.addEventListener("abort", () => channel.close());
    const tell = (event: RelayedEvent) => {
      this.#take(event);
      this.#told = [...this.#told, { at: Date.now(), event }].slice(-MOST_TOLD);
      channel.postMessage(event);
    };
    const end = () => {
      left.abort();
      if (this.#left === left) this.#left = undefined;
    };
    // While nobody is signed in, `#read` waits and does not end by itself: the lock must be given back all the same.
    const leaving = new Promise((resolve) => left.signal.addEventListener("abort", resolve));
    const hold = async () => await Promise.race([this.#read(tell, left.signal), leaving]).finally(end);
    // Without TLS, browsers offer locks on this machine alone.
    const { name } = channel;
    const held = "locks" in navigator ? navigator.locks.request(name, { signal: left.signal }, hold) : hold();
    held.catch(() => undefined);
  }

  #take({ id, event }: RelayedEvent): void {
    if (id !== "") this.#lastId = id;
    for (const listener of this.#listeners) listener(event);
  }

  /** Reads until it is left, or until nobody is signed in anymore: then it is opened again. */
  async #read(tell: (event: RelayedEvent) => void, left: AbortSignal): Promise<void> {
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

/** The stream of the connection in use. */
export function eventStream(): EventStream {
  const connectionId = connectionInUse();
  const stream = streams.get(connectionId) ?? new EventStream(connectionId);
  streams.set(connectionId, stream);
  return stream;
}
