import type { Deps } from "#/context/deps.ts";
import { OperationError } from "#/runtime/errors.ts";
import { serviceTransport } from "#/upstream/service-addresses/service-transport.ts";
import { testService } from "#/upstream/test-service.ts";

/** Refuses a key with which the service does not answer a read. */
export async function tryKey({ connection, service, serviceAddresses, clock }: Deps, apiKey: string): Promise<void> {
  const { profile } = service;
  const transport = serviceTransport({ allowed: serviceAddresses });
  try {
    const access = { baseUrl: connection.baseUrl, apiKey, apiVersion: service.apiVersionBy(profile) };
    const { report, unreachable } = await testService({ ...access, profile, transport, clock, ids: {} });
    if (unreachable !== null)
      throw new OperationError(
        "service_unreachable",
        `The key could not be tried: ${unreachable} The old key is still in use.`,
      );
    const refused = report.problems.find(({ pointer }) => pointer === "/credential");
    if (refused !== undefined)
      throw new OperationError("invalid_request", "The service does not take this key. The old one is still in use.", {
        errors: [{ pointer: "/apiKey", detail: refused.message }],
      });
  } finally {
    await transport.close();
  }
}
