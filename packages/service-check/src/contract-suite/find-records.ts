import { targetOf, isJsonObject, placeholdersOf, recordOperation } from "@dc/api-client";
import { listIn } from "#/service/check-session.ts";
import { ServiceCheckError } from "#/service/connection-problem.ts";
import { withArticle } from "#/article.ts";
import type { ContractSession, ContractSuiteOptions } from "./contract-session.ts";
import { practitionerIn } from "./checks/record-checks.ts";
import { readingsOf } from "./write-trials/writable-values.ts";

/** The first id that a list gives; null where the profile has no list that can be called. */
async function firstListedId(session: ContractSession, type: string): Promise<string | null> {
  const operation = recordOperation("list", type);
  if (!session.hasOperation(operation)) return null;
  const practitionerId = session.recordIds.get("practitioner");
  const scheduleId = session.recordIds.get("schedule");
  const given: Readonly<Record<string, string | undefined>> = { practitionerId, scheduleId };
  const spelling = session.profile.data.operations[operation];
  const needed = placeholdersOf(spelling === undefined ? [] : [spelling.path, ...Object.values(spelling.query)]);
  if (needed.some((name) => given[name] === undefined)) return null;
  const answer = await session.sendCached({ operation, values: { practitionerId, scheduleId }, index: null });
  const [first] = listIn(answer) ?? [];
  return first === undefined ? null : session.profile.recordId(type, first);
}

/** Settles which schedule and practitioner are read: those that were given, else the first ones that lists or references give. */
export async function findMainRecords(
  session: ContractSession,
  options: Pick<ContractSuiteOptions, "schedule" | "practitioner">,
): Promise<void> {
  for (const type of ["schedule", "practitioner"] as const) {
    const id = options[type];
    if (id === undefined) continue;
    if (!session.profile.fitsId(type, id))
      throw new ServiceCheckError(
        `"${id}" cannot be the id of ${withArticle(type)}: the profile says that one starts with "${session.profile.data.records[type]?.idPrefix ?? ""}" (/records/${type}/idPrefix).`,
      );
    session.recordIds.set(type, id);
  }
  // A list of schedules may ask for a practitioner, so each is looked for with what the other one gave.
  if (!session.recordIds.has("schedule")) await useFirstListed(session, "schedule");
  if (!session.recordIds.has("practitioner")) {
    const schedule = await session.readRecord("schedule", null);
    const id = schedule === null ? null : practitionerIn(session, schedule);
    if (id !== null && session.profile.fitsId("practitioner", id)) session.recordIds.set("practitioner", id);
    else await useFirstListed(session, "practitioner");
  }
  if (!session.recordIds.has("schedule")) await useFirstListed(session, "schedule");
}

async function useFirstListed(session: ContractSession, type: string): Promise<void> {
  const id = await firstListedId(session, type);
  if (id !== null && session.profile.fitsId(type, id)) session.recordIds.set(type, id);
}

/** Finds a record of every further type of the profile: one that a record already found names, else the first of a list. */
export async function findFurtherRecords(session: ContractSession): Promise<void> {
  for (const [type, record] of Object.entries(session.profile.data.records)) {
    const raw = session.recordIds.has(type) ? (await session.readRecord(type, null))?.resource : undefined;
    if (!isJsonObject(raw)) continue;
    for (const [name, meaning] of Object.entries(record.meanings)) {
      const target = "via" in meaning ? null : targetOf(meaning);
      if (target === null || session.recordIds.has(target) || !session.hasOperation(recordOperation("read", target)))
        continue;
      const reading = readingsOf(session, type, raw)[name];
      const value = reading !== undefined && "value" in reading ? reading.value : null;
      const id = Array.isArray(value) ? value[0] : value;
      if (typeof id === "string") session.recordIds.set(target, id);
    }
  }
  for (const type of session.profile.recordTypes) if (!session.recordIds.has(type)) await useFirstListed(session, type);
}
