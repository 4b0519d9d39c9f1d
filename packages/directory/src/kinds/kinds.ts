import type { Json } from "#/json/json.ts";
import { address } from "./address.ts";
import { bookable } from "./bookable.ts";
import { boolean } from "./boolean.ts";
import { choice } from "./choice.ts";
import { date } from "./date.ts";
import { json } from "./json.ts";
import { languages } from "./languages.ts";
import { number } from "./number.ts";
import { phones } from "./phones.ts";
import { reference } from "./reference.ts";
import { set } from "./set.ts";
import { text } from "./text.ts";
import type { Shape, ValueKind } from "./value-kind.ts";
import { word } from "./word.ts";

/** The kinds of values, each with what the domain knows of it. Their names stand here, and nowhere else. */
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
} as const satisfies { readonly [kind: string]: ValueKind };

export type Kind = keyof typeof kinds;

/** What fields hold beside the kinds: whether their record can be booked, and JSON that no meaning maps. */
const fields = { ...kinds, bookable, json } as const;

/** How the values of a field are compared, edited and described. */
export type FieldKind = keyof typeof fields;

export const fieldKinds = Object.keys(fields) as [FieldKind, ...FieldKind[]];

export function kindOf(kind: FieldKind): ValueKind {
  return fields[kind];
}

export function shapeOf(kind: FieldKind): Shape {
  return kindOf(kind).shape;
}

/** A field inside a sentence, with the part that is meant; null where the whole field is. */
export function partName(kind: FieldKind, field: string, part: string | null): string {
  const of = kindOf(kind);
  return of.shape === "parts" && part !== null ? of.partName(field, part) : field;
}

/** The parts that a value of the kind can have, in their order; null where it has none, or any. */
export function knownParts(kind: FieldKind): readonly string[] | null {
  const of = kindOf(kind);
  return of.shape === "parts" ? of.knownParts : null;
}

/** What one element of a field is called where it is told by a key of its own; null for others. */
export function partLabel(kind: FieldKind, part: string): string | null {
  const of = kindOf(kind);
  return of.shape === "parts" ? of.partLabel(part) : null;
}

/** Whether the name of a field says what its value affirms: "accepts new patients". */
export function isStatement(kind: FieldKind): boolean {
  return kindOf(kind).told === "beside a statement";
}

/** Why one part of a field cannot have a text, as the end of a sentence; null where it can. */
export function impossiblePart(kind: FieldKind, part: string, text: Json): string | null {
  const of = kindOf(kind);
  return of.shape === "parts" ? of.impossiblePart(part, text) : null;
}
