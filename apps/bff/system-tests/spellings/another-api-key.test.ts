import { CONNECTION_API } from "#/testing/app.ts";
import { AdoptedIndexVersion } from "@dc/contract";
import { ApiResponseError, createServiceClient, fetchTransport } from "@dc/api-client";
import { expect, test } from "vitest";
import { requestsFor } from "#/testing/directory.ts";
import { createSpelledStack, type SpelledStack } from "./spelled-stack.ts";

const spellings = ["default", "respelled", "seed:5"];

/** An index version of another key of the same service, with a unique name in it. */
async function ofAnotherKey({ app, practitionerId }: SpelledStack): Promise<{ indexId: string; secretName: string }> {
  const { profile } = app.deps.service;
  const other = createServiceClient({
    baseUrl: app.deps.connection.baseUrl,
    apiKey: "test_another_developer",
    profile,
    transport: fetchTransport((url, init) => app.sandbox.app.request(url, init)),
  });
  const made = await other.indexVersions.create({ name: "Theirs" });
  if (made.outcome !== "done") throw new Error(`The index version was not made: ${made.outcome}.`);
  const index = made.value.id;
  const secretName = "Known to the other key";
  const { raw } = await other.records.retrieve("practitioner", practitionerId, { index });
  const written = await other.writes.updateRecord({
    type: "practitioner",
    id: practitionerId,
    index,
    current: raw,
    fields: { preferredName: { value: secretName } },
  });
  if (written.outcome !== "done") throw new Error(`The name was not written: ${written.outcome}.`);
  await other.close();
  return { indexId: index, secretName };
}

/** How the service refuses our own key there. */
async function refusalOf({ app, practitionerId }: SpelledStack, index: string): Promise<ApiResponseError> {
  try {
    await app.deps.service.client.records.retrieve("practitioner", practitionerId, { index });
  } catch (error) {
    if (error instanceof ApiResponseError) return error;
    throw error;
  }
  throw new Error("The service served the index version of another key.");
}

test.for(spellings)("%s: an index version of another key does not exist in gateway and console", async (spelling) => {
  await using stack = await createSpelledStack({ spelling, writes: true });
  const { app, practitionerId, scheduleId } = stack;
  const record = { type: "practitioner", id: practitionerId };
  const { indexId, secretName } = await ofAnotherKey(stack);
  const refusal = await refusalOf(stack, indexId);
  const ofNone = await refusalOf(stack, `${indexId}9`);
  expect([refusal.reason, ofNone.reason]).toEqual(["unknown-index", "unknown-index"]);

  const before = requestsFor(app, /./);
  const unknown = await stack.served(record, "preferredName", indexId);
  expect(unknown.status).toBe(ofNone.status);
  expect(unknown.body).toContain(JSON.stringify(ofNone.code));
  expect(requestsFor(app, /./)).toBe(before);

  const adoption = { indexId, roster: scheduleId };
  const refused = await app.signedIn("POST", `${CONNECTION_API}/index-versions/adopt`, adoption);
  expect([refused.status, await refused.json()]).toEqual([
    expect.any(Number),
    expect.objectContaining({ code: "service_refused" }),
  ]);
  // While the service does not answer, the owner cannot be checked; adopted unchecked, the index still shows nothing.
  const { operations } = app.deps.service.profile.data;
  const isNamed = operations["readIndexVersion"] !== undefined || operations["listIndexVersions"] !== undefined;
  const times = isNamed ? 2 : 1;
  await stack.control("/faults", { kind: "status", status: 503, method: "GET", path: ".*", times });
  const adopted = AdoptedIndexVersion.parse(
    await (await app.signedIn("POST", `${CONNECTION_API}/index-versions/adopt`, adoption)).json(),
  );
  expect(adopted.seen).toBe("could not check");
  await app.deps.background.idle();
  const passed = await stack.served(record, "preferredName", indexId);
  expect(passed.status).toBe(refusal.status);
  expect(passed.body).toContain(JSON.stringify(refusal.code));
  const page = await app.signedIn(
    "GET",
    `${CONNECTION_API}/index-versions/${indexId}/practitioners/${practitionerId}?raw=1`,
  );
  for (const body of [unknown.body, passed.body, await page.text()]) expect(body).not.toContain(secretName);
  const shared = await stack.served(record, "preferredName", stack.indexId);
  expect(shared.status).toBe(200);
});
