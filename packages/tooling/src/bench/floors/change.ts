/** The headers with which these servers call the service, from the environment. */
export const upstreamHeaders: Record<string, string> = readHeaders(process.env["UPSTREAM_HEADERS"] ?? "{}");

/** Changes one field, as an override does: parses, changes and serialises. */
export function changedBody(text: string): string {
  const record: unknown = JSON.parse(text);
  return JSON.stringify({ ...(typeof record === "object" ? record : {}), changed: ["by", "the", "floor"] });
}

function readHeaders(text: string): Record<string, string> {
  const headers: unknown = JSON.parse(text);
  if (typeof headers !== "object" || headers === null) throw new Error("UPSTREAM_HEADERS must be an object.");
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
