import type { ColumnUse } from "@dc/contract";
import { columnName } from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import { fieldNoun } from "#/upstream/records/field-wording.ts";

type PlainUse = Exclude<ColumnUse["use"], "valueOf">;

const uses: { readonly [name: string]: PlainUse } = {
  "directory id": "directory",
  "index version": "directory",
  referrer: "directory",
  "practitioner id": "practitioner",
  "practitioner name": "practitioner",
  practitioner: "practitioner",
  provider: "practitioner",
  "provider id": "practitioner",
  "provider name": "practitioner",
  "prov id": "practitioner",
  doctor: "practitioner",
  "doctor name": "practitioner",
  "doctor id": "practitioner",
  physician: "practitioner",
  "physician name": "practitioner",
  "physician id": "practitioner",
  npi: "practitioner",
  "schedule id": "schedule",
  schedule: "schedule",
  location: "schedule",
  place: "schedule",
  "record type": "recordType",
  "record id": "recordId",
  field: "field",
  entry: "entry",
  value: "value",
  extension: "extension",
  label: "label",
  plan: "plan",
  "plan id": "plan",
  insurance: "plan",
  "insurance plan": "plan",
  "plan name": "plan",
  "insurance id": "plan",
  "insurance plan id": "plan",
  accepted: "accepted",
  par: "accepted",
  reason: "reason",
  source: "source",
  "verified on": "verifiedOn",
  "review by": "reviewBy",
  from: "from",
  "from day": "from",
  "valid from": "from",
  "effective from": "from",
  "effective date": "from",
  "start date": "from",
  until: "until",
  "until day": "until",
  "valid until": "until",
  "valid to": "until",
  "effective until": "until",
  "end date": "until",
  "term date": "until",
  "termination date": "until",
};

/** What the columns say, by what they are called; of several for one use that of an id, else the first one. */
export function guessColumns({ service: { profile } }: Deps, headings: readonly string[]): ColumnUse[] {
  const names = headings.map(columnName);
  const fields = new Map(
    ["practitioner", "schedule"]
      .flatMap((recordType) =>
        profile
          .meanings(recordType)
          .filter(({ via, isWritable }) => via.length === 0 && isWritable)
          .flatMap(({ name }) =>
            [name, fieldNoun(profile, recordType, name)].map(
              (words) => [columnName(words), { recordType, field: name }] as const,
            ),
          ),
      )
      .toReversed(),
  );
  // A table of fields and values says by itself of what it speaks.
  const isLong = names.includes("field");
  const positionOf = new Map<PlainUse, number>();
  for (const isOfId of [true, false])
    for (const [position, name] of names.entries()) {
      const use = Object.hasOwn(uses, name) ? uses[name] : undefined;
      if (use === undefined || positionOf.has(use) || (isLong && use === "practitioner" && name !== "practitioner id"))
        continue;
      if (!isOfId || name.endsWith(" id")) positionOf.set(use, position);
    }
  const guessed = names.map((name, position): ColumnUse => {
    const use = Object.hasOwn(uses, name) ? uses[name] : undefined;
    const field = fields.get(name);
    if (use !== undefined && positionOf.get(use) === position) return { use };
    // A name beside an id says whom where there is none, and whether it is the same one.
    if (use === "practitioner" && !isLong && name.endsWith("name")) return { use };
    return field === undefined || isLong ? { use: "nothing" } : { use: "valueOf", ...field, label: null };
  });
  // Rows must name somebody: where no other column does, those under a plain "Name" are of practitioners.
  const named = names.indexOf("name");
  if (named < 0) return guessed;
  if (!guessed.some(({ use }) => use === "practitioner" || use === "recordId"))
    return guessed.with(named, { use: "practitioner" });
  // Beside a practitioner's id it tells who that is, and is no name for their schedules.
  return guessed.some(({ use }) => use === "practitioner") ? guessed.with(named, { use: "nothing" }) : guessed;
}
