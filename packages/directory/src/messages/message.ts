import { isJsonObject, type Json, type JsonObject } from "#/json/json.ts";
import { closedDirections } from "#/values/direction-marks.ts";

type Catalogue = { readonly [code: string]: (...params: never[]) => string };

/** A sentence kept as a code and what it is about, so that it is put into words where it is shown. */
export type MessageOf<Texts extends Catalogue> = {
  [Code in keyof Texts & string]: Parameters<Texts[Code]> extends [infer Params]
    ? { code: Code; params: Params }
    : { code: Code };
}[keyof Texts & string];

/** The words of a message; one that a newer version wrote, or that lost its parameters, is told by its code. */
export function messageText<Texts extends Catalogue>(texts: Texts, message: Json): string {
  const { code, params } = partsOf(message);
  const write = Object.hasOwn(texts, code) ? texts[code] : undefined;
  try {
    // The catalogue's own types made the message; what was kept otherwise is caught below.
    return write === undefined ? unknown(code) : (write as (params: unknown) => string)(closed(params));
  } catch {
    return unknown(code);
  }
}

/** Names and values of which none turns the words after it. */
function closed(params: unknown): unknown {
  if (typeof params === "string") return closedDirections(params);
  if (Array.isArray(params)) return params.map(closed);
  if (!isJsonObject(params as Json)) return params;
  return Object.fromEntries(Object.entries(params as JsonObject).map(([name, one]) => [name, closed(one)]));
}

function partsOf(message: Json): { code: string; params: Json | undefined } {
  const object: JsonObject = isJsonObject(message) ? message : {};
  const { code, params } = object;
  return { code: typeof code === "string" ? code : "", params };
}

function unknown(code: string): string {
  return `Unknown message (${code === "" ? "no code" : code})`;
}
