import { InvalidCallError } from "@dc/api-client";
import { ServiceCheckError } from "#/service/connection-problem.ts";

/** A command line that cannot be run; the message says what to change. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Why a check could not run, in a sentence; an unforeseen error is given by its message, without a stack. */
export function describeFailure(error: unknown): string {
  if (error instanceof UsageError || error instanceof ServiceCheckError) return error.message;
  const words = error instanceof Error ? error.message : String(error);
  if (error instanceof InvalidCallError) return `This cannot be sent: ${words}.`;
  return `The check itself failed, whatever the profile and the service are like: ${words}`;
}
