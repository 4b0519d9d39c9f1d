import { expect, it } from "vitest";
import { createProfile, createServiceClient, type CallReport } from "#/index.ts";
import { manualClock } from "#/testing/manual-clock.ts";
import { pause } from "#/transport/clock.ts";

const profile = createProfile({
  extends: "default",
  name: "pages",
  operations: {
    listIndexVersions: {
      method: "GET",
      path: "/index_version",
      takesIndex: false,
      resource: "/rows",
      paging: { style: "page", query: "page", first: 1, more: "/more" },
    },
  },
});

/** A service whose list has this many pages, each of which takes two seconds. */
function aSlowList(pages: number) {
  const clock = manualClock();
  const reports: CallReport[] = [];
  const client = createServiceClient({
    baseUrl: "http://service.test",
    apiKey: "test_canary_5Yh2Kq81",
    profile,
    clock,
    onCall: (report) => reports.push(report),
    transport: {
      async send({ path, signal }) {
        await pause(clock, 2_000, signal);
        const page = Number(new URL(path, "http://service.test").searchParams.get("page"));
        const body = JSON.stringify({ rows: [{ id: `idx_${String(page)}` }], more: page < pages });
        return { status: 200, headers: { "content-type": "application/json" }, body: Buffer.from(body) };
      },
      close: () => Promise.resolve(),
    },
  });
  return { client, clock, reports };
}

it("reads all pages within one deadline, and each within its own where none is named", async () => {
  const { client, clock, reports } = aSlowList(8);
  const timely = client.indexVersions.list({ deadlineMs: 17_000 });
  const bounded = client.indexVersions.list({ deadlineMs: 5_000 }).catch((error: unknown) => error);
  const patient = client.indexVersions.list();
  await clock.advance(5_000);
  expect(await bounded).toMatchObject({ name: "ApiTimeoutError", deadlineMs: 5_000 });
  await clock.advance(12_000);
  expect(await timely).toHaveLength(8);
  expect(await patient).toHaveLength(8);
  expect(reports.filter(({ outcome }) => outcome === "timeout").map(({ path }) => path)).toEqual([
    "/index_version?page=3",
  ]);
  await client.close();
});

it("follows the link to the next page with all of its query, a question mark in it included", async () => {
  const asked: string[] = [];
  const linked = createProfile({
    extends: "default",
    operations: {
      listIndexVersions: {
        method: "GET",
        path: "/index_version",
        takesIndex: false,
        resource: "/rows",
        paging: { style: "link", next: "/next" },
      },
    },
  });
  const client = createServiceClient({
    baseUrl: "http://service.test",
    apiKey: "test_canary_5Yh2Kq81",
    profile: linked,
    transport: {
      send({ path }) {
        asked.push(path);
        const next = asked.length === 1 ? "http://service.test/index_version?after=a?b/c&take=2#rows" : null;
        const body = JSON.stringify({ rows: [{ id: `idx_${String(asked.length)}` }], next });
        return Promise.resolve({
          status: 200,
          headers: { "content-type": "application/json" },
          body: Buffer.from(body),
        });
      },
      close: () => Promise.resolve(),
    },
  });
  expect(await client.indexVersions.list()).toHaveLength(2);
  expect(asked).toEqual(["/index_version", "/index_version?after=a%3Fb%2Fc&take=2"]);
  await client.close();
});
