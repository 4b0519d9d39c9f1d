import type { ActivityFilter, ActivityPage } from "@dc/contract";
import { listQuery } from "#/api/list-query.ts";

export const activityQuery = (filter: ActivityFilter) =>
  listQuery<ActivityPage>({ key: ["activity", "list"], to: "/activity", query: filter, stays: true });
