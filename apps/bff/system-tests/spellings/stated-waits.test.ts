import { expect, test } from "vitest";
import { change } from "./spelled-changes.ts";
import { createSpelledStack } from "./spelled-stack.ts";

test.for([
  ["seed:3", "a header of another name, in milliseconds"],
  ["seed:6", "the body of the error, as a moment in seconds since 1970"],
])("%s: a change that the service put off is sent after the wait in %s, and not before", async ([spelling = ""]) => {
  await using stack = await createSpelledStack({ spelling, writes: true });
  const { app, indexId } = stack;
  const { record } = await stack.holderOf("preferredName");
  const { method, path } = app.deps.service.profile.data.operations["updatePractitioner"] ?? {};
  const fault = { kind: "status", status: 429, phase: "before", retryAfter: 90, times: 1, method };
  await stack.control("/faults", { ...fault, path: `^${path?.replace("{id}", "[^/]+") ?? ""}$` });
  const [putOff] = await stack.applied(change(record, "preferredName", { op: "set", value: "Later" }));
  expect(putOff?.state).toBe("deferred");
  const asked = () => app.sandbox.counters.after(0).length;
  const before = asked();
  app.clock.advance(89_000);
  await stack.pass();
  expect([asked(), (await stack.rows([putOff?.id ?? ""]))[0]?.state]).toEqual([before, "deferred"]);
  app.clock.advance(1_000);
  await stack.pass();
  expect((await stack.rows([putOff?.id ?? ""]))[0]?.state).toBe("applied");
  expect(await stack.said(record, "preferredName", indexId)).toBe("Later");
});
