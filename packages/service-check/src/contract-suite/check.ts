import type { Probed } from "#/service/probe.ts";
import type { Suite } from "#/service/suite.ts";
import type { CheckStatus } from "./report.ts";

/** What one check came to, with the calls that show it. */
export interface Finding {
  readonly status: CheckStatus;
  readonly told: string;
  readonly shows: readonly Probed[];
}

/** One sentence of the interface, and how it is tried. */
export interface Check {
  readonly id: string;
  readonly about: string;
  readonly sentence: string;
  /** Checks without which this one says nothing: when one of them does not hold, this one is not testable. */
  readonly needs?: readonly string[];
  readonly writes?: boolean;
  run(suite: Suite): Promise<Finding>;
}

export function holds(told: string, ...shows: readonly Probed[]): Finding {
  return { status: "holds", told, shows };
}

export function fails(told: string, ...shows: readonly Probed[]): Finding {
  return { status: "does-not-hold", told, shows };
}

export function untested(told: string, ...shows: readonly Probed[]): Finding {
  return { status: "not-testable", told, shows };
}

/** What a check lacks that is about the record of a type, and how to give it. */
export function lackingId(type: string): string {
  const article = /^[aeiou]/i.test(type) ? "an" : "a";
  const isGiven = type === "schedule" || type === "practitioner";
  return `needs the id of ${article} ${type}: ${isGiven ? `give --${type}` : "no list gives one, and no record that was read names one"}`;
}

/** The same where either of two types would do. */
export const lackingAnyId = "needs the id of a schedule or a practitioner: give --schedule or --practitioner";

/** A sentence that no request can try. */
export function beyondRequests(id: string, about: string, sentence: string, why: string): Check {
  return { id, about, sentence, run: () => Promise.resolve(untested(why)) };
}

/** An answer in a few words. */
export function answered(probed: Probed): string {
  if (probed.status === null) return `no answer (${probed.failure ?? "unknown"})`;
  const { words } = probed;
  const code = words?.code ?? null;
  return `${String(probed.status)}${code === null ? "" : ` ${code}`}`;
}

/** The kind of a JSON value in a word, since values of patients are never shown. */
export function kindOf(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return `a list of ${String(value.length)}`;
  if (typeof value === "object") return "an object";
  return typeof value === "string" ? "text" : `a ${typeof value}`;
}
