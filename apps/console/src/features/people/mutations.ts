import type { GivenRole, InvitePersonInput, ListedPerson, PersonLink } from "@dc/contract";
import { bff, path } from "#/api/bff.ts";
import { connectionInUse } from "#/api/connection-in-use.ts";
import { anyFailure, useCommand } from "#/commands/use-command.ts";

// One's own roles may have changed.
const changes = ["person", "own session"] as const;

export const useInvite = () =>
  useCommand({ run: (input: InvitePersonInput) => bff.post<PersonLink>("/people", input), changes });

export const useMakeLink = () =>
  useCommand({
    run: (id: string) => bff.post<PersonLink>(path`/people/${id}/link`, undefined),
    changes,
    rereadsAfter: anyFailure,
  });

export const useWithdrawLink = () =>
  useCommand({ run: (id: string) => bff.delete(path`/people/${id}/link`), changes, rereadsAfter: anyFailure });

export const useGiveRoles = () =>
  useCommand({
    run: ({ id, ...input }: { id: string; roles: GivenRole[]; rolesVersion: string }) =>
      bff.put<ListedPerson>(path`/people/${id}/roles/${connectionInUse()}`, input),
    changes,
    rereadsAfter: anyFailure,
  });

export const useSetDisabled = () =>
  useCommand({
    run: ({ id, disabled }: { id: string; disabled: boolean }) =>
      disabled
        ? bff.post<ListedPerson>(path`/people/${id}/disable`, undefined)
        : bff.post<ListedPerson>(path`/people/${id}/enable`, undefined),
    changes,
    rereadsAfter: anyFailure,
  });
