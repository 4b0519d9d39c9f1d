import { expect, test } from "vitest";
import type { Operation } from "#/ledger/operation.ts";
import type { FieldKind } from "#/kinds/kinds.ts";
import type { Json } from "#/json/json.ts";
import { asItStandsText, type DescribedChange, describeChange, toldPart } from "./describe-change.ts";

const front = { number: "(312) 555-0101", extension: null, label: "Front desk" };
const key = "+13125550101;ext=";
const context = { recordName: "Leaky", recordType: "practitioner", indexName: "Referrer A", memberName: () => null };

const sentenceOf = (
  operation: Operation,
  {
    field,
    kind,
    before,
    recordName = "Leaky",
  }: { field?: string; kind?: FieldKind; before?: Json; recordName?: string },
) =>
  describeChange(
    {
      operation,
      ...(field === undefined ? {} : { field }),
      ...(kind === undefined ? {} : { kind }),
      baseSeen: null,
      valueBefore: before === undefined ? null : { value: before },
    },
    { ...context, recordName },
  ).text;
const phones = { field: "phones", kind: "phones" as const, before: [front] };

test("[T9] a name that is set is told of the name before, never of itself", () => {
  const name = { field: "displayName", kind: "text" as const };
  const set = { op: "set" as const, value: "Leaky" };
  expect(sentenceOf(set, { ...name, before: "Dr. Lind" })).toBe("sets the display name of Dr. Lind to Leaky");
  expect(sentenceOf(set, name)).toBe("sets the display name of the practitioner to Leaky");
  expect(sentenceOf(set, { ...name, before: "Dr. Lind", recordName: "Dr. Lind" })).toBe(
    "sets the display name of Dr. Lind to Leaky",
  );
});

test("[T9] a number that keeps its spelling and gets another label is told by the labels", () => {
  const replaced = (label: string | null, number = front.number) =>
    sentenceOf({ op: "replace", element: key, by: { ...front, number, label } }, phones);
  expect(replaced("Fax")).toBe("changes the label of (312) 555-0101 at Leaky from Front desk to Fax");
  expect(replaced(null)).toBe("removes the label Front desk from (312) 555-0101 at Leaky");
  expect(
    sentenceOf({ op: "replace", element: key, by: front }, { ...phones, before: [{ ...front, label: null }] }),
  ).toBe("gives (312) 555-0101 at Leaky the label Front desk");
  expect(replaced("Fax", "(312) 555-0199")).toBe(
    "replaces (312) 555-0101 (Front desk) with (312) 555-0199 (Fax) for Leaky",
  );
  expect(replaced("Front desk", "(312) 555-0199")).toBe("replaces (312) 555-0101 with (312) 555-0199 for Leaky");
});

test("[T9] a phone that is moved or removed is told by its number, and by its label where others have that number", () => {
  const fax = { ...front, label: "Fax" };
  const after = { number: "+1 212-555-0142", extension: null, label: null };
  const before = { ...phones, before: [after, front] };
  expect(sentenceOf({ op: "move", element: key, before: "+12125550142;ext=" }, before)).toBe(
    "moves (312) 555-0101 before +1 212-555-0142 for Leaky",
  );
  expect(sentenceOf({ op: "move", element: key, before: null }, before)).toBe(
    "moves (312) 555-0101 to the end for Leaky",
  );
  expect(sentenceOf({ op: "remove", element: `${key};label=Fax` }, { ...phones, before: [front, fax] })).toBe(
    "removes (312) 555-0101 (Fax) from Leaky",
  );
});

test("[T9] a whole list is told by its entries, not as JSON", () => {
  const value = [front, { number: "+1 212-555-0142", extension: "7", label: null }];
  expect(sentenceOf({ op: "set", value }, phones)).toBe(
    "sets the phone numbers of Leaky to (312) 555-0101 (Front desk) and +1 212-555-0142 ext. 7",
  );
  expect(sentenceOf({ op: "set", value: ["a", "b"] }, { field: "/tags", kind: "json" })).toBe(
    "sets the /tags of Leaky to a and b",
  );
});

test("[T9] a record that has no name yet is not called by an id of ours", () => {
  const recordName = "new_00000000000000Pr";
  expect(sentenceOf({ op: "create", fields: {} }, { recordName })).toBe("creates a new practitioner in Referrer A");
  expect(sentenceOf({ op: "add", element: front }, { ...phones, recordName })).toBe(
    "adds (312) 555-0101 to the new practitioner",
  );
});

test("[P1] a number that is not possible is told as sent as it stands, unless the record said it already", () => {
  const odd = { number: "312-555-0111office", extension: null, label: null };
  const noteOf = (operation: Operation, valueBefore: Json | null, kind: FieldKind | null = "phones") =>
    asItStandsText(
      {
        operation,
        ...(kind === null ? {} : { field: "phones", kind }),
        baseSeen: null,
        valueBefore: { value: valueBefore },
      },
      "US",
    );
  const sentence = "Sent as it stands: “312-555-0111office” is not a possible phone number.";
  expect(noteOf({ op: "add", element: odd }, [front])).toBe(sentence);
  expect(noteOf({ op: "set", value: [front, { ...odd }] }, null)).toBe(sentence);
  expect(noteOf({ op: "create", fields: { displayName: "Dr. New", phones: [{ ...odd }] } }, null, null)).toBe(sentence);
  expect(noteOf({ op: "replace", element: key, by: { ...odd, number: "call us" } }, [front])).toContain("“call us”");
  expect(noteOf({ op: "set", value: [{ ...odd, label: "Fax" }] }, [odd])).toBeNull();
  expect(noteOf({ op: "add", element: front }, [])).toBeNull();
});

test("[T13] a text that looks like the one before is told with the sign that differs", () => {
  const name = { field: "preferredName", kind: "text" as const, before: "Ann Lee", recordName: "Ann Lee" };
  const told = (value: string) => sentenceOf({ op: "set", value }, name).replace(/^.* to /, "");
  expect(told("Ann\u00A0Lee")).toBe("Ann\u00A0Lee (with a no-break space at character 4)");
  expect(told("Ann\u200B Lee")).toBe("Ann\u200B Lee (with a zero width space at character 4)");
  expect(told("Ann  Lee")).toBe("Ann  Lee (with a space at character 5)");
  expect(told(" Ann Lee")).toBe(" Ann Lee (with a space at character 1)");
  expect(told("Ann Leo")).toBe("Ann Leo");
});

test("[T13] labels and members that look the same are told by the sign that differs", () => {
  const by = { ...front, label: "Frоnt desk" };
  expect(sentenceOf({ op: "replace", element: key, by }, phones)).toBe(
    "changes the label of (312) 555-0101 at Leaky from Front desk to Frоnt desk (with a Cyrillic о (U+043E) at character 3)",
  );
  const set = { field: "conditionsTreated", kind: "set" as const };
  expect(sentenceOf({ op: "replace", element: "anxiety", by: "аnxiety" }, set)).toContain(
    "replaces anxiety with аnxiety (with a Cyrillic а (U+0430) at character 1)",
  );
  expect(sentenceOf({ op: "add", element: "аnxiety" }, { ...set, before: ["insomnia", "anxiety"] })).toContain(
    "adds аnxiety (with a Cyrillic а (U+0430) at character 1) to",
  );
  expect(sentenceOf({ op: "add", element: "аnxiety" }, { ...set, before: ["insomnia"] })).toContain("adds аnxiety to");
});

test("[T9] of a member that is changed only those are told with it that look like it or its name", () => {
  const change: DescribedChange = {
    operation: { op: "add", element: "ins_aetna" },
    field: "acceptedInsurances",
    kind: "set",
    valueBefore: { value: ["ins_cigna", "ins_\u0430etna", "Aetna\u00a0PPO"] },
    baseSeen: { value: ["ins_cigna"] },
  };
  const told = toldPart(change, ["Aetna PPO"]);
  expect(told).toEqual({ ...change, valueBefore: { value: ["ins_\u0430etna", "Aetna\u00a0PPO"] }, baseSeen: null });
  for (const name of [null, "Aetna PPO"]) {
    const named = { ...context, memberName: (_: string, id: string) => (id === "ins_aetna" ? name : null) };
    expect(describeChange(told, named)).toEqual(describeChange(change, named));
  }
  const whole: DescribedChange = { ...change, operation: { op: "set", value: ["ins_aetna"] } };
  expect(toldPart(whole, [])).toEqual(whole);
});
