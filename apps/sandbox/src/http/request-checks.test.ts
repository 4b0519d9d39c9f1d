import { expect, test } from "vitest";
import { call, createTestSandbox, fieldOf, firstSchedule } from "#/testing/test-sandbox.ts";

test.each([
  [{ Authorization: null }, 401, "Authorization"],
  [{ Authorization: "Bearer test_sandbox_key_7Qm2VtKc9Xw4" }, 401, "Authorization"],
  [{ Authorization: `Basic ${btoa("test_short:")}x` }, 401, "Authorization"],
  [{ Authorization: `Basic ${btoa("someone_else_entirely:")}` }, 401, "Authorization"],
  [{ Authorization: `Basic ${btoa("test_sandbox_key_7Qm2VtKc9Xw4:password")}` }, 401, "Authorization"],
  [{ "Service-API-Version": null }, 400, "Service-API-Version"],
  [{ "Service-API-Version": "2020-01-01" }, 400, "Service-API-Version"],
  [{ "Service-API-Version": "yesterday" }, 400, "Service-API-Version"],
  [{ Accept: "text/html" }, 400, "Accept"],
  [{ Accept: "application/json;q=0" }, 400, "Accept"],
  [{ Accept: "application/json; charset=utf-8; Q=0.000, */*" }, 400, "Accept"],
  [{ Accept: "*/*, application/*;q=0" }, 400, "Accept"],
  [{ Accept: "application/json-patch+json" }, 400, "Accept"],
  [{ "Service-Index-Version": "" }, 404, "Service-Index-Version"],
])("headers %j are refused", async (headers, status, field) => {
  const sandbox = createTestSandbox();
  const answer = await call(sandbox, "GET", `/schedules/${firstSchedule(sandbox)}`, { headers });
  expect([answer.status, fieldOf(answer)]).toEqual([status, field]);
});

test.each(["{", "", "[]", "null", '"text"', new Uint8Array([0x7b, 0xff, 0x7d]), `{"name":"${"x".repeat(1_100_000)}"}`])(
  "body %# is refused",
  async (rawBody) => {
    const sandbox = createTestSandbox();
    expect((await call(sandbox, "POST", "/index_version", { rawBody })).status).toBe(400);
  },
);

test.each(["application/json", "text/html;q=0.9, */*;q=0.1", "*/*;q=0, Application/JSON", "application/*;q=0.001"])(
  "Accept: %s is accepted",
  async (accept) => {
    const sandbox = createTestSandbox();
    const answer = await call(sandbox, "GET", `/schedules/${firstSchedule(sandbox)}`, { headers: { Accept: accept } });
    expect(answer.status).toBe(200);
  },
);

test.each([
  ['{"name":"a","name":"b"}', "name"],
  ['{"name":"a","n\\u0061me":"a"}', "name"],
  ['{"name":{"a":[1,{"b":[],"c":"}","b":"{"}]}}', "name.a.1.b"],
])("the body %s, which names a member twice, is refused", async (rawBody, field) => {
  const sandbox = createTestSandbox();
  const answer = await call(sandbox, "POST", "/index_version", { rawBody });
  expect([answer.status, fieldOf(answer), sandbox.ledger.length]).toEqual([400, field, 0]);
});

test("the same name in different objects is no duplicate", async () => {
  const rawBody = '{"name":[{"name":1},{"name":{"name":"\\"name\\":"}}]}';
  const answer = await call(createTestSandbox(), "POST", "/index_version", { rawBody });
  expect([answer.status, answer.body]).toMatchObject([400, { error: { message: "Must be a string." } }]);
});

test("a body that is not declared as JSON is refused", async () => {
  const answer = await call(createTestSandbox(), "POST", "/index_version", {
    body: { name: "x" },
    headers: { "Content-Type": "text/plain" },
  });
  expect([answer.status, fieldOf(answer)]).toEqual([400, "Content-Type"]);
});

test.each([
  ["GET", "/"],
  ["GET", "/practitioners"],
  ["PUT", "/index_version"],
  ["GET", "/schedules/a%2Fb"],
  ["GET", "/practitioners/x/"],
])("%s %s is not found", async (method, path) => {
  expect((await call(createTestSandbox(), method, path)).status).toBe(404);
});

test("an unknown query parameter is refused", async () => {
  const sandbox = createTestSandbox();
  const answer = await call(sandbox, "GET", `/schedules/${firstSchedule(sandbox)}?expand=all`);
  expect([answer.status, fieldOf(answer)]).toEqual([400, "expand"]);
});
