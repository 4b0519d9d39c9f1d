import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { createServer, type Server, type Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createServiceClient, shippedProfile, type ServiceClient } from "#/index.ts";

// Faults of the network beneath HTTP (F12): the total deadline holds, what became of a write is never guessed, and no socket
// is left behind on either side. Deadlines are short here; that they are kept to the millisecond is tested with a held clock.

type Fault = (socket: Socket, request: string) => void;

const DEADLINE_MS = 500;
const head = (headers: string, status = "200 OK") =>
  `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\n${headers}\r\n`;
const body = JSON.stringify({ id: "idx_new", name: "Dr. Lind" });
const packed = gzipSync(body.repeat(200));

function drip(socket: Socket, text: string): void {
  let position = 0;
  const timer = setInterval(() => socket.write(text[position++] ?? " "), 5);
  socket.once("close", () => clearInterval(timer));
}

/** Faults that outlast the deadline of a call. */
const endless: { readonly [name: string]: Fault } = {
  "a blackhole": () => undefined,
  "headers that drip": (socket) => drip(socket, head(`X-Long: ${"x".repeat(60_000)}\r\n`)),
  "a body that drips": (socket) => {
    socket.write(head("Content-Length: 60000\r\n"));
    drip(socket, "");
  },
  "a body that stops halfway": (socket) => void socket.write(head("Content-Length: 99\r\n") + body.slice(0, 10)),
  "chunks that stop": (socket) => void socket.write(`${head("Transfer-Encoding: chunked\r\n")}5\r\n{"id"\r\n`),
  "interim answers without an end": (socket) => drip(socket, "HTTP/1.1 103 Early Hints\r\n\r\n".repeat(2_000)),
};

/** Faults that break the connection, before the answer or in the middle of it. */
const broken: { readonly [name: string]: Fault } = {
  "a reset before the answer": (socket) => void socket.resetAndDestroy(),
  "an end before the answer, half closed": (socket) => void socket.end(),
  "an end in the middle of the headers": (socket) => void socket.end(head("X-Cut: ").slice(0, 40)),
  "a reset in the middle of the headers": (socket) =>
    void socket.write(head("").slice(0, 40), () => socket.resetAndDestroy()),
  "an end in the middle of a counted body": (socket) => void socket.end(head("Content-Length: 99\r\n") + body),
  "a reset in the middle of a counted body": (socket) =>
    void socket.write(head("Content-Length: 99\r\n") + body, () => socket.resetAndDestroy()),
  "an end in the middle of chunks": (socket) =>
    void socket.end(`${head("Transfer-Encoding: chunked\r\n")}${body.length.toString(16)}\r\n${body}\r\n`),
  "a reset in the middle of chunks": (socket) =>
    void socket.write(`${head("Transfer-Encoding: chunked\r\n")}${body.length.toString(16)}\r\n${body}\r\n`, () =>
      socket.resetAndDestroy(),
    ),
  "an end in the middle of a packed body": (socket) => {
    socket.write(head(`Content-Encoding: gzip\r\nContent-Length: ${packed.length}\r\n`));
    socket.end(packed.subarray(0, packed.length - 9));
  },
  "a packed body that ends too soon": (socket) => {
    socket.write(head(`Content-Encoding: gzip\r\nContent-Length: ${packed.length - 9}\r\nConnection: close\r\n`));
    socket.end(packed.subarray(0, packed.length - 9));
  },
};

let server: Server;
let client: ServiceClient;
let fault: Fault;
let asked: string[] = [];
const open = new Set<Socket>();
/** Every socket that this process opened since, and has not closed. */
const opened = new Set<Socket>();
const noteSocket = (message: unknown) => {
  const { socket } = message as { socket: Socket };
  opened.add(socket);
  socket.once("close", () => opened.delete(socket));
};

beforeAll(async () => {
  server = createServer({ allowHalfOpen: true }, (socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
    socket.on("error", () => undefined);
    // A half-open connection ends when the other side has ended too.
    socket.once("end", () => socket.end());
    let got = "";
    socket.on("data", (chunk: Buffer) => {
      got += chunk.toString("latin1");
      const end = got.indexOf("\r\n\r\n");
      const length = Number(/content-length: (\d+)/i.exec(got)?.[1] ?? 0);
      if (end < 0 || got.length < end + 4 + length) return;
      const request = got;
      got = "";
      asked.push(request.split(" ", 1)[0] ?? "");
      fault(socket, request);
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  subscribe("net.client.socket", noteSocket);
  client = newClient();
});

function newClient(): ServiceClient {
  const address = server.address();
  return createServiceClient({
    baseUrl: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`,
    apiKey: "test_key_12345678",
    profile: shippedProfile("with-writes"),
    readDeadlineMs: DEADLINE_MS,
    writeDeadlineMs: DEADLINE_MS,
    circuit: { failures: 1_000_000 },
    retry: { attempts: 3, allowance: 1_000, firstDelayMs: 1 },
  });
}

afterAll(async () => {
  unsubscribe("net.client.socket", noteSocket);
  await client.close();
  for (const socket of open) socket.destroy();
  await new Promise((closed) => server.close(closed));
});

/** Waits until a count is right; only a hang makes it fail, by the test's own limit. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
}

async function read(): Promise<unknown> {
  asked = [];
  return await client.schedules.retrieve("sch_1", { index: "idx_a" }).catch((error: unknown) => error);
}

async function write(): Promise<unknown> {
  asked = [];
  return await client.indexVersions.create({ name: "Dr. Lind" });
}

it.each(Object.entries(endless))(
  "%s: a read ends at the deadline, a write is unknown; no socket is left",
  async (_name, kind) => {
    fault = kind;
    expect(await read()).toMatchObject({ name: "ApiTimeoutError", mayHaveArrived: true, deadlineMs: DEADLINE_MS });
    // On a busy machine the service, which is in this process, may hear of it only after the deadline.
    await until(() => asked.length > 0);
    expect(asked).toEqual(["GET"]);
    expect(await write()).toMatchObject({ outcome: "unknown", why: "timeout" });
    await until(() => asked.length > 0);
    expect(asked).toEqual(["POST"]);
    await until(() => open.size === 0 && opened.size === 0);
    expect(client.health().inFlight).toBe(0);
  },
);

it.each(Object.entries(broken))(
  "%s: a read is an error, a write is unknown and sent once; no socket is left",
  async (_name, kind) => {
    fault = kind;
    expect(await read()).toMatchObject({ name: "ApiConnectionError", mayHaveArrived: true });
    // Read again, three times at most.
    expect(asked).toEqual(["GET", "GET", "GET"]);
    expect(await write()).toMatchObject({ outcome: "unknown", why: "reply-lost" });
    expect(asked).toEqual(["POST"]);
    await until(() => open.size === 0 && opened.size === 0);
    expect(client.health().inFlight).toBe(0);
  },
);

it("a connection that broke in the middle of an answer gives nothing to the next one", async () => {
  fault = (socket) => {
    fault = (next) => void next.write(head(`Content-Length: ${body.length}\r\n`, "201 Created") + body);
    socket.write(head("Content-Length: 99\r\n") + body.slice(0, 20), () => socket.resetAndDestroy());
  };
  expect(await write()).toMatchObject({ outcome: "unknown", why: "reply-lost" });
  expect(await write()).toMatchObject({ outcome: "done", value: { id: "idx_new" } });
  expect(asked).toEqual(["POST"]);
});

it("sends a GET that meets a socket which the service had closed once more, on a new one, and a POST never", async () => {
  const used = new WeakSet<Socket>();
  fault = (socket) => {
    if (used.has(socket)) socket.resetAndDestroy();
    else socket.write(head(`Content-Length: ${body.length}\r\n`) + body);
    used.add(socket);
  };
  const sent: number[] = [];
  for (let times = 0; times < 6; times += 1) {
    // The body is not a schedule's; that it came is what counts.
    expect(await read()).toMatchObject({ name: "ApiSchemaError" });
    sent.push(asked.length);
  }
  expect(new Set(sent)).toEqual(new Set([1, 2]));
  fault = (socket) => void socket.resetAndDestroy();
  expect(await write()).toMatchObject({ outcome: "unknown", why: "reply-lost" });
  expect(asked).toEqual(["POST"]);
});

it("sends nothing more after closing, also for a GET that waits on a used socket", async () => {
  const closing = newClient();
  const retrieve = () => closing.schedules.retrieve("sch_1", { index: "idx_a" }).catch((error: unknown) => error);
  fault = (socket) => void socket.write(head(`Content-Length: ${body.length}\r\n`) + body);
  await retrieve();
  fault = () => undefined;
  asked = [];
  const waiting = retrieve();
  await until(() => asked.length === 1);
  await closing.close();
  expect(await waiting).toMatchObject({ name: "ApiConnectionError" });
  expect(asked).toEqual(["GET"]);
});
