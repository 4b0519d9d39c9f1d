import type { z } from "zod";
import type { Kind } from "@dc/directory";
import { address } from "./address.ts";
import type { BookableMeaning } from "./bookable.ts";
import { boolean } from "./boolean.ts";
import { choice } from "./choice.ts";
import { date } from "./date.ts";
import { languages } from "./languages.ts";
import type { MeaningKind } from "./meaning-kind.ts";
import { number } from "./number.ts";
import { phones } from "./phones.ts";
import { reference } from "./reference.ts";
import { set } from "./set.ts";
import { text } from "./text.ts";
import { word } from "./word.ts";

const kinds = {
  text,
  word,
  number,
  date,
  boolean,
  choice,
  languages,
  phones,
  set,
  reference,
  address,
} as const satisfies Readonly<Record<Kind, object>>;

export type Says = (typeof kinds)[Kind]["says"];

/** A meaning of one of the kinds, as a profile says it. */
export type ValueMeaning = z.output<(typeof kinds)[Kind]["schema"]>;

export const kindNames = Object.keys(kinds);

export const kindSchemas = Object.values(kinds).map(({ schema }) => schema);

/** What the client knows of the kind of a meaning. */
export function kindOf(meaning: ValueMeaning): MeaningKind<ValueMeaning> {
  return kinds[meaning.kind];
}

/** What a value of the meaning says to a look-up and to a composed text. */
export function says(meaning: ValueMeaning | BookableMeaning): Says {
  return meaning.kind === "bookable" ? "neither" : kinds[meaning.kind].says;
}

export function kindsThatSay(...what: readonly Says[]): readonly string[] {
  return Object.entries(kinds).flatMap(([name, kind]) => (what.includes(kind.says) ? [name] : []));
}
