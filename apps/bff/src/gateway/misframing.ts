import type { IncomingMessage } from "node:http";

/** Headers that may be sent once; their lengths, so that others are not looked at. */
const onceOnly: ReadonlySet<string> = new Set(["host", "authorization", "content-length"]);
const lengths: ReadonlySet<number> = new Set([...onceOnly].map(({ length }) => length));

/**
 * Why the framing of a request is refused, or null. The body of a read, or a header that is sent twice and that Node
 * takes once, could be understood otherwise by a proxy or by the service.
 */
export function misframing({ method, headers, rawHeaders }: IncomingMessage): string | null {
  const length = headers["content-length"];
  const hasBody = headers["transfer-encoding"] !== undefined || (length !== undefined && length !== "0");
  if ((method === "GET" || method === "HEAD") && hasBody) return "A read has no body.";
  let seen: string | undefined;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const spelled = rawHeaders[index] ?? "";
    if (!lengths.has(spelled.length)) continue;
    const name = spelled.toLowerCase();
    if (!onceOnly.has(name)) continue;
    if (seen?.includes(`${name}\n`) === true) return `The header ${name} was sent more than once.`;
    seen = `${seen ?? ""}${name}\n`;
  }
  return null;
}
