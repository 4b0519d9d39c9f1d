import type { LeftOut, StatementFact, StatementFinding } from "@dc/contract";
import {
  canonicalNumber,
  type ComparisonRow,
  equalLabels,
  equalReadings,
  extensionOf,
  type FieldComparison,
  type PartComparison,
  type Phone,
  phoneIn,
  phoneKey,
  type Reading,
  recordKey,
  shapeOf,
} from "@dc/directory";
import type { ComparedRecord } from "#/context/compared-record.ts";
import type { Deps } from "#/context/deps.ts";
import { hashesOf, saidHash } from "#/records/save-summaries.ts";
import { isWritableField } from "#/upstream/records/field-reading.ts";
import { setContentOf } from "#/upstream/records/set-members.ts";

type Finding = Omit<StatementFinding, "recordName" | "place" | "elsewhere">;
type Placed = NonNullable<StatementFinding["change"]>;

interface Asked<Fact extends StatementFact = StatementFact> {
  indexId: string;
  /** The practitioner, the schedules that are known here, and the records that they share with others. */
  of: readonly ComparedRecord[];
  fact: Fact;
  index: number;
  /** Whether the statement speaks about the record. */
  isNamed: (record: ComparedRecord) => boolean;
  /** Whether the practitioner also works where nothing was said about. */
  worksElsewhere: boolean;
  /** Who stages. */
  personId: string;
}

type FactOf<Kind extends StatementFact["kind"]> = Extract<StatementFact, { kind: Kind }>;

/** What the records of a practitioner in one directory say about a fact; one finding at least. */
export function findingsOf(deps: Deps, asked: Asked): Finding[] {
  const { fact } = asked;
  switch (fact.kind) {
    case "phone":
      return phoneFindings(deps, { ...asked, fact });
    case "further phone":
      return furtherPhoneFindings(deps, { ...asked, fact });
    case "phone gone":
      return gonePhoneFindings(deps, { ...asked, fact });
    case "plan":
      return planFindings(deps, { ...asked, fact });
    case "value":
      return valueFindings(deps, { ...asked, fact });
    case "right":
      return rightFindings(deps, asked);
  }
}

/**
 * The findings of all facts about one practitioner in one directory. What two facts would change differently is left to the person:
 * of two changes of one value or entry the later one alone would be staged.
 */
export function withoutContradictions(findings: readonly Finding[]): Finding[] {
  const ticked = Map.groupBy(
    findings.filter((finding) => finding.ticked && partOf(finding) !== null),
    partOf,
  );
  const isContradicted = (finding: Finding) =>
    new Set(ticked.get(partOf(finding))?.map(({ change }) => JSON.stringify(change?.operation))).size > 1;
  return findings.map((finding) =>
    finding.ticked && isContradicted(finding) ? { ...finding, ticked: false, leftOut: "said otherwise" } : finding,
  );
}

/** The value, member or entry that a finding would change; null where it changes nothing, or adds a phone. */
function partOf({ change, record, field }: Finding): string | null {
  if (change === null) return null;
  const { operation } = change;
  const element = "element" in operation ? operation.element : "";
  return typeof element === "string" ? JSON.stringify([recordKey(record), field, element]) : null;
}

/** The entries of all lists of phones, each with its list. */
function phonesOfRecords({ of }: Asked) {
  return of.flatMap((compared) =>
    fieldsOf(compared, ({ kind }) => shapeOf(kind) === "keyed").map((field) => ({
      compared,
      field,
      entries: field.parts.map((part) => ({
        part,
        phone: phoneIn(part.values.preview ?? part.values.effective),
        live: phoneIn(part.values.effective),
      })),
    })),
  );
}

/** How phones of records are told from those of a fact. */
function phoneMatch(deps: Deps) {
  const region = deps.service.profile.defaultRegion;
  const isNumber = (stated: Phone | null, phone: Pick<Phone, "number">) =>
    stated !== null && canonicalNumber(stated.number, region) === canonicalNumber(phone.number, region);
  const isSame = (phone: Phone | null, given: Phone) =>
    phone !== null && phoneKey(phone, region) === phoneKey(given, region);
  const hasLabel = (phone: Phone, label: string | null) => label === null || equalLabels(phone.label, label);
  return { isNumber, isSame, hasLabel, region };
}

function phoneFindings(deps: Deps, asked: Asked<FactOf<"phone">>): Finding[] {
  const { fact } = asked;
  const { isNumber, isSame, hasLabel, region } = phoneMatch(deps);
  const sent = fact.asItStands === true ? ({ asItStands: true } as const) : {};
  return orRest(
    asked,
    phonesOfRecords(asked).flatMap(({ compared, field, entries }) => {
      const isThere = entries.some(({ phone }) => isSame(phone, fact.number));
      return entries.flatMap(({ part, phone, live }): Finding[] => {
        const { effective, base, baseline, original, known } = part.values;
        if (isSame(phone, fact.number))
          return [findingOf(asked, compared, { field, row: part, leftOut: saysSo(isSame(live, fact.number)) })];
        const sides = [effective, base, baseline, original, known];
        const isAbout =
          sides.some((side) => isNumber(phoneIn(side), fact.insteadOf)) || isNumber(phoneIn(base), fact.number);
        if (!isAbout || phone === null) return [];
        const by = { ...fact.number, label: fact.number.label ?? phone.label };
        const replaceBy = (entry: Phone) =>
          changeOf(asked, compared, field, { op: "replace", element: part.key, by: entry }, sent);
        const isReplaced = isSame(phone, fact.insteadOf);
        const hasOtherExtension = !isReplaced && isNumber(live, fact.insteadOf);
        const unlike = hasOtherExtension
          ? "other extension"
          : isReplaced && !hasLabel(phone, fact.insteadOf.label)
            ? "other label"
            : isReplaced && isThere
              ? "lists both"
              : null;
        const change = isThere ? changeOf(asked, compared, field, { op: "remove", element: part.key }) : replaceBy(by);
        return [
          findingOf(asked, compared, {
            field,
            row: part,
            leftOut: unlike ?? reasonToLeave(part, isReplaced),
            ...writable(deps, compared, field, change),
            keepingExtension:
              hasOtherExtension && !isThere
                ? replaceBy({ ...by, extension: extensionOf(phone, region) || null })
                : null,
          }),
        ];
      });
    }),
  );
}

function furtherPhoneFindings(deps: Deps, asked: Asked<FactOf<"further phone">>): Finding[] {
  const { fact } = asked;
  const { isSame } = phoneMatch(deps);
  const sent = fact.asItStands === true ? ({ asItStands: true } as const) : {};
  return orRest(
    asked,
    phonesOfRecords(asked).map(({ compared, field, entries }) => {
      const listed = entries.find(({ phone }) => isSame(phone, fact.number));
      if (listed !== undefined) {
        const leftOut = saysSo(isSame(listed.live, fact.number));
        return findingOf(asked, compared, { field, row: listed.part, leftOut });
      }
      const isOfPractitioner = compared.record.type === "practitioner";
      const unseen = field.values.effective === null ? "not read" : null;
      return findingOf(asked, compared, {
        field,
        row: { ...field, override: null, drafts: [], verdict: "same", flags: [] },
        leftOut: unseen ?? (isOfPractitioner && asked.worksElsewhere ? "also elsewhere" : null),
        ...writable(deps, compared, field, changeOf(asked, compared, field, { op: "add", element: fact.number }, sent)),
      });
    }),
  );
}

function gonePhoneFindings(deps: Deps, asked: Asked<FactOf<"phone gone">>): Finding[] {
  const { fact } = asked;
  const { isNumber, isSame, hasLabel } = phoneMatch(deps);
  return orRest(
    asked,
    phonesOfRecords(asked).flatMap(({ compared, field, entries }) =>
      entries.flatMap(({ part, phone, live }): Finding[] => {
        if (phone === null || !isNumber(phone, fact.number))
          return isSame(live, fact.number)
            ? [findingOf(asked, compared, { field, row: part, leftOut: "in your draft" })]
            : [];
        const isGone = isSame(phone, fact.number);
        const unlike = !isGone ? "other extension" : hasLabel(phone, fact.number.label) ? null : "other label";
        const change = changeOf(asked, compared, field, { op: "remove", element: part.key });
        const leftOut = unlike ?? reasonToLeave(part, isGone);
        return [findingOf(asked, compared, { field, row: part, leftOut, ...writable(deps, compared, field, change) })];
      }),
    ),
  );
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
      if (says === fact.accepted)
        return findingOf(asked, holder, { field, row, leftOut: saysSo(isIn(row.values.effective) === says) });
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

function valueFindings(deps: Deps, asked: Asked<FactOf<"value">>): Finding[] {
  const { of, fact } = asked;
  const { defaultRegion } = deps.service.profile;
  const holders = of.filter(({ record }) => record.type === fact.recordType);
  if (holders.length === 0) return restOf(asked, fact.recordType === "schedule" ? "no schedule known" : "not read");
  return holders.flatMap((holder) => {
    if (isUnread(holder)) return restOf(asked, "not read", holder);
    const [field] = fieldsOf(holder, ({ key }) => key === fact.field);
    if (field === undefined) return restOf(asked, "not there", holder);
    const { effective, preview } = field.values;
    const now = preview ?? effective;
    if (now === null) return [findingOf(asked, holder, { field, row: field, leftOut: "not read" })];
    const isSo = (reading: Reading | null) =>
      reading !== null && equalReadings(field.kind, reading, { value: fact.value }, defaultRegion);
    if (isSo(now)) return [findingOf(asked, holder, { field, row: field, leftOut: saysSo(isSo(effective)) })];
    const isAlsoElsewhere = holder.record.type === "practitioner" && asked.worksElsewhere;
    const change = changeOf(asked, holder, field, { op: "set", value: fact.value });
    const leftOut = reasonToLeave(field, false) ?? (isAlsoElsewhere ? "also elsewhere" : null);
    return [findingOf(asked, holder, { field, row: field, leftOut, ...writable(deps, holder, field, change) })];
  });
}

/** Each record that was spoken about, to be verified as it stands; schedules elsewhere are told. */
function rightFindings(deps: Deps, asked: Asked): Finding[] {
  const { defaultRegion } = deps.service.profile;
  const told = asked.of.filter((compared) => asked.isNamed(compared) || compared.record.type === "schedule");
  return told.flatMap((compared) => {
    const { record, comparison, here } = compared;
    if (!asked.isNamed(compared)) return restOf(asked, "elsewhere", compared);
    if (isUnread(compared)) return restOf(asked, "not read", compared);
    const { conflict, outside, "base moved": moved } = comparison.counts;
    if (conflict + outside + moved > 0)
      return restOf(asked, "unsettled", compared).map((finding) => ({
        ...finding,
        verdict: conflict > 0 ? "conflict" : moved > 0 ? "base moved" : null,
        flags: outside > 0 ? ["outside"] : [],
      }));
    const rows = comparison.fields.flatMap((field) => [field, ...field.parts]);
    const drafts = [comparison, ...rows].flatMap((row) => row.drafts);
    const draft = compared.changes.find(({ id }) => drafts.includes(id));
    const isAlsoElsewhere = record.type === "practitioner" && asked.worksElsewhere;
    const isOthers = draft !== undefined && draft.created_by.id !== asked.personId;
    const leftOut = leftOutFor(isAlsoElsewhere ? "also elsewhere" : null, { draft, isOthers, isStale: here.stale });
    return restOf(asked, leftOut, compared).map((finding) => ({
      ...finding,
      draft: draft?.change_set_id == null ? null : { changeSetId: draft.change_set_id, by: draft.created_by },
      ticked: leftOut === null,
      says: saidHash(hashesOf(comparison, defaultRegion)),
    }));
  });
}

/** Where no record says anything about a phone, one finding tells so. */
function orRest(asked: Asked, findings: Finding[]): Finding[] {
  if (findings.length > 0) return findings;
  const unread = asked.of.filter((record) => asked.isNamed(record) && isUnread(record));
  return restOf(asked, unread.length > 0 ? "not read" : "not there", unread[0]);
}

/** Why nothing is to be changed: readers get it so already, or will once a draft is applied. */
const saysSo = (isLive: boolean): LeftOut => (isLive ? "says so already" : "in your draft");

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
  const { base, index, effective } = field.values;
  // Ten thousand changes with all three would be more than one request may have.
  const isOurs = JSON.stringify(effective) !== JSON.stringify(index);
  const seen = { base, index, ...(isOurs ? { effective } : {}) };
  const seenDrafts = [...new Set([...field.drafts, ...field.parts.flatMap(({ drafts }) => drafts)])];
  return {
    indexId,
    record,
    field: field.key,
    operation,
    policy: "pin",
    evidence: null,
    seen,
    unlessMoved: true,
    seenDrafts,
    ...more,
  };
}

function findingOf(
  { index, personId, isNamed }: Asked,
  compared: ComparedRecord,
  {
    field,
    row,
    leftOut: reason,
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
  const { record, here } = compared;
  const { base, effective, preview } = row.values;
  const draft = compared.changes.find(({ id }) => row.drafts.includes(id));
  const isOthers = draft !== undefined && draft.created_by.id !== personId;
  const leftOut = !isNamed(compared) ? "elsewhere" : leftOutFor(reason, { draft, isOthers, isStale: here.stale });
  const isOffered = change !== null && leftOut !== "elsewhere" && leftOut !== "in a draft";
  return {
    fact: index,
    record,
    field: field.key,
    standard: base,
    now: effective,
    preview,
    verdict: row.verdict,
    flags: row.flags,
    draft: draft?.change_set_id == null ? null : { changeSetId: draft.change_set_id, by: draft.created_by },
    fetchedAt: here.fetchedAt?.toISOString() ?? null,
    ticked: leftOut === null && isOffered,
    leftOut,
    change: isOffered ? change : null,
    keepingExtension: isOffered ? keepingExtension : null,
    says: null,
  };
}

/** A draft is the cause of what it decides already; what was read too long ago is not known now. */
function leftOutFor(
  reason: LeftOut | null,
  { draft, isOthers, isStale }: { draft: object | undefined; isOthers: boolean; isStale: boolean },
): LeftOut | null {
  if (reason === "says so already" || reason === "not writable") return reason;
  if (draft !== undefined) return isOthers ? "in a draft" : "in your draft";
  return reason === null && isStale ? "not read since" : reason;
}

/** The one finding where no record says anything about the fact. */
function restOf(
  { index, of, isNamed }: Asked,
  leftOut: LeftOut | null,
  compared: ComparedRecord | undefined = of.find(isNamed) ?? of[0],
): Finding[] {
  if (compared === undefined) return [];
  return [
    {
      fact: index,
      record: compared.record,
      field: null,
      standard: null,
      now: null,
      preview: null,
      verdict: null,
      flags: [],
      draft: null,
      fetchedAt: compared.here.fetchedAt?.toISOString() ?? null,
      ticked: false,
      leftOut: isNamed(compared) ? leftOut : "elsewhere",
      change: null,
      keepingExtension: null,
      says: null,
    },
  ];
}
