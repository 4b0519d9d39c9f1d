import type { Json } from "#/json/json.ts";
import { textsOf } from "#/records/texts-by-key.ts";
import { textsInParts } from "./texts-in-parts.ts";
import type { ValueKind } from "./value-kind.ts";

const labels: Readonly<Record<string, string>> = {
  street: "Street",
  city: "City",
  state: "State",
  postalCode: "Postal code",
  country: "Country",
};
const partNames = Object.keys(labels);

/** A postal address by its parts, as it is spelled: no part follows from another, and "St" is not "Street". */
export const address = {
  ...textsInParts({ canonicalText: withoutOuterBlanks, impossiblePart }),
  knownParts: partNames,
  possible: () => `an object with some of the texts ${partNames.join(", ")}, such as { "city": "…" }`,
  words(value) {
    const texts = textsOf({ value });
    return texts === null || texts.size === 0 ? null : [...texts.values()].join(", ").replaceAll("\n", ", ");
  },
  partLabel: (part) => labels[part] ?? part,
  partName(field, part) {
    const name = (labels[part] ?? part).toLowerCase();
    return field === "address" ? name : `${field}, ${name}`;
  },
} as const satisfies ValueKind;

/** The lines of a text without blanks around each. */
function withoutOuterBlanks(text: string): string {
  return text
    .split("\n")
    .map((line) => line.trim())
    .join("\n")
    .trim();
}

function impossiblePart(part: string, text: Json): string | null {
  if (!partNames.includes(part)) return `must name a part of an address: ${partNames.join(", ")}; “${part}” is none`;
  if (typeof text !== "string" || text.trim() === "") return "must be a text that is not blank";
  return part === "street" || !text.trim().includes("\n") ? null : "must be one line; only the street may have several";
}
