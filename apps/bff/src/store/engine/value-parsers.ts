import { parseJson } from "@dc/directory";
import pgTypes from "pg-types";

const INT8 = 20;
const DATE = 1082;
const JSON_TEXT = 114;
const JSONB = 3802;

/** Types that both stores parse differently by default: counters become numbers, days stay text, numbers in JSON keep their digits. */
const valueParsers: { readonly [oid: number]: (text: string) => unknown } = {
  [INT8]: Number,
  [DATE]: String,
  [JSON_TEXT]: parseJson,
  [JSONB]: parseJson,
};

const typeParser: (oid: number, format: "text") => (text: string) => unknown = pgTypes.getTypeParser;

/**
 * How the values of a column of this type are read, the same in both stores. What the row before said in the column is not parsed once
 * more: changes of one list each hold that list.
 */
export function parserOf(oid: number): (text: string) => unknown {
  const parse = valueParsers[oid] ?? typeParser(oid, "text");
  return parse === parseJson ? rememberingLast(parse) : parse;
}

function rememberingLast(parse: (text: string) => unknown): (text: string) => unknown {
  let last: { text: string; value: unknown } | null = null;
  return (text) => {
    if (last?.text !== text) last = { text, value: parse(text) };
    return last.value;
  };
}
