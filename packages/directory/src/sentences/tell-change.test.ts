import { expect, test } from "vitest";
import type { Operation } from "#/ledger/operation.ts";
import type { FieldKind } from "#/kinds/kinds.ts";
import type { Json } from "#/json/json.ts";
import { tellChange } from "./tell-change.ts";

const desk = { number: "(312) 555-0101", extension: null, label: "Front desk" };
const fax = { number: "(312) 555-0199", extension: null, label: "Fax" };
const key = "+13125550101;ext=";
const plans = new Map([["ins_a", "Cedar & Pine EPO"]]);

const told = (field: string, kind: FieldKind, operation: Operation, before?: Json, recordName = "Harbor View") =>
  tellChange(
    { operation, field, kind, baseSeen: null, valueBefore: before === undefined ? null : { value: before } },
    { recordName, recordType: "schedule", memberName: (_, id) => plans.get(id) ?? null },
  );

test.each<[string, Operation, Json | undefined]>([
  [
    "Call Harbor View at (312) 555-0142, no longer at (312) 555-0101.",
    { op: "replace", element: key, by: { ...desk, number: "(312) 555-0142", label: null } },
    [{ ...desk, label: null }],
  ],
  [
    "(312) 555-0101 of Harbor View is now Fax, no longer Front desk.",
    { op: "replace", element: key, by: { ...desk, label: "Fax" } },
    [desk],
  ],
  ["Call Harbor View at (312) 555-0101 (Front desk).", { op: "add", element: desk }, []],
  ["Fax Harbor View at (312) 555-0199 (Fax) too.", { op: "add", element: fax }, [desk]],
  ["No longer call Harbor View at (312) 555-0101.", { op: "remove", element: key }, [desk]],
  [
    "Call Harbor View at (312) 555-0199 (Fax), no longer at (312) 555-0101 (Front desk).",
    { op: "set", value: [fax] },
    [desk],
  ],
  ["There is no number to call Harbor View any more.", { op: "set", value: [] }, [desk]],
  [
    "(312) 555-0101 at Harbor View is as in the standard data again.",
    { op: "reset", element: key, to: { absent: true } },
    [desk],
  ],
])("[T15] %s", (sentence, operation, before) => {
  expect(told("phones", "phones", operation, before)).toBe(sentence);
});

test("[T15] plans and other values are told by what is said now and no longer", () => {
  const plan = (op: "add" | "remove") => told("acceptedInsurances", "set", { op, element: "ins_a" }, ["ins_b"]);
  expect(plan("add")).toBe("Harbor View now accepts Cedar & Pine EPO.");
  expect(plan("remove")).toBe("Harbor View no longer accepts Cedar & Pine EPO.");
  const name = (value: Json, before?: Json) => told("preferredName", "text", { op: "set", value }, before);
  expect(name("JG", "Jürgen")).toBe("The preferred name of Harbor View is now JG, no longer Jürgen.");
  expect(name("Wade F.")).toBe("The preferred name of Harbor View is now Wade F.");
  expect(name(null, "Jürgen")).toBe("The preferred name of Harbor View is empty now, no longer Jürgen.");
  expect(told("name", "text", { op: "set", value: "Elm" }, "Old Elm", "Elm")).toBe(
    "The name of Old Elm is now Elm, no longer Old Elm.",
  );
  expect(told("timeZone", "text", { op: "takeBase", to: { absent: true } })).toBe(
    "The time zone of Harbor View is as in the standard data again.",
  );
});
