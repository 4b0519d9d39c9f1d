import { z } from "zod";
import { oneOfForms } from "#/control/request-body.ts";

const rule = z.strictObject({
  /**
   * `status`: answer this status. `reset-before` and `reset-after`: cut the connection before or after the work. `slow`:
   * wait. `ignored-index` and `other-index`: read the base, or the index in `from`. The rest spoil a good answer's body.
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
  /** Without it, 500. */
  status: z.int().min(400).max(599).optional(),
  /** `after`: the work is done and entered in the ledger, and then the status is answered in place of its result. */
  phase: z.enum(["before", "after"]).default("before"),
  /** Seconds, or a date as HTTP writes it. */
  retryAfter: z.union([z.int().min(0), z.string().min(1)]).optional(),
  ms: z.int().min(0).max(60_000).default(1000),
  /** How much a huge body has at least. */
  bytes: z.int().min(1).max(1_000_000_000).exactOptional(),
  /** The index that `other-index` reads; without it, the test index. */
  from: z.string().exactOptional(),
  method: pattern().optional(),
  path: pattern().optional(),
  index: z.string().optional(),
  times: z.int().min(1).max(1_000_000).default(1),
});

export type FaultRule = z.output<typeof rule>;

export interface ArmedFault extends FaultRule {
  readonly id: number;
  /** How often it will still strike. */
  left: number;
}

export interface Faults {
  readonly rules: readonly ArmedFault[];
  arm(rule: FaultRule): ArmedFault;
  clear(): void;
  /** The first armed rule that fits; taking it uses up one of its times. */
  take(request: { method: string; path: string; index: string }): FaultRule | undefined;
}

const listOfRules = z.array(rule).min(1, "At least one rule is needed.");
const oneRule = rule.transform((one) => [one]);

export const faultRules = oneOfForms((body) => (Array.isArray(body) ? listOfRules : oneRule));

export function createFaults(): Faults {
  let armed: ArmedFault[] = [];
  let last = 0;
  return {
    get rules() {
      return armed;
    },
    arm(fault) {
      last += 1;
      const added = { ...fault, id: last, left: fault.times };
      armed.push(added);
      return added;
    },
    clear() {
      armed = [];
    },
    take({ method, path, index }) {
      const found = armed.find(
        (fault) =>
          fits(fault.method, method) && fits(fault.path, path) && (fault.index === undefined || fault.index === index),
      );
      if (!found) return undefined;
      found.left -= 1;
      if (found.left === 0) armed = armed.filter((fault) => fault !== found);
      return found;
    },
  };
}

/** The client sees a cut connection; in process, where there is none, the call rejects with this. */
export class ConnectionReset extends Error {
  override readonly name = "ConnectionReset";
  readonly code = "ECONNRESET";

  constructor() {
    super("The service reset the connection.");
  }
}

function fits(expression: string | undefined, text: string): boolean {
  return expression === undefined || new RegExp(expression, "i").test(text);
}

function pattern() {
  return z.string().refine(isPattern, "A regular expression is needed.");
}

function isPattern(text: string): boolean {
  try {
    return new RegExp(text) instanceof RegExp;
  } catch {
    return false;
  }
}
