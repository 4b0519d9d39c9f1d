import { ApiConnectionError, ApiTimeoutError, type TransportRequest, type TransportResponse } from "@dc/api-client";
import { expect, test } from "vitest";
import { withCallOrigin } from "#/runtime/call-origin.ts";
import { StoppedError } from "#/runtime/errors.ts";
import { stoppableTransport } from "./stoppable-transport.ts";

const answered: TransportResponse = { status: 200, headers: {}, body: new Uint8Array() };
const request = (method: "GET" | "POST"): TransportRequest => ({
  method,
  origin: "http://service.invalid",
  path: "/",
  headers: {},
  body: null,
  maxBytes: 1,
  signal: new AbortController().signal,
});
const byWork = <T>(work: () => T) => withCallOrigin({ kind: "work", name: "sending", id: null }, work);
const byPerson = <T>(work: () => T) => withCallOrigin({ kind: "person", name: "Ada", id: null }, work);

/** Answers when it is told to; an aborted request is rejected with the reason. */
function slowTransport() {
  const sent: { request: TransportRequest; answer: () => void }[] = [];
  const transport = stoppableTransport({
    close: () => Promise.resolve(),
    send: (given) =>
      new Promise((resolve, reject) => {
        sent.push({ request: given, answer: () => resolve(answered) });
        given.signal.addEventListener("abort", () => reject(given.signal.reason));
      }),
  });
  return { transport, sent };
}

test("once it is stopped, work begins no call: a reading is told as stopped, a write as not sent", async () => {
  const { transport, sent } = slowTransport();
  transport.stopWork(1);
  await expect(byWork(() => transport.send(request("GET")))).rejects.toThrow(StoppedError);
  await expect(byWork(() => transport.send(request("POST")))).rejects.toMatchObject({
    name: ApiConnectionError.name,
    mayHaveArrived: false,
  });
  expect(sent).toEqual([]);
});

test("a reading under way is given up, and a write is waited for", async () => {
  const { transport, sent } = slowTransport();
  const reading = byWork(() => transport.send(request("GET")));
  const write = byWork(() => transport.send(request("POST")));
  transport.stopWork(60_000);
  await expect(reading).rejects.toThrow(StoppedError);
  sent[1]?.answer();
  await expect(write).resolves.toBe(answered);
});

test("a write that is not answered in time may have arrived", async () => {
  const { transport } = slowTransport();
  const write = byWork(() => transport.send(request("POST")));
  transport.stopWork(1);
  await expect(write).rejects.toMatchObject({ name: ApiTimeoutError.name, mayHaveArrived: true });
});

test("calls of people go on", async () => {
  const { transport, sent } = slowTransport();
  const before = byPerson(() => transport.send(request("GET")));
  transport.stopWork(1);
  const after = byPerson(() => transport.send(request("POST")));
  for (const { answer } of sent) answer();
  await expect(Promise.all([before, after])).resolves.toEqual([answered, answered]);
});
