import type { RequestContext } from "#/context/deps.ts";
import { todayOf } from "#/context/today.ts";
import { selectChangeSet } from "#/store/tables/changes/change-sets.ts";
import { selectRosterNames } from "#/store/tables/directories/roster.ts";
import { selectIndexVersion } from "#/store/tables/directories/index-versions.ts";

interface Exported {
  /** What the file has. */
  name: string;
  suffix: string;
  /** The directory or the change set of its address; an address without parameters has none. */
  params: { indexId?: string; changeSetId?: string } | undefined;
  /** The practitioner whom it is about. */
  practitionerId: string | undefined;
}

/** The `Content-Disposition` of a file: its name says what it has, what that is about, and the day, so that files are told apart. */
export async function exportedAs(
  { connection, deps }: RequestContext,
  { name, suffix, params: { indexId, changeSetId } = {}, practitionerId }: Exported,
): Promise<string> {
  const { db } = deps.store;
  const index = indexId === undefined ? undefined : await selectIndexVersion(db, connection.id, indexId);
  const set = changeSetId === undefined ? undefined : await selectChangeSet(db, connection.id, changeSetId);
  const about = [await practitionerIn({ connection, deps }, indexId, practitionerId), index?.label ?? set?.name ?? ""]
    .map(forFileName)
    .filter((part) => part !== "");
  const parts = [name, ...about, todayOf(deps).today];
  const whole = encodeURIComponent(`${parts.join(" - ")}.${suffix}`).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.codePointAt(0)?.toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${name}.${suffix}"; filename*=UTF-8''${whole}`;
}

/** What a directory calls a practitioner, else the id; empty where nobody is named. */
async function practitionerIn(
  { connection, deps }: Pick<RequestContext, "connection" | "deps">,
  indexId: string | undefined,
  id: string | undefined,
): Promise<string> {
  if (indexId === undefined || id === undefined) return "";
  const of = { connectionId: connection.id, indexId, type: "practitioner", ids: [id] };
  return (await selectRosterNames(deps.store.db, of)).get(id) ?? id;
}

const LONGEST = 80;

/** Without what file systems refuse, and no half of a sign of two units. */
function forFileName(text: string): string {
  const kept = text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}"*/:<>?\\|]+/gu, " ")
    .replaceAll(/\s+/g, " ");
  return Array.from(kept).slice(0, LONGEST).join("").trim();
}
