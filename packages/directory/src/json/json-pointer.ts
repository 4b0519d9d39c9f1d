/** Writes the JSON Pointer (RFC 6901) of a path; `last` is a further step, so that a walk need not copy its path. */
export function jsonPointer(path: readonly (string | number)[], last?: string | number): string {
  let pointer = "";
  for (const step of path) pointer += `/${escapeStep(step)}`;
  return last === undefined ? pointer : `${pointer}/${escapeStep(last)}`;
}

/** Reads a JSON Pointer into its steps, of which the pointer of a whole value has none; null for what is not a pointer. */
export function parseJsonPointer(pointer: string): string[] | null {
  if (!/^(?:\/(?:[^~/]|~[01])*)*$/.test(pointer)) return null;
  return pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function escapeStep(step: string | number): string | number {
  if (typeof step === "number" || !/[~/]/.test(step)) return step;
  return step.replaceAll("~", "~0").replaceAll("/", "~1");
}
