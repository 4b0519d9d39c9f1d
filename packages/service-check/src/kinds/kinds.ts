import type { OwnMeaning, ValueMeaning } from "@dc/api-client";
import { address } from "./address.ts";
import { bookable } from "./bookable.ts";
import { boolean } from "./boolean.ts";
import type { CheckedKind } from "./checked-kind.ts";
import { choice } from "./choice.ts";
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
} as const satisfies Readonly<Record<ValueMeaning["kind"], object>>;

/** What the checks know of the kind of a meaning. */
export function kindOf({ kind }: Pick<OwnMeaning, "kind">): CheckedKind<OwnMeaning> {
  return kind === "bookable" ? bookable : kinds[kind];
}
