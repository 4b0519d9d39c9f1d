import { setTimeout as wait } from "node:timers/promises";
import { ChangeSet, Creation, RosterImport, RosterPage } from "@dc/contract";
import type { BenchStack } from "#/bench/stack-types.ts";
import { member } from "#/bench/member.ts";
import type { PostgresServer } from "#/testing/postgres-server.ts";

const STAGED_AT_ONCE = 100;
const LONGEST_WAIT_MS = 180_000;
/** How many times its entries `enlarge` makes of a directory. */
export const TIMES_LARGER = 10;

export interface SeededDirectory {
  indexId: string;
  /** The records on its roster, the overridden ones first. */
  schedules: string[];
  practitioners: string[];
}

/** Creates an index version with its roster and waits until every id has been read. */
export async function seedRoster(
  stack: BenchStack,
  { roster, name }: { roster: string; name: string },
): Promise<SeededDirectory> {
  const { indexId } = Creation.parse(await stack.call("POST", "/index-versions", { name }));
  if (indexId === null) throw new Error("The index version was not created.");
  const started = RosterImport.parse(
    await stack.call("POST", `/index-versions/${indexId}/roster-imports`, { from: "text", text: roster }),
  );
  await until(
    async () => RosterImport.parse(await stack.call("GET", `/roster-imports/${started.id}`)).state === "done",
  );
  const schedules = await listRoster(stack, indexId, "schedule");
  const practitioners = await listRoster(stack, indexId, "practitioner");
  return { indexId, schedules, practitioners };
}

/** Reads the whole roster page by page; throws if a page is larger than asked for. */
async function listRoster(stack: BenchStack, indexId: string, type: string): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const after: string = cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const page: RosterPage = RosterPage.parse(
      await stack.call("GET", `/index-versions/${indexId}/roster?type=${type}&limit=200${after}`),
    );
    if (page.items.length > 200) throw new Error(`A page of 200 held ${page.items.length} entries.`);
    ids.push(...page.items.map(({ record }) => record.id));
    cursor = page.nextCursor;
  } while (cursor !== null);
  return ids;
}

/** Stages and applies one override on each of that many schedules; they are held. */
export async function seedOverrides(
  stack: BenchStack,
  { indexId, schedules: all }: SeededDirectory,
  overrides: number,
): Promise<{ stagedMs: number; heldMs: number }> {
  const since = performance.now();
  const schedules = all.slice(0, overrides);
  let changeSetId = "";
  for (let at = 0; at < schedules.length; at += STAGED_AT_ONCE) {
    const changes = schedules.slice(at, at + STAGED_AT_ONCE).map((id) => ({
      record: { type: "schedule", id },
      field: "acceptedInsurances",
      operation: { op: "set", value: ["ins_bench0001", "ins_bench0002"] },
      evidence: { reason: "The practice called", source: null, verifiedOn: null, reviewBy: null },
    }));
    changeSetId = ChangeSet.parse(
      member(await stack.call("POST", `/index-versions/${indexId}/changes`, { changes }), "changeSet"),
    ).id;
  }
  const stagedMs = performance.now() - since;
  const { version } = ChangeSet.parse(await stack.call("GET", `/change-sets/${changeSetId}`));
  await stack.call("POST", `/change-sets/${changeSetId}/apply`, { version });
  await until(
    async () =>
      ChangeSet.parse(await stack.call("GET", `/change-sets/${changeSetId}`)).counts.held === schedules.length,
  );
  return { stagedMs, heldMs: performance.now() - since - stagedMs };
}

async function until(isDone: () => Promise<boolean>): Promise<void> {
  const givenUpAt = performance.now() + LONGEST_WAIT_MS;
  while (!(await isDone())) {
    if (performance.now() > givenUpAt)
      throw new Error("The directory did not become what it should be in three minutes.");
    await wait(100);
  }
}

/** Gives the directory nine further entries for each that it has, with their readings, and no overrides. */
export async function enlarge(postgres: PostgresServer, indexId: string): Promise<void> {
  const variants = `generate_series(1, ${TIMES_LARGER - 1}) as n, chr(96 + n) as variant`;
  for (const table of ["reading", "original", "record_summary", "record_reference", "roster_entry"])
    await postgres.run(`do $$
      declare names text; texts text;
      begin
        select string_agg(column_name, ', '), string_agg(case when column_name in ('record_id', 'practitioner_id', 'search')
            then column_name || ' || variant' else column_name end, ', ')
          into names, texts from information_schema.columns
          where table_schema = 'public' and table_name = '${table}' and is_generated = 'NEVER';
        execute format('insert into ${table} (%s) select %s from ${table}, ${variants} where index_id = ''${indexId}''', names, texts);
      end $$`);
  await postgres.run("vacuum analyze");
}
