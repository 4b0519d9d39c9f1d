import fc from "fast-check";
import { expect, test } from "vitest";
import { aKind, anOperation, aReading, region } from "#/testing/arbitraries.ts";
import { applyOperation, applyOperations } from "./apply-operation.ts";

test("[F2] [F10] operations together make what each makes of the value before it", () => {
  fc.assert(
    fc.property(
      aKind.chain((kind) => {
        const operations = fc.array(fc.oneof(anOperation(kind), anOperation("set")), { maxLength: 8 });
        return fc.tuple(fc.constant(kind), fc.option(aReading(kind)), operations);
      }),
      ([kind, reading, operations]) => {
        const oneByOne = operations.reduce(
          (before, operation) => applyOperation(kind, before, operation, region),
          reading,
        );
        expect(applyOperations(kind, reading, operations, region)).toEqual(oneByOne);
      },
    ),
  );
});

test("[F10] ten thousand plans are added to a schedule, and half of them removed again", () => {
  const ids = Array.from({ length: 10_000 }, (_, place) => `ins_${place}`);
  const operations = ids.flatMap((element, place) => [
    { op: "add" as const, element },
    ...(place % 2 === 0 ? [{ op: "remove" as const, element }] : []),
  ]);
  expect(applyOperations("set", { absent: true }, operations, region)).toEqual({
    value: ids.filter((_, place) => place % 2 === 1),
  });
});
