import { afterAll, beforeAll, expect, it } from "vitest";
import { createApiClient } from "#/testing/api-client.ts";
import { createTestApp, type TestApp } from "#/testing/app.ts";
import { sampleSchedules } from "#/testing/directory.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ sandbox: { writes: true }, profile: "with-writes" });
});
afterAll(() => app[Symbol.asyncDispose]());

const header = { "X-Directory-Console": "1" } as const;
const root = "/api/v1/connections/{connection}";

/** The answer of a call, which must have succeeded. */
function answered<Data>({ data, error }: { data?: Data; error?: unknown }): NonNullable<Data> {
  if (data === undefined || data === null) throw new Error(JSON.stringify(error));
  return data;
}

it("with a token and the types of the document, a program can set up a directory, override a plan and send it", async () => {
  const person = createApiClient(async (...asked) => await app.signedIn(...asked));
  const connection = answered(await person.GET("/api/v1/connections")).items[0]?.id ?? "";
  const made = await person.POST(`${root}/tokens`, {
    params: { path: { connection }, header },
    body: { name: "pipeline", scopes: ["read", "stage", "apply"] },
  });
  const { secret } = answered(made);
  const api = createApiClient(async (method, path, body) => {
    return await app.request(method, path, body, { Authorization: `Bearer ${secret}`, "X-Directory-Console": "" });
  });

  const [scheduleId = "", otherId = ""] = sampleSchedules(app, 2);
  const created = await api.POST(`${root}/index-versions`, {
    params: { path: { connection } },
    body: { name: "Elm Street", roster: `${scheduleId}\n${otherId}` },
  });
  expect(created.response.status).toBe(201);
  const { indexId, rosterImportId } = answered(created);
  await app.deps.background.idle();

  const inIndex = { path: { connection, indexId: indexId ?? "" } };
  const imported = await api.GET(`${root}/roster-imports/{importId}`, {
    params: { path: { connection, importId: rosterImportId ?? "" } },
  });
  expect(answered(imported).state).toBe("done");
  const roster = await api.GET(`${root}/index-versions/{indexId}/roster`, {
    params: { path: inIndex.path, query: { type: "schedule", limit: 10 } },
  });
  expect(
    answered(roster)
      .items.map(({ record }) => record.id)
      .toSorted(),
  ).toEqual([scheduleId, otherId].toSorted());

  const record = { type: "schedule", id: scheduleId };
  const ofSchedule = { path: { ...inIndex.path, scheduleId }, query: { maxAge: 0 } };
  const path = `${root}/index-versions/{indexId}/schedules/{scheduleId}` as const;
  const fields = answered(await api.GET(path, { params: ofSchedule })).comparison.fields;
  const plans = fields.find(({ key }) => key === "acceptedInsurances")?.parts ?? [];
  const plan = plans[0]?.key ?? "";
  expect(plans[0]?.verdict).toBe("same");

  const staged = await api.POST(`${root}/index-versions/{indexId}/changes`, {
    params: inIndex,
    body: { changes: [{ record, field: "acceptedInsurances", operation: { op: "remove", element: plan } }] },
  });
  expect(staged.response.status).toBe(201);
  const { id: changeSetId, version } = answered(staged).changeSet;
  const ofSet = { path: { connection, changeSetId } };

  const review = await api.GET(`${root}/change-sets/{changeSetId}/changes`, { params: ofSet });
  expect(answered(review).items.map(({ state }) => state)).toEqual(["draft"]);
  const without = await api.POST(`${root}/change-sets/{changeSetId}/apply`, { params: ofSet, body: { version } });
  expect([without.response.status, without.error?.code]).toEqual([400, "invalid_request"]);
  const applied = await api.POST(`${root}/change-sets/{changeSetId}/apply`, {
    params: ofSet,
    body: { version, evidence: { reason: "The practice called" } },
  });
  expect(answered(applied).state).toBe("queued");
  await app.sendDue();

  expect(answered(await api.GET(`${root}/change-sets/{changeSetId}`, { params: ofSet })).state).toBe("applied");
  const overrides = answered(await api.GET(`${root}/index-versions/{indexId}/overrides`, { params: inIndex }));
  expect(overrides.items.map((one) => [one.record.id, one.field])).toEqual([[scheduleId, "acceptedInsurances"]]);

  const tokens = answered(await person.GET(`${root}/tokens`, { params: { path: { connection } } })).items;
  expect(tokens.map(({ name, scopes }) => ({ name, scopes }))).toEqual([
    { name: "pipeline", scopes: ["read", "stage", "apply"] },
  ]);
  const refused = await api.GET(`${root}/tokens`, { params: { path: { connection } } });
  expect([refused.response.status, refused.error?.code]).toEqual([403, "forbidden"]);
  const revoked = await person.DELETE(`${root}/tokens/{tokenId}`, {
    params: { path: { connection, tokenId: tokens[0]?.id ?? "" }, header },
  });
  expect(revoked.response.status).toBe(204);
  const after = await api.GET(`${root}/index-versions`, { params: { path: { connection } } });
  expect([after.response.status, after.error?.code]).toEqual([401, "invalid_token"]);
});
