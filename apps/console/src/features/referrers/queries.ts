import type { ReferrerPage } from "@dc/contract";
import { listQuery } from "#/api/list-query.ts";

export const referrersQuery = (q: string, state: "active" | "archived") =>
  listQuery<ReferrerPage>({ key: ["referrers", "list"], to: "/referrers", query: { q, state } });
