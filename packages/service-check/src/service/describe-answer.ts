import { readableWords, type Json, numberText } from "@dc/api-client";
import type { ProbeResult } from "./probe.ts";

/** An answer in a few words. */
export function describeAnswer(result: ProbeResult): string {
  if (result.status === null) return `no answer (${result.failure ?? "unknown"})`;
  const { words } = result;
  const code = words?.code ?? null;
  return `${String(result.status)}${code === null ? "" : ` ${code}`}`;
}

/** What the service says about a refusal, to append to it; empty when it says nothing. */
export function serviceMessage({ words }: ProbeResult): string {
  const known = words?.known.map((detail) => detail.words).find((text) => text !== null) ?? null;
  const message = words === null ? null : (readableWords(words) ?? known);
  return message === null ? "" : `: ${message.replace(/\.$/, "")}`;
}

/** A refusal in a few words, with what the service says about it. */
export function describeRefusal(result: ProbeResult): string {
  return describeAnswer(result) + serviceMessage(result);
}

/** The kind of a JSON value in a word, since values of patients are never shown. */
export function describeKind(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return `a list of ${String(value.length)}`;
  if (numberText(value) !== null) return "a number";
  if (typeof value === "object") return "an object";
  return typeof value === "string" ? "text" : `a ${typeof value}`;
}

/** A value as JSON, cut off at a length. */
export function excerpt(value: Json | undefined, longest = 70): string {
  if (value === undefined) return "nothing";
  const text = JSON.stringify(value);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
