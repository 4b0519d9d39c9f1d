import { createServer as createHttpServer, type Server as HttpServer, type ServerResponse } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { type AddressInfo, createServer, isIP, type Server } from "node:net";
import {
  ApiConnectionError,
  createServiceClient,
  type OriginConnector,
  shippedProfile,
  type Transport,
  undiciTransport,
} from "@dc/api-client";
import { ListedConnection, Problem } from "@dc/contract";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { openConnection } from "#/connections/open-connection.ts";
import { createTestApp } from "#/testing/app.ts";
import { toServiceFailure } from "#/upstream/service-failure.ts";
import { type AllowedAddresses, parseAllowedAddresses } from "#/upstream/service-addresses/allowed-addresses.ts";
import { checkBaseAddress } from "#/upstream/service-addresses/check-base-address.ts";
import { type LookUpHost, resolveAllowed } from "#/upstream/service-addresses/resolve-allowed.ts";
import { serviceTransport } from "#/upstream/service-addresses/service-transport.ts";

// Proves (F29): however the base URL of a connection leads to this machine - by its spelling, its name, a name server that
// changes its mind, or a redirect - no socket is opened to it, and the key reaches nothing but the operator's addresses.
// Sockets are counted where they arrive, at a listener on all addresses of the machine; that they would arrive without the
// protection is tried each time. Cannot prove: what a proxy or a firewall on the way makes of a connection.

const KEY = "test_canary_w7Rk2bTq9X";
/** The key as the client sends it. */
const KEY_SPELLINGS = [KEY, Buffer.from(`${KEY}:`).toString("base64").replace(/=+$/, "")];

/** Where nothing of ours may arrive. */
let forbidden: Server;
let sockets = 0;
let received = "";
let port: number;
/** The environment's own service. */
let service: HttpServer;
let answer: (response: ServerResponse) => void;
let authorised = 0;
let servicePort: number;

beforeAll(async () => {
  forbidden = createServer((socket) => {
    sockets += 1;
    socket.on("error", () => undefined);
    socket.on("data", (chunk: Buffer) => {
      received += chunk.toString("latin1");
      socket.end("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}");
    });
  });
  port = await listen(forbidden).catch(async () => await listen(forbidden, "0.0.0.0"));
  service = createHttpServer((request, response) => {
    if (KEY_SPELLINGS.some((key) => JSON.stringify(request.headers).includes(key))) authorised += 1;
    answer(response);
  });
  servicePort = await listen(service, "127.0.0.1");
});
beforeEach(() => {
  sockets = 0;
  received = "";
  authorised = 0;
  answer = (response) => void response.writeHead(200, { "Content-Type": "application/json" }).end('{"id":"pra_1"}');
});
afterAll(() => {
  forbidden.close();
  service.closeAllConnections();
  service.close();
});

async function listen(server: Server, host?: string): Promise<number> {
  await new Promise<void>((listening, failed) => {
    server.once("error", failed).listen(0, host ?? "::", listening);
  });
  return (server.address() as AddressInfo).port;
}

/** What arrived where nothing may arrive. */
function arrived() {
  return { sockets, keys: KEY_SPELLINGS.filter((key) => received.includes(key)) };
}

const nothing = { sockets: 0, keys: [] };

/** Names of the list have the listener's port, so that only where they lead keeps them from it. */
function list(): string[] {
  return [`http://api.example.org:${port}`, `https://api.example.org:${port}`, `http://*.example.org:${port}`];
}

function allowedWith(...more: string[]): AllowedAddresses {
  const allowed = parseAllowedAddresses([...list(), ...more].join(","), `http://127.0.0.1:${servicePort}`);
  if ("problem" in allowed) throw new Error(allowed.problem);
  return allowed;
}

/** A name server that answers these lists of addresses one after the other, the last one again and again. */
function nameServer(...answers: string[][]): LookUpHost & { asked: string[] } {
  const asked: string[] = [];
  const lookUp = (host: string) => {
    asked.push(host);
    return Promise.resolve((answers.length > 1 ? answers.shift() : answers[0]) ?? []);
  };
  return Object.assign(lookUp, { asked });
}

/** Reads and writes as a connection with that base URL does; the names of the errors, if any. */
async function useConnection(baseUrl: string, transport: Transport): Promise<string[]> {
  const errors: string[] = [];
  const failed = (error: unknown) => void errors.push(error instanceof Error ? error.name : String(error));
  try {
    const client = createServiceClient({
      baseUrl,
      apiKey: KEY,
      profile: shippedProfile("with-writes"),
      transport,
      retry: { attempts: 1 },
      circuit: { failures: 1_000_000 },
      readDeadlineMs: 5_000,
    });
    await client.practitioners.retrieve("pra_1", { index: "idx_a" }).catch(failed);
    const made = await client.indexVersions.create({ name: "Dr. Lind" });
    if (made.outcome !== "done") errors.push(made.outcome);
  } catch (error) {
    failed(error);
  }
  return errors;
}

/** Sends to the origin of a URL, however the client would refuse it before: the status, or the code of the failure. */
async function sendTo(url: string, transport: Transport): Promise<number | string | null> {
  const { origin } = URL.parse(url) ?? { origin: url };
  const request = { method: "GET", path: "/", headers: {}, body: null, maxBytes: 1_000 } as const;
  try {
    return (await transport.send({ ...request, origin, signal: AbortSignal.timeout(5_000) })).status;
  } catch (error) {
    return error instanceof ApiConnectionError ? error.code : String(error);
  }
}

const HOSTS = `
  127.0.0.1 127.0.0.2 127.255.255.254 0.0.0.0 127.0.0.1. 127.0.0.01
  127.1 127.0.1 127. 2130706433 0x7f000001 0x7f.0.0.1 0x7f.1 0X7F.0X0.0X0.0X1
  0177.0.0.1 017700000001 0177.0x0.1 00000177.0.0.1 0 0x0 00.0.0.0 4294967297
  [::1] [::] [0:0:0:0:0:0:0:1] [0000::0001] [::ffff:127.0.0.1] [::ffff:7f00:1] [::FFFF:127.0.0.1]
  [::ffff:0:127.0.0.1] [::127.0.0.1] [64:ff9b::127.0.0.1] [64:ff9b:1::7f00:1] [2002:7f00:1::]
  [fe80::1%25lo] [::1%25lo] ::1 [::1
  localhost LOCALHOST localhost. app.localhost ip6-localhost localhost.localdomain
  1\uff127.0.0.1 \uff11\uff12\uff17.0.0.1 127\u30020\u30020\u30021 127\uff0e0\uff0e0\uff0e1
  \u2460\u2461\u2466.\u24ea.\u24ea.\u2460 127.0.0\u00ad.1 127.0.0\u200b.1
  %31%32%37.0.0.1 127%2e0%2e0%2e1 127.0.0.1%00 127.0.0.1%2f 127.0.0.1%20
  api.example.org@127.0.0.1 api.example.org:443@127.0.0.1 api.example.org%40@127.0.0.1 @127.0.0.1
  169.254.169.254 [fd00:ec2::254] 2852039166 169.254.43518
`;
const OTHER_SCHEMES = "ws wss ftp gopher ldap dict tftp";
const WITHOUT_HOST = "file:///etc/passwd data:application/json,{} javascript:0 unix:/run/service.sock";

/** Everything that leads, or looks as if it led, to a port of this machine. */
function forms(to: number): string[] {
  return [
    ...words(HOSTS).map((host) => `http://${host}:${to}`),
    ...words(OTHER_SCHEMES).map((scheme) => `${scheme}://127.0.0.1:${to}`),
    ...words(WITHOUT_HOST),
    `blob:http://127.0.0.1:${to}`,
    `http:127.0.0.1:${to}`,
    `http:/127.0.0.1:${to}`,
    `http:///127.0.0.1:${to}`,
    `http:\\\\127.0.0.1:${to}`,
    `http:/\\127.0.0.1:${to}`,
    `//127.0.0.1:${to}`,
    `127.0.0.1:${to}`,
    `\thttp://127.0.0.1:${to}`,
    `ht\ntp://127.0.\t0.1:${to}`,
    ` http://127.0.0.1:${to} `,
    `HtTp://127.0.0.1:${to}/v1`,
    `http://127.0.0.1:${to}\\@api.example.org`,
    `http://api.example.org:${to}\\@127.0.0.1:${to}`,
    `http://127.0.0.1:${to}#@api.example.org`,
    `http://127.0.0.1:${to}?@api.example.org`,
    `http://127.0.0.1:${to}/@api.example.org`,
    `http://127.0.0.1:0${to}`,
    `https://127.0.0.1:${to}`,
    `https://localhost:${to}`,
    `https://[::1]:${to}`,
    `https://127.0.0.1:${servicePort}`,
    `http://localhost:${servicePort}`,
  ];
}

function words(text: string): string[] {
  return text.trim().split(/ +|\n */);
}

test("a base URL that leads to this machine is refused however it is spelled, and no socket is opened for it", async () => {
  const all = forms(port);
  const accepted = all.filter((form) => "baseUrl" in checkBaseAddress(form, allowedWith()));
  const used: string[] = [];
  for (const form of all) {
    const transport = serviceTransport({ allowed: allowedWith() });
    if ((await useConnection(form, transport)).length === 0) used.push(form);
    await sendTo(form, transport);
    await transport.close();
  }
  expect({ accepted, used, ...arrived(), authorised }).toEqual({ ...nothing, accepted: [], used: [], authorised: 0 });
  expect(all.length).toBeGreaterThanOrEqual(40);
});

test("none of these forms can be typed: to add a connection, to test one or to move one", async () => {
  const served = `http://127.0.0.1:${servicePort}`;
  await using app = await createTestApp({ serviceAddresses: [served, ...list()].join(",") });
  const shared = { mode: "test", apiKey: KEY, apiVersion: null, profile: "default" };
  const settings = { ...shared, name: "Westside Spine", requestBudget: null, staleAfterHours: 24 };
  const added = await app.signedIn("POST", "/api/v1/connections", { ...settings, baseUrl: served });
  const { id, version } = ListedConnection.parse(await added.json());
  const taken: unknown[] = [];
  for (const baseUrl of forms(port)) {
    for (const answer of [
      await app.signedIn("POST", "/api/v1/connections", { ...settings, baseUrl }),
      await app.signedIn("POST", "/api/v1/connections/test", { ...shared, baseUrl }),
      await app.signedIn("PATCH", `/api/v1/connections/${id}`, { version, baseUrl }),
    ]) {
      const { errors = [] } = Problem.parse(await answer.json());
      const pointers = errors.map(({ pointer }) => pointer);
      if (answer.status !== 400 || !pointers.includes("/baseUrl")) taken.push([baseUrl, answer.status, pointers]);
    }
  }
  expect({ taken, ...arrived() }).toEqual({ ...nothing, taken: [] });
});

test("without the protection most of these forms reach this machine", async () => {
  const reached: string[] = [];
  for (const form of forms(port)) {
    const { protocol, hostname } = URL.parse(form) ?? { protocol: "", hostname: "" };
    // No name of somebody else is looked up, and no machine beyond this one is called.
    const isOfThisMachine = /^(?:127\.|0\.0\.0\.0$|\[::(?:1|ffff:7f00:1)?\]|localhost\.?$)/.test(hostname);
    if (!/^https?:$/.test(protocol) || !isOfThisMachine) continue;
    const before = sockets;
    const transport = undiciTransport();
    await sendTo(form, transport);
    await transport.close();
    if (sockets > before) reached.push(form);
  }

  expect(reached.length).toBeGreaterThanOrEqual(30);
});

const leadsHere = ["127.0.0.1", "127.0.0.2", "0.0.0.0", "::1", "::", "::ffff:127.0.0.1", "::ffff:7f00:1"];

test("a name of the list opens no socket where it leads to this machine, and to no other address that is not public", async () => {
  const inward = [
    "10.0.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "224.0.0.1",
    "fd00::1",
    "fe80::1",
    "64:ff9b::7f00:1",
  ];
  for (const addresses of [...[...leadsHere, ...inward].map((address) => [address]), leadsHere]) {
    const allowed = allowedWith();
    const baseUrl = `http://north.example.org:${port}`;
    expect(checkBaseAddress(baseUrl, allowed)).toEqual({ baseUrl });
    expect(await resolveAllowed(baseUrl, allowed, nameServer(addresses))).toHaveProperty("problem");
    const transport = serviceTransport({ allowed, lookUp: nameServer(addresses) });
    expect(await useConnection(baseUrl, transport)).toEqual(["ApiConnectionError", "not-sent"]);
    await transport.close();
  }
  expect(arrived()).toEqual(nothing);
});

test("without the protection a name leads to this machine", async () => {
  const reached: string[] = [];
  for (const address of leadsHere) {
    const before = sockets;
    const connector: OriginConnector = { lookUp: () => Promise.resolve([address]) };
    const transport = undiciTransport({ connectorOf: () => connector });
    await sendTo(`http://api.example.org:${port}`, transport);
    await transport.close();
    if (sockets > before) reached.push(address);
  }
  expect(reached).toEqual(expect.arrayContaining(leadsHere.filter((address) => isIP(address) === 4)));
});

test("a name that led elsewhere when it was checked opens no socket to this machine afterwards", async () => {
  const allowed = allowedWith();
  const baseUrl = `http://api.example.org:${port}`;
  const lookUp = nameServer(["93.184.216.34"], ["127.0.0.1"]);
  expect(await resolveAllowed(baseUrl, allowed, lookUp)).toEqual({ addresses: ["93.184.216.34"] });
  const transport = serviceTransport({ allowed, lookUp });
  expect(await useConnection(baseUrl, transport)).toEqual(["ApiConnectionError", "not-sent"]);
  await transport.close();
  expect(lookUp.asked).toEqual(["api.example.org", "api.example.org", "api.example.org"]);
  expect(arrived()).toEqual(nothing);
});

test.runIf(process.platform === "linux")(
  "a socket goes where the last one went, until none can be opened there or the time is over; then the name is checked anew",
  async () => {
    let rebound = 0;
    const other = createServer((socket) => {
      rebound += 1;
      socket.destroy();
    });
    await new Promise<void>((listening) => other.listen(servicePort, "127.0.0.2", listening));
    onTestFinished(() => void other.close());
    // Each request opens a socket.
    answer = (response) => void response.writeHead(204, { Connection: "close" }).end();
    let now = 0;
    const lookUp = nameServer(["127.0.0.1"], ["127.0.0.2"], ["127.0.0.1"], ["127.0.0.3"], ["127.0.0.1"]);
    const allowed = allowedWith(`http://api.example.org:${servicePort}`, "127.0.0.1/32", "127.0.0.3/32");
    const transport = serviceTransport({ allowed, lookUp, now: () => now });
    const ask = async () => [
      await sendTo(`http://api.example.org:${servicePort}`, transport),
      `${lookUp.asked.length} look-ups`,
    ];

    expect(await ask()).toEqual([204, "1 look-ups"]);
    now += 299_999;
    expect(await ask()).toEqual([204, "1 look-ups"]);
    now += 1;
    expect(await ask()).toEqual(["ADDRESS_NOT_ALLOWED", "2 look-ups"]);
    expect(await ask()).toEqual([204, "3 look-ups"]);
    now += 300_000;
    // Allowed, but nothing listens there.
    expect(await ask()).toEqual(["ECONNREFUSED", "4 look-ups"]);
    expect(await ask()).toEqual([204, "5 look-ups"]);
    expect(await ask()).toEqual([204, "5 look-ups"]);
    await transport.close();
    expect(rebound).toBe(0);
  },
);

test.each([301, 302, 303, 307, 308])(
  "a redirect with %i is not followed, from the environment's service or another",
  async (status) => {
    const targets = [
      `http://127.0.0.1:${port}/v1`,
      `//127.0.0.1:${port}/`,
      `http://api.example.org@127.0.0.1:${port}/`,
      `http://api.example.org:${port}/`,
      "http://169.254.169.254/latest/meta-data/",
    ];
    const allowed = allowedWith(`http://api.example.org:${servicePort}`, "127.0.0.1/32");
    const lookUp = nameServer(["127.0.0.1"]);
    for (const location of targets) {
      answer = (response) =>
        void response
          .writeHead(status, { Location: location, Refresh: `0; url=${location}`, "Alt-Svc": `h2=":${port}"` })
          .end();
      for (const host of ["127.0.0.1", "api.example.org"]) {
        const transport = serviceTransport({ allowed, lookUp });
        expect(await useConnection(`http://${host}:${servicePort}`, transport)).not.toEqual([]);
        await transport.close();
      }
    }
    // Each read and each write came once.
    expect({ ...arrived(), authorised }).toEqual({ ...nothing, authorised: targets.length * 4 });
  },
);

test("a connection whose address was taken off the list reads, writes and serves its gateway from nowhere, and says why", async () => {
  await using app = await createTestApp();
  const connection = { ...app.deps.connection, baseUrl: `http://127.0.0.1:${port}` };
  const { profile } = app.deps.service;
  const parts = { ...app.deps, connection, apiKey: KEY, apiVersion: undefined, profile };
  const opened = await openConnection(app.deps, { ...parts, serviceOptions: { retry: { attempts: 1 } } });
  const { client, openTransport } = opened.deps.service;
  const refused = await client.practitioners.retrieve("pra_1", { index: "idx_a" }).catch(toServiceFailure);
  expect(refused).toMatchObject({
    code: "service_unreachable",
    detail: expect.stringMatching(/^Not sent: the operator does not allow calls .* SERVICE_ADDRESSES/),
    didNothing: true,
  });
  const ofGateway = openTransport();
  expect(await sendTo(connection.baseUrl, ofGateway)).toBe("ADDRESS_NOT_ALLOWED");
  await ofGateway.close();
  await opened.close();
  expect(arrived()).toEqual(nothing);
});

test("TLS asks for the host by its name, whatever its address is", async () => {
  const allowed = allowedWith("127.0.0.0/8");
  const transport = serviceTransport({ allowed, lookUp: nameServer(["127.0.0.1"]) });
  expect(await useConnection(`https://api.example.org:${port}`, transport)).not.toEqual([]);
  await transport.close();
  expect(received).toContain("api.example.org");
  expect(arrived().keys).toEqual([]);
});

test("TLS takes no certificate that nobody trusted has signed", async () => {
  // Of api.example.org, signed by itself.
  const key =
    "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgKRZSaCcnYM7SaFAZBn3lccuCNV8TKM8iyoap1g+UC/qhRANCAAR+gQJYqwTIQgIwaMUzbOHYushUpRcUEwmoWG/FNKl/RdGPUkNsw/Ebz9V8+heGJ4dproIDHokec7M/2P59l9fK";
  const certificate =
    "MIIBpzCCAU2gAwIBAgIUVJswC20UtubTZgNVssLUUzi25nIwCgYIKoZIzj0EAwIwGjEYMBYGA1UEAwwPYXBpLmV4YW1wbGUub3JnMCAXDTI2MTEyNjAzMzA0OFoYDzIxMjYxMTAyMDMzMDQ4WjAaMRgwFgYDVQQDDA9hcGkuZXhhbXBsZS5vcmcwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAR+gQJYqwTIQgIwaMUzbOHYushUpRcUEwmoWG/FNKl/RdGPUkNsw/Ebz9V8+heGJ4dproIDHokec7M/2P59l9fKo28wbTAdBgNVHQ4EFgQUeNMmZ+MxDh9OlQyZkN/4wiBXCn4wHwYDVR0jBBgwFoAUeNMmZ+MxDh9OlQyZkN/4wiBXCn4wDwYDVR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgg9hcGkuZXhhbXBsZS5vcmcwCgYIKoZIzj0EAwIDSAAwRQIgMRl6jT5CHRTYHJHy2U7WxPPXN1ytWSGdOwFhfxEaYfYCIQC9W3GasobQaYE3VXYBcf5eDJgUlp27hTWfKJP0IgBH6g==";
  const pem = (what: string, text: string) => `-----BEGIN ${what}-----\n${text}\n-----END ${what}-----\n`;
  const server = createHttpsServer(
    { key: pem("PRIVATE KEY", key), cert: pem("CERTIFICATE", certificate) },
    (_request, response) => void response.end("{}"),
  );
  onTestFinished(() => void server.close());
  const origin = `https://api.example.org:${await listen(server, "127.0.0.1")}`;
  const transport = serviceTransport({
    allowed: allowedWith(origin, "127.0.0.0/8"),
    lookUp: nameServer(["127.0.0.1"]),
  });
  onTestFinished(async () => await transport.close());
  expect(await sendTo(origin, transport)).toBe("DEPTH_ZERO_SELF_SIGNED_CERT");
});
