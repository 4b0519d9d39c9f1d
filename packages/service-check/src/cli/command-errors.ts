import { InvalidCallError } from "@dc/api-client";
import { ServiceCheckError } from "#/service/connection-problem.ts";

/** An invalid command line; the message says what to change. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Why a check could not run, as a sentence. An unexpected error is reported by its message, without a stack. */
export function describeFailure(error: unknown): string {
  if (error instanceof ServiceCheckError) return withAddress(error);
  if (error instanceof UsageError) return error.message;
  const words = error instanceof Error ? error.message : String(error);
  if (error instanceof InvalidCallError) return `The request cannot be sent: ${words}.`;
  return `Internal error of the check, not of the profile or the service: ${words}`;
}

/** The address that was tried is named, since it may be the wrong one, or that of another environment. */
function withAddress({ message, tried }: ServiceCheckError): string {
  if (tried === null) return message;
  return `${message}: ${tried.address}${tried.code === null ? "" : ` (${tried.code})`}`;
}
