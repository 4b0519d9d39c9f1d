import type { ConnectionFinding, ConnectionTest, TestConnectionInput } from "@dc/contract";
import type { RequestContext } from "#/context/deps.ts";
import { operationError } from "#/runtime/errors.ts";
import { selectConnections } from "#/store/tables/connections/connection.ts";
import { serviceTransport } from "#/upstream/service-addresses/service-transport.ts";
import { tryService } from "#/upstream/try-service.ts";
import { addressOrProblem, profileOrProblems } from "./internal/check-settings.ts";
import { findingsOf } from "./internal/connection-findings.ts";

/** Tries a service with documented reads alone, and says what was found, and what was not tried. Nothing is kept. */
export async function testConnection(context: RequestContext, input: TestConnectionInput): Promise<ConnectionTest> {
  const { deps } = context;
  const { apiKey, mode } = input;
  const address = await addressOrProblem(deps, input.baseUrl);
  const given = profileOrProblems(input.profile, { baseUrl: address.baseUrl, apiKey });
  if (address.baseUrl === undefined || given.profile === undefined)
    throw operationError("invalid_request", "connection-test", { errors: [...address.errors, ...given.errors] });
  const { profile } = given;
  const transport = serviceTransport({ allowed: deps.serviceAddresses });
  const startedAt = deps.clock.now();
  try {
    const ids = {
      ...(input.practitioner === undefined ? {} : { practitioner: [input.practitioner] }),
      ...(input.schedule === undefined ? {} : { schedule: [input.schedule] }),
    };
    const access = { baseUrl: address.baseUrl, apiKey, apiVersion: input.apiVersion ?? undefined };
    const tested = await tryService({ ...access, profile, transport, clock: deps.clock, ids });
    const findings: ConnectionFinding[] = [
      {
        outcome: "holds",
        title: "The address may be used",
        detail: `on the operator’s list; leads to ${(address.addresses ?? []).join(", ")}, and only that is called`,
        pointer: null,
      },
      ...(await sameAccess(context, { baseUrl: address.baseUrl, apiKey })),
      ...findingsOf(tested, { profile, mode, hasSubject: Object.keys(ids).length > 0 }),
    ];
    return {
      at: startedAt.toISOString(),
      calls: tested.report?.calls.length ?? 1,
      durationMs: Math.max(0, deps.clock.now().getTime() - startedAt.getTime()),
      findings,
    };
  } finally {
    await transport.close();
  }
}

/** Connections in use that the caller sees and that lead to the same place with the same key. They may be meant, and are told. */
async function sameAccess(
  { deps, roles }: RequestContext,
  { baseUrl, apiKey }: { baseUrl: string; apiKey: string },
): Promise<ConnectionFinding[]> {
  const seen = new Set(roles.map(({ connectionId }) => connectionId));
  const rows = (await selectConnections(deps.wholeStore.db)).filter(
    ({ id, base_url, archived_at }) =>
      seen.has(id) &&
      base_url === baseUrl &&
      archived_at === null &&
      deps.connections.of(id)?.service.apiKey === apiKey,
  );
  return rows.map(({ name }) => ({
    outcome: "fails",
    title: `“${name}” has this address and this key`,
    detail: "both would know the same index versions, and each would take what the other writes for an outside change",
    pointer: null,
  }));
}
