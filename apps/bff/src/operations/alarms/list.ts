import type { AlarmList } from "@dc/contract";
import type { RequestContext } from "#/context/deps.ts";
import { selectStandingAlarms } from "#/store/tables/changes/alarms.ts";
import { describeAlarms } from "./internal/describe-alarms.ts";

/** The alarms that stop sending for the connection, oldest first. Of one outside what the caller sees nothing is told. */
export async function listAlarms({ connection, deps }: RequestContext): Promise<AlarmList> {
  const { db } = deps.store;
  return { items: await describeAlarms(deps, db, await selectStandingAlarms(db, connection.id)) };
}
