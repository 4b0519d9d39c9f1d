import type { CreateReferrerInput, Referrer, UpdateReferrerInput } from "@dc/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { bff, path } from "#/api/bff.ts";

export interface SavedReferrer {
  /** null for a new one. */
  before: Referrer | null;
  input: Omit<CreateReferrerInput, "ownerId"> & Pick<UpdateReferrerInput, "archived" | "withDirectories">;
}

export function useSaveReferrer() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ before, input: { archived, withDirectories, ...input } }: SavedReferrer) =>
      before === null
        ? bff.post<Referrer>("/referrers", input)
        : bff.patch<Referrer>(path`/referrers/${before.id}`, {
            ...input,
            ...(archived === undefined ? {} : { archived }),
            ...(withDirectories === undefined ? {} : { withDirectories }),
            version: before.version,
          } satisfies UpdateReferrerInput),
    // Index versions say its name.
    onSettled: () => client.invalidateQueries(),
  });
}
