import { ActivityPage } from "@dc/contract";
import { listQuery } from "#/api/list-query.ts";

export const activityQuery = (indexId: string | null) =>
  listQuery({ key: ["activity", "list"], to: "/activity", schema: ActivityPage, query: { indexId } });
