import { isJsonObject } from "@dc/api-client";
import { bestKey } from "./best-key.ts";
import { type CheckedKind, type MeaningOf, plainKind, trial } from "./checked-kind.ts";

const partNames = {
  street: ["street", "line", "street address", "address line"],
  city: ["city", "town", "locality"],
  state: ["state", "region", "province"],
  postalCode: ["postal code", "zip", "postcode"],
  country: ["country"],
} as const;

export const address = {
  ...plainKind,
  fits: (value) => Object.values(partNames).filter((names) => bestKey(value, names) !== null).length > 1,
  suggest(_, value) {
    if (!isJsonObject(value)) return '"at" an object with the parts of an address, or "kind": "text"';
    const parts = Object.entries(partNames).map(([part, names]) => `"${part}": "/${bestKey(value, names) ?? "…"}"`);
    return `${parts.join(", ")}, since it is an object with ${Object.keys(value).join(", ")}`;
  },
  // A service may know which cities there are.
  trials(_, value) {
    if (!isJsonObject(value) || value["city"] === undefined) return [];
    const city = value["city"] === "Springfield" ? "Shelbyville" : "Springfield";
    return [{ ...trial("another city", { ...value, city }), mayBeRefused: true }];
  },
} as const satisfies CheckedKind<MeaningOf<"address">>;
