import fc from "fast-check";
import { expect, test } from "vitest";
import { equalReadings } from "#/compare/equal-readings.ts";
import { aChange, aKind, allStates, aReading, region, someChanges } from "#/testing/arbitraries.ts";
import { isLive } from "./change-state.ts";
import { valueToSend } from "./fold-changes.ts";
import { overlayRecord } from "./overlay-record.ts";

const aFieldReading = aKind.chain((kind) =>
  fc.record({ key: fc.constantFrom("f", "g", "h"), kind: fc.constant(kind), reading: aReading(kind) }),
);
const someFields = fc.uniqueArray(aFieldReading, { maxLength: 3, selector: (field) => field.key });

test("[O1] the overlay of nothing is the identity: the very readings come back", () => {
  const out = allStates.filter((state) => !isLive({ state }));
  fc.assert(
    fc.property(someFields, someChanges("text", out), (fields, changes) => {
      const overlaid = overlayRecord({ present: true, fields }, changes, region);
      expect(overlaid.present).toBe(true);
      expect(overlaid.changes).toEqual([]);
      overlaid.fields.forEach((field, position) => {
        expect(field.reading).toBe(fields[position]?.reading);
        expect(field.overridden).toBe(false);
      });
    }),
  );
});

test("[O2] only fields with an override differ from the record underneath", () => {
  fc.assert(
    fc.property(someFields, someChanges("text"), (fields, changes) => {
      const overlaid = overlayRecord({ present: true, fields }, changes, region);
      overlaid.fields.forEach((field, position) => {
        const same = equalReadings(field.kind, field.reading, fields[position]?.reading ?? { absent: true }, region);
        expect(same || field.overridden).toBe(true);
        if (field.key !== "f") expect(field.reading).toBe(fields[position]?.reading);
      });
    }),
  );
});

test("[O3] a deleted record is absent; a created one has its fields, and what is laid over them", () => {
  const fields = [
    { key: "name", kind: "text" as const, reading: { absent: true as const } },
    { key: "f", kind: "text" as const, reading: { absent: true as const } },
  ];
  const create = aChange({ op: "create", fields: { name: "Elm Street Clinic", f: "A" } }, { id: "chg_c", order: 1 });
  delete create.field;
  const over = aChange({ op: "set", value: "B" }, { id: "chg_f", order: 2 });
  expect(overlayRecord({ present: false, fields }, [over, create], region)).toEqual({
    present: true,
    fields: [
      { key: "name", kind: "text", reading: { value: "Elm Street Clinic" }, overridden: true },
      { key: "f", kind: "text", reading: { value: "B" }, overridden: true },
    ],
    changes: ["chg_c", "chg_f"],
  });
  const gone = aChange({ op: "delete" }, { id: "chg_d", order: 3 });
  expect(overlayRecord({ present: true, fields }, [over, gone], region)).toEqual({
    present: false,
    fields: [],
    changes: ["chg_d"],
  });
});

test("[O4] what is sent keeps what others changed meanwhile in other elements", () => {
  const changes = [
    { operation: { op: "add", element: "ins_c" } as const },
    { operation: { op: "remove", element: "ins_a" } as const },
  ];
  expect(valueToSend("set", { value: ["ins_a", "ins_x"] }, changes, region)).toEqual({ value: ["ins_x", "ins_c"] });
});
