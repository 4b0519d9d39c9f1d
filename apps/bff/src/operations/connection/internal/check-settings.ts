import type { AddConnectionInput, FieldError } from "@dc/contract";
import { foldText } from "@dc/directory";
import type { Deps, RequestContext } from "#/context/deps.ts";
import { callProblem } from "#/operations/profile/profile-problems.ts";
import type { Transaction } from "#/store/sql/transaction.ts";
import { selectConnections } from "#/store/tables/connections/connection.ts";
import { selectRoles } from "#/store/tables/people/people.ts";
import { ProfileError, requireBuildable, type ServiceProfile, shippedProfiles } from "#/upstream/service.ts";
import { checkBaseAddress } from "#/upstream/service-addresses/check-base-address.ts";
import { resolveAllowed } from "#/upstream/service-addresses/resolve-allowed.ts";
import { parseProfile } from "#/upstream/settings-profile.ts";

/** A base address in its normal form, or why it cannot be used. */
export async function addressOrProblem(
  { serviceAddresses }: Pick<Deps, "serviceAddresses">,
  text: string,
): Promise<{ baseUrl?: string; addresses?: readonly string[]; errors: readonly FieldError[] }> {
  const wrong = (detail: string) => ({ errors: [{ pointer: "/baseUrl", detail }] });
  const checked = checkBaseAddress(text, serviceAddresses);
  if ("problem" in checked) return wrong(checked.problem);
  const { baseUrl } = checked;
  const resolved = await resolveAllowed(baseUrl, serviceAddresses).catch(() => null);
  if (resolved === null) return wrong("must name a host that can be found; no name server knows this one");
  return "problem" in resolved ? wrong(resolved.problem) : { baseUrl, addresses: resolved.addresses, errors: [] };
}

/**
 * A profile that comes with the console or was given in full, with its content to save; null where it is the default one.
 * It is checked with any address in the place of one that cannot be used, so that the problems of both are told.
 */
export function profileOrProblems(
  given: AddConnectionInput["profile"],
  { baseUrl = "https://service.invalid", apiKey }: { baseUrl: string | undefined; apiKey: string },
): { profile?: ServiceProfile; content: unknown; errors: readonly FieldError[] } {
  const content = typeof given === "string" ? shippedProfiles[given] : given;
  try {
    const profile = parseProfile(content);
    requireBuildable({ baseUrl, apiKey }, profile);
    return { profile, content: given === "default" ? null : content, errors: [] };
  } catch (error) {
    const problems = error instanceof ProfileError ? error.problems : [callProblem(error)];
    return {
      content: null,
      errors: problems.map(({ pointer, message }) => ({ pointer: `/profile${pointer}`, detail: message })),
    };
  }
}

/** A key of the other mode is not used. */
export function modeProblems(
  profile: ServiceProfile,
  { apiKey, mode }: Pick<AddConnectionInput, "apiKey" | "mode">,
): readonly FieldError[] {
  const detail = profile.keyProblem(apiKey, mode);
  return detail === null ? [] : [{ pointer: "/apiKey", detail }];
}

/** A live connection is saved only by who typed its name. */
export function typedNameProblems({
  mode,
  name,
  typedName,
}: Pick<AddConnectionInput, "mode" | "name" | "typedName">): readonly FieldError[] {
  if (mode === "test" || typedName === name) return [];
  return [{ pointer: "/typedName", detail: `must be “${name}”: what is applied in a live connection is real` }];
}

/**
 * A name that another connection has cannot be told from it where one switches between them, and a request that was repeated
 * after a lost answer would add the same connection twice, for good. Only what the caller sees counts, so that the answer
 * tells nothing of others; and only what is in use, so that a connection can take the place of an older one.
 */
export async function nameProblems(
  { personId }: Pick<RequestContext, "personId">,
  trx: Transaction,
  { name, otherThan }: { name: string; otherThan?: string },
): Promise<readonly FieldError[]> {
  // One that a repeated request has just added is seen since.
  const seen = new Set((await selectRoles(trx, personId)).map(({ connectionId }) => connectionId));
  const isTaken = (await selectConnections(trx)).some(
    (one) =>
      one.id !== otherThan && one.archived_at === null && seen.has(one.id) && foldText(one.name) === foldText(name),
  );
  return isTaken ? [{ pointer: "/name", detail: "is the name of another connection already; choose another one" }] : [];
}
