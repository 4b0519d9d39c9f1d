import { describe, expect, test } from "vitest";
import { createTestSandbox, fixedNow, scheduleIds } from "#/testing/test-sandbox.ts";
import { writeDocumentation } from "./documentation.ts";
import { fieldRows } from "./record-fields.ts";
import { isJsonObject, parseJson, type Json } from "#/json/json.ts";
import { listen } from "#/http/listen.ts";
import { collectionPath, idIn, isPhoneObject, kindsOf } from "#/spelling/dialect.ts";
import { findDialect, shippedSpellings } from "#/spelling/dialects/find-dialect.ts";
import { textAt, valueAt } from "#/json/path.ts";
import { profileOf } from "#/profile/profile.ts";
import { routesOf } from "#/spelling/routes.ts";

const spellings = [...shippedSpellings, ...Array.from({ length: 12 }, (_, seed) => `seed:${seed}`), "seed:91"];

interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly status: number;
  readonly answer: Json;
}

const pages = new Map<string, Promise<string>>();

/** The page about a spelling; it is written once for all tests. */
function pageOf(spelling: string, writes = true): Promise<string> {
  const key = `${spelling} ${writes}`;
  const page = pages.get(key) ?? writePage(spelling, writes);
  pages.set(key, page);
  return page;
}

function writePage(spelling: string, writes: boolean): Promise<string> {
  const sandbox = createTestSandbox({ spelling, writes });
  return writeDocumentation({
    dialect: findDialect(spelling),
    send: (path, init) => sandbox.app.request(path, init),
    baseUrl: "http://service.test",
    writes,
    now: () => fixedNow,
    samples: sandbox.samples,
  });
}

/** The requests that the page shows, with the responses that it promises. */
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

/** The names and types of a value. Of a list only the first entry counts, since the page shortens lists. */
function shapeOf(value: Json): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (!isJsonObject(value)) return value === null ? null : typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shapeOf(inner)]));
}

/** The ids and times that differ from those on the page, because the service assigned them again. */
function reassigned(shown: Json, now: Json): [string, string][] {
  if (typeof shown === "string") return typeof now === "string" && now !== shown ? [[shown, now]] : [];
  if (Array.isArray(shown))
    return Array.isArray(now) ? shown.flatMap((entry, position) => reassigned(entry, now[position] ?? null)) : [];
  if (!isJsonObject(shown) || !isJsonObject(now)) return [];
  return Object.entries(shown).flatMap(([name, inner]) => reassigned(inner, now[name] ?? null));
}

describe.each(spellings)("the documentation of %s", (spelling) => {
  test("shows an example of every endpoint, and a running service responds to it as shown", async () => {
    const page = await pageOf(spelling);
    const exchanges = exchangesIn(page);
    const sandbox = createTestSandbox({ spelling });
    const listening = await listen(sandbox, { host: "127.0.0.1", port: 0 });
    const replacements = new Map<string, string>();
    const current = (text: string): string =>
      [...replacements].reduce((replaced, [shown, now]) => replaced.replaceAll(shown, now), text);
    try {
      for (const { method, path, headers, body, status, answer } of exchanges) {
        const response = await fetch(`${listening.url}${current(path)}`, {
          method,
          headers,
          ...(body === null ? {} : { body: current(body) }),
        });
        const text = await response.text();
        const received = text === "" ? null : parseJson(text);
        expect([method, path, response.status, shapeOf(received)]).toEqual([method, path, status, shapeOf(answer)]);
        for (const [shown, now] of reassigned(answer, received)) replacements.set(shown, now);
      }
    } finally {
      await listening.close();
      sandbox.close();
    }
    const requested = sandbox.counters.byRoute;
    const routes = routesOf(findDialect(spelling)).map(({ method, path }) => `${method} ${path}`);
    expect(routes.filter((route) => !Object.hasOwn(requested, route))).toEqual([]);
    expect(routes.filter((route) => !page.includes(`\`${route}\``))).toEqual([]);
  });

  test("describes every field of a record except extra ones, and no other", async () => {
    const dialect = findDialect(spelling);
    const page = await pageOf(spelling);
    const exchanges = exchangesIn(page);
    for (const kind of kindsOf(dialect)) {
      const record = dialect.records[kind];
      if (!record) throw new Error(`no ${kind}`);
      const recordPath = `${collectionPath(dialect, kind)}/`;
      const exchange = exchanges.find(({ method, path }) => method === "GET" && path.startsWith(recordPath));
      const shown = valueAt(exchange?.answer, dialect.envelope.resource) ?? null;
      const described = fieldRows(dialect, kind, record).map(({ name }) => name);
      const extra = record.extras.map(({ at }) => at.join("."));
      const present = [...new Set(membersOf(shown))].filter((name) => !extra.includes(name));
      // A text for each language stands under its tag, which is no name of a field.
      const byTag = record.fields.flatMap(({ at, further }) =>
        further?.kind === "languages" && further.members === null ? [`${at.join(".")}.`] : [],
      );
      const isDescribed = (name: string): boolean =>
        described.some((field) => field === name || field.startsWith(`${name}.`) || isExtra(dialect, name)) ||
        byTag.some((start) => name.startsWith(start));
      expect(present.filter((name) => !isDescribed(name))).toEqual([]);
      // The address of the example may lack a part, which the address of another place has.
      const address = record.fields.find(({ further }) => further?.kind === "address")?.at.join(".");
      const ofPlaces = address === undefined ? [] : await membersOfPlaces(spelling, exchange);
      // The example may have only bare ids where there are objects, too.
      const mixed = record.fields.flatMap(({ at, ids }) => (ids?.form === "mixed" ? [at.join(".")] : []));
      const isShown = (name: string): boolean =>
        present.includes(name) ||
        (name.startsWith(`${address}.`) && ofPlaces.includes(name)) ||
        mixed.some((path) => name.startsWith(`${path}.`) || name.startsWith(`${path}[].`));
      expect(described.filter((name) => !isShown(name))).toEqual([]);
    }
  });

  test("contains no term of a service profile", async () => {
    const dialect = findDialect(spelling);
    const page = await pageOf(spelling);
    const ownWords = JSON.stringify(dialect);
    const words = keysOf(profileOf(dialect, { writes: true })).filter(
      (key) => /[a-z][A-Z]/.test(key) && !ownWords.includes(`"${key}"`),
    );
    expect(words.length).toBeGreaterThan(10);
    expect(words.filter((word) => page.includes(word))).toEqual([]);
    expect(page).not.toMatch(/key-as-|whole-record|changed-fields|ready-made|profile:check|undefined|\[object/);
  });
});

/** Whether it is an extra member beside an id or a phone number. */
function isExtra(dialect: ReturnType<typeof findDialect>, name: string): boolean {
  const last = name.slice(name.lastIndexOf(".") + 1);
  return Object.values(dialect.records).some((record) =>
    record.fields.some(
      ({ ids, phones }) =>
        (ids !== undefined && ids.form !== "id" && ids.extra?.name === last) ||
        (isPhoneObject(phones) && phones.extra?.name === last),
    ),
  );
}

/** The names in the places of the sample schedules, asked for as in the example. */
async function membersOfPlaces(spelling: string, example: Exchange | undefined): Promise<string[]> {
  const sandbox = createTestSandbox({ spelling });
  const dialect = findDialect(spelling);
  const field = dialect.records.schedule.fields.find(({ fact }) => fact === "place");
  if (!field || !example) throw new Error(`${spelling} shows no place`);
  const read = async (kind: "schedule" | "place", id: string): Promise<Json> => {
    const answer = await sandbox.app.request(`${collectionPath(dialect, kind)}/${id}`, { headers: example.headers });
    return valueAt(parseJson(await answer.text()), dialect.envelope.resource) ?? null;
  };
  const schedules = await Promise.all(scheduleIds(sandbox).map((id) => read("schedule", id)));
  const ids = new Set(schedules.map((schedule) => textAt(idIn(valueAt(schedule, field.at), field), [])));
  const places = await Promise.all([...ids].map((id) => read("place", id)));
  return places.flatMap((place) => membersOf(place));
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

test("while writes are off, the page describes no way to write a record", async () => {
  const page = await pageOf("seed:4", false);
  expect(page).not.toMatch(/^### (Update|Delete|Create a (practitioner|schedule))/m);
  expect(exchangesIn(page).filter(({ method }) => method !== "GET")).toHaveLength(3);
});
