import { createProfile, fetchTransport } from "@dc/api-client";
import { expect, it } from "vitest";
import { clock, key, startSandboxService } from "#/testing/sandbox-service.fixture.ts";
import { checkProfile } from "./check-profile.ts";

const service = startSandboxService();
const profile = createProfile({
  extends: "default",
  operations: { listPractitioners: { method: "GET", path: "/everybody", resource: "/rows" } },
});

/** What a dry run says about a list of three, with these members beside it. */
async function messageFor(beside: object): Promise<string | undefined> {
  const transport = fetchTransport((url, init) =>
    new URL(url).pathname === "/everybody"
      ? Response.json({ rows: [{ id: "a" }, { id: "b" }, { id: "c" }], ...beside })
      : service.sandbox.app.request(url, init),
  );
  const ids = { schedule: [service.schedule] };
  const run = await checkProfile({ baseUrl: "http://service.test", apiKey: key, profile, ids, transport, clock });
  return run.problems.find(({ pointer }) => pointer === "/operations/listPractitioners/paging")?.message;
}

it.each<[object, string]>([
  [{ goesOn: true }, '"style": "page", "query": "…", "more": "/goesOn"'],
  [{ meta: { next_cursor: "c3" } }, '"style": "cursor", "query": "…", "next": "/meta/next_cursor"'],
  [{ pages: { after: 3 } }, '"style": "cursor", "query": "…", "next": "/pages/after"'],
  [{ further: "/everybody?from=3" }, '"style": "link", "next": "/further"'],
  [{ total: 4 }, '"/total" (4)'],
])("a list with %j beside it goes on, and its paging is asked for", async (beside, words) => {
  expect(await messageFor(beside)).toContain(words);
});

it.each([{ ok: true }, { total: 3 }, { next: null, more: false }, { next: "" }, { version: 7, kind: "people" }])(
  "a list with %j beside it is whole",
  async (beside) => {
    expect(await messageFor(beside)).toBeUndefined();
  },
);
