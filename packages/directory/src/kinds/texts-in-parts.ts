import type { Json } from "#/json/json.ts";
import { textsOf, textsToJson } from "#/records/texts-by-key.ts";
import { plainValue, type ValueKind } from "./value-kind.ts";

type Parts = Extract<ValueKind, { shape: "parts" }>;

/** What kinds with parts share: a value is possible and canonical where each of its parts is. */
export function textsInParts({ canonicalText, impossiblePart }: Pick<Parts, "canonicalText" | "impossiblePart">) {
  const texts = (value: Json) => textsOf({ value });
  return {
    ...plainValue,
    shape: "parts",
    isOf: (value) => texts(value) !== null,
    canonical(value) {
      const read = texts(value);
      return read === null ? value : textsToJson(new Map([...read].map(([part, text]) => [part, canonicalText(text)])));
    },
    isPossible(value) {
      const read = texts(value);
      return read !== null && [...read].every(([part, text]) => impossiblePart(part, text) === null);
    },
    told: "beside its name",
    canonicalText,
    impossiblePart,
  } as const satisfies Partial<Parts>;
}
