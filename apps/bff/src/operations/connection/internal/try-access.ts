import type { Deps } from "#/context/deps.ts";
import { operationError } from "#/runtime/errors.ts";
import { serviceTransport } from "#/upstream/service-addresses/service-transport.ts";
import { tryService } from "#/upstream/try-service.ts";

type Access = Pick<Parameters<typeof tryService>[0], "baseUrl" | "apiKey" | "apiVersion" | "profile">;

/** Refuses an address and a key with which the service answers no read. `outcome` says in a sentence what holds then. */
export async function tryAccess(
  { serviceAddresses, clock }: Pick<Deps, "serviceAddresses" | "clock">,
  access: Access,
  outcome: string,
): Promise<void> {
  const transport = serviceTransport({ allowed: serviceAddresses });
  try {
    const { report, failure } = await tryService({ ...access, transport, clock, ids: {} });
    if (failure !== null) throw operationError("service_unreachable", "key", { problem: failure, outcome });
    const refused = report.problems.find(({ pointer }) => pointer === "/credential");
    if (refused !== undefined)
      throw operationError("invalid_request", "api-key", { problem: refused.message, outcome, pointer: "/apiKey" });
  } finally {
    await transport.close();
  }
}
