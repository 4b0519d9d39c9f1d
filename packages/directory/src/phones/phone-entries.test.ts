import fc from "fast-check";
import { expect, test } from "vitest";
import { applyOperation } from "#/ledger/apply-operation.ts";
import type { Operation } from "#/ledger/operation.ts";
import { aPhone, region, repeatedPhones } from "#/testing/arbitraries.ts";
import { entriesNamed, labelledKey, operationKey, phoneEntries } from "./phone-entries.ts";
import { equalPhones, phoneKey } from "./phone-key.ts";
import { type Phone, phonesOf, phoneToJson } from "./phone.ts";

const line = (number: string, label: string | null = null, extension: string | null = null): Phone => ({
  number,
  extension,
  label,
});
const after = (phones: readonly Phone[], ...operations: readonly Operation[]): readonly Phone[] =>
  operations.reduce<readonly Phone[]>((list, operation) => {
    const reading = applyOperation("phones", { value: list.map(phoneToJson) }, operation, region);
    return (reading === null ? null : phonesOf(reading)) ?? [];
  }, phones);
const aList = fc.oneof(
  fc.array(aPhone, { maxLength: 5 }),
  repeatedPhones.map((reading) => phonesOf(reading) ?? []),
);

test("[P4] each entry has a key that names it alone, also where its number is listed again", () => {
  fc.assert(
    fc.property(aList, (phones) => {
      const entries = phoneEntries(phones, region);
      expect(new Set(entries.map(({ key }) => key)).size).toBe(phones.length);
      for (const entry of entries)
        for (const key of [entry.key, operationKey(entry, region)])
          expect(entriesNamed(entries, key, region)).toEqual([entry]);
    }),
  );
});

test("[P4] what is done to one entry leaves the others, and done twice is done once", () => {
  fc.assert(
    fc.property(aList, aPhone, (phones, by) => {
      for (const entry of phoneEntries(phones, region)) {
        const { position } = entry;
        const key = operationKey(entry, region);
        const others = phones.filter((_, other) => other !== position);
        const remove: Operation = { op: "remove", element: key };
        expect(after(phones, remove)).toEqual(others);
        expect(after(phones, remove, remove)).toEqual(others);
        if (others.some((other) => equalPhones(other, by, region))) continue;
        const replace: Operation = { op: "replace", element: key, by };
        expect(after(phones, replace)).toEqual(phones.with(position, by));
        expect(after(phones, replace, replace)).toEqual(phones.with(position, by));
      }
    }),
  );
});

test("[P4] one number for office and fax: each is edited, removed and found by itself", () => {
  const [office, fax] = [line("(212) 555-0142", "Office"), line("(212) 555-0142", "Fax")];
  const [officeKey = "", faxKey = ""] = phoneEntries([office, fax], region).map(({ key }) => key);
  const other = line("212-555-0199", "Fax");
  expect(after([office, fax], { op: "remove", element: faxKey })).toEqual([office]);
  expect(after([office, fax], { op: "replace", element: faxKey, by: other })).toEqual([office, other]);
  expect(after([office, fax], { op: "replace", element: officeKey, by: other })).toEqual([other, fax]);
  expect(after([fax], { op: "remove", element: officeKey })).toEqual([fax]);
  expect(after([fax, office], { op: "remove", element: officeKey })).toEqual([fax]);
  expect(after([office], { op: "add", element: fax })).toEqual([office, fax]);
  // The only one that its author saw is the one with that label among several, and none where none has it.
  const only = phoneEntries([office], region).map((entry) => operationKey(entry, region))[0] ?? "";
  expect(after([line("2125550142", "Main")], { op: "remove", element: only })).toEqual([]);
  expect(after([office, fax], { op: "remove", element: only })).toEqual([fax]);
  expect(after([line("2125550142", "Main"), fax], { op: "remove", element: only })).toHaveLength(2);
  // The last of equals of which the others were taken, and none while there are others.
  const last: Operation = { op: "remove", element: `${labelledKey(office, region)};line=1/1` };
  expect(after([office, fax], last)).toEqual([fax]);
  expect(after([office, office], last)).toEqual([office, office]);
  // As earlier versions named them.
  const number = phoneKey(office, region);
  expect(after([office, fax], { op: "remove", element: `${number};line=2` })).toEqual([office]);
  expect(after([office, fax], { op: "remove", element: number })).toEqual([]);
});

test("[P9] a key of earlier versions means the entries that had it", () => {
  const [flowers, doctors] = [line("1-800-FLOWERS"), line("1-800-DOCTORS")];
  expect(after([flowers, line("555-0142")], { op: "remove", element: "1800;ext=" })).toEqual([line("555-0142")]);
  expect(after([flowers, doctors], { op: "remove", element: "1800;ext=" })).toEqual([]);
  expect(after([flowers, doctors], { op: "remove", element: phoneKey(flowers, region) })).toEqual([doctors]);
  const asked = line("(212) 555-0143", null, "ask for 12");
  expect(after([asked], { op: "remove", element: "+12125550143;ext=12" })).toEqual([]);
  const both = [asked, line("(212) 555-0143", null, "12")];
  expect(after(both, { op: "remove", element: "+12125550143;ext=12" })).toEqual([asked]);
});

test("[P10] an entry is moved before another one or last, the others keep their order, and twice is once", () => {
  fc.assert(
    fc.property(aList, fc.nat(), fc.nat(), (phones, from, to) => {
      const entries = phoneEntries(phones, region);
      const [moved, next] = [entries[from % entries.length], entries[to % (entries.length + 1)]];
      fc.pre(moved !== undefined && moved !== next);
      const move: Operation = {
        op: "move",
        element: operationKey(moved, region),
        before: next === undefined ? null : operationKey(next, region),
      };
      const [once, twice] = [after(phones, move), after(phones, move, move)];
      const rest = phones.filter((_, position) => position !== moved.position);
      const place = next === undefined ? rest.length : rest.indexOf(next.phone);
      expect(once).toEqual(rest.toSpliced(place, 0, moved.phone));
      if (moved.key.includes(";line=") || next?.key.includes(";line=") === true) return;
      expect(twice).toEqual(once);
    }),
  );
});
