import type { CheckedProfile, CheckProfileInput } from "@dc/contract";
import type { RequestContext } from "#/context/deps.ts";
import { OperationError, operationError } from "#/runtime/errors.ts";
import { ProfileError, type ServiceProfile } from "#/upstream/service.ts";
import { parseProfile } from "#/upstream/settings-profile.ts";
import { toServiceFailure } from "#/upstream/service-failure.ts";
import { callProblem, unwritableFields } from "./profile-problems.ts";

/** The problems of a profile, and how it would read a few records. Changes nothing and sends only reads. */
export async function checkProfile(
  { connection, deps }: RequestContext,
  { profile: content, read }: CheckProfileInput,
): Promise<CheckedProfile> {
  let profile: ServiceProfile;
  try {
    profile = parseProfile(content);
  } catch (error) {
    if (!(error instanceof ProfileError)) throw error;
    return {
      problems: error.problems.map(({ pointer, message }) => ({ pointer, message })),
      name: null,
      hash: null,
      reading: null,
      stranded: [],
    };
  }
  const { name, hash } = profile;
  try {
    deps.service.prepare(profile);
  } catch (error) {
    return { problems: [callProblem(error)], name, hash, reading: null, stranded: [] };
  }
  const stranded = await unwritableFields(deps.store.db, connection.id, profile);
  if (read === undefined) return { problems: [], name, hash, reading: null, stranded };
  const ids = {
    ...(read.practitioner === undefined ? {} : { practitioner: [read.practitioner] }),
    ...(read.schedule === undefined ? {} : { schedule: [read.schedule] }),
  };
  try {
    const { index, calls, meanings, unnamed, problems, notTried } = await deps.service.dryRun(profile, {
      ids,
      index: read.indexId,
    });
    return {
      problems: [],
      name,
      hash,
      stranded,
      reading: {
        indexId: index,
        calls: calls.map(({ method, path, status }) => ({ method, path, status })),
        meanings: meanings.map((meaning) => ({
          ...meaning,
          samples: meaning.samples.map((sample) => ({ ...sample })),
        })),
        unnamed: unnamed.map((member) => ({ ...member })),
        problems: problems.map((problem) => ({ ...problem })),
        notTried: [...notTried],
      },
    };
  } catch (error) {
    const failure = toServiceFailure(error);
    if (isUnreachable(error))
      throw operationError("service_unreachable", "service-check", { problem: error.message, cause: error });
    if (failure === undefined) throw error;
    throw new OperationError(failure.code, failure.detail, { service: failure.words });
  }
}

/** The service check is loaded lazily, so its error is recognised by name. */
function isUnreachable(error: unknown): error is Error {
  return error instanceof Error && error.name === "ServiceCheckError";
}
