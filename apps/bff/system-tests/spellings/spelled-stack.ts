import { createProfile, createWireFormat, type Json as ServiceJson, type ServiceProfile } from "@dc/api-client";
import { PractitionerView, type RecordKey, type RecordView } from "@dc/contract";
import type { AskedChange } from "#/operations/changes/staging/check-change.ts";
import type { ChangeRow } from "#/store/tables/changes/changes.ts";
import { createTestApp, type TestApp } from "#/testing/app.ts";
import { applyChanges, changeRows, pass } from "#/testing/changes.ts";
import { createDirectory, read, sampleSchedules } from "#/testing/directory.ts";
import { serveGateway } from "#/testing/gateway.ts";

/** The console in front of a service of some spelling, with one practitioner on the roster of an index created here. */
export interface SpelledStack extends AsyncDisposable {
  app: TestApp;
  indexId: string;
  practitionerId: string;
  scheduleId: string;
  view(id?: string): Promise<PractitionerView>;
  /** The first record of the view that holds a field. */
  holderOf(field: string): Promise<RecordView>;
  /** Stages and applies the changes, advances the clock by five seconds and sends. */
  applied(...changes: AskedChange[]): Promise<ChangeRow[]>;
  pass(): Promise<void>;
  rows(ids: readonly string[]): Promise<ChangeRow[]>;
  /** The value of a field in the service; null if the index has no such record. */
  said(record: RecordKey, field: string, indexId: string): Promise<unknown>;
  /** The value of a field in the gateway's answer. */
  served(record: RecordKey, field: string, indexId: string): Promise<{ status: number; said: unknown; body: string }>;
  /** Sends a request to the gateway with the token, unless the headers say otherwise. */
  askGateway(method: string, path: string, headers: { [name: string]: string }): Promise<Response>;
  control(path: string, body: unknown): Promise<void>;
  /** The top-level members of a record with this value of a field, in the service's spelling. */
  spelled(
    record: RecordKey,
    field: string,
    value: ServiceJson,
    indexId: string,
  ): Promise<{ [member: string]: unknown }>;
  /** Adds a fault to the next response of an operation. */
  faultIn(operation: string, kind: "reset-before" | "reset-after"): Promise<void>;
}

export async function createSpelledStack({
  spelling,
  writes,
  extendProfile,
}: {
  spelling: string;
  writes: boolean;
  /** Adds to the profile of the sandbox, as text. */
  extendProfile?: (text: string) => string;
}): Promise<SpelledStack> {
  const app = await createTestApp({
    sandbox: { spelling, writes, practitioners: 30 },
    profile: "of the sandbox",
    ...(extendProfile === undefined ? {} : { extendProfile }),
    service: { retry: { attempts: 1 }, circuit: { failures: 1_000_000 } },
  });
  const { deps } = app;
  const { profile, client } = deps.service;
  const face = createWireFormat(profile);
  const ofTheService = withoutPhoneFormat(profile);
  const gateway = await serveGateway(app);
  const [scheduleId = ""] = sampleSchedules(app, 1);
  const { indexId } = await createDirectory(app, { name: "Spelled", roster: scheduleId });
  const entry = await deps.store.db
    .selectFrom("roster_entry")
    .select("practitioner_id")
    .where("index_id", "=", indexId)
    .where("record_id", "=", scheduleId)
    .executeTakeFirstOrThrow();
  const practitionerId = entry.practitioner_id ?? "";

  const rawIn = async ({ type, id }: RecordKey, index: string) =>
    (await client.records.retrieve(type, id, { index })).raw;
  const valueIn = (type: string, raw: Parameters<typeof profile.decode>[1], field: string): unknown => {
    const reading = profile.decode(type, raw)[field];
    return reading !== undefined && "value" in reading ? reading.value : undefined;
  };
  const view: SpelledStack["view"] = (id = practitionerId) =>
    read(app, PractitionerView, `/index-versions/${indexId}/practitioners/${id}?maxAge=0&raw=1`);
  const askGateway: SpelledStack["askGateway"] = (method, path, headers) =>
    gateway.ask(path, { method, headers, ...(method === "GET" ? {} : { body: "{}" }) });
  return {
    app,
    indexId,
    practitionerId,
    scheduleId,
    view,
    async holderOf(field) {
      const { practitioner, schedules, related } = await view();
      const schedule = schedules.filter(({ record }) => record.id === scheduleId);
      const holds = ({ record }: RecordView) =>
        profile.meanings(record.type).some(({ name, via }) => name === field && via.length === 0);
      const holder = [practitioner, ...schedule, ...related].find(holds);
      if (holder === undefined) throw new Error(`Nothing on the page holds ${field}.`);
      return holder;
    },
    async applied(...changes) {
      const ids = await applyChanges(app, indexId, changes);
      await pass(app);
      return await changeRows(app, ids);
    },
    pass: () => pass(app),
    rows: (ids) => changeRows(app, ids),
    said: async (record, field, index) => valueIn(record.type, await rawIn(record, index), field),
    askGateway,
    async served({ type, id }, field, index) {
      const { headers, operations } = profile.data;
      const path = operations[`read${type.charAt(0).toUpperCase()}${type.slice(1)}`]?.path.replace("{id}", id) ?? "";
      const answer = await askGateway("GET", path, { [headers.index.name]: index });
      const body = Buffer.from(await answer.arrayBuffer());
      const opened = answer.ok ? face.openBody(type, body) : null;
      return {
        status: answer.status,
        said: opened === null ? undefined : valueIn(type, opened.raw, field),
        body: body.toString(),
      };
    },
    control: app.control,
    async spelled(record, field, value, index) {
      const before = await rawIn(record, index);
      const after = ofTheService.encode(record.type, before, field, value);
      return Object.fromEntries(Object.entries(after).filter(([key, member]) => member !== before[key]));
    },
    async faultIn(operation, kind) {
      const spelled = deps.service.profile.data.operations[operation];
      if (spelled === undefined) throw new Error(`The profile has no operation ${operation}.`);
      await app.control("/faults", {
        kind,
        method: spelled.method,
        path: `^${spelled.path.replace("{id}", "[^/]+")}$`,
        times: 1,
      });
    },
    async [Symbol.asyncDispose]() {
      await gateway[Symbol.asyncDispose]();
      await app[Symbol.asyncDispose]();
    },
  };
}

/** What the service has of others is in any format, whatever it asks of us. */
function withoutPhoneFormat({ data }: ServiceProfile): ServiceProfile {
  const records = Object.entries(data.records).map(([type, record]): [string, typeof record] => {
    const { phones } = record.meanings;
    if (phones === undefined || !("kind" in phones) || phones.kind !== "phones") return [type, record];
    if (phones.write === undefined || phones.write === "never") return [type, record];
    const write = { ...phones.write, format: "as-typed" as const };
    return [type, { ...record, meanings: { ...record.meanings, phones: { ...phones, write } } }];
  });
  return createProfile({ ...data, records: Object.fromEntries(records) });
}
