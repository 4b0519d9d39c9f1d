/** The headers with which the floors ask the service, given by whoever starts them. */
export const upstreamHeaders: Record<string, string> = readHeaders(process.env["UPSTREAM_HEADERS"] ?? "{}");

/** One field changed, as an override of one field does: parsed, changed, serialised. */
export function changedBody(text: string): string {
  const record: unknown = JSON.parse(text);
  return JSON.stringify({ ...(typeof record === "object" ? record : {}), changed: ["by", "the", "floor"] });
}

function readHeaders(text: string): Record<string, string> {
  const headers: unknown = JSON.parse(text);
  if (typeof headers !== "object" || headers === null) throw new Error("UPSTREAM_HEADERS must be an object.");
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
