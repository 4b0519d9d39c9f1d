/** The address to go back to after signing in: a path of this console only, never another site. */
export function returnAddress(search: URLSearchParams): string {
  const asked = search.get("return") ?? "/";
  if (!asked.startsWith("/") || asked.startsWith("//") || asked.includes("\\")) return "/";
  const address = new URL(asked, "http://console.invalid");
  if (address.host !== "console.invalid" || address.pathname === "/sign-in") return "/";
  return `${address.pathname}${address.search}${address.hash}`;
}

export function signInAddress(from: { pathname: string; search: string }): string {
  const here = `${from.pathname}${from.search}`;
  return here === "/" ? "/sign-in" : `/sign-in?return=${encodeURIComponent(here)}`;
}
