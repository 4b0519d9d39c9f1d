import type { CreateReferrerInput, Referrer, UpdateReferrerInput } from "@dc/contract";
import { bff, path } from "#/api/bff.ts";
import { anyFailure, useCommand } from "#/commands/use-command.ts";

export interface SavedReferrer {
  /** null for a new one. */
  before: Referrer | null;
  input: Omit<CreateReferrerInput, "ownerId"> & Pick<UpdateReferrerInput, "archived" | "withDirectories">;
}

export const useSaveReferrer = () =>
  useCommand({
    run: ({ before, input: { archived, withDirectories, ...input } }: SavedReferrer) =>
      before === null
        ? bff.post<Referrer>("/referrers", input)
        : bff.patch<Referrer>(path`/referrers/${before.id}`, {
            ...input,
            ...(archived === undefined ? {} : { archived }),
            ...(withDirectories === undefined ? {} : { withDirectories }),
            version: before.version,
          } satisfies UpdateReferrerInput),
    // Index versions say its name.
    changes: ["everything"],
    rereadsAfter: anyFailure,
  });
