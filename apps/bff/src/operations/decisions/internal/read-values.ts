import type { DecideInput, Decision } from "@dc/contract";
import { distinctRecords, type FieldInput, type RecordKey, recordKey } from "@dc/directory";
import type { z } from "zod";
import type { RequestContext } from "#/context/deps.ts";
import { refuseMoved } from "#/operations/changes/refuse-moved.ts";
import { refuseUnread } from "#/operations/changes/staging/staging-basis.ts";
import { refreshComparisons } from "#/records/refresh-comparisons.ts";
import { operationError } from "#/runtime/errors.ts";
import { inSteps } from "#/runtime/in-steps.ts";
import type { ChangeRow } from "#/store/tables/changes/changes.ts";
import type { Refusals } from "./refusals.ts";

/** So many records are compared before other work has its turn. */
const AT_ONCE = 50;
/** Of so many records at most, what was not seen is read for a request. */
const MOST_READ = 200;

/** A value that is decided about, as it was asked for. */
export type AskedValue = NonNullable<z.output<typeof DecideInput>["of"]>[number];

/** A value that is decided about, with what its field says now. */
export interface ValueToDecide extends AskedValue {
  /** Its place in the request. */
  at: number;
  input: FieldInput;
  /** What is live and drafted on its record. */
  changes: readonly ChangeRow[];
}

/** Which side a decision is about: what it says there must be as it was seen. */
const about: { readonly [decision in Decision]: "base" | "index" | null } = {
  "keep ours": "base",
  "take base": "base",
  "reset to base": "base",
  "pin value": "base",
  accept: "index",
  restore: "index",
  "remove override": null,
  pin: null,
  follow: null,
};

/** Reads what the fields say now, and refuses those that have changed since the person saw them. */
export async function readValues(
  context: RequestContext,
  { indexId, decision, values }: { indexId: string; decision: Decision; values: readonly AskedValue[] },
  refusals: Refusals,
): Promise<ValueToDecide[]> {
  const { deps } = context;
  const side = about[decision];
  const isUnseen = ({ seen }: AskedValue) => side !== null && seen?.[side] === undefined;
  const ofRecord = Map.groupBy(
    values.map((value, at) => ({ ...value, at })),
    ({ record }) => recordKey(record),
  );
  const records = distinctRecords(values.map(({ record }) => record));
  const isToRead = (record: RecordKey) => ofRecord.get(recordKey(record))?.some(isUnseen) === true;
  const unseen = records.filter(isToRead);
  if (unseen.length > MOST_READ)
    throw operationError("invalid_request", "much-unseen", {
      most: MOST_READ,
      pointer: `/of/${ofRecord.get(recordKey(unseen[MOST_READ] ?? { type: "", id: "" }))?.[0]?.at ?? 0}/seen`,
    });
  const read: ValueToDecide[] = [];
  const compare = async (some: readonly RecordKey[], maxAge: 0 | "any") => {
    const { standardIndex } = deps.service.profile;
    const compared = await refreshComparisons(deps, { indexId, againstId: standardIndex, records: some, maxAge });
    for (const { record, here, against, fields, changes } of compared) {
      if (maxAge === 0) refuseUnread([here, against]);
      for (const value of ofRecord.get(recordKey(record)) ?? []) {
        const input = fields.find(({ key }) => key === value.field);
        if (input === undefined) {
          refusals.add(value.at, operationError("not_found", "field", { field: value.field }));
          continue;
        }
        await refusals.attempt(value.at, () => refuseUnseen(context, { indexId, side, value, input }));
        read.push({ ...value, input, changes });
      }
    }
  };
  await inSteps(unseen, (some) => compare(some, 0), AT_ONCE);
  await inSteps(
    records.filter((record) => !isToRead(record)),
    (some) => compare(some, "any"),
    AT_ONCE,
  );
  return read.toSorted((a, b) => a.at - b.at);
}

/** Refuses to decide about values that have changed since the person saw them. */
async function refuseUnseen(
  { deps }: RequestContext,
  {
    indexId,
    side,
    value: { record, element, seen },
    input: { key, kind, base, index },
  }: { indexId: string; side: "base" | "index" | null; value: AskedValue; input: FieldInput },
): Promise<void> {
  const was = side === null ? undefined : seen?.[side];
  if (side === null || was === undefined) return;
  await refuseMoved(deps, {
    of: side === "base" ? "The standard index" : "The index",
    at: { indexId, type: record.type },
    field: key,
    kind,
    element,
    seen: was,
    now: side === "base" ? base : index,
    pointer: `/seen/${side}`,
  });
}
