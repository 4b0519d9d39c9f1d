import { expect, test } from "vitest";
import type { Operation } from "#/ledger/operation.ts";
import type { Phone } from "#/phones/phone.ts";
import { phoneToJson } from "#/phones/phone.ts";
import { region } from "#/testing/arbitraries.ts";
import { entryInPlace, missingEntry, operationOnNow } from "./follow-entries.ts";

const phone = (number: string, label: string | null = null, extension: string | null = null): Phone => ({
  number,
  extension,
  label,
});
const list = (...phones: Phone[]) => ({ value: phones.map(phoneToJson) });
const [office, fax, other] = [
  phone("+1 415 555 0142", "Office"),
  phone("+1 415 555 0143", "Fax"),
  phone("+1 415 555 0150", "Office"),
];
const extended = phone(office.number, "Office", "12");
const key = "+14155550142;ext=;only;label=Office";
const seen = list(office, fax);
const inPlace = (now: ReturnType<typeof list>) => entryInPlace(key, { seen, now }, region)?.phone ?? null;

test("[U14] in the place of an entry stands that of its number, else of its label, where exactly one is left", () => {
  expect(inPlace(list(fax, { ...office, label: "Desk" }))).toEqual({ ...office, label: "Desk" });
  expect(inPlace(list(extended, fax))).toEqual(extended);
  expect(inPlace(list({ ...extended, label: null }, fax))).toEqual({ ...extended, label: null });
  expect(inPlace(list(other, fax))).toEqual(other);
  expect(inPlace(list(fax))).toBeNull();
  expect(inPlace(list(fax, phone("+1 415 555 0151", "Desk")))).toBeNull();
  expect(inPlace(list(other, { ...other, number: "+1 415 555 0151" }, fax))).toBeNull();
  expect(inPlace(list({ ...office, label: "A" }, { ...office, label: "B" }, fax))).toBeNull();
});

test("[U14] an operation is about what is in the place of its entry, and leaves of that what it does not write", () => {
  const on = (operation: Operation, now: ReturnType<typeof list>) => operationOnNow(operation, { seen, now }, region);
  const element = "+14155550150;ext=;only;label=Office";
  const by = phone("+1 415 555 0160", "Office");
  const now = list(other, fax);
  expect(on({ op: "replace", element: key, by }, now)).toEqual({ op: "replace", element, by });
  expect(on({ op: "replace", element: key, by: { ...office, label: "Desk" } }, now)).toEqual({
    op: "replace",
    element,
    by: { ...other, label: "Desk" },
  });
  expect(on({ op: "remove", element: key }, now)).toEqual({ op: "remove", element });
  expect(on({ op: "move", element: "+14155550143;ext=", before: key }, now)).toEqual({
    op: "move",
    element: "+14155550143;ext=",
    before: element,
  });
  const reset: Operation = { op: "reset", element: key, to: { value: phoneToJson(by) } };
  expect(on(reset, now)).toEqual({ ...reset, element });
  expect(on(reset, list(fax))).toEqual(reset);
  for (const operation of [{ op: "replace", element: key, by } as const, { op: "remove", element: key } as const]) {
    expect(on(operation, seen)).toEqual(operation);
    expect(on(operation, list(fax))).toBeNull();
  }
});

test("[P9] an entry that an operation takes to be listed once is missing where it is not, or several are meant", () => {
  const remove: Operation = { op: "remove", element: key };
  const ofAll: Operation = { op: "remove", element: "+14155550142;ext=" };
  expect(missingEntry(seen, remove, region)).toBeNull();
  expect(missingEntry(list(fax), remove, region)).toEqual({ key, listed: 0 });
  const twice = list(office, { ...office, label: "Desk" });
  expect(missingEntry(twice, ofAll, region)).toEqual({ key: "+14155550142;ext=", listed: 2 });
  const replace: Operation = { op: "replace", element: key, by: other };
  expect(missingEntry(list(other, fax), replace, region)).toBeNull();
  expect(missingEntry(list(fax), { op: "move", element: "+14155550143;ext=", before: key }, region)?.key).toBe(key);
  expect(missingEntry(list(fax), { op: "reset", element: key, to: { absent: true } }, region)).toBeNull();
});
