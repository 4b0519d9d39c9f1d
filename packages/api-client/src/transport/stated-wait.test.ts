import { describe, expect, it } from "vitest";
import type { Json } from "#/json/json.ts";
import type { Waits } from "#/profile/schema/profile-schema.ts";
import { readNamedWait, readStatedWait } from "./stated-wait.ts";
import type { TransportResponse } from "./transport.ts";

const now = Date.UTC(2026, 10, 20, 12);

function answer(headers: TransportResponse["headers"], body: Json = {}, status = 429): TransportResponse {
  return { status, headers, body: new TextEncoder().encode(JSON.stringify(body)) };
}

const inHeader = (as: NonNullable<Waits["header"]>["as"]): Waits => ({ header: { name: "X-Wait", as } });

describe("a wait in a header of the service's own", () => {
  it.each<[NonNullable<Waits["header"]>["as"], string, number | null]>([
    ["seconds", "1.5", 1_500],
    ["milliseconds", " 750 ", 750],
    ["instant", "2026-11-20T12:00:04.000Z", 4_000],
    ["instant", "Fri, 20 Nov 2026 12:00:04 GMT", 4_000],
    ["unix-seconds", String(now / 1_000 + 9), 9_000],
    ["milliseconds", "315360000000", 300_000],
    ["instant", "2036-01-01T00:00:00Z", 300_000],
    ["instant", "2026-11-20T11:59:59Z", null],
    ["instant", "30", null],
    ["unix-seconds", "30", null],
    ["seconds", "-5", null],
    ["seconds", "soon", null],
    ["milliseconds", "", null],
  ])("is read as %s: %j", (as, text, waitMs) => {
    expect(readStatedWait(answer({ "x-wait": text }), inHeader(as), now)).toBe(waitMs);
  });
});

describe("a wait in the body of a refusal", () => {
  const waits: Waits = { body: { at: "/error/retry/in", as: "seconds" } };
  const body = (value: Json) => ({ error: { retry: { in: value } } });
  it.each<[Json, number | null]>([
    [3, 3_000],
    ["3", 3_000],
    [-1, null],
    [null, null],
    [{}, null],
  ])("is read: %j", (value, waitMs) => {
    expect(readStatedWait(answer({}, body(value)), waits, now)).toBe(waitMs);
  });

  it("is not looked for in a success, nor in what is no JSON", () => {
    expect(readStatedWait(answer({}, body(3), 200), waits, now)).toBeNull();
    expect(readStatedWait({ ...answer({}), body: new TextEncoder().encode("<html>") }, waits, now)).toBeNull();
  });
});

it("is the longest of those that are stated", () => {
  const waits: Waits = { ...inHeader("milliseconds"), body: { at: "/wait", as: "seconds" } };
  const stated = (retryAfter: string, header: string, body: Json) =>
    readStatedWait(answer({ "retry-after": retryAfter, "x-wait": header }, { wait: body }), waits, now);
  expect([stated("1", "2000", 3), stated("1", "4000", 3), stated("5", "4000", 3)]).toEqual([3_000, 4_000, 5_000]);
  expect(readStatedWait(answer({ "retry-after": "7" }), null, now)).toBe(7_000);
});

it("is read as the profile says where Retry-After itself is in another unit", () => {
  const waits: Waits = { header: { name: "Retry-After", as: "milliseconds" } };
  expect(readStatedWait(answer({ "retry-after": "1500" }), waits, now)).toBe(1_500);
});

it("can be told apart from Retry-After, which any service may send", () => {
  expect(readNamedWait(answer({ "retry-after": "7" }), inHeader("seconds"), now)).toBeNull();
  expect(readNamedWait(answer({ "retry-after": "7", "x-wait": "2" }), inHeader("seconds"), now)).toBe(2_000);
});

it("is counted by the clock of the service where the answer tells it, since its moments are of that clock", () => {
  const http = (ms: number) => new Date(ms).toUTCString();
  for (const skewMs of [-120_000, 0, 120_000]) {
    const theirs = now + skewMs;
    const stated = (headers: TransportResponse["headers"], waits: Waits | null = null) =>
      readStatedWait(answer({ date: http(theirs), ...headers }), waits, now + 400);
    expect([skewMs, stated({ "retry-after": http(theirs + 30_000) })]).toEqual([
      skewMs,
      skewMs === 0 ? 29_600 : 30_000,
    ]);
    expect(stated({ "x-wait": String(theirs / 1_000 + 9) }, inHeader("unix-seconds"))).toBe(
      skewMs === 0 ? 8_600 : 9_000,
    );
    expect(stated({ "retry-after": http(theirs - 1_000) })).toBeNull();
    expect(stated({ "retry-after": "7" })).toBe(7_000);
  }
  expect(readStatedWait(answer({ date: "soon", "retry-after": http(now + 4_000) }), null, now)).toBe(4_000);
});
