import type { ProfileProblem } from "#/errors/profile-error.ts";
import { formatPointer } from "#/json/pointer.ts";
import type { ServiceProfileData } from "#/profile/schema/profile-schema.ts";

/** Headers that the connection, the client or a browser sets: under these names nothing of the profile would arrive. */
const reserved: ReadonlySet<string> = new Set([
  "accept",
  "accept-encoding",
  "connection",
  "content-encoding",
  "content-length",
  "content-type",
  "cookie",
  "expect",
  "host",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "set-cookie",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** Problems of header names: each must be unique and not reserved; case does not matter. */
export function headerProblems({ headers, credential }: ServiceProfileData): readonly ProfileProblem[] {
  const named = [
    { keys: ["credential", "header"], name: credential.header, what: "the credential" },
    { keys: ["headers", "apiVersion", "name"], name: headers.apiVersion.name, what: "the API version" },
    { keys: ["headers", "index", "name"], name: headers.index.name, what: "the index" },
    ...(headers.requestId === undefined
      ? []
      : [{ keys: ["headers", "requestId", "name"], name: headers.requestId.name, what: "the id of a request" }]),
  ];
  return named.flatMap(({ keys, name, what }, position): readonly ProfileProblem[] => {
    const pointer = formatPointer(keys);
    const lower = name.toLowerCase();
    const earlierHeader = named.slice(0, position).find((earlier) => earlier.name.toLowerCase() === lower);
    if (earlierHeader !== undefined)
      return [
        { pointer, message: `must differ from the header of ${earlierHeader.what}: "${name}" cannot carry both` },
      ];
    if (lower === "__proto__")
      return [
        { pointer, message: `must not be "${name}", which no request can carry: headers are kept by their names` },
      ];
    const isTaken = reserved.has(lower) || (lower === "authorization" && position > 0);
    return isTaken
      ? [{ pointer, message: `must not be "${name}", which has a meaning of its own in HTTP and cannot carry ${what}` }]
      : [];
  });
}
