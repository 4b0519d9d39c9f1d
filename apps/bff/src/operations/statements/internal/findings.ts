import type { LeftOut, StatementFact, StatementFinding } from "@dc/contract";
import {
  canonicalNumber,
  type ComparisonRow,
  extensionOf,
  type FieldComparison,
  type PartComparison,
  type Phone,
  phoneIn,
  phoneKey,
  type Reading,
  shapeOf,
} from "@dc/directory";
import type { ComparedRecord } from "#/context/compared-record.ts";
import type { Deps } from "#/context/deps.ts";
import { isWritableField } from "#/upstream/records/field-reading.ts";
import { setContentOf } from "#/upstream/records/set-members.ts";

type Finding = Omit<StatementFinding, "recordName">;
type Placed = NonNullable<StatementFinding["change"]>;

interface Asked<Fact extends StatementFact = StatementFact> {
  indexId: string;
  /** The practitioner, the schedules that are known here, and the records that they share with others. */
  of: readonly ComparedRecord[];
  fact: Fact;
  index: number;
}

type FactOf<Kind extends StatementFact["kind"]> = Extract<StatementFact, { kind: Kind }>;

/** What the records of a practitioner in one directory say about a fact; one finding at least. */
export function findingsOf(deps: Deps, asked: Asked): Finding[] {
  const { fact } = asked;
  switch (fact.kind) {
    case "phone":
      return phoneFindings(deps, { ...asked, fact });
    case "plan":
      return planFindings(deps, { ...asked, fact });
    case "name":
      return nameFindings(deps, { ...asked, fact });
  }
}

function phoneFindings(deps: Deps, asked: Asked<FactOf<"phone">>): Finding[] {
  const { of, fact } = asked;
  const region = deps.service.profile.defaultRegion;
  const isNumber = (reading: Reading | null, phone: Pick<Phone, "number">) => {
    const stated = phoneIn(reading);
    return stated !== null && canonicalNumber(stated.number, region) === canonicalNumber(phone.number, region);
  };
  const same = (phone: Phone | null, given: Omit<Phone, "label">) =>
    phone !== null && phoneKey(phone, region) === phoneKey({ ...given, label: null }, region);
  const unread = of.filter(isUnread);
  const findings = of.flatMap((compared) =>
    fieldsOf(compared, ({ kind }) => shapeOf(kind) === "keyed").flatMap((field) =>
      field.parts.flatMap((part): Finding[] => {
        const { effective, preview, base, baseline, original, known } = part.values;
        const phone = phoneIn(preview ?? effective);
        if (same(phone, fact.number))
          return [findingOf(asked, compared, { field, row: part, leftOut: "says so already" })];
        const sides = [effective, base, baseline, original, known];
        const isAbout = sides.some((side) => isNumber(side, fact.insteadOf)) || isNumber(base, fact.number);
        if (!isAbout || phone === null) return [];
        const by = { ...fact.number, label: phone.label };
        const element = part.key;
        const replaceBy = (entry: Phone) =>
          changeOf(asked, compared, field, { op: "replace", element, by: entry }, { asItStands: true });
        const isReplaced = same(phone, fact.insteadOf);
        const hasOtherExtension = !isReplaced && isNumber(effective, fact.insteadOf);
        return [
          findingOf(asked, compared, {
            field,
            row: part,
            leftOut: hasOtherExtension ? "other extension" : reasonToLeave(part, isReplaced),
            ...writable(deps, compared, field, replaceBy(by)),
            keepingExtension: hasOtherExtension
              ? replaceBy({ ...by, extension: extensionOf(phone, region) || null })
              : null,
          }),
        ];
      }),
    ),
  );
  if (findings.length > 0) return findings;
  return restOf(asked, unread.length > 0 ? "not read" : "not there", unread[0]);
}

function planFindings(deps: Deps, asked: Asked<FactOf<"plan">>): Finding[] {
  const { of, fact } = asked;
  const { profile } = deps.service;
  const holders = of.filter(({ record: { type } }) =>
    profile.meanings(type).some(({ setContent, via }) => setContent === "plans" && via.length === 0),
  );
  if (holders.length === 0) return restOf(asked, "no schedule known");
  return holders.flatMap((holder) => {
    if (isUnread(holder)) return restOf(asked, "not read", holder);
    const fields = fieldsOf(holder, ({ key }) => setContentOf(profile, holder.record.type, key) === "plans");
    if (fields.length === 0) return restOf(asked, "not there", holder);
    return fields.map((field) => {
      const part = field.parts.find(({ key }) => key === fact.planId);
      const row = part ?? notInSet(field, fact.planId);
      const says = isIn(row.values.preview ?? row.values.effective);
      if (says === null) return findingOf(asked, holder, { field, row, leftOut: "not read" });
      if (says === fact.accepted) return findingOf(asked, holder, { field, row, leftOut: "says so already" });
      const operation = { op: fact.accepted ? ("add" as const) : ("remove" as const), element: fact.planId };
      return findingOf(asked, holder, {
        field,
        row,
        leftOut: reasonToLeave(row, false),
        ...writable(deps, holder, field, changeOf(asked, holder, field, operation)),
      });
    });
  });
}

function nameFindings(deps: Deps, asked: Asked<FactOf<"name">>): Finding[] {
  const { of, fact } = asked;
  const practitioner = of.find(({ record }) => record.type === "practitioner");
  if (practitioner === undefined || isUnread(practitioner)) return restOf(asked, "not read", practitioner);
  const [field] = fieldsOf(practitioner, ({ key }) => key === fact.field);
  if (field === undefined) return restOf(asked, "not there", practitioner);
  const now = field.values.preview ?? field.values.effective;
  if (now === null) return [findingOf(asked, practitioner, { field, row: field, leftOut: "not read" })];
  if ("value" in now && typeof now.value === "string" && now.value.normalize("NFC") === fact.value.normalize("NFC"))
    return [findingOf(asked, practitioner, { field, row: field, leftOut: "says so already" })];
  const change = changeOf(asked, practitioner, field, { op: "set", value: fact.value });
  return [
    findingOf(asked, practitioner, {
      field,
      row: field,
      leftOut: reasonToLeave(field, false),
      ...writable(deps, practitioner, field, change),
    }),
  ];
}

const isUnread = ({ comparison, here }: ComparedRecord) =>
  comparison.presence === "not read" || (here.state === "not read" && comparison.fields.length === 0);

const fieldsOf = ({ comparison }: ComparedRecord, is: (field: FieldComparison) => boolean) =>
  comparison.fields.filter(is);

const isIn = (reading: Reading | null): boolean | null =>
  reading === null ? null : "value" in reading && reading.value === true;

/** A member that neither the directory nor the standard index has; not read where the field was not. */
function notInSet({ values }: FieldComparison, key: string): PartComparison {
  const none = (reading: Reading | null): Reading | null => (reading === null ? null : { value: false });
  const base = none(values.base);
  const effective = none(values.effective);
  return {
    key,
    verdict: base === null || effective === null ? null : "same",
    flags: [],
    values: {
      base,
      effective,
      index: none(values.index),
      original: null,
      baseline: null,
      known: null,
      wanted: null,
      preview: null,
    },
    override: null,
    drafts: [],
    parts: [],
  };
}

/**
 * What somebody set on purpose, what changed outside, conflicts and what is not known are left to the person; what is as in the
 * standard index, or as the number that was replaced, is not.
 */
function reasonToLeave(row: ComparisonRow, isReplaced: boolean): LeftOut | null {
  if (row.verdict === null) return "not read";
  if (row.verdict === "conflict") return "conflict";
  if (row.flags.includes("outside")) return "outside";
  if (row.override !== null || row.verdict === "ours") return "ours";
  return row.verdict === "same" || row.verdict === "base moved" || isReplaced ? null : "differs";
}

/** What cannot be written is left out, whatever else is to be said of it. */
function writable(
  deps: Deps,
  { record }: ComparedRecord,
  { key, kind }: FieldComparison,
  change: Placed,
): { change: Placed } | { change: null; leftOut: LeftOut } {
  return isWritableField(deps.service.profile, record.type, { field: key, kind })
    ? { change }
    : { change: null, leftOut: "not writable" };
}

function changeOf(
  { indexId }: Asked,
  { record }: ComparedRecord,
  field: FieldComparison,
  operation: Placed["operation"],
  more: { asItStands?: true } = {},
): Placed {
  const seen = { base: field.values.base, index: field.values.index };
  const seenDrafts = [...new Set([...field.drafts, ...field.parts.flatMap(({ drafts }) => drafts)])];
  return { indexId, record, field: field.key, operation, policy: "pin", evidence: null, seen, seenDrafts, ...more };
}

function findingOf(
  { index }: Asked,
  { record, here }: ComparedRecord,
  {
    field,
    row,
    leftOut,
    change = null,
    keepingExtension = null,
  }: {
    field: FieldComparison;
    row: ComparisonRow;
    leftOut: LeftOut | null;
    change?: Placed | null;
    keepingExtension?: Placed | null;
  },
): Finding {
  const { base, effective, preview } = row.values;
  return {
    fact: index,
    record,
    field: field.key,
    standard: base,
    now: preview ?? effective,
    verdict: row.verdict,
    flags: row.flags,
    isStaged: row.drafts.length > 0,
    fetchedAt: here.fetchedAt?.toISOString() ?? null,
    ticked: leftOut === null && change !== null,
    leftOut,
    change,
    keepingExtension: change === null ? null : keepingExtension,
  };
}

/** The one finding where no record says anything about the fact. */
function restOf({ index, of }: Asked, leftOut: LeftOut, compared: ComparedRecord | undefined = of[0]): Finding[] {
  if (compared === undefined) return [];
  return [
    {
      fact: index,
      record: compared.record,
      field: null,
      standard: null,
      now: null,
      verdict: null,
      flags: [],
      isStaged: false,
      fetchedAt: compared.here.fetchedAt?.toISOString() ?? null,
      ticked: false,
      leftOut,
      change: null,
      keepingExtension: null,
    },
  ];
}
