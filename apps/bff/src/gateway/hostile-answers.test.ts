import { fetchTransport } from "@dc/api-client";
import { builtInKey } from "@dc/sandbox/app";
import { afterAll, beforeAll, expect, test } from "vitest";
import { change } from "#/testing/changes.ts";
import { createGatewayStack, type GatewayStack, INDEX } from "#/testing/gateway-stack.ts";

const OURS = "Oak Street, as we say";

let stack: GatewayStack;
/** What becomes of the service's own answer. */
let answerAs: ((honest: Response, asked: Headers) => Response | Promise<Response>) | undefined;
let lastAsked: Headers;

beforeAll(async () => {
  stack = await createGatewayStack({}, (sandbox) =>
    fetchTransport(async (url, init) => {
      lastAsked = new Headers(init.headers);
      const honest = await sandbox.app.request(url, init);
      return answerAs === undefined ? honest : await answerAs(honest, lastAsked);
    }),
  );
  await stack.applied(change({ type: "schedule", id: stack.scheduleId }, "name", { op: "set", value: OURS }));
});
afterAll(() => stack[Symbol.asyncDispose]());

/** A record of the standard index, one without an override, and one with an override. */
const kinds = ["standard", "plain", "overridden"] as const;

async function ask(
  kind: (typeof kinds)[number],
  answer?: typeof answerAs,
  headers: { [name: string]: string } = {},
): Promise<Response> {
  answerAs = answer;
  const path = kind === "plain" ? `/practitioners/${stack.practitionerId}` : `/schedules/${stack.scheduleId}`;
  const index = kind === "standard" ? {} : { "Service-Index-Version": INDEX };
  const answered = await stack.gateway(path, { headers: { ...index, ...headers } });
  answerAs = undefined;
  return answered;
}

const acting = {
  "access-control-allow-credentials": "true",
  "access-control-allow-origin": "*",
  "alt-svc": 'h2="elsewhere.example:443"',
  "clear-site-data": '"*"',
  "content-disposition": "inline",
  "content-location": "/elsewhere",
  "content-security-policy": "default-src *",
  "content-security-policy-report-only": "default-src *; report-uri https://elsewhere.example",
  "cross-origin-resource-policy": "cross-origin",
  "keep-alive": "timeout=1",
  link: "<https://elsewhere.example/a.css>; rel=stylesheet",
  location: "https://elsewhere.example/",
  nel: '{"report_to":"x"}',
  "origin-agent-cluster": "?1",
  "permissions-policy": "camera=*",
  "referrer-policy": "unsafe-url",
  refresh: "0; url=https://elsewhere.example/",
  "report-to": '{"group":"x"}',
  server: "x/1.0",
  "service-worker-allowed": "/",
  "set-cookie": "directory_console_session=theirs; Path=/",
  sourcemap: "/a.map",
  "speculation-rules": '"/rules.json"',
  "strict-transport-security": "max-age=0",
  "timing-allow-origin": "*",
  "www-authenticate": "Basic",
  "x-content-type-options": "sniff",
  "x-frame-options": "ALLOWALL",
  "x-powered-by": "x",
};
const harmless = {
  "content-language": "en",
  deprecation: "@1790000000",
  "ratelimit-remaining": "7",
  "retry-after": "3",
  "service-request-id": "theirs-1",
  "x-rate-limit-reset": "9",
  "x-request-id": "theirs-2",
};

test.each(kinds)("nothing that a service sends along with a record acts on the console's origin: %s", async (kind) => {
  for (const status of [200, 403, 500]) {
    const answer = await ask(
      kind,
      async (honest) =>
        new Response(await honest.text(), {
          status,
          headers: { "content-type": "application/json", ...acting, ...harmless },
        }),
    );
    const names = [...answer.headers.keys()];
    const own = [
      "connection",
      "content-length",
      "date",
      "content-type",
      "cache-control",
      "directory-console-overrides",
      "directory-console-request-id",
      "vary",
    ];
    const allowed = [...own, ...Object.keys(harmless), "content-security-policy", "x-content-type-options"];
    expect({
      status: answer.status,
      other: names.filter((name) => !allowed.includes(name) && name !== "keep-alive"),
    }).toEqual({ status, other: [] });
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      ...harmless,
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
    });
    expect(answer.headers.get("keep-alive")).not.toBe("timeout=1");
  }
});

test("what the gateway says itself is guarded in the same way", async () => {
  const answers = [
    await stack.gateway("/schedules/x"),
    await stack.gateway("/patients"),
    await stack.gateway(`/schedules/${stack.scheduleId}`, { headers: { Authorization: "Bearer none" } }),
    await stack.gateway(`/schedules/${stack.scheduleId}`, { method: "POST" }),
    await ask("plain", () => new Response("{}", { headers: { "content-type": "application/json" } })),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 405, 401, 405, 502]);
  for (const { headers } of answers)
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": "application/json",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
    });
});

test.each(["text/html", "text/html; charset=utf-8", "text/plain", "image/svg+xml", "application/xml", ""])(
  "a body of the type %j is refused where an override would have to be laid over it, and else given as a file",
  async (type) => {
    const page = async (honest: Response) => {
      const body = Buffer.from(await honest.arrayBuffer());
      return new Response(body, { status: 200, headers: type === "" ? {} : { "content-type": type } });
    };
    const refused = await ask("overridden", page);
    expect([refused.status, refused.headers.get("content-type"), await refused.text()]).toEqual([
      502,
      "application/json",
      expect.stringContaining("not JSON"),
    ]);
    for (const kind of ["standard", "plain"] as const) {
      const passed = await ask(kind, page);
      expect([passed.status, passed.headers.get("content-disposition")]).toEqual([200, "attachment"]);
    }
    const failed = await ask(
      "overridden",
      async (honest) => new Response((await page(honest)).body, { status: 500, headers: { "content-type": type } }),
    );
    expect([failed.status, failed.headers.get("content-disposition")]).toEqual([500, "attachment"]);
  },
);

test("JSON under another name of JSON is laid over as ever, and is no file", async () => {
  for (const type of ["application/json; charset=utf-8", "application/vnd.service+json", "APPLICATION/JSON"]) {
    const answer = await ask(
      "overridden",
      async (honest) => new Response(await honest.text(), { headers: { "content-type": type } }),
    );
    expect([answer.status, answer.headers.get("content-disposition"), await answer.text()]).toEqual([
      200,
      null,
      expect.stringContaining(OURS),
    ]);
  }
});

test("a redirect, or a 304 that nobody asked for, is never passed on as a record of an index version", async () => {
  for (const status of [301, 302, 304, 307]) {
    for (const kind of ["plain", "overridden"] as const) {
      const answer = await ask(
        kind,
        () => new Response(null, { status, headers: { location: "https://elsewhere.example/", etag: '"a"' } }),
        { "If-None-Match": '"a"' },
      );
      expect([answer.status, await answer.text()]).toEqual([502, expect.stringContaining(String(status))]);
    }
  }
});

test("who called the gateway, and by which address, is not passed on to the service", async () => {
  const told = {
    Forwarded: "for=10.0.0.1;host=elsewhere.example",
    "X-Forwarded-For": "10.0.0.1",
    "X-Forwarded-Host": "elsewhere.example",
    "X-Forwarded-Anything": "x",
    "X-Real-IP": "10.0.0.1",
    "X-Original-URL": "/patients",
    "X-HTTP-Method-Override": "DELETE",
    Via: "1.1 proxy",
    service_index_version: INDEX,
  };
  for (const kind of kinds) {
    expect((await ask(kind, undefined, { ...told, "Accept-Language": "de" })).status).toBe(200);
    const names = [...lastAsked.keys()];
    expect(names.filter((name) => Object.keys(told).some((one) => one.toLowerCase() === name))).toEqual([]);
    expect(names).toContain("accept-language");
  }
});

const credential = Buffer.from(`${builtInKey}:`).toString("base64");
const json = (text: string) => JSON.stringify(text);
const echoes: readonly (readonly [string, string])[] = [
  ["the key", builtInKey],
  ["the key with every character escaped for JSON", escapedForJson(builtInKey)],
  ["the key with every character escaped for a URL", escapedForUrl(builtInKey)],
  ["the key in hex", Buffer.from(builtInKey).toString("hex")],
  ["the key in upper-case hex", Buffer.from(builtInKey).toString("hex").toUpperCase()],
  ["the key in base64", Buffer.from(builtInKey).toString("base64")],
  ["the key in base64url", Buffer.from(builtInKey).toString("base64url")],
  ["the key within something that is in base64", Buffer.from(`user=ab&key=${builtInKey}&x=1`).toString("base64")],
  [
    "the key in base64 in lines",
    Buffer.from(`user=ab&key=${builtInKey}`).toString("base64").replace(/.{20}/g, "$&\r\n"),
  ],
  ["the credential", `Basic ${credential}`],
  ["the credential without padding", credential.replace(/=+$/, "")],
  ["the credential for a URL", encodeURIComponent(`Basic ${credential}`)],
  ["the credential in base64", Buffer.from(`Basic ${credential}`).toString("base64")],
  ["the credential in hex", Buffer.from(`Basic ${credential}`).toString("hex")],
  ["the credential escaped for JSON", escapedForJson(`Basic ${credential}`)],
];

function escapedForJson(text: string): string {
  return Array.from(text)
    .map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}

function escapedForUrl(text: string): string {
  return Array.from(text)
    .map((one) => `%${one.charCodeAt(0).toString(16)}`)
    .join("");
}

test.each(echoes)("a service that gives back %s leaks it in no body and no header", async (_, echo) => {
  const quoted = echo.startsWith("\\u") ? `"${echo}"` : json(echo);
  const bodies: readonly ((record: string) => [string, string, number])[] = [
    (record) => [record.replace(/\}$/, `,"echo":${quoted}}`), "application/json", 200],
    () => [`{"error":{"code":"bad","message":${quoted}}}`, "application/json", 400],
    () => [`<pre>Authorization: ${echo}</pre>`, "text/html", 500],
  ];
  for (const kind of kinds) {
    for (const bodyOf of bodies) {
      const answer = await ask(kind, async (honest) => {
        const [body, type, status] = bodyOf(await honest.text());
        return new Response(body, { status, headers: { "content-type": type } });
      });
      const text = await answer.text();
      expect([kind, answer.status, text]).toEqual([kind, 502, expect.stringContaining("contains the API key")]);
      expect(text).not.toContain(echo);
    }
    const header = echo.replaceAll(/\s/g, "");
    const answer = await ask(kind, async (honest) => {
      const headers = {
        "content-type": "application/json",
        "service-request-id": `a ${header} b`,
        "x-request-id": header,
      };
      return new Response(await honest.text(), { headers });
    });
    expect([answer.status, answer.headers.get("service-request-id"), answer.headers.get("x-request-id")]).toEqual([
      200,
      expect.stringMatching(/<key>/),
      expect.stringMatching(/<key>/),
    ]);
    expect([...answer.headers].filter(([, value]) => value.includes(header))).toEqual([]);
  }
  await stack.app.deps.requests.flush();
  const kept = JSON.stringify(await stack.app.deps.store.db.selectFrom("service_request").selectAll().execute());
  expect(kept).not.toContain(echo.replaceAll(/\s/g, ""));
});
