import type { ChangeHint } from "@dc/contract";

/** `start`: anything on screen may be out of date. `rights`: what the person may see or do has changed. */
export type ConsoleEvent = { type: "start" } | { type: "rights" } | ({ type: "change" } & ChangeHint);

/** What the window that holds the stream tells the others. */
export interface Told {
  id: string;
  event: ConsoleEvent;
}

interface EarlyEvents {
  windows: BroadcastChannel;
  told: Told[];
  /** The event after which the stream begins; empty where that is not known. */
  after: string;
}

const early = new Map<string, EarlyEvents>();

// Apart from the stream, since every first screen loads it.
/** Keeps what other windows tell from now on, before anything is read, until the stream is followed here. */
export function keepEarlyEvents(connectionId: string): EarlyEvents {
  early.get(connectionId)?.windows.close();
  const windows = new BroadcastChannel(`directory-console events ${connectionId}`);
  const kept: EarlyEvents = { windows, told: [], after: "" };
  windows.onmessage = ({ data }: MessageEvent<Told>) => kept.told.push(data);
  early.set(connectionId, kept);
  return kept;
}

export function takeEarlyEvents(connectionId: string): EarlyEvents {
  const kept = early.get(connectionId) ?? keepEarlyEvents(connectionId);
  early.delete(connectionId);
  return kept;
}
