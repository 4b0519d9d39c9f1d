import type { ProfileProblem } from "@dc/contract";
import { InvalidCallError } from "#/upstream/service.ts";

/** Why the service cannot be called by a profile. Its address and key were right at start: it is what the profile makes of them. */
export function uncallable(error: unknown): ProfileProblem {
  if (!(error instanceof InvalidCallError)) throw error;
  return { pointer: "/credential", message: `the service cannot be called with it: ${error.message}` };
}
