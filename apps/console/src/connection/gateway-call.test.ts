import { beforeAll, expect, test } from "vitest";
import { switchConnection } from "#/api/connection-in-use.ts";
import { gatewayCallHref, pathOfCall, recordOfCall } from "./gateway-call.ts";

beforeAll(() => void switchConnection("con_a"));

const capabilities = [
  { operation: "readPractitioner", path: "/people/{id}.json" },
  { operation: "readSchedule", path: "/rotas/{id}" },
  { operation: "readPlace", path: null },
];
const paramsOf = (address: string) => new URL(address, "http://console").searchParams;

test("an address leads to the record that it was made of, and to where the service has it", () => {
  const address = gatewayCallHref("idx_1&type=x", { type: "schedule", id: "a/b&c=d" });
  expect(paramsOf(address).get("index")).toBe("idx_1&type=x");
  const record = recordOfCall(paramsOf(address), capabilities);
  expect(record).toEqual({ type: "schedule", id: "a/b&c=d" });
  expect(pathOfCall(capabilities, record)).toBe("/rotas/a%2Fb%26c%3Dd");
});

test("without a record, or with one that nobody reads, the call is that of a practitioner to be named", () => {
  for (const address of [
    "/",
    gatewayCallHref("idx_1", { type: "place", id: "1" }),
    "/?type=patient&record=1",
    "/?record=1",
  ])
    expect(recordOfCall(paramsOf(address), capabilities)).toBeNull();
  expect(pathOfCall(capabilities, null)).toBe("/people/ID.json");
});
