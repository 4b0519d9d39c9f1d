import { type BoundedBuffer, createBoundedBuffer } from "#/runtime/bounded-buffer.ts";
import { droppedLine, type RequestLine } from "./request-lines.ts";

export type CallKind = "gateway" | "other";

export interface PendingLine {
  kind: CallKind;
  line: RequestLine;
}

/** Between two writings no more than these are kept of each kind, the newest: a log of recent calls must not slow down what makes them. */
const MOST: { readonly [kind in CallKind]: number } = { gateway: 200, other: 1_000 };

/** The calls that have yet to be written, in the order in which they were made. */
export interface PendingLines {
  /** What the log says of a call is worked out when it is written, which most calls of a busy gateway never are. */
  add(kind: CallKind, line: () => RequestLine): void;
  /** Takes them all. Where some were dropped, one line stands for them before the oldest that was kept. */
  drain(): PendingLine[];
  /** Counts lines that could not be written among the dropped ones. */
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
    const lines = kept.map(({ order: at, line }) => ({ kind, order: at, line: line() }));
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
