import type { Inbox, InboxEntry } from "@dc/contract";
import { expect, test } from "vitest";
import { beginReading, sayPutOff } from "./said-put-offs.ts";

const done = { until: null };
const inboxOf = (putOff: InboxEntry["putOff"]): Inbox => ({
  seenAt: null,
  items: [
    {
      id: "conflict idx_a",
      kind: "conflict",
      at: "2026-11-20T09:00:00.000Z",
      isNew: true,
      count: 1,
      by: null,
      words: null,
      changeSet: null,
      index: null,
      creation: null,
      answer: null,
      putOff,
    },
  ],
});
const putOffIn = ({ items }: Inbox) => items.map(({ putOff }) => putOff);

test("what was asked for before an entry was put off does not bring it back, however late it comes", () => {
  const before = beginReading();
  const answers = sayPutOff(["conflict idx_a"], done);
  const meanwhile = beginReading();
  expect(putOffIn(before(inboxOf(null)))).toEqual([done]);
  answers();
  expect(putOffIn(meanwhile(inboxOf(null)))).toEqual([done]);
  const after = beginReading();
  expect(putOffIn(after(inboxOf(null))), "somebody's other window took it up").toEqual([null]);
});

test("of two keys the last one counts, although the first is answered while a reading is under way", () => {
  const first = sayPutOff(["conflict idx_a"], done);
  const last = sayPutOff(["conflict idx_a"], null);
  first();
  const reading = beginReading();
  expect(putOffIn(reading(inboxOf(done)))).toEqual([null]);
  last();
  expect(putOffIn(beginReading()(inboxOf(done)))).toEqual([done]);
});
