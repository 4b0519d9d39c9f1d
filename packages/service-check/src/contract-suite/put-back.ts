import type { Json } from "@dc/api-client";
import { excerpt } from "#/service/describe-answer.ts";
import type { ContractSession } from "./contract-session.ts";

const longestValue = 500;

/**
 * Puts back what a check changed, now or else once more at the end of the run. Where the service lets it neither time, the report
 * lists what is to be put back.
 */
export async function putBack(
  session: ContractSession,
  place: string,
  value: Json | undefined,
  restore: () => Promise<boolean>,
): Promise<void> {
  if (await restore()) return;
  session.cleanUps.push(async () => {
    if (!(await restore()))
      session.leftovers.push(
        `${place}: ${value === undefined ? "it had no value before" : `put back ${excerpt(value, longestValue)}`}`,
      );
  });
}
