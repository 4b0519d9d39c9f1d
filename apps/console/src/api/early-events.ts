import type { ChangeHint } from "@dc/contract";

// A file of its own, so that the first screen does not load the stream.

/** `start`: anything on screen may be out of date. `rights`: what the person may see or do has changed. */
export type ConsoleEvent = { type: "start" } | { type: "rights" } | ({ type: "change" } & ChangeHint);

/** What the window that holds the stream tells the others. */
export interface RelayedEvent {
  id: string;
  event: ConsoleEvent;
}

/** Asks the window that holds the stream for what it told since the page that asks was begun. */
export interface EventRequest {
  since: number;
}

interface EarlyEvents {
  channel: BroadcastChannel;
  events: RelayedEvent[];
  /** The event after which the stream begins; empty where that is not known. */
  after: string;
}

const early = new Map<string, EarlyEvents>();

/** Keeps what other windows tell from now on, before anything is read, until the stream is followed here. */
export function keepEarlyEvents(connectionId: string): EarlyEvents {
  early.get(connectionId)?.channel.close();
  const channel = new BroadcastChannel(`directory-console events ${connectionId}`);
  const kept: EarlyEvents = { channel, events: [], after: "" };
  channel.onmessage = ({ data }: MessageEvent<RelayedEvent | EventRequest>) => {
    if ("event" in data) kept.events.push(data);
  };
  // The server may have read what stands in the page before this window listened.
  channel.postMessage({ since: performance.timeOrigin } satisfies EventRequest);
  early.set(connectionId, kept);
  return kept;
}

export function takeEarlyEvents(connectionId: string): EarlyEvents {
  const kept = early.get(connectionId) ?? keepEarlyEvents(connectionId);
  early.delete(connectionId);
  return kept;
}
