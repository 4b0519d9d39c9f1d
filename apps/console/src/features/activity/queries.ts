import type { ActivityPage } from "@dc/contract";
import { listQuery } from "#/api/list-query.ts";

export const activityQuery = (indexId: string | null) =>
  listQuery<ActivityPage>({ key: ["activity", "list"], to: "/activity", query: { indexId } });
