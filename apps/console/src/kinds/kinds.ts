import type { FieldKind, Kind } from "@dc/directory";
import { address } from "./address.ts";
import { boolean } from "./boolean.ts";
import { choice } from "./choice.ts";
import { type ConsoleKind, elsewhere } from "./console-kind.ts";
import { date } from "./date.ts";
import { languages } from "./languages.ts";
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
} satisfies Readonly<Record<Kind, ConsoleKind>>;

// What has no meaning is only shown, and whether a record can be booked has a sign of its own.
const fields: Readonly<Record<FieldKind, ConsoleKind>> = {
  ...kinds,
  bookable: elsewhere,
  json: { ...elsewhere, isTypedInGrid: false },
};

/** How the console shows and edits the values of a kind. */
export function controlOf(kind: FieldKind): ConsoleKind {
  return fields[kind];
}

/** Whether a field has one value, which is typed or chosen in a row of its own. */
export function isOneValue(kind: FieldKind): boolean {
  return controlOf(kind).row !== "elsewhere";
}
