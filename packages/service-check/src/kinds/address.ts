import { formatPointer, isJsonArray, isJsonObject, valueAt } from "@dc/api-client";
import { bestKey } from "./best-key.ts";
import { type CheckedKind, type MeaningOf, plainKind, trial } from "./checked-kind.ts";

const partNames = {
  street: ["street", "line", "street address", "address line"],
  city: ["city", "town", "locality"],
  state: ["state", "region", "province"],
  postalCode: ["postal code", "zip", "postcode"],
  country: ["country"],
} as const;
type Part = keyof typeof partNames;
const parts = ["street", "city", "state", "postalCode", "country"] as const satisfies readonly Part[];

export const address = {
  ...plainKind,
  fits: (value) => Object.values(partNames).filter((names) => bestKey(value, names) !== null).length > 1,
  suggest(_, value) {
    if (!isJsonObject(value)) return '"at" an object with the parts of an address, or "kind": "text"';
    const places = parts.map((part) => `"${part}": "/${bestKey(value, partNames[part]) ?? "…"}"`);
    return `${places.join(", ")}, since it is an object with ${Object.keys(value).join(", ")}`;
  },
  problems(meaning, { pointer, records }) {
    const addresses = records.map(({ raw }) => valueAt(raw, meaning.at)).filter(isJsonObject);
    const placesOf = (part: Part) => [meaning[part] ?? []].flat();
    const taken = new Set(parts.flatMap(placesOf));
    const has = (place: string) => addresses.some((raw) => valueAt(raw, place) !== undefined);
    const first = addresses[0];
    if (first === undefined) return [];
    const problems = parts.flatMap((part) => {
      const places = placesOf(part);
      if (places.some(has)) return [];
      const [key] = addresses.flatMap((raw) => bestKey(raw, partNames[part]) ?? []);
      // The service may leave out a part that no address has.
      if (key === undefined || taken.has(formatPointer([key]))) return [];
      const said = places.length === 0 ? "is left out" : `is "${places[0] ?? ""}", where no address has anything`;
      return [
        {
          pointer: `${pointer}/${part}`,
          message: `${said}: it may be "${formatPointer([key])}"; an address has ${Object.keys(first).join(", ")}`,
        },
      ];
    });
    const [street = "", ...more] = placesOf("street");
    const isList = addresses.some((raw) => isJsonArray(valueAt(raw, street)));
    const isText = addresses.some((raw) => typeof valueAt(raw, street) === "string");
    if (more.length > 0 || isList === isText || isList === (meaning.lines === "list")) return problems;
    const message = `is "${meaning.lines}", but the service writes ${isList ? "a list of lines" : "one text"}: write "${isList ? "list" : "text"}"`;
    return [...problems, { pointer: `${pointer}/lines`, message }];
  },
  // A service may know which cities there are.
  trials(_, value) {
    if (!isJsonObject(value) || value["city"] === undefined) return [];
    const city = value["city"] === "Springfield" ? "Shelbyville" : "Springfield";
    return [{ ...trial("another city", { ...value, city }), mayBeRefused: true }];
  },
} as const satisfies CheckedKind<MeaningOf<"address">>;
