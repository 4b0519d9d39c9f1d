import { Creation } from "@dc/contract";
import { z } from "zod";
import { CONNECTION_API, type TestApp } from "#/testing/app.ts";
import { testEvidence } from "#/testing/evidence.ts";

/** A referrer's directory, and the ids of what is in it. */
export interface World {
  referrerId: string;
  indexId: string;
  creationId: string;
  importId: string;
  changeSetId: string;
  changeId: string;
  draftId: string;
  practitionerId: string;
  scheduleId: string;
}

export const Staged = z.looseObject({
  changeSet: z.looseObject({ id: z.string(), version: z.int() }),
  changes: z.array(z.looseObject({ id: z.string() })),
});

export async function made<Schema extends z.ZodType>(
  schema: Schema,
  answer: Promise<Response>,
): Promise<z.output<Schema>> {
  const got = await answer;
  if (got.status >= 300) throw new Error(`${got.status}: ${await got.text()}`);
  return schema.parse(await got.json());
}

/** A referrer's directory with a roster, a held override and a draft; every word of it that somebody gave has the name. */
export async function buildDirectory(app: TestApp, name: string, schedules: readonly string[]): Promise<World> {
  const creation = await made(
    Creation,
    app.signedIn("POST", `${CONNECTION_API}/index-versions`, {
      name: `Directory ${name}`,
      referrer: { name: `Dr. ${name}` },
      notes: `Notes ${name}`,
      roster: schedules.join("\n"),
    }),
  );
  await app.deps.background.idle();
  const indexId = creation.indexId ?? "";
  const scheduleId = schedules[0] ?? "";
  const { practitioner_id: practitionerId } = await app.deps.store.db
    .selectFrom("roster_entry")
    .select("practitioner_id")
    .where("index_id", "=", indexId)
    .where("record_id", "=", scheduleId)
    .executeTakeFirstOrThrow();
  if (practitionerId === null) throw new Error("The schedule has no practitioner.");
  const stage = async (phone: string) =>
    await made(
      Staged,
      app.signedIn("POST", `${CONNECTION_API}/index-versions/${indexId}/changes`, {
        changes: [
          {
            record: { type: "practitioner", id: practitionerId },
            field: "phones",
            operation: { op: "set", value: [{ number: phone, extension: null, label: null }] },
            evidence: { ...testEvidence, reason: `Reason ${name}` },
          },
        ],
      }),
    );
  const applied = await stage("+1 202 555 0143");
  await made(
    z.unknown(),
    app.signedIn("POST", `${CONNECTION_API}/change-sets/${applied.changeSet.id}/apply`, {
      version: applied.changeSet.version,
      evidence: { ...testEvidence, reason: `Reason ${name}` },
    }),
  );
  await app.sendDue();
  const draft = await stage("+1 202 555 0144");
  await app.signedIn("PATCH", `${CONNECTION_API}/change-sets/${draft.changeSet.id}`, {
    name: `Draft ${name}`,
    version: draft.changeSet.version,
  });
  await app.deps.background.idle();
  return {
    referrerId: creation.referrer?.id ?? "",
    indexId,
    creationId: creation.id,
    importId: creation.rosterImportId ?? "",
    changeSetId: applied.changeSet.id,
    changeId: applied.changes[0]?.id ?? "",
    draftId: draft.changeSet.id,
    practitionerId,
    scheduleId,
  };
}
