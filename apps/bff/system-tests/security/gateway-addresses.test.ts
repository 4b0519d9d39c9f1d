import type { IncomingMessage, ServerResponse } from "node:http";
import { createProfile, type JsonObject, undiciTransport } from "@dc/api-client";
import type { Sandbox } from "@dc/sandbox/app";
import { afterAll, beforeAll, expect, test } from "vitest";
import { change } from "#/testing/changes.ts";
import { createGatewayStack, type GatewayStack, INDEX } from "#/testing/gateway-stack.ts";
import { type Listening, listen } from "#/testing/listen.ts";
import { createRandom, type Random, testSeed } from "#system-tests/random.ts";
import { type RawAnswer, rawLines, sendRaw } from "#system-tests/raw-request.ts";

// Proves (F18): however a request spells the address, the method, the headers or the framing of a record that has a live
// override, or of a look-up that finds it, the service is asked by the one spelling of its own template or not at all, and every 200 of the index that
// the service gave was served with the override. Between the gateway and the sandbox stands a server that forgives
// everything: it decodes twice, resolves dots, drops fragments and parameters, ignores case and takes the method from a
// header. Cannot prove: what a proxy in front of the console makes of a request before it arrives.

const INDEX_HEADER = "Service-Index-Version";
const OURS = "Oak Street, as we say";
const SPELLINGS = 3_000;
const FRAMINGS = 400;

interface Asked {
  probe: string | null;
  method: string;
  url: string;
  headers: IncomingMessage["headers"];
  /** As the sandbox understood it. */
  index: string | null;
  path: string;
  status: number;
}

let stack: GatewayStack;
let front: Listening;
let sandbox: Sandbox | undefined;
const pool = undiciTransport();
let asked: Asked[] = [];
let theirs: string;
/** The practitioner's own number, by which it is looked up. */
let license: string;

beforeAll(async () => {
  front = await listen((request, response) => void forgive(request, response).catch(() => response.destroy()));
  const { origin } = front;
  stack = await createGatewayStack({ sandbox: { writes: true }, service: { profile } }, (service) => {
    sandbox = service;
    return { ...pool, send: (request) => pool.send({ ...request, origin }) };
  });
  const { npi } = await practitionerNow();
  if (typeof npi !== "string" || !/^\d{10}$/.test(npi)) throw new TypeError("the practitioner has no number");
  license = npi;
  theirs = await (await stack.direct(`/schedules/${stack.scheduleId}`, { [INDEX_HEADER]: INDEX })).text();
  await stack.applied(
    change({ type: "schedule", id: stack.scheduleId }, "name", { op: "set", value: OURS }),
    change({ type: "practitioner", id: stack.practitionerId }, "preferredName", { op: "set", value: OURS }),
  );
});

const profile = createProfile({
  extends: "with-writes",
  name: "with a look-up",
  records: {
    practitioner: { meanings: { npi: { kind: "text", at: "/npi" } }, findBy: { npi: { match: "exact" } } },
  },
  operations: {
    findPractitionersByNpi: { method: "GET", path: "/practitioners", query: { npi: "{value}", by: "number" } },
  },
});

async function practitionerNow(): Promise<JsonObject> {
  const answer = await stack.direct(`/practitioners/${stack.practitionerId}`, { [INDEX_HEADER]: INDEX });
  return (await answer.json()) as JsonObject;
}

afterAll(async () => {
  await stack[Symbol.asyncDispose]();
  await pool.close();
  await front[Symbol.asyncDispose]();
});

/** The most forgiving service that there could be: what is somehow meant is answered. */
async function forgive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name.replaceAll("_", "-"), String(value)]),
  );
  const method = headers["x-http-method-override"] ?? headers["x-method-override"] ?? request.method ?? "GET";
  const url = headers["x-original-url"] ?? headers["x-rewrite-url"] ?? request.url ?? "";
  const path = forgivenPath(url);
  const answer =
    (await lookedUp(method, path, headers)) ??
    (await (sandbox as Sandbox).app.request(`http://sandbox.invalid${path}`, { method, headers }));
  asked.push({
    probe: headers["x-probe"] ?? null,
    method: request.method ?? "",
    url: request.url ?? "",
    headers: request.headers,
    index: headers[INDEX_HEADER.toLowerCase()] ?? null,
    path: path.split("?")[0] ?? "",
    status: answer.status,
  });
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
}

/** The look-up, which the sandbox of this spelling lacks: whatever parameter holds the number's digits finds it. */
async function lookedUp(
  method: string,
  target: string,
  headers: { readonly [name: string]: string },
): Promise<Response | null> {
  const [path, query = ""] = target.split("?");
  if (method !== "GET" || path !== "/practitioners") return null;
  const values = [...new URLSearchParams(query).values()].map((value) => loosely(value).replaceAll(/\D/g, ""));
  if (!values.includes(license)) return null;
  const record = `http://sandbox.invalid/practitioners/${stack.practitionerId}`;
  const read = await (sandbox as Sandbox).app.request(record, { headers });
  return read.ok ? Response.json([await read.json()]) : read;
}

function forgivenPath(url: string): string {
  const [whole = ""] = url.split("#");
  const [path = "", ...query] = whole.split("?");
  const plain = loosely(loosely(path)).replaceAll("\\", "/").split(/[?#]/)[0] ?? "";
  const segments: string[] = [];
  for (const part of plain.split("/")) {
    const segment = (part.split(";")[0] ?? "").trim();
    if (segment === "..") segments.pop();
    else if (segment !== "" && segment !== ".") segments.push(segment);
  }
  const ids = [stack.scheduleId, stack.practitionerId];
  const known = segments.map((one) => ids.find((id) => id.toLowerCase() === one.toLowerCase()) ?? one.toLowerCase());
  return `/${known.map(encodeURIComponent).join("/")}${query.length === 0 ? "" : `?${query.join("?")}`}`;
}

function loosely(text: string): string {
  return text.replaceAll(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

const tokens = [
  ...'#/\\?;&*~+,@:|^`<>"{}[]%\u007f\u0080\u00e9'.split(""),
  ..."%23 %2e %2e%2e %2E%2E%2F .. ../ /.. /./ /../ ..; ;x=1 ;jsessionid=1 %3b %3B %5c %2f %2F %252f %252e %00 %0a %0d%0a %3f ?? // %c0%ae %u002e %20 %09 .json / /* /availability #/availability %23/availability ?x=1 ?_method=DELETE ?index=idx_standard &x".split(
    " ",
  ),
];

/** Another spelling of an address, or of one that resembles it. */
function respelledTarget(random: Random, target: string): string {
  const at = random.below(target.length + 1);
  const put = (token: string) => target.slice(0, at) + token + target.slice(at);
  const prefix = "/gateway/v1";
  const below = target.slice(prefix.length);
  const [, collection = "", id = ""] = below.split("/");
  if (target.includes("?") && random.chance(0.5)) return respelledQuery(random, target);
  switch (random.below(9)) {
    case 0:
    case 1:
      return put(random.pick(tokens));
    case 2:
      return put(random.pick(tokens)) + random.pick(tokens);
    case 3: {
      const code = target.charCodeAt(Math.min(at, target.length - 1)).toString(16);
      const spelled = random.chance(0.5) ? code : code.toUpperCase();
      return `${target.slice(0, at)}%${random.chance(0.2) ? "25" : ""}${spelled}${target.slice(at + 1)}`;
    }
    case 4:
      return Array.from(target)
        .map((one) => (random.chance(0.3) ? one.toUpperCase() : one))
        .join("");
    case 5:
      return random.pick([
        `http://127.0.0.1${target}`,
        `http://service.example${target}`,
        `//127.0.0.1${target}`,
        `/${target}`,
        target.slice(1),
        "*",
        `/gateway/v1/${below}`,
        `/gateway/v1/.${below}`,
        `/gateway/v1/../v1${below}`,
        `/gateway/v1/%2e%2e/v1${below}`,
        `/gateway%2fv1${below}`,
        `/Gateway/V1${below}`,
        `/gateway/v1;x${below}`,
        `/gateway/./v1${below}`,
        `/x/../gateway/v1${below}`,
      ]);
    case 6:
      return `${prefix}${random.pick([
        `/${collection}/x/../${id}`,
        `/${collection}/%2e/${id}`,
        `/${collection}/..;/${collection}/${id}`,
        `/${collection}/${id}/`,
        `/${collection}/${id}#`,
        `/${collection}/${id}#/availability`,
        `/${collection}/${id}%23/availability`,
        `/${collection}/${id}?#/availability`,
        `/${collection}/${id};/availability`,
        `/${collection}/${id}/availability/..`,
        `/${collection}/${id}/x/%2e%2e/%2e%2e/${id}`,
        `/${collection}/${id}%2favailability`,
        `/${collection}/new_%2f..%2f${id}`,
        `/${collection}/new_x%2f..%2f..%2f${collection}%2f${id}`,
        `/${collection}/%2e%2e%2f${collection}%2f${id}/availability`,
        `/${collection}/..%2f${collection}%2f${id}`,
        `/${collection}//${id}`,
        `/${collection}\\${id}`,
        `/patients/..%2f${collection}%2f${id}`,
        `/appointments/../${collection}/${id}`,
      ])}`;
    case 7:
      return `${target}?${random.pick(["", "x=1", "a[]=1", "x=%zz", "x=#", "x=\u0080", "x=1?y", "x=%00", "x=/../..", "from=2026-11-20T09:00:00.000Z"])}`;
    default:
      return target;
  }
}

/** Another spelling of a look-up's parameters: doubled, renamed, joined by others, or with another value. */
function respelledQuery(random: Random, target: string): string {
  const [path = ""] = target.split("?");
  return `${path}?${random.pick([
    `npi=${license}`,
    `by=number`,
    `by=number&npi=${license}`,
    `npi=${license}&by=number&by=number`,
    `npi=${license}&by=Number`,
    `npi=${license}&npi=${license}&by=number`,
    `npi=1&npi=${license}&by=number`,
    `NPI=${license}&by=number`,
    `npi[]=${license}&by=number`,
    `npi[0]=${license}&by=number`,
    `npi=${license}&by=number&fields=id`,
    `npi=${license}&by=number&index=idx_standard`,
    `npi=${license};by=number`,
    `npi=%2${license}&by=number`,
    `npi=%20${license}&by=number`,
    `npi=${license}+&by=number`,
    `npi=${license.slice(0, 3)}-${license.slice(3)}&by=number`,
    `npi=${license.slice(1)}&by=number`,
    `n%70i=${license}&by=number`,
    `npi=${encodeURIComponent(encodeURIComponent(` ${license}`))}&by=number`,
    `npi=${Array.from(license, (digit) => `%3${digit}`).join("")}&by=number`,
    `npi=&by=number`,
    `npi&by=number`,
    `by=number#&npi=${license}`,
  ])}`;
}

function respelledHeaders(random: Random): string[] {
  const index = `${INDEX_HEADER}: ${INDEX}`;
  switch (random.below(12)) {
    case 0:
      return random.pick([
        [`service-index-version: ${INDEX}`],
        [`SERVICE-INDEX-VERSION:${INDEX}`],
        [`${INDEX_HEADER}: \t ${INDEX} \t`],
        [index, index],
        [index, `${INDEX_HEADER}: idx_standard`],
        [`${INDEX_HEADER}: idx_standard`, index],
        [`${INDEX_HEADER}: idx_standard, ${INDEX}`],
        [`${INDEX_HEADER}: "${INDEX}"`],
        [`${INDEX_HEADER}: ${INDEX.toUpperCase()}`],
        [`${INDEX_HEADER}: ${INDEX};x`],
        [`${INDEX_HEADER}:`],
        [`${INDEX_HEADER}: ${INDEX}%20`],
        [`${INDEX_HEADER}: ${INDEX}\u00a0`],
        [`Service_Index_Version: ${INDEX}`],
        [`${INDEX_HEADER}: idx_standard`, `Service_Index_Version: ${INDEX}`],
        [`Service_Index-Version: ${INDEX}`],
        [`${INDEX_HEADER}: idx_standard`],
        [],
      ]);
    case 1:
      return [
        index,
        random.pick([
          "X-HTTP-Method-Override: DELETE",
          "X-Method-Override: POST",
          "X-HTTP-Method: PUT",
          "X-Original-URL: /patients",
          `X-Rewrite-URL: /schedules/${stack.scheduleId}/availability`,
          "X-Forwarded-Host: elsewhere.example",
          "X-Forwarded-For: 10.0.0.1",
          "Forwarded: for=10.0.0.1;host=elsewhere.example",
          "X-Real-IP: 10.0.0.1",
          `Connection: ${INDEX_HEADER}`,
          "Upgrade: h2c",
          "Expect: 100-continue",
          "TE: trailers",
          "Cookie: a=b",
        ]),
      ];
    case 2:
      return [
        index,
        random.pick([
          "If-None-Match: *",
          "If-Modified-Since: Fri, 20 Nov 2026 08:00:00 GMT",
          'If-Match: "x"',
          "Range: bytes=0-9",
          "Accept: application/json",
          "Accept: text/html",
          "Accept-Encoding: gzip, br",
          "Prefer: return=minimal",
        ]),
      ];
    default:
      return [index];
  }
}

const methods = [
  "HEAD",
  "OPTIONS",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "TRACE",
  "PROPFIND",
  "QUERY",
  "get",
  "Get",
  "GETX",
];
const forbidden =
  /^(?:x-forwarded|forwarded$|x-real-ip$|x-http-method|x-method-override$|x-original|x-rewrite|cookie$)|_/;

/** An address by the profile's templates, with an id that is encoded in the one way in which we do it. */
function isOneSpelling(path: string): boolean {
  if (path === "/practitioners") return true;
  const [, schedule, practitioner] =
    /^\/(?:schedules\/([^/]+)(?:\/availability)?|practitioners\/([^/]+))$/.exec(path) ?? [];
  const segment = schedule ?? practitioner ?? "%";
  if (/%(?:2[35f]|3f|5c)|^\.{1,2}$/i.test(segment)) return false;
  try {
    return /^[\w.~%!*'()-]+$/.test(segment) && encodeURIComponent(decodeURIComponent(segment)) === segment;
  } catch {
    return false;
  }
}

function isOfAnotherNumber(url: string): boolean {
  const [path, query = ""] = url.split("?");
  const asked = new URLSearchParams(query).get("npi") ?? "";
  return path === "/practitioners" && asked.toLowerCase().replaceAll(/[^a-z0-9]/g, "") !== license;
}

/** What went wrong in a batch: requests to the service that should not have been made, and answers that say too much. */
function faultsOf(sent: ReadonlyMap<string, string>, answers: ReadonlyMap<string, readonly RawAnswer[]>): string[] {
  const { scheduleId, practitionerId } = stack;
  const records = [`/schedules/${scheduleId}`, `/practitioners/${practitionerId}`, "/practitioners"];
  const faults: string[] = [];
  const told = (probe: string | null, what: string) =>
    faults.push(`${what}: ${JSON.stringify(sent.get(probe ?? "") ?? probe)}`);
  for (const [probe, ofOne] of answers) {
    const mine = asked.filter((one) => one.probe === probe);
    const inIndex = mine.filter(
      ({ index, status, path }) => index === INDEX && status === 200 && records.includes(path),
    );
    const served = ofOne.filter(({ status }) => status === 200);
    const showsOurs = (body: string) =>
      sent.get(probe ?? "")?.startsWith("HEAD ") ? body === "" : body.includes(OURS);
    const laidOver = served.filter(
      ({ head, body }) => /^directory-console-overrides: chg_/im.test(head) && showsOurs(body),
    );
    // What was asked for under another id or number and answered all the same is refused.
    const ownAddress = inIndex.filter(({ url, path }) => url.split("?")[0] === path && !isOfAnotherNumber(url));
    if (laidOver.length !== ownAddress.length)
      told(probe, `${ownAddress.length} answers of the service, ${laidOver.length} with the override`);
    const others = served.filter((one) => !laidOver.includes(one));
    if (others.length > 0 && mine.every(({ index, path }) => index === INDEX && !path.endsWith("/availability")))
      told(probe, `${others.map(({ status, body }) => `${status} ${body.slice(0, 60)}`).join()} without the override`);
    if (mine.length === 0 && ofOne.some(({ status }) => status < 400 && status !== 100))
      told(probe, `answered ${ofOne.map(({ status }) => status).join()} without the service`);
  }
  for (const one of asked) {
    const [path = "", query = ""] = one.url.split(/\?(.*)/s);
    if (!isOneSpelling(path)) told(one.probe, `the service was asked for ${one.url}`);
    if (!/^[\x21-\x7e]*$/.test(query) || /[#\\]/.test(query)) told(one.probe, `the service got the query ${query}`);
    if (one.method !== "GET") told(one.probe, `the service got a ${one.method}`);
    const wrong = Object.keys(one.headers).filter((name) => forbidden.test(name));
    if (wrong.length > 0) told(one.probe, `the service got ${wrong.join(", ")}`);
  }
  return faults;
}

/** Sends all requests, eight at a time, and says what went wrong. */
async function sendAll(requests: readonly ((probe: string) => string)[]) {
  const port = Number(new URL(stack.origin).port);
  const before = (sandbox as Sandbox).ledger.length;
  const statuses = new Map<number, number>();
  const faults: string[] = [];
  for (let from = 0; from < requests.length; from += 500) {
    asked = [];
    const sent = new Map<string, string>();
    const answers = new Map<string, readonly RawAnswer[]>();
    const batch = requests.slice(from, from + 500).map((request, at) => ({ request, probe: String(from + at) }));
    const work = async () => {
      for (let next = batch.pop(); next !== undefined; next = batch.pop()) {
        const bytes = next.request(next.probe);
        sent.set(next.probe, bytes);
        answers.set(next.probe, await sendRaw(port, bytes));
      }
    };
    await Promise.all(Array.from({ length: 8 }, work));
    faults.push(...faultsOf(sent, answers));
    for (const ofOne of answers.values())
      for (const { status } of ofOne) statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  expect((sandbox as Sandbox).ledger.length).toBe(before);
  return { faults: faults.slice(0, 20), statuses };
}

const always = (probe: string) => [
  "Host: 127.0.0.1",
  `Authorization: Bearer ${stack.secret}`,
  "Service-API-Version: 2026-09-01",
  `X-Probe: ${probe}`,
];

test("no spelling of address, method or headers reads past an override", async () => {
  const random = createRandom(testSeed);
  const targets = [
    `/gateway/v1/schedules/${stack.scheduleId}`,
    `/gateway/v1/practitioners/${stack.practitionerId}`,
    `/gateway/v1/schedules/${stack.scheduleId}/availability`,
    `/gateway/v1/practitioners?npi=${license}&by=number`,
  ];
  const requests = Array.from({ length: SPELLINGS }, () => {
    const target = respelledTarget(random, random.pick(targets));
    const method = random.chance(0.1) ? random.pick(methods) : "GET";
    const headers = respelledHeaders(random);
    return (probe: string) =>
      rawLines(`${method} ${target} HTTP/1.1`, ...always(probe), ...headers, "Connection: close");
  });
  const { faults, statuses } = await sendAll(requests);
  expect(faults).toEqual([]);
  // Requests of each kind were made at all.
  for (const status of [200, 400, 404, 405]) expect(statuses.get(status)).toBeGreaterThan(20);
  expect(theirs).not.toContain(OURS);
});

test("no framing reads past an override, and what can be understood in two ways is refused", async () => {
  const random = createRandom(testSeed + 1);
  const target = `/gateway/v1/schedules/${stack.scheduleId}`;
  const index = `${INDEX_HEADER}: ${INDEX}`;
  const smuggled = (probe: string) => rawLines(`GET ${target} HTTP/1.1`, ...always(probe), index, "Connection: close");
  const framings: readonly ((probe: string) => string)[] = [
    (probe) =>
      rawLines(
        `GET ${target} HTTP/1.1`,
        ...always(probe),
        index,
        "Content-Length: 0",
        "Content-Length: 5",
        "Connection: close",
      ) + "hello",
    (probe) =>
      rawLines(
        `GET ${target} HTTP/1.1`,
        ...always(probe),
        index,
        "Content-Length: 5",
        "Content-Length: 5",
        "Connection: close",
      ) + "hello",
    (probe) =>
      rawLines(`GET ${target} HTTP/1.1`, ...always(probe), index, "Content-Length: 5, 5", "Connection: close") +
      "hello",
    (probe) =>
      rawLines(`GET ${target} HTTP/1.1`, ...always(probe), index, "Content-Length: +5", "Connection: close") + "hello",
    (probe) =>
      rawLines(`GET ${target} HTTP/1.1`, ...always(probe), index, "Content-Length: 5", "Connection: close") + "hello",
    (probe) =>
      rawLines(`GET ${target} HTTP/1.1`, ...always(probe), index, "Transfer-Encoding: chunked", "Connection: close") +
      "5\r\nhello\r\n0\r\n\r\n",
    (probe) =>
      rawLines(
        `GET ${target} HTTP/1.1`,
        ...always(probe),
        index,
        "Transfer-Encoding: chunked",
        "Content-Length: 3",
        "Connection: close",
      ) +
      "0\r\n\r\n" +
      smuggled(probe),
    (probe) =>
      rawLines(`GET ${target} HTTP/1.1`, ...always(probe), index, "Transfer-Encoding: xchunked", "Connection: close") +
      "0\r\n\r\n",
    (probe) =>
      rawLines(
        `GET ${target} HTTP/1.1`,
        ...always(probe),
        index,
        "Transfer-Encoding: chunked, identity",
        "Connection: close",
      ) +
      "0\r\n\r\n" +
      smuggled(probe),
    (probe) =>
      rawLines(`GET ${target} HTTP/1.1`, ...always(probe), index, "Transfer-Encoding : chunked", "Connection: close") +
      "0\r\n\r\n",
    (probe) =>
      rawLines(`GET ${target} HTTP/1.1`, ...always(probe), index, "Transfer-Encoding: chunked", "Connection: close") +
      "0;x=1\r\n\r\n" +
      smuggled(probe),
    (probe) =>
      rawLines(`GET ${target} HTTP/1.1`, "Host: elsewhere.example", ...always(probe), index, "Connection: close"),
    (probe) =>
      rawLines(`GET ${target} HTTP/1.1`, ...always(probe), index, "Authorization: Basic eDo=", "Connection: close"),
    (probe) => rawLines(`GET ${target} HTTP/1.1`, ...always(probe).slice(1), index, "Connection: close"),
    (probe) =>
      rawLines(`GET ${target} HTTP/1.1`, ...always(probe), `${INDEX_HEADER}:`, ` ${INDEX}`, "Connection: close"),
    (probe) =>
      rawLines(
        `GET ${target} HTTP/1.1`,
        ...always(probe),
        `${INDEX_HEADER}: idx_standard`,
        ` ${INDEX}`,
        "Connection: close",
      ),
    (probe) => rawLines(`GET ${target} HTTP/1.1`, ...always(probe), "X-Folded: a", `\t${index}`, "Connection: close"),
    (probe) => rawLines(`GET ${target} HTTP/1.1`, ...always(probe), `${INDEX_HEADER} : ${INDEX}`, "Connection: close"),
    (probe) => rawLines(`GET ${target} HTTP/1.1`, ...always(probe), ` ${index}`, "Connection: close"),
    (probe) => rawLines(`GET ${target} HTTP/1.1`, ...always(probe), `X-A: b\0c`, index, "Connection: close"),
    (probe) => rawLines(`GET ${target} HTTP/1.1`, ...always(probe), `X-A: b\rc`, index, "Connection: close"),
    (probe) => rawLines(`GET ${target} HTTP/1.1`, ...always(probe), `X-A: b\n${index}`, "Connection: close"),
    (probe) => `${[`GET ${target} HTTP/1.1`, ...always(probe), index, "Connection: close"].join("\n")}\n\n`,
    (probe) => rawLines(`GET ${target} HTTP/1.0`, ...always(probe), index),
    (probe) => rawLines(`GET ${target}`, ...always(probe), index),
    (probe) => rawLines(`GET  ${target} HTTP/1.1`, ...always(probe), index, "Connection: close"),
    (probe) => rawLines(`GET ${target}\tHTTP/1.1`, ...always(probe), index, "Connection: close"),
    (probe) => rawLines(`GET ${target} HTTP/1.1 HTTP/1.1`, ...always(probe), index, "Connection: close"),
    (probe) => rawLines(`GET ${target} HTTP/2.0`, ...always(probe), index, "Connection: close"),
    (probe) => rawLines("PRI * HTTP/2.0", "") + smuggled(probe),
    (probe) => rawLines(`CONNECT 127.0.0.1:80 HTTP/1.1`, ...always(probe), index, "Connection: close"),
    (probe) => rawLines(`GET ${target} HTTP/1.1`, ...always(probe), index, "Content-Length: 0") + smuggled(probe),
    (probe) => rawLines(`GET ${target} HTTP/1.1`, ...always(probe)) + smuggled(probe),
    (probe) =>
      rawLines(
        `POST ${target} HTTP/1.1`,
        ...always(probe),
        index,
        `Content-Length: ${smuggled(probe).length}`,
        "Connection: close",
      ) + smuggled(probe),
    (probe) =>
      rawLines(`GET ${target} HTTP/1.1`, ...always(probe), index, `X-Long: ${"a".repeat(20_000)}`, "Connection: close"),
    smuggled,
  ];
  const requests = Array.from({ length: FRAMINGS }, (_, at) => framings[at] ?? random.pick(framings));
  const { faults, statuses } = await sendAll(requests);
  expect(faults).toEqual([]);
  expect(statuses.get(400)).toBeGreaterThan(100);
  expect(statuses.get(200)).toBeGreaterThan(5);
  const twice = ["Host: 127.0.0.1", `Authorization: Bearer ${stack.secret}`].map(
    (header) => (probe: string) =>
      rawLines(`GET ${target} HTTP/1.1`, header, ...always(probe), index, "Connection: close"),
  );
  expect([...(await sendAll(twice)).statuses]).toEqual([[400, 2]]);
});
