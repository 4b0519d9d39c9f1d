import { PractitionerView, StagedChanges } from "@dc/contract";
import { expect, test } from "vitest";
import { CONNECTION_API } from "#/testing/app.ts";
import { applyChanges, change, changeRows } from "#/testing/changes.ts";
import { serveGateway } from "#/testing/gateway.ts";
import { createTextServiceStack, type TextServiceStack } from "#/testing/text-service.ts";

const INDEX = "idx_test_mode_custom";
const practitioner = { type: "practitioner", id: "bigint0001" };
const schedule = { type: "schedule", id: "sch_num001" };
const at = `/practitioners/${practitioner.id}`;

/** White space, an escape, decimals and a repeated member, as no printer of ours writes them. */
const spelled = (external = "9007199254740993") =>
  `{ "id":"bigint0001","display_name":"Ann Example" ,"npi":"1234567893","phone_numbers":[{"number":"212-555-0142","label":"Main","rank":1.0}],
 "external_id":${external},"ratio":1e400,"ints":[9007199254740993,12345678901234567890,-0, 1.50],"note":"caf\\u00e9",
 "profile":{"preferred":"Old","crm_id":9007199254740993,"crm_id":9007199254740995},"size":12345678901234567891}`;
const scheduleText =
  '{"id":"sch_num001","practitioner":"bigint0001","name":"Elm","accepted_insurances":[9007199254740993,9007199254740992,17],"time_zone":"America/New_York"}';

const meanings = {
  practitioner: {
    npi: { kind: "word", at: "/npi" },
    crmName: { kind: "text", at: "/profile/preferred" },
    size: { kind: "number", at: "/size" },
    languages: { kind: "set", of: "word", at: "/languages" },
  },
  schedule: {
    acceptedInsurances: {
      kind: "set",
      of: "insurance",
      idPrefix: "",
      at: "/accepted_insurances",
      shape: { form: "ids" },
    },
  },
};
const held = {
  extends: "default",
  name: "spelled",
  records: {
    practitioner: { meanings: meanings.practitioner, findBy: { npi: { match: "exact" } } },
    schedule: { meanings: meanings.schedule },
  },
  operations: {
    findPractitionersByNpi: { method: "GET", path: "/practitioners", query: { npi: "{value}" } },
  },
};
const whole = {
  ...held,
  records: {
    practitioner: { ...held.records.practitioner, update: "whole-record" },
    schedule: { ...held.records.schedule, update: "whole-record" },
  },
  operations: {
    ...held.operations,
    updatePractitioner: { method: "PUT", path: "/practitioners/{id}", body: "{record}", success: [200] },
    updateSchedule: { method: "PUT", path: "/schedules/{id}", body: "{record}", success: [200] },
  },
};

async function openStack(profile: object): Promise<TextServiceStack & { gateway(path: string): Promise<string> }> {
  const stack = await createTextServiceStack(profile);
  for (const index of ["idx_standard", INDEX]) {
    stack.put(index, at, spelled());
    stack.put(index, `/schedules/${schedule.id}`, scheduleText);
  }
  const served = await serveGateway(stack.app, stack.transport);
  return {
    ...stack,
    gateway: async (path) => await (await served.ask(path, { headers: { "Service-Index-Version": INDEX } })).text(),
    async [Symbol.asyncDispose]() {
      await served[Symbol.asyncDispose]();
      await stack[Symbol.asyncDispose]();
    },
  };
}

async function applied({ app }: TextServiceStack, ...changes: Parameters<typeof applyChanges>[2]) {
  const ids = await applyChanges(app, INDEX, changes);
  await app.sendDue();
  return (await changeRows(app, ids)).map(({ state }) => state);
}

const phone = change(practitioner, "phones", {
  op: "add",
  element: { number: "212-555-0199", extension: null, label: null },
});

test("readers get each digit and sign as the service spells it, but for what is overridden, and so do look-ups", async () => {
  await using stack = await openStack(held);
  expect(await stack.gateway(at)).toBe(spelled());
  const name = change(practitioner, "displayName", { op: "set", value: "Ann Override" });
  const nested = change(practitioner, "crmName", { op: "set", value: "New" });
  expect(await applied(stack, name, nested)).toEqual(["held", "held"]);
  const laidOver = spelled().replace("Ann Example", "Ann Override").replace('"Old"', '"New"');
  expect(await stack.gateway(at)).toBe(laidOver);
  expect(await stack.gateway("/practitioners?npi=1234567893")).toBe(`[${laidOver}]`);
});

test("a record that is written whole is sent as the service spells it, but for what changes", async () => {
  await using stack = await openStack(whole);
  expect(await applied(stack, phone)).toEqual(["applied"]);
  const [sent] = stack.writes;
  expect(sent?.body).toBe(spelled().replace('"rank":1.0}]', '"rank":1.0},{"number":"212-555-0199"}]'));
});

test("a changed member is sent as the service spells it, but for what changes", async () => {
  const updatePractitioner = {
    ...whole.operations.updatePractitioner,
    body: { tenant: 7, with: "{changes}" },
  };
  await using stack = await openStack({ ...held, operations: { ...held.operations, updatePractitioner } });
  const nested = change(practitioner, "crmName", { op: "set", value: "New" });
  // This service keeps what it is sent in place of the record, so that only the request is looked at.
  await applied(stack, nested, phone);
  expect(stack.writes.slice(0, 1).map(({ body }) => body)).toEqual([
    `{"tenant":7,"with":{"phone_numbers":[{"number":"212-555-0142","label":"Main","rank":1.0},{"number":"212-555-0199"}],"profile":{"preferred":"New","crm_id":9007199254740993,"crm_id":9007199254740995}}}`,
  ]);
});

test("numbers of more digits than JavaScript holds differ where a digit differs, and are shown as they are spelled", async () => {
  await using stack = await openStack(held);
  stack.put(INDEX, at, spelled("9007199254740992").replace("1.50", "1.5"));
  const answer = await stack.app.signedIn(
    "GET",
    `${CONNECTION_API}/index-versions/${INDEX}/practitioners/${practitioner.id}?raw=1`,
  );
  const text = await answer.text();
  const { comparison, raw } = PractitionerView.parse(JSON.parse(text)).practitioner;
  const verdicts = comparison.fields.map(({ key, verdict }) => [key, verdict]);
  expect(verdicts).toContainEqual(["/external_id", "differs"]);
  expect(verdicts).toContainEqual(["/ints", "same"]);
  expect(verdicts).toContainEqual(["size", "same"]);
  expect(raw?.against).toContain('"external_id":9007199254740993,"ratio":1e400');
  expect(raw?.here).toContain('"external_id":9007199254740992,"ratio":1e400');
  expect(text).toContain('{"value":9007199254740993}');
  expect(text).toContain('{"value":12345678901234567891}');
});

test("a number that is staged, kept and sent has the digits that were asked for", async () => {
  await using stack = await openStack(whole);
  const ask = async (path: string, body: string) => await stack.app.signedIn("POST", `${CONNECTION_API}/${path}`, body);
  const operation = '{"op":"set","value":9007199254740995}';
  const answer = await ask(
    `index-versions/${INDEX}/changes`,
    `{"changes":[{"record":${JSON.stringify(practitioner)},"field":"size","operation":${operation}},
      {"record":${JSON.stringify(practitioner)},"field":"/external_id","operation":${operation.replace("5}", "7}")}}]}`,
  );
  const text = await answer.text();
  expect([answer.status, text]).toEqual([201, expect.stringContaining(operation)]);
  const { changeSet } = JSON.parse(text) as { changeSet: { id: string; version: number } };
  const evidence = { reason: "as asked", source: null, verifiedOn: null, reviewBy: null };
  await ask(`change-sets/${changeSet.id}/apply`, JSON.stringify({ version: changeSet.version, evidence }));
  await stack.app.sendDue();
  expect(stack.writes.map(({ body }) => body)).toEqual([
    spelled("9007199254740997").replace("12345678901234567891", "9007199254740995"),
  ]);
});

test("ids that are numbers keep their digits, and one that is added leaves the others as they are spelled", async () => {
  await using stack = await openStack(whole);
  const { app } = stack;
  const client = app.deps.service.client;
  const read = await client.records.retrieve("schedule", schedule.id, { index: INDEX });
  const ids = ["9007199254740993", "9007199254740992", "17"];
  expect(client.profile.decode("schedule", read.raw)["acceptedInsurances"]).toEqual({ value: ids });
  expect(await applied(stack, change(schedule, "acceptedInsurances", { op: "add", element: "18" }))).toEqual([
    "applied",
  ]);
  expect(stack.writes[0]?.body).toBe(scheduleText.replace(",17]", ',17,"18"]'));
});

test("numbers keep their digits in tables, the difference as data and the brief", async () => {
  await using stack = await openStack(held);
  const { app } = stack;
  const at = `${CONNECTION_API}/index-versions/${INDEX}`;
  const added = await app.signedIn("POST", `${at}/roster-imports`, { from: "text", text: schedule.id });
  expect(added.status).toBe(202);
  await app.deps.background.idle();
  const changed = "9007199254740995";
  const asked = `{"changes":[{"record":${JSON.stringify(practitioner)},"field":"size","operation":{"op":"set","value":${changed}}}]}`;
  const staged: unknown = await (await app.signedIn("POST", `${at}/changes`, asked)).json();
  const { changeSet } = StagedChanges.parse(staged);
  const evidence = { reason: "as asked", source: null, verifiedOn: null, reviewBy: null };
  await app.signedIn("POST", `${CONNECTION_API}/change-sets/${changeSet.id}/apply`, {
    version: changeSet.version,
    evidence,
  });
  await app.sendDue();
  const get = async (path: string) => await (await app.signedIn("GET", path)).text();
  for (const format of ["csv", "json", "patch"] as const) {
    const difference = await get(`${at}/comparison/export?format=${format}&practitionerId=${practitioner.id}`);
    expect([format, difference]).toEqual([format, expect.stringContaining(changed)]);
    if (format !== "patch") expect(difference).toContain("12345678901234567891");
    expect(await get(`${CONNECTION_API}/change-sets/${changeSet.id}/changes/export?format=${format}`)).toContain(
      changed,
    );
  }
  expect(await get(`${at}/comparison/export?format=json`)).toContain("9007199254740993");
  expect(await get(`${at}/brief`)).toContain(changed);
});

test("a word that nobody touched is sent as it is spelled, decomposed or not", async () => {
  await using stack = await openStack(whole);
  const words = { type: "practitioner", id: "words00001" };
  const text =
    '{"id":"words00001","display_name":"Word","languages":["franc\u0327ais", "espa\\u00f1ol"],"phone_numbers":[]}';
  for (const index of ["idx_standard", INDEX]) stack.put(index, `/practitioners/${words.id}`, text);
  expect(await applied(stack, change(words, "languages", { op: "add", element: "deutsch" }))).toEqual(["applied"]);
  const added = text.replace('ol"]', 'ol", "deutsch"]');
  expect(stack.writes.map(({ body }) => body)).toEqual([added]);
  expect(await applied(stack, change(words, "languages", { op: "remove", element: "espan\u0303ol" }))).toEqual([
    "applied",
  ]);
  expect(stack.writes[1]?.body).toBe(added.replace('"espa\\u00f1ol", ', ""));
});
