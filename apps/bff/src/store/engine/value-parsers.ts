import { parseJson } from "@dc/directory";

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

/** A raw JSON number does not survive postMessage, so the worker answers JSON as text. */
export const workerParsers = { ...valueParsers, [JSON_TEXT]: String, [JSONB]: String };

export function isJsonType(oid: number): boolean {
  return oid === JSON_TEXT || oid === JSONB;
}
