/** Writes the JSON Pointer (RFC 6901) of a path; `last` is a further step, so that a walk need not copy its path. */
export function jsonPointer(path: readonly (string | number)[], last?: string | number): string {
  let pointer = "";
  for (const step of path) pointer += `/${escapeStep(step)}`;
  return last === undefined ? pointer : `${pointer}/${escapeStep(last)}`;
}

/** Reads a JSON Pointer into its steps; the empty pointer, which means the whole value, has none. */
export function jsonPointerSteps(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function escapeStep(step: string | number): string | number {
  if (typeof step === "number" || !/[~/]/.test(step)) return step;
  return step.replaceAll("~", "~0").replaceAll("/", "~1");
}
