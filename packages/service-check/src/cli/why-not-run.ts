import { InvalidCallError } from "@dc/api-client";
import { ContractSuiteError } from "#/service/contract-suite-error.ts";
import { UsageError } from "./usage-error.ts";

/** Why a check could not run, in a sentence; what nobody foresaw is told in its own words, without a trace of the code. */
export function whyNotRun(error: unknown): string {
  if (error instanceof UsageError || error instanceof ContractSuiteError) return error.message;
  const words = error instanceof Error ? error.message : String(error);
  if (error instanceof InvalidCallError) return `This cannot be sent: ${words}.`;
  return `The check itself failed, whatever the profile and the service are like: ${words}`;
}
