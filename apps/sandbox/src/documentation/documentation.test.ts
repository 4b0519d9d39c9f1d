import { describe, expect, test } from "vitest";
import { createTestSandbox } from "#/testing/test-sandbox.ts";
import { documentationOf } from "./documentation.ts";
import { fieldRows } from "./record-fields.ts";
import { isJsonObject, parseJson, type Json } from "#/json/json.ts";
import { listen } from "#/http/listen.ts";
import { collectionPath, kindsOf } from "#/spelling/dialect.ts";
import { dialectOf } from "#/spelling/dialects/find-dialect.ts";
import { valueAt } from "#/json/path.ts";
import { profileOf } from "#/profile/profile.ts";
import { routesOf } from "#/spelling/routes.ts";

const fixedNow = Date.UTC(2026, 10, 20, 12);
const spellings = ["default", "respelled", ...Array.from({ length: 12 }, (_, seed) => `seed:${seed}`), "seed:91"];

interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly status: number;
  readonly answer: Json;
}

function pageOf(spelling: string, writes = true): Promise<string> {
  const sandbox = createTestSandbox({ spelling, writes });
  return documentationOf({
    dialect: dialectOf(spelling),
    send: (path, init) => sandbox.app.request(path, init),
    baseUrl: "http://service.test",
    writes,
    now: () => fixedNow,
    samples: sandbox.samples,
  });
}

/** What a reader of the page would send, and what the page says that comes back. */
function exchangesIn(page: string): Exchange[] {
  const pairs = page.matchAll(/```http\n([A-Z]+) (\S+)\n([^]*?)\n```\n\n```http\nHTTP\/1\.1 (\d+)\n([^]*?)\n```/g);
  return [...pairs].map(([, method = "", path = "", request = "", status = "", reply = ""]) => {
    const [head = "", body = null] = request.split("\n\n");
    const [, answer = "null"] = reply.split("\n\n");
    const headers = Object.fromEntries(
      head.split("\n").map((line): [string, string] => {
        const [name = "", value = ""] = line.split(/: (.*)/s);
        return [name, value];
      }),
    );
    return {
      method,
      path,
      headers,
      body,
      status: Number(status),
      answer: parseJson(answer),
    };
  });
}

/** The kinds and names of values, whatever they are; of a list its first entry, as a page may show fewer. */
function shapeOf(value: Json): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (!isJsonObject(value)) return value === null ? null : typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shapeOf(inner)]));
}

/** Ids that the service gives anew: what the page has, and what stands there now. */
function renewed(told: Json, now: Json): [string, string][] {
  if (typeof told === "string") return typeof now === "string" && now !== told ? [[told, now]] : [];
  if (Array.isArray(told)) return Array.isArray(now) ? told.flatMap((one, at) => renewed(one, now[at] ?? null)) : [];
  if (!isJsonObject(told) || !isJsonObject(now)) return [];
  return Object.entries(told).flatMap(([name, inner]) => renewed(inner, now[name] ?? null));
}

describe.each(spellings)("the documentation of %s", (spelling) => {
  test("tells of every endpoint an example, which a running service answers as the page says", async () => {
    const page = await pageOf(spelling);
    const exchanges = exchangesIn(page);
    const sandbox = createTestSandbox({ spelling });
    const listening = await listen(sandbox, { host: "127.0.0.1", port: 0 });
    const fresh = new Map<string, string>();
    const today = (text: string): string =>
      [...fresh].reduce((renamed, [told, now]) => renamed.replaceAll(told, now), text);
    try {
      for (const { method, path, headers, body, status, answer } of exchanges) {
        const response = await fetch(`${listening.url}${today(path)}`, {
          method,
          headers,
          ...(body === null ? {} : { body: today(body) }),
        });
        const text = await response.text();
        const answered = text === "" ? null : parseJson(text);
        expect([method, path, response.status, shapeOf(answered)]).toEqual([method, path, status, shapeOf(answer)]);
        for (const [told, now] of renewed(answer, answered)) fresh.set(told, now);
      }
    } finally {
      await listening.close();
      sandbox.close();
    }
    const asked = sandbox.counters.byRoute;
    const routes = routesOf(dialectOf(spelling)).map(({ method, path }) => `${method} ${path}`);
    expect(routes.filter((route) => !Object.hasOwn(asked, route))).toEqual([]);
    expect(routes.filter((route) => !page.includes(`\`${route}\``))).toEqual([]);
  });

  test("explains every member of a record that is no extra, and none that no record has", async () => {
    const dialect = dialectOf(spelling);
    const page = await pageOf(spelling);
    const exchanges = exchangesIn(page);
    for (const kind of kindsOf(dialect)) {
      const record = dialect.records[kind];
      if (!record) throw new Error(`no ${kind}`);
      const one = `${collectionPath(dialect, kind)}/`;
      const exchange = exchanges.find(({ method, path }) => method === "GET" && path.startsWith(one));
      const shown = valueAt(exchange?.answer, dialect.envelope.resource) ?? null;
      const told = fieldRows(dialect, kind, record).map(({ name }) => name);
      const extra = record.extras.map(({ at }) => at.join("."));
      const present = [...new Set(membersOf(shown))].filter((name) => !extra.includes(name));
      const explained = (name: string): boolean =>
        told.some((one) => one === name || one.startsWith(`${name}.`) || isAside(dialect, name));
      expect(present.filter((name) => !explained(name))).toEqual([]);
      expect(told.filter((name) => !present.includes(name))).toEqual([]);
    }
  });

  test("speaks of the service alone, in none of the words of a profile", async () => {
    const dialect = dialectOf(spelling);
    const page = await pageOf(spelling);
    const own = JSON.stringify(dialect);
    const words = keysOf(profileOf(dialect, { writes: true })).filter(
      (key) => /[a-z][A-Z]/.test(key) && !own.includes(`"${key}"`),
    );
    expect(words.length).toBeGreaterThan(10);
    expect(words.filter((word) => page.includes(word))).toEqual([]);
    expect(page).not.toMatch(/key-as-|whole-record|changed-fields|ready-made|profile:check|undefined|\[object/);
  });
});

/** What stands in objects beside an id or a number. */
function isAside(dialect: ReturnType<typeof dialectOf>, name: string): boolean {
  const last = name.slice(name.lastIndexOf(".") + 1);
  return Object.values(dialect.records).some((record) =>
    record.fields.some(
      ({ ids, phones }) =>
        (ids?.form === "object" && ids.extra?.name === last) ||
        (phones?.form === "objects" && phones.extra?.name === last),
    ),
  );
}

function membersOf(value: Json, before = ""): string[] {
  if (Array.isArray(value))
    return value.flatMap((entry) => (isJsonObject(entry) ? membersOf(entry, `${before.slice(0, -1)}[].`) : []));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    `${before}${name}`,
    ...membersOf(inner, `${before}${name}.`),
  ]);
}

function keysOf(value: Json): string[] {
  if (Array.isArray(value)) return value.flatMap(keysOf);
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => [key, ...keysOf(inner)]);
}

test("without the dial for writes, no page says that records can be written", async () => {
  const page = await pageOf("seed:4", false);
  expect(page).not.toMatch(/^### (Update|Delete|Create a (practitioner|schedule))/m);
  expect(exchangesIn(page).filter(({ method }) => method !== "GET")).toHaveLength(3);
});
