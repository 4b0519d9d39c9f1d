import { matchPath, matchRoutes } from "react-router";
import { paths } from "#/paths.ts";

/** Query parameters that name records of one index. They are dropped, since another index has no such records. */
const ofRecords = ["selected", "import", "entry", "add"];

/** The address of the same page in another index, with its filters. */
export function switchedAddress({ pathname, search }: { pathname: string; search: string }, indexId: string): string {
  const root = paths.directory.href({ indexId });
  const match = matchPath({ path: paths.directory.path, end: false }, pathname);
  if (match === null || pathname === paths.newIndexVersion.href()) return root;
  const kept = new URLSearchParams(search);
  for (const name of ofRecords) kept.delete(name);
  const rest = pathname.slice(match.pathnameBase.length);
  return kept.size === 0 ? `${root}${rest}` : `${root}${rest}?${kept}`;
}

/** The comparison of the practitioner on screen with another index; null on other pages. */
export function comparisonAddress(pathname: string, against: string): string | null {
  const [match] = matchRoutes([{ path: `${paths.practitioner.path}/*` }], pathname) ?? [];
  const { indexId, practitionerId } = match?.params ?? {};
  if (indexId === undefined || practitionerId === undefined) return null;
  return paths.comparison.href({ indexId, practitionerId }, { against });
}
