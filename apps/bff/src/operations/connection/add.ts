import type { AddConnectionInput, FieldError, ListedConnection } from "@dc/contract";
import type { RequestContext } from "#/context/deps.ts";
import { InvariantError, operationError } from "#/runtime/errors.ts";
import { transact } from "#/store/sql/transaction.ts";
import { insertConnection, lockConnection, lockConnectionNames } from "#/store/tables/connections/connection.ts";
import { journal } from "#/context/journal.ts";
import { replaceRoles } from "#/store/tables/people/people.ts";
import { insertRevision } from "#/store/tables/connections/profile-revisions.ts";
import { updateApprovalSettings } from "#/store/tables/changes/approval-settings.ts";
import {
  addressOrProblem,
  modeProblems,
  nameProblems,
  profileOrProblems,
  typedNameProblems,
} from "./internal/check-settings.ts";
import { tryAccess } from "./internal/try-access.ts";
import { listed } from "./list.ts";
import { keyPurpose } from "./save.ts";

/** Adds a connection, with the person who adds it as its first administrator. A live one is asked first, by documented reads. */
export async function addConnection(context: RequestContext, input: AddConnectionInput): Promise<ListedConnection> {
  const { actor, deps, personId, requestId } = context;
  const address = await addressOrProblem(deps, input.baseUrl);
  const given = profileOrProblems(input.profile, { baseUrl: address.baseUrl, apiKey: input.apiKey });
  const errors: FieldError[] = [...address.errors, ...given.errors, ...typedNameProblems(input)];
  if (given.profile !== undefined) errors.push(...modeProblems(given.profile, input));
  if (address.baseUrl === undefined || given.profile === undefined || errors.length > 0)
    throw operationError("invalid_request", "new-connection", { errors });
  const { profile, content } = given;
  const { baseUrl } = address;
  if (input.mode === "live" && !input.untested) {
    const access = { baseUrl, apiKey: input.apiKey, apiVersion: input.apiVersion ?? undefined, profile };
    await tryAccess(deps, access, "Nothing was added.");
  }
  const id = deps.newId("con");
  const now = deps.clock.now();
  const { name, mode, requestBudget, staleAfterHours, recordsAtOnce, approvals, untested } = input;
  const row = await transact(deps.wholeStore.db, async (trx) => {
    await lockConnectionNames(trx);
    const taken = await nameProblems(context, trx, { name });
    if (taken.length > 0) throw operationError("invalid_request", "new-connection", { errors: [...taken] });
    await insertConnection(trx, {
      id,
      name,
      baseUrl,
      mode,
      apiVersion: input.apiVersion ?? profile.data.apiVersion,
      fixedApiVersion: input.apiVersion,
      requestBudget,
      staleAfterHours,
      recordsAtOnce,
      keySealed: deps.secrets.seal(input.apiKey, keyPurpose(id)),
      keyLastFour: input.apiKey.slice(-4),
      profile,
      createdBy: actor,
      requestId,
      now,
    });
    await updateApprovalSettings(trx, id, approvals, now);
    const { hash } = profile;
    if (content !== null)
      await insertRevision(trx, {
        connectionId: id,
        number: 1,
        name: profile.name,
        hash,
        content: JSON.stringify(content),
        why: null,
        createdBy: actor,
        createdAt: now,
      });
    await replaceRoles(trx, {
      personId,
      connectionId: id,
      roles: [{ role: "admin", referrers: null }],
      by: actor,
      now,
    });
    await journal(context, trx, {
      connectionId: id,
      subject: id,
      after: {
        name,
        baseUrl,
        mode,
        apiVersion: input.apiVersion,
        profileHash: hash,
        requestBudget,
        staleAfterHours,
        recordsAtOnce,
        approvals: { ...approvals },
        ...(mode === "live" ? { untested } : {}),
      },
      message: { code: "connection.add", params: { by: actor.name, connection: name } },
    });
    return await lockConnection(trx, id);
  });
  if (row === undefined) throw new InvariantError(`The connection ${id} was not stored.`);
  await deps.connections.catchUp();
  const roles = [...context.roles, { connectionId: id, role: "admin" as const, referrers: null }];
  return await listed({ ...context, roles }, row);
}
