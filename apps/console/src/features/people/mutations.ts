import type { GivenRole, InvitePersonInput, ListedPerson, PersonLink } from "@dc/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { bff, path } from "#/api/bff.ts";
import { connectionInUse } from "#/api/connection-in-use.ts";
import { sessionQuery } from "#/connection/session-query.ts";
import { peopleKey } from "./queries.ts";

function useRefreshPeople() {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: [peopleKey] }),
      // One's own roles may have changed.
      client.invalidateQueries({ queryKey: sessionQuery.queryKey }),
    ]);
}

export function useInvite() {
  const refresh = useRefreshPeople();
  return useMutation({
    mutationFn: (input: InvitePersonInput) => bff.post<PersonLink>("/people", input),
    onSuccess: refresh,
    // A secret is shown once; it does not stay in memory after its drawer is closed.
    gcTime: 0,
  });
}

export function useMakeLink() {
  const refresh = useRefreshPeople();
  return useMutation({
    mutationFn: (id: string) => bff.post<PersonLink>(path`/people/${id}/link`, undefined),
    onSuccess: refresh,
    gcTime: 0,
  });
}

export function useWithdrawLink() {
  const refresh = useRefreshPeople();
  return useMutation({ mutationFn: (id: string) => bff.delete(path`/people/${id}/link`), onSettled: refresh });
}

export function useGiveRoles() {
  const refresh = useRefreshPeople();
  return useMutation({
    mutationFn: ({ id, ...input }: { id: string; roles: GivenRole[]; rolesVersion: string }) =>
      bff.put<ListedPerson>(path`/people/${id}/roles/${connectionInUse()}`, input),
    onSettled: refresh,
  });
}

export function useSetDisabled() {
  const refresh = useRefreshPeople();
  return useMutation({
    mutationFn: ({ id, disabled }: { id: string; disabled: boolean }) =>
      disabled
        ? bff.post<ListedPerson>(path`/people/${id}/disable`, undefined)
        : bff.post<ListedPerson>(path`/people/${id}/enable`, undefined),
    onSettled: refresh,
  });
}
