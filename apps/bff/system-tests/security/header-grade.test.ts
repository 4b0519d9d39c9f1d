import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ADMIN, createTestApp, type TestApp } from "#/testing/app.ts";

// Proves that what a browser is sent over TLS earns the best grade of the rules by which HTTP Observatory grades sites (F24).
// Cannot prove: what a proxy in front of the server adds or takes away.

const YEAR_S = 31_536_000;

/** The directives of a policy by name, each with its sources. */
function directivesOf(policy: string): Map<string, string[]> {
  return new Map(
    policy.split(";").map((directive): [string, string[]] => {
      const [name = "", ...sources] = directive.trim().toLowerCase().split(/\s+/);
      return [name, sources];
    }),
  );
}

interface Rule {
  name: string;
  points: number;
}

/** Points of each rule. A page begins with 100; what is beyond that counts only where nothing is lost. */
function rulesOf(headers: Headers, cookies: readonly string[]): Rule[] {
  const policy = directivesOf(headers.get("Content-Security-Policy") ?? "");
  const sourcesOf = (name: string) => policy.get(name) ?? policy.get("default-src") ?? ["*"];
  const unsafe = ["script-src", "style-src", "object-src"].flatMap(sourcesOf).filter(isUnsafe);
  const isDenying = policy.get("default-src")?.join() === "'none'";
  const isFramed = policy.get("frame-ancestors")?.join() !== "'none'";
  const maxAge = Number(/max-age=(\d+)/.exec(headers.get("Strict-Transport-Security") ?? "")?.[1] ?? 0);
  const isGuarded = (cookie: string) => /;\s*secure/i.test(cookie) && /;\s*httponly/i.test(cookie);
  const isSameSite = (cookie: string) => /;\s*samesite=(?:strict|lax)/i.test(cookie);
  return [
    { name: "content security policy", points: unsafe.length > 0 ? -20 : isDenying ? 10 : 5 },
    { name: "cookies", points: !cookies.every(isGuarded) ? -40 : cookies.every(isSameSite) ? 5 : 0 },
    { name: "cross-origin reading", points: headers.get("Access-Control-Allow-Origin") === "*" ? -50 : 0 },
    { name: "referrer policy", points: headers.get("Referrer-Policy") === "no-referrer" ? 5 : -5 },
    { name: "strict transport security", points: maxAge >= YEAR_S ? 0 : maxAge > 0 ? -10 : -20 },
    { name: "content type options", points: headers.get("X-Content-Type-Options") === "nosniff" ? 0 : -5 },
    { name: "framing", points: isFramed ? -20 : 5 },
    {
      name: "cross-origin resource policy",
      points: headers.get("Cross-Origin-Resource-Policy") === "same-origin" ? 10 : 0,
    },
  ];
}

function isUnsafe(source: string): boolean {
  return /^(?:\*|https?:|data:|'unsafe-(?:inline|eval)')$/.test(source);
}

function gradeOf(rules: readonly Rule[]): number {
  const lost = rules.reduce((sum, { points }) => sum + Math.min(points, 0), 0);
  const won = rules.reduce((sum, { points }) => sum + Math.max(points, 0), 0);
  return 100 + lost + (lost === 0 ? won : 0);
}

describe("over TLS", () => {
  const consoleDir = mkdtempSync(join(tmpdir(), "header-grade-"));
  let app: TestApp;
  beforeAll(async () => {
    mkdirSync(join(consoleDir, "assets"));
    writeFileSync(join(consoleDir, "index.html"), "<!doctype html><html><head></head><body></body></html>");
    writeFileSync(join(consoleDir, "assets", "console-a1b2c3d4.js"), "export {};");
    app = await createTestApp({ publicUrl: "https://console.example.org", consoleDir });
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    rmSync(consoleDir, { recursive: true });
  });

  test.each([
    ["GET", "/", undefined],
    ["GET", "/sign-in", undefined],
    ["GET", "/assets/console-a1b2c3d4.js", undefined],
    ["GET", "/api/v1/openapi.json", undefined],
    ["GET", "/api/v1/people", undefined],
    ["GET", "/nothing/here.txt", undefined],
    ["POST", "/api/v1/session", { email: ADMIN.email, password: ADMIN.password }],
  ])("%s %s earns more than 100 and loses nothing", async (method, path, body) => {
    const answer = await app.request(method, path, body);
    const cookies = answer.headers.getSetCookie();
    const rules = rulesOf(answer.headers, cookies);
    expect(rules.filter(({ points }) => points < 0)).toEqual([]);
    expect(gradeOf(rules)).toBeGreaterThanOrEqual(130);
    const policy = directivesOf(answer.headers.get("Content-Security-Policy") ?? "");
    expect(policy.get("base-uri")).toEqual(["'none'"]);
    expect(policy.get("object-src") ?? policy.get("default-src")).toEqual(["'none'"]);
    if (method === "POST") expect(cookies.length).toBeGreaterThan(0);
  });
});

test("the rules take points from what is weak", () => {
  const weak = rulesOf(
    new Headers({
      "Content-Security-Policy": "default-src 'self' 'unsafe-inline'",
      "Strict-Transport-Security": "max-age=1",
    }),
    ["session=1; Path=/"],
  );
  expect(gradeOf(weak)).toBe(0);
  expect(gradeOf(rulesOf(new Headers(), []))).toBeLessThan(50);
});
