import { CreatedToken } from "@dc/contract";
import { expect, test } from "vitest";
import { z } from "zod";
import { createRandom, type Random, testSeed } from "#system-tests/random.ts";
import { sendRaw } from "#system-tests/raw-request.ts";
import { startServer } from "@dc/tooling/testing/server-process";
import { startService } from "@dc/tooling/testing/service-process";
import { until } from "@dc/tooling/testing/until";

// Proves (F33): whatever a caller puts into paths, headers, names and ids, one event is one line of JSON, and every
// request that was answered has one of its own: none is forged, split or swallowed. The lines are those that `npm start` shows. Cannot
// prove: what a viewer of logs makes of them.

const CASES = 1_000;
const FORGED = '{"level":60,"msg":"request","forged":true}';
const pieces = [
  "\n",
  "\r\n",
  "\r",
  "\u2028",
  "\u2029",
  "\u0085",
  "\u001b[2J\u001b[31m",
  "\u009b31m",
  "\u0000",
  "\u007f",
  "\u202e",
  '"',
  "\\",
  "\\n",
  FORGED,
  `\n${FORGED}\n`,
  `\u2028${FORGED}\u2028`,
  "é",
  "😀",
];

const Line = z.looseObject({ level: z.number(), msg: z.string(), requestId: z.string().optional() });

function hostile(random: Random): string {
  return Array.from({ length: 1 + random.below(4) }, () =>
    random.chance(0.3) ? random.text(4) : random.pick(pieces),
  ).join("");
}

/** The ids of the requests that were answered; what is no request has none. */
async function requestIdsOf(port: number, bytes: string): Promise<string[]> {
  const answers = await sendRaw(port, bytes, "utf8");
  return answers.flatMap(({ head }) => /^x-request-id: (req_\w+)$/im.exec(head)?.[1] ?? []);
}

test("one event is one line of JSON, whatever a caller sends", async () => {
  const random = createRandom(testSeed);
  await using service = await startService();
  await using console = await startServer({ service, settings: { LOG_LEVEL: "debug" } });
  const { secret } = CreatedToken.parse((await console.call("POST", "/tokens", { name: "log" })).body);
  const port = Number(new URL(console.url).port);
  const raw = (kind: number, text: string): string => {
    const address = random.pick(["/api/v1/", "/api/v1/connections/con_environment00000/tokens/", "/", "/assets/"]);
    const inPath = kind === 0 ? encodeURIComponent(text) : kind === 1 ? text : "x";
    const inHeader = kind === 2 ? text : "x";
    const cookie = kind === 3 ? text.replaceAll(/[\r\n\0]/g, "") : "x";
    return [
      `${random.pick(["GET", "DELETE", "POST"])} ${address}${inPath} HTTP/1.1`,
      "Host: 127.0.0.1",
      `User-Agent: ${inHeader}`,
      `X-Request-Id: ${inHeader}`,
      `Cookie: directory_console_session=${cookie}`,
      "Content-Length: 0",
      "Connection: close",
      "\r\n",
    ].join("\r\n");
  };
  const ids: string[] = [];
  let calls = 1;
  const one = async (at: number) => {
    const text = hostile(random);
    const kind = at % 8;
    if (kind < 4) ids.push(...(await requestIdsOf(port, raw(kind, text))));
    else if (kind < 6) {
      const gateway = `/gateway/v1/schedules/${encodeURIComponent(text)}`;
      const headers = { Authorization: `Bearer ${secret}`, "Service-API-Version": "2026-09-01" };
      await fetch(`${console.url}${gateway}`, { headers });
    } else {
      calls += 1;
      await console.call("POST", ...(kind === 6 ? named(text) : adopting(text)));
    }
  };
  const waiting = Array.from({ length: CASES }, (_, at) => at);
  const work = async () => {
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) await one(at);
  };
  await Promise.all(Array.from({ length: 6 }, work));
  const long = await requestIdsOf(
    port,
    `GET /api/v1/x HTTP/1.1\r\nHost: a\r\nUser-Agent: ${"a".repeat(1024 * 1024)}\r\n\r\n`,
  );
  expect(long).toEqual([]);

  const lines = () => console.output().split("\n");
  const count = () => lines().filter((line) => line.includes('"msg":"request"')).length;
  const wanted = ids.length + calls;
  await until(
    "every request was logged",
    () => Promise.resolve(count()),
    (logged) => logged >= wanted,
    20_000,
  );
  const events = lines().map((line) => Line.parse(JSON.parse(line)));
  expect(events.filter((event) => "forged" in event)).toEqual([]);
  const logged = events.filter(({ msg }) => msg === "request").map(({ requestId }) => requestId);
  // A request whose socket the parser closed for what came after it has no answer, and an event all the same.
  expect(logged.length).toBeGreaterThanOrEqual(wanted);
  expect(new Set(logged).size).toBe(logged.length);
  expect(ids.filter((id) => !logged.includes(id))).toEqual([]);
  expect(ids.length).toBeGreaterThan(CASES / 5);
  expect(lines().join("")).not.toMatch(/[\p{Cc}\u2028-\u202e\u2066-\u2069]/u);
});

const named = (name: string): [string, unknown] => ["/tokens", { name }];
const adopting = (indexId: string): [string, unknown] => ["/index-versions/adopt", { indexId }];
