/** The address of the same page in another index: what comes after the index stays, filters too. */
export function switchedAddress({ pathname, search }: { pathname: string; search: string }, indexId: string): string {
  const [, first, , ...rest] = pathname.split("/");
  const root = `/index-versions/${encodeURIComponent(indexId)}`;
  if (first !== "index-versions" || pathname === "/index-versions/new") return root;
  if (pathname.split("/").length < 3) return root;
  const kept = new URLSearchParams(search);
  // What is about single records of the index that one leaves.
  for (const name of ["selected", "import", "entry", "add"]) kept.delete(name);
  const text = kept.toString();
  return `${[root, ...rest].join("/")}${text === "" ? "" : `?${text}`}`;
}

/** The compare page of the practitioner on screen, with the other index as what it is compared against; null on other pages. */
export function comparingAddress(pathname: string, against: string): string | null {
  const [, first, indexId, second, practitionerId] = pathname.split("/");
  if (first !== "index-versions" || second !== "practitioners" || practitionerId === undefined || indexId === undefined)
    return null;
  return `/index-versions/${indexId}/practitioners/${practitionerId}/compare?against=${encodeURIComponent(against)}`;
}
