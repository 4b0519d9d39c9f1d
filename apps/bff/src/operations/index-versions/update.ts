import type { IndexVersion, UpdateIndexVersionInput } from "@dc/contract";
import { inTransaction, type RequestContext } from "#/context/deps.ts";
import { chooseReferrer, keepReferrer } from "#/operations/referrers/choose-referrer.ts";
import { NAMES_OF_SETS } from "#/operations/search/derive-names-of-sets.ts";
import { operationError } from "#/runtime/errors.ts";
import {
  indexSearchText,
  type IndexVersionRow,
  updateIndexVersion,
} from "#/store/tables/directories/index-versions.ts";
import { moveCreationTo } from "#/store/tables/directories/creations.ts";
import type { Transaction } from "#/store/sql/transaction.ts";
import { journal } from "#/context/journal.ts";
import { describeIndexVersion } from "./internal/describe-index-versions.ts";
import { loadIndexVersion, refuseStandard } from "#/views/load-index-version.ts";

/** Changes what the console stores about an index version: label, referrer, notes, default policy, how often it is read, archived or not. */
export async function changeIndexVersion(
  context: RequestContext,
  indexId: string,
  input: UpdateIndexVersionInput,
): Promise<IndexVersion> {
  const { actor, connection, deps } = context;
  const now = deps.clock.now();
  const before = await loadIndexVersion(context, indexId);
  refuseStandard(before);
  if (before.version !== input.version) throw operationError("version_mismatch", "index-version");
  if (before.origin === "test" && input.archived === true) throw operationError("wrong_state", "test-index");
  if (before.deleted_at !== null && input.archived === false) throw operationError("wrong_state", "deleted-in-service");
  const changed = await inTransaction(context, async (trx) => {
    const after = await merged(context, trx, { before, input, now });
    const row = await updateIndexVersion(trx, before, {
      ...after,
      ...(after.read_again_hours === before.read_again_hours ? {} : { read_again_at: null }),
      search: indexSearchText({ ...before, ...after }),
    });
    if (row === undefined) throw operationError("version_mismatch", "index-version");
    if (row.referrer_id !== before.referrer_id)
      await moveCreationTo(trx, { connectionId: connection.id, indexId }, row);
    await journal(context, trx, {
      subject: indexId,
      indexId,
      before: journalled(before),
      after: journalled(row),
      message: { code: actionOf(before, row), params: { by: actor.name, index: row.label } },
    });
    return { described: await describeIndexVersion(context, trx, row), isRenamed: row.label !== before.label };
  });
  if (changed.isRenamed) deps.background.trigger(NAMES_OF_SETS);
  return changed.described;
}

type OurColumns = Pick<
  IndexVersionRow,
  | "label"
  | "referrer_id"
  | "referrer_name"
  | "referrer_practitioner_id"
  | "notes"
  | "default_policy"
  | "read_again_hours"
  | "archived_at"
>;

async function merged(
  context: RequestContext,
  trx: Transaction,
  { before, input, now }: { before: IndexVersionRow; input: UpdateIndexVersionInput; now: Date },
): Promise<OurColumns> {
  const { label, referrer, notes, defaultPolicy, readAgainHours, archived } = input;
  // Also where it moves to another one: whoever renames the former locks it first too, so that no two wait for each other.
  const held = await keepReferrer(context, trx, before.referrer_id);
  const chosen = referrer === undefined ? held : await chooseReferrer(context, trx, referrer);
  return {
    label: label === undefined ? before.label : (label ?? before.name ?? before.id),
    ...chosen,
    notes: notes ?? before.notes,
    default_policy: defaultPolicy ?? before.default_policy,
    read_again_hours: readAgainHours ?? before.read_again_hours,
    archived_at: archived === undefined ? before.archived_at : archived ? (before.archived_at ?? now) : null,
  };
}

function journalled({
  label,
  referrer_id,
  referrer_name,
  referrer_practitioner_id,
  notes,
  default_policy,
  read_again_hours,
  archived_at,
}: OurColumns) {
  return {
    label,
    referrerId: referrer_id,
    referrer: referrer_name,
    referrerPractitionerId: referrer_practitioner_id,
    notes,
    defaultPolicy: default_policy,
    readAgainHours: read_again_hours,
    archived: archived_at !== null,
  };
}

type Action = "index-version.update" | "index-version.restore" | "index-version.archive";

function actionOf(before: OurColumns, after: OurColumns): Action {
  if ((before.archived_at === null) === (after.archived_at === null)) return "index-version.update";
  return after.archived_at === null ? "index-version.restore" : "index-version.archive";
}
