import { afterAll, beforeAll, expect, test } from "vitest";
import { fillJournal } from "#/testing/journal.ts";
import { openTestStore } from "#/testing/stores/store.ts";
import type { Store } from "#/store/engine/database.ts";
import { createRandom, testSeed } from "#system-tests/random.ts";
import { readRecord, type RecordTexts, tamperedWith, tamperings, verify } from "./tampering.ts";

// Proves (F36): whoever tampers with the record in the store is found, by its own hashes or by an anchor that was kept elsewhere,
// and the first bad entry is named. `pnpm test:journal` does it a thousand times. Cannot prove: that an entry was true when it
// was sealed.

const TAMPERS_OF_EACH = 20;
let store: Store;
let record: RecordTexts;
beforeAll(async () => {
  store = await openTestStore();
  await fillJournal(store, [30, 1, 120]);
  record = await readRecord(store);
});
afterAll(async () => await store.close());

test("the record that nobody tampered with is whole, with the anchors of every day", () => {
  const { head } = verify(record, []);
  if (head === undefined) throw new Error("Nothing was sealed.");
  const anchors = record.entries.map((entry) => ({
    number: Number(entry["sealed_seq"]),
    epoch: head.epoch,
    hash: entry["hash"] ?? "",
  }));
  expect(verify(record, anchors)).toMatchObject({ entries: 151, unsealed: 0, flaw: undefined, restored: [] });
});

test.each(tamperings)(`%s: found ${TAMPERS_OF_EACH} times of ${TAMPERS_OF_EACH}, seed ${testSeed}`, (tampering) => {
  const random = createRandom(testSeed);
  const { head } = verify(record, []);
  for (let run = 0; run < TAMPERS_OF_EACH; run += 1) {
    const { first, kinds, ...tampered } = tamperedWith(record, tampering, random);
    const { flaw } = verify(tampered, head === undefined ? [] : [head]);
    const named = { run, kind: flaw?.kind, first: tampering === "rewrite" ? first : flaw?.number };
    expect(named).toEqual({ run, kind: flaw?.kind, first });
    expect(kinds).toContain(flaw?.kind);
  }
});

test.each(["cut off", "rewrite"] as const)(
  "%s: looks whole without an anchor, which is why one is kept",
  (tampering) => {
    const tampered = tamperedWith(record, tampering, createRandom(testSeed));
    expect(verify(tampered, []).flaw).toBeUndefined();
  },
);
