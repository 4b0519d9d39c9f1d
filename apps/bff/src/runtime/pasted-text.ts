import { operationError } from "#/runtime/errors.ts";

/** A text from outside as an answer repeats it: its beginning, where it is long. */
export function shortened(text: string, longest = 300): string {
  return text.length <= longest ? text : `${text.slice(0, longest).toWellFormed()}…`;
}

interface Limit {
  most: number;
  what: string;
  pointer: string;
}

/** Refuses a text with more lines than that, before it is taken apart. */
export function refuseLongText(text: string, limit: Limit): void {
  // What ends the last line begins no other one.
  let lines = text.endsWith("\n") ? 0 : 1;
  for (let newline = text.indexOf("\n"); newline >= 0; newline = text.indexOf("\n", newline + 1)) lines += 1;
  refuseTooMany(lines, limit);
}

export function refuseTooMany(lines: number, { most, what, pointer }: Limit): void {
  if (lines > most) throw operationError("invalid_request", "too-many-lines", { what, most, lines, pointer });
}
