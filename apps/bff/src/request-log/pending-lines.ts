import { type BoundedBuffer, createBoundedBuffer } from "#/runtime/bounded-buffer.ts";
import { droppedLine, type RequestLine } from "./request-lines.ts";

export type CallKind = "gateway" | "other";

export interface PendingLine {
  kind: CallKind;
  line: RequestLine;
}

/**
 * The most lines of each kind kept between two writes; older ones are dropped, so that the log never slows down the
 * calls.
 */
const MOST: { readonly [kind in CallKind]: number } = { gateway: 200, other: 1_000 };

/** The calls that are not written yet, in the order in which they were made. */
export interface PendingLines {
  /** `line` is called when the log is written, so that dropped calls cost nothing. */
  add(kind: CallKind, line: () => RequestLine): void;
  /**
   * Removes and returns all lines. If some were dropped, one line that counts them comes before the oldest one kept.
   */
  drain(): PendingLine[];
  /** Counts lines that could not be written as dropped. */
  countUnwritten(lines: readonly PendingLine[]): void;
}

export function createPendingLines(): PendingLines {
  type Pending = { order: number; line: () => RequestLine };
  const buffers: { [kind in CallKind]: BoundedBuffer<Pending> } = {
    gateway: createBoundedBuffer(MOST.gateway),
    other: createBoundedBuffer(MOST.other),
  };
  const unwritten = { gateway: 0, other: 0 };
  let order = 0;

  function takeKind(kind: CallKind): (PendingLine & { order: number })[] {
    const { kept, dropped } = buffers[kind].drain();
    const lines = kept.map(({ order, line }) => ({ kind, order, line: line() }));
    const calls = dropped + unwritten[kind];
    const [oldest] = lines;
    if (calls === 0 || oldest === undefined) return lines;
    unwritten[kind] = 0;
    return [{ kind, order: oldest.order - 0.5, line: droppedLine(kind, calls, oldest.line.request.at) }, ...lines];
  }

  return {
    add(kind, line) {
      order += 1;
      buffers[kind].add({ order, line });
    },
    drain: () => [...takeKind("gateway"), ...takeKind("other")].toSorted((a, b) => a.order - b.order),
    countUnwritten(lines) {
      for (const { kind, line } of lines) unwritten[kind] += line.request.calls;
    },
  };
}
