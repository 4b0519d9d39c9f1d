import { Creation, RosterImport } from "@dc/contract";
import type { z } from "zod";
import { CONNECTION_API, type TestApp } from "./app.ts";

/** Some schedule ids of the sandbox, as its sample roster lists them. */
export function sampleSchedules({ sandbox }: TestApp, count: number): string[] {
  return sandbox.samples.roster
    .trim()
    .split("\n")
    .slice(1, 1 + count);
}

/** Creates an index version with this roster and waits until every id has been read. */
export async function createDirectory(
  testApp: TestApp,
  { name = "Referrer A", roster = "" }: { name?: string; roster?: string } = {},
): Promise<{ indexId: string; importId: string | null }> {
  const answer = await testApp.signedIn("POST", `${CONNECTION_API}/index-versions`, {
    name,
    referrer: { name: `Dr. ${name}`, createAnother: true },
    roster,
  });
  const { indexId, rosterImportId } = Creation.parse(await answer.json());
  if (indexId === null) throw new Error("The index version was not created.");
  await testApp.deps.background.idle();
  return { indexId, importId: rosterImportId };
}

/** The response of a route, checked against its schema. */
export async function read<Schema extends z.ZodType>(
  testApp: TestApp,
  schema: Schema,
  path: string,
): Promise<z.output<Schema>> {
  const answer = await testApp.signedIn("GET", `${CONNECTION_API}${path}`);
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return schema.parse(await answer.json());
}

export async function readImport(testApp: TestApp, id: string | null): Promise<RosterImport> {
  return await read(testApp, RosterImport, `/roster-imports/${id}`);
}

/** The actions of the journal, oldest first. */
export async function journalOf(testApp: TestApp, subject?: string): Promise<string[]> {
  let rows = testApp.deps.store.db.selectFrom("journal").select("action").orderBy("seq");
  if (subject !== undefined) rows = rows.where("subject", "=", subject);
  return (await rows.execute()).map(({ action }) => action);
}

/** How many requests to the sandbox have a matching path. */
export function requestsFor({ sandbox }: TestApp, path: RegExp): number {
  return sandbox.counters.after(0).filter((seen) => path.test(seen.path)).length;
}

/** Adds a fault to the sandbox. */
export async function arm(
  { control }: TestApp,
  rule: { kind: "status" | "reset-before" | "reset-after" | "slow"; [setting: string]: unknown },
): Promise<void> {
  await control("/faults", rule);
}

/** Changes fields of a record in base, as an outside change. */
export async function driftBase(
  { control }: TestApp,
  change: {
    type: string;
    id: string;
    set?: { [wireName: string]: unknown };
    unset?: readonly string[];
    /** The names are none that the sandbox has by itself. */
    extra?: true;
  },
): Promise<void> {
  await control("/drift", change);
}
