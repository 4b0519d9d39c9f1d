import { parseJson } from "@dc/directory";
import pgTypes from "pg-types";

const INT8 = 20;
const DATE = 1082;
const JSON_TEXT = 114;
const JSONB = 3802;

/** Types that both stores parse differently by default: counters become numbers, days stay text, numbers in JSON keep their digits. */
export const valueParsers: { readonly [oid: number]: (text: string) => unknown } = {
  [INT8]: Number,
  [DATE]: String,
  [JSON_TEXT]: parseJson,
  [JSONB]: parseJson,
};

const typeParser: (oid: number, format: "text") => (text: string) => unknown = pgTypes.getTypeParser;

/** How a value of this type is read, the same in both stores. */
export function parserOf(oid: number): (text: string) => unknown {
  return valueParsers[oid] ?? typeParser(oid, "text");
}
