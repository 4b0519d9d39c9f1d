import type { FieldError, ListedConnection, UpdateConnectionInput } from "@dc/contract";
import type { RequestContext } from "#/context/deps.ts";
import { changeApprovalSettings } from "#/operations/approvals/settings.ts";
import { operationError } from "#/runtime/errors.ts";
import { json } from "#/store/sql/json.ts";
import { transact } from "#/store/sql/transaction.ts";
import {
  lockConnection,
  lockConnectionNames,
  syncGivenIndexVersions,
  updateConnection,
} from "#/store/tables/connections/connection.ts";
import { journal } from "#/context/journal.ts";
import { addressOrProblem, modeProblems, nameProblems, typedNameProblems } from "./internal/check-settings.ts";
import { changeable } from "./internal/changeable.ts";
import { listed } from "./list.ts";
import { keyPurpose } from "./save.ts";

/** Changes what is given of a connection; calls under way end as they began. */
export async function updateConnectionSettings(
  context: RequestContext,
  { version, archived, typedName, apiKey, approvals, ...given }: UpdateConnectionInput,
): Promise<ListedConnection> {
  const { actor, connection, deps, requestId } = context;
  const address = given.baseUrl === undefined ? undefined : await addressOrProblem(deps, given.baseUrl);
  if (address !== undefined && address.baseUrl === undefined)
    throw operationError("invalid_request", "base-address", { errors: [...address.errors] });
  const now = deps.clock.now();
  const isOfApprovals =
    approvals !== undefined && archived === undefined && Object.values(given).every((value) => value === undefined);
  const row = await transact(deps.wholeStore.db, async (trx) => {
    const before = await changeable(trx, connection.id, version, { ofApprovals: isOfApprovals });
    if (approvals !== undefined) await changeApprovalSettings(context, trx, approvals);
    if (isOfApprovals) return await lockConnection(trx, connection.id);
    const settings = {
      name: given.name ?? before.name,
      mode: given.mode ?? before.mode,
      baseUrl: address?.baseUrl ?? before.base_url,
      apiVersion: given.apiVersion === undefined ? before.fixed_api_version : given.apiVersion,
      requestBudget: given.requestBudget === undefined ? before.request_budget : given.requestBudget,
      staleAfterHours: given.staleAfterHours ?? before.stale_after_hours,
      recordsAtOnce: given.recordsAtOnce ?? before.records_at_once,
    };
    // Whoever makes live calls go elsewhere, or makes them live, types the name.
    const leadsElsewhere = settings.mode !== before.mode || settings.baseUrl !== before.base_url;
    const isNamed = settings.name !== before.name || (archived === false && before.archived_at !== null);
    if (isNamed) await lockConnectionNames(trx);
    const errors = [
      ...(isNamed ? await nameProblems(context, trx, { name: settings.name, otherThan: connection.id }) : []),
      ...(leadsElsewhere ? typedNameProblems({ ...settings, typedName }) : []),
      ...keyProblems(apiKey, { isElsewhere: settings.baseUrl !== before.base_url, leadsElsewhere }),
      ...(leadsElsewhere
        ? modeProblems(deps.service.profile, { apiKey: apiKey ?? deps.service.apiKey, mode: settings.mode })
        : []),
    ];
    if (errors.length > 0) throw operationError("invalid_request", "connection", { errors });
    const isArchived = before.archived_at !== null;
    const archiving = archived === undefined || archived === isArchived ? undefined : archived;
    await updateConnection(
      trx,
      connection.id,
      {
        name: settings.name,
        mode: settings.mode,
        base_url: settings.baseUrl,
        fixed_api_version: settings.apiVersion,
        api_version: settings.apiVersion ?? deps.service.profile.data.apiVersion,
        request_budget: settings.requestBudget,
        stale_after_hours: settings.staleAfterHours,
        records_at_once: settings.recordsAtOnce,
        ...(apiKey === null
          ? {}
          : {
              key_sealed: deps.secrets.seal(apiKey, keyPurpose(connection.id)),
              key_last_four: apiKey.slice(-4),
              key_set_at: now,
            }),
        ...(archiving === undefined
          ? {}
          : { archived_at: archiving ? now : null, archived_by: archiving ? json(actor) : null }),
      },
      now,
    );
    await syncGivenIndexVersions(trx, {
      connectionId: connection.id,
      mode: settings.mode,
      profile: deps.service.profile,
      actor,
      requestId,
      now,
    });
    const code =
      archiving === undefined ? "connection.update" : archiving ? "connection.archive" : "connection.use-again";
    await journal(context, trx, {
      subject: connection.id,
      before: {
        name: before.name,
        mode: before.mode,
        baseUrl: before.base_url,
        apiVersion: before.fixed_api_version,
        requestBudget: before.request_budget,
        staleAfterHours: before.stale_after_hours,
        recordsAtOnce: before.records_at_once,
        isArchived,
        ...(apiKey === null ? {} : { keyEnds: before.key_last_four }),
      },
      after: {
        ...settings,
        isArchived: archiving ?? isArchived,
        ...(apiKey === null ? {} : { keyEnds: apiKey.slice(-4) }),
      },
      message: { code, params: { by: actor.name, connection: settings.name } },
    });
    return await lockConnection(trx, connection.id);
  });
  await deps.connections.catchUp();
  if (row === undefined) throw operationError("not_found", "connection");
  return await listed(context, row);
}

/** A key that was given for one address is never sent to another. */
function keyProblems(
  apiKey: string | null,
  { isElsewhere, leadsElsewhere }: { isElsewhere: boolean; leadsElsewhere: boolean },
): readonly FieldError[] {
  if (apiKey === null ? !isElsewhere : leadsElsewhere) return [];
  const detail = isElsewhere
    ? "must be given for another base address: the kept key is sent to its own alone"
    : "can only be given with another base address or mode; otherwise change the key by itself";
  return [{ pointer: "/apiKey", detail }];
}
