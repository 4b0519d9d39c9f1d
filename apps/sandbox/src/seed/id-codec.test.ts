import { expect, test } from "vitest";
import { base36, base62, createIdCodec } from "./id-codec.ts";

test.each([
  { prefix: "", alphabet: base36, length: 10 },
  { prefix: "sch_", alphabet: base62, length: 8 },
])("ids of %j decode to their ordinals", (shape) => {
  const codec = createIdCodec(shape, "tests");
  for (let ordinal = 0; ordinal < 1_000_000; ordinal += 997) expect(codec.decode(codec.encode(ordinal))).toBe(ordinal);
  expect(codec.decode("nothing-like-it")).toBeUndefined();
});
