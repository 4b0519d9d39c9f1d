import type { ProfileInForce, ProfileProblem, SaveProfileInput } from "@dc/contract";
import type { z } from "zod";
import { inTransaction, type RequestContext } from "#/context/deps.ts";
import { operationError, type OperationError } from "#/runtime/errors.ts";
import { updateConnectionProfile } from "#/store/tables/connections/connection.ts";
import { RECORD_NAMES } from "#/records/rename-records.ts";
import { journal } from "#/context/journal.ts";
import { insertRevision, selectNewestRevision } from "#/store/tables/connections/profile-revisions.ts";
import type { Transaction } from "#/store/sql/transaction.ts";
import { ProfileError, type ServiceProfile } from "#/upstream/service.ts";
import { parseProfile } from "#/upstream/settings-profile.ts";
import { getProfile } from "./get.ts";
import { callProblem, unwritableFields } from "./profile-problems.ts";
import { prepareProfile } from "./in-force.ts";

/**
 * Saves a profile as the newest revision, active from the next call on; null returns to the profile of the settings.
 */
export async function saveProfile(
  context: RequestContext,
  { profile: content, revision, why, acceptsStranded }: z.output<typeof SaveProfileInput>,
): Promise<ProfileInForce> {
  const { actor, connection, deps, requestId } = context;
  const profile = content === null ? deps.settingsProfile.profile : parseOrRefuse(content);
  const putInForce = prepared(context, profile);
  const before = deps.service.profile;
  const now = deps.clock.now();
  await inTransaction(context, async (trx) => {
    const newest = (await selectNewestRevision(trx, connection.id))?.number ?? 0;
    const number = revision + 1;
    const isKept =
      newest === revision &&
      (await insertRevision(trx, {
        connectionId: connection.id,
        number,
        name: profile.name,
        hash: profile.hash,
        content: content === null ? null : JSON.stringify(content),
        why,
        createdBy: actor,
        createdAt: now,
      }));
    if (!isKept) throw operationError("version_mismatch", "profile-revision", { number: Math.max(newest, number) });
    if (!acceptsStranded) await refuseStranding(trx, connection.id, profile);
    await updateConnectionProfile(trx, {
      connectionId: connection.id,
      profile,
      mode: connection.mode,
      apiVersion: deps.service.apiVersionBy(profile),
      actor,
      requestId,
      now,
    });
    await journal(context, trx, {
      subject: connection.id,
      message:
        content === null
          ? { code: "profile.return", params: { by: actor.name, name: profile.name, number } }
          : { code: "profile.save", params: { by: actor.name, name: profile.name, number, before: before.name } },
      before: { name: before.name, hash: before.hash, revision },
      after: { name: profile.name, hash: profile.hash, revision: number },
      why,
    });
  });
  putInForce();
  deps.background.trigger(RECORD_NAMES);
  return await getProfile(context);
}

function parseOrRefuse(content: unknown): ServiceProfile {
  try {
    return parseProfile(content);
  } catch (error) {
    if (!(error instanceof ProfileError)) throw error;
    throw refusal(error.problems, error);
  }
}

async function refuseStranding(trx: Transaction, connectionId: string, profile: ServiceProfile): Promise<void> {
  const stranded = await unwritableFields(trx, connectionId, profile);
  if (stranded.length === 0) return;
  throw operationError("conflict", "stranded-overrides", {
    errors: stranded.map(({ detail }) => ({ pointer: "/acceptsStranded", detail })),
  });
}

function prepared({ deps }: RequestContext, profile: ServiceProfile): () => void {
  try {
    return prepareProfile(deps, profile);
  } catch (error) {
    throw refusal([callProblem(error)], error);
  }
}

function refusal(problems: readonly ProfileProblem[], cause: unknown): OperationError {
  const errors = problems.map(({ pointer, message }) => ({ pointer: `/profile${pointer}`, detail: message }));
  return operationError("invalid_request", "profile", { errors, cause });
}
