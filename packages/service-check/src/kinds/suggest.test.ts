import { createProfile, type Json, type OwnMeaning } from "@dc/api-client";
import { expect, it } from "vitest";
import { kindOf } from "./kinds.ts";

/** A meaning of the default profile with another shape than its value has. */
function meaningOf(type: string, name: string): OwnMeaning {
  const meaning = createProfile({ extends: "default" }).data.records[type]?.meanings[name];
  if (meaning === undefined || !("at" in meaning)) throw new TypeError(`no ${name}`);
  return meaning;
}

const plans = meaningOf("schedule", "acceptedInsurances");
const practitioner = meaningOf("schedule", "practitioner");
const phones = meaningOf("practitioner", "phones");
const expanded = { ref: "p1", title: "Bee" };

it.each<[string, OwnMeaning, Json, readonly Json[], string]>([
  ["a list of ids and objects", plans, ["p2", expanded], [], '{ "form": "ids-or-objects", "id": "/ref" }'],
  ["lists of objects beside lists of ids", plans, [expanded], [["p2"]], '{ "form": "ids-or-objects", "id": "/ref" }'],
  ["a list of objects", plans, [expanded], [null], '{ "form": "objects", "id": "/ref" }'],
  ["one id for a set", plans, "p2", [], '{ "form": "id" }'],
  ["one object for a set", plans, expanded, [], '{ "form": "object", "id": "/ref" }'],
  ["a reference that is now an id and now an object", practitioner, expanded, ["p2"], '"form": "id-or-object"'],
  ["one phone in an object", phones, { no: "212 555 0143", use: "Desk" }, [], '{ "form": "object", "number": "/no"'],
  ["one phone", phones, "212 555 0143", [], '{ "form": "text" }'],
])("proposes a shape for %s", (_what, meaning, value, others, shape) => {
  expect(kindOf(meaning).suggest(meaning, value, others)).toContain(shape);
});

it("leaves an object that holds lists to the person who knows which", () => {
  expect(kindOf(plans).suggest(plans, { rows: [], total: 0 }, [])).toBe(
    '"at" a list; this is an object with rows, total',
  );
});
