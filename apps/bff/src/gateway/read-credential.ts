/** The access token of a request: a Bearer, or the user of Basic with an empty password. */
export function readCredential(authorization: string | undefined): string | undefined {
  if (authorization === undefined) return undefined;
  const space = authorization.indexOf(" ");
  const scheme = authorization.slice(0, space).toLowerCase();
  const value = authorization.slice(space + 1).trim();
  if (scheme === "bearer") return value === "" ? undefined : value;
  if (scheme !== "basic") return undefined;
  const pair = Buffer.from(value, "base64").toString("utf8");
  return pair.endsWith(":") && pair.length > 1 && pair.indexOf(":") === pair.length - 1 ? pair.slice(0, -1) : undefined;
}
