import { formatPointer, placeholdersOf, recordOperation, type JsonObject, type ProfileProblem } from "@dc/api-client";
import { listIn, objectIn, type CheckSession } from "#/service/check-session.ts";
import { referencedIds, wrongReferenceProblem } from "#/suggestions/reference-problem.ts";
import { listProblems, readProblems } from "./operation-problems.ts";
import { pagingProblems } from "./paging-problems.ts";

/** What a check of a profile has found so far. */
export interface CheckFindings {
  readonly problems: ProfileProblem[];
  /** What could not be tested, and what is needed for it. */
  readonly notTested: string[];
}

/** A record that was read. */
export interface ReadRecord {
  readonly id: string;
  readonly raw: JsonObject;
}

/** The records that were read, by type. */
export type ReadRecords = ReadonlyMap<string, readonly ReadRecord[]>;

const recordsPerType = 5;
/** How many references are followed from the given records. */
const referenceDepth = 4;

/** Reads the given records, those that lists give and those that references lead to, a few of each type. */
export async function readRecords(
  session: CheckSession,
  given: Readonly<Record<string, readonly string[]>>,
  index: string | null,
  findings: CheckFindings,
): Promise<ReadRecords> {
  const { profile } = session;
  const wanted = new Map<string, Set<string>>(profile.recordTypes.map((type) => [type, new Set(given[type])]));
  const records = new Map<string, ReadRecord[]>(profile.recordTypes.map((type) => [type, []]));
  const seen = new Set<string>();
  /** Types of which a list gave more than are read. */
  const cut = new Set<string>();
  // Schedules first: their references bring ids of the other types.
  const order = [...profile.recordTypes].toSorted((a, b) => Number(b === "schedule") - Number(a === "schedule"));

  /** Lists what can be listed with these values; lists that need others, or need none of them, are left out. */
  async function listWith(values: Readonly<Record<string, string>>): Promise<void> {
    for (const type of profile.recordTypes) {
      const operation = recordOperation("list", type);
      const spelling = profile.data.operations[operation];
      if (spelling === undefined) continue;
      const needed = placeholdersOf([spelling.path, ...Object.values(spelling.query)]);
      const isOther = needed.length === 0 && Object.keys(values).length > 0;
      if (isOther || needed.some((name) => values[name] === undefined)) continue;
      const listed = await session.sendCached({ operation, values, index });
      const problems = listProblems(profile, operation, listed);
      findings.problems.push(...problems);
      if (problems.length === 0 && listed.undecided === null)
        findings.problems.push(...(await pagingProblems(session, { operation, values, index })));
      const entries = listIn(listed) ?? [];
      if (entries.length > recordsPerType) cut.add(type);
      for (const entry of entries.slice(0, recordsPerType)) {
        const id = profile.recordId(type, entry);
        if (id !== null) wanted.get(type)?.add(id);
      }
    }
  }

  async function readOne(type: string, id: string): Promise<void> {
    if (!profile.fitsId(type, id)) {
      const message = `is "${profile.data.records[type]?.idPrefix ?? ""}", but the id "${id}" does not start with it`;
      findings.problems.push({ pointer: formatPointer(["records", type, "idPrefix"]), message });
      return;
    }
    const answer = await session.sendCached({ operation: recordOperation("read", type), values: { id }, index });
    const problems = readProblems(profile, type, id, answer);
    findings.problems.push(...problems);
    const raw = objectIn(answer);
    if (raw === null || problems.some(({ pointer }) => pointer.endsWith("/resource"))) return;
    records.get(type)?.push({ id, raw });
    for (const referenced of referencedIds(profile, type, raw)) {
      const problem = wrongReferenceProblem(profile, raw, referenced);
      if (problem === null) wanted.get(referenced.type)?.add(referenced.id);
      else findings.problems.push(problem);
    }
  }

  async function readWanted(): Promise<void> {
    for (let depth = 0; depth < referenceDepth; depth += 1)
      for (const type of order)
        for (const id of [...(wanted.get(type) ?? [])].slice(0, recordsPerType)) {
          if (seen.has(`${type} ${id}`) || !session.hasOperation(recordOperation("read", type))) continue;
          seen.add(`${type} ${id}`);
          await readOne(type, id);
        }
  }

  await listWith({});
  await readWanted();
  const practitionerId = records.get("practitioner")?.[0]?.id;
  const scheduleId = records.get("schedule")?.[0]?.id;
  if (practitionerId !== undefined || scheduleId !== undefined) {
    await listWith({
      ...(practitionerId === undefined ? {} : { practitionerId }),
      ...(scheduleId === undefined ? {} : { scheduleId }),
    });
    // The list of one practitioner's schedules may be the only way to a schedule.
    if (scheduleId === undefined) await readWanted();
  }
  const unread = [...wanted].flatMap(([type, ids]) => (ids.size > recordsPerType || cut.has(type) ? [type] : []));
  if (unread.length > 0)
    findings.notTested.push(
      `Every ${unread.join(", ")}: at most ${String(recordsPerType)} records of a type are read, and others may hold other values.`,
    );
  for (const type of profile.recordTypes) {
    if ((wanted.get(type)?.size ?? 0) > 0) continue;
    const advice =
      type === "schedule" || type === "practitioner"
        ? `give --${type} ID`
        : `no record that was read refers to one; give --record ${type}=ID`;
    findings.notTested.push(`No ${type} was read: ${advice}.`);
  }
  return records;
}
