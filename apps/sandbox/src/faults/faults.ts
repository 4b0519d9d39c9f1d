import { z } from "zod";

export const faultRule = z.strictObject({
  /**
   * `status`: respond with this status. `reset-before`, `reset-after`: reset the connection before or after the request
   * is executed. `slow`: wait first. `ignored-index`, `other-index`: read from the base, or from the index in `from`.
   * All others corrupt the body of a successful response.
   */
  kind: z.enum([
    "status",
    "reset-before",
    "reset-after",
    "slow",
    "truncated",
    "drip",
    "huge",
    "bomb",
    "wrong-types",
    "malformed",
    "empty",
    "html",
    "invalid-utf8",
    "bom",
    "deep",
    "null-id",
    "other-id",
    "ignored-index",
    "other-index",
  ]),
  /** 500 by default. */
  status: z.int().min(400).max(599).optional(),
  /** `after`: the request is executed and entered in the ledger, and the response is this status instead of its result. */
  phase: z.enum(["before", "after"]).default("before"),
  /** Seconds, or an HTTP date. */
  retryAfter: z.union([z.int().min(0), z.string().min(1)]).optional(),
  ms: z.int().min(0).max(60_000).default(1000),
  /** The least size of a `huge` body. */
  bytes: z.int().min(1).max(1_000_000_000).exactOptional(),
  /** The index that `other-index` reads from; the test index by default. */
  from: z.string().exactOptional(),
  method: regularExpression().optional(),
  path: regularExpression().optional(),
  index: z.string().optional(),
  times: z.int().min(1).max(1_000_000).default(1),
});

export type FaultRule = z.output<typeof faultRule>;

export interface ArmedFault extends FaultRule {
  readonly id: number;
  /** How many more requests it applies to. */
  remaining: number;
}

export interface Faults {
  readonly rules: readonly ArmedFault[];
  arm(rule: FaultRule): ArmedFault;
  clear(): void;
  /** The first rule that matches the request; this uses up one of its times. */
  take(request: { method: string; path: string; index: string }): FaultRule | undefined;
}

export function createFaults(): Faults {
  let armed: ArmedFault[] = [];
  let lastId = 0;
  return {
    get rules() {
      return armed;
    },
    arm(fault) {
      lastId += 1;
      const added = { ...fault, id: lastId, remaining: fault.times };
      armed.push(added);
      return added;
    },
    clear() {
      armed = [];
    },
    take({ method, path, index }) {
      const taken = armed.find(
        (fault) =>
          matches(fault.method, method) &&
          matches(fault.path, path) &&
          (fault.index === undefined || fault.index === index),
      );
      if (!taken) return undefined;
      taken.remaining -= 1;
      if (taken.remaining === 0) armed = armed.filter((fault) => fault !== taken);
      return taken;
    },
  };
}

/** What a call rejects with in process, where there is no connection that could be reset. */
export class ConnectionReset extends Error {
  override readonly name = "ConnectionReset";
  readonly code = "ECONNRESET";

  constructor() {
    super("The service reset the connection.");
  }
}

function matches(expression: string | undefined, text: string): boolean {
  return expression === undefined || new RegExp(expression, "i").test(text);
}

function regularExpression() {
  return z.string().refine(isRegularExpression, "Must be a regular expression.");
}

function isRegularExpression(text: string): boolean {
  try {
    return new RegExp(text) instanceof RegExp;
  } catch {
    return false;
  }
}
