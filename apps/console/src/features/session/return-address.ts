import { paths } from "#/paths.ts";

/** The address to return to after signing in. Only paths of this console are accepted, never another site. */
export function returnAddress(search: URLSearchParams): string {
  const asked = search.get("return") ?? paths.home.path;
  if (!asked.startsWith("/") || asked.startsWith("//") || asked.includes("\\")) return paths.home.path;
  const address = new URL(asked, "http://console.invalid");
  if (address.host !== "console.invalid" || address.pathname.startsWith(paths.signIn.path)) return paths.home.path;
  // Dots in a path are resolved: what begins with one slash can still end as the address of another site.
  if (address.pathname.startsWith("//")) return paths.home.path;
  return `${address.pathname}${address.search}${address.hash}`;
}

export function signInAddress(from: { pathname: string; search: string; hash: string }): string {
  const address = `${from.pathname}${from.search}${from.hash}`;
  return paths.signIn.href({ return: address === paths.home.path ? null : address });
}
