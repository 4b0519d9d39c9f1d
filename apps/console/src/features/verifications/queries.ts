import type { VerificationPage } from "@dc/contract";
import { listQuery } from "#/api/list-query.ts";

export const verificationsQuery = (query: { readonly [name: string]: string | null }) =>
  listQuery<VerificationPage>({ key: ["verifications", "list"], to: "/verifications", query });
