import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { saveConnection } from "./save.ts";
import { secretsFrom } from "#/runtime/secrets.ts";
import type { Store } from "#/store/engine/database.ts";
import { openTestStore } from "#/testing/stores/store.ts";

let store: Store;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

const secrets = secretsFrom(randomBytes(32));
const profile = { name: "default", hash: "h1", standardIndex: "idx_standard", testIndex: "idx_test_mode_custom" };
const service = {
  baseUrl: "http://service.invalid",
  apiKey: "test_first_key",
  mode: "test" as const,
  apiVersion: "2026-09-01",
};

async function keep(options: { apiKey?: string; at: string; by?: typeof secrets }) {
  const { apiKey = service.apiKey, at, by = secrets } = options;
  const clock = { now: () => new Date(at) };
  await saveConnection(store.db, { service: { ...service, apiKey }, profile, secrets: by, clock });
  return await store.db.selectFrom("connection").select(["key_sealed", "updated_at"]).executeTakeFirstOrThrow();
}

it("a start that changes nothing writes nothing; a new key, or a new secret to seal it with, is kept", async () => {
  const first = await keep({ at: "2026-11-01T10:00:00Z" });
  expect(await keep({ at: "2026-11-02T10:00:00Z" })).toEqual(first);

  const second = await keep({ apiKey: "test_second_key", at: "2026-11-03T10:00:00Z" });
  expect(secrets.open(second.key_sealed, "connection con_environment00000")).toBe("test_second_key");
  expect(second.updated_at).toEqual(new Date("2026-11-03T10:00:00Z"));

  const others = secretsFrom(randomBytes(32));
  const third = await keep({ apiKey: "test_second_key", at: "2026-11-04T10:00:00Z", by: others });
  expect(others.open(third.key_sealed, "connection con_environment00000")).toBe("test_second_key");
});
