import { CONNECTION_API } from "#/testing/app.ts";
import type { Change, ChangeSet } from "@dc/contract";
import { testEvidence } from "./evidence.ts";
import { INDEX, type SendingStack } from "./sending-stack.ts";

export const evidence = {
  reason: "The practice called",
  source: "phone",
  verifiedOn: "2026-11-19",
  reviewBy: "2027-01-31",
  from: null,
  until: null,
};

export interface Staged {
  changeSet: ChangeSet;
  changes: Change[];
  replaced: Change[];
}

/** Other tests check that routes answer as their schemas say. */
export async function bodyOf<T>(response: Response): Promise<T> {
  return (await response.json()) as T;
}

export async function stage({ app }: SendingStack, body: unknown, indexId = INDEX): Promise<Response> {
  return await app.signedIn("POST", `${CONNECTION_API}/index-versions/${indexId}/changes`, body);
}

export async function apply(
  { app }: SendingStack,
  { id, version }: ChangeSet,
  given: object = { evidence: testEvidence },
): Promise<Response> {
  return await app.signedIn("POST", `${CONNECTION_API}/change-sets/${id}/apply`, { version, ...given });
}

export async function changesOf({ app }: SendingStack, id: string): Promise<Change[]> {
  return (await bodyOf<{ items: Change[] }>(await app.signedIn("GET", `${CONNECTION_API}/change-sets/${id}/changes`)))
    .items;
}
