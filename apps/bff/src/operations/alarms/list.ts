import type { AlarmList } from "@dc/contract";
import type { RequestContext } from "#/context/deps.ts";
import { isSendingStopped, selectStandingAlarms } from "#/store/tables/changes/alarms.ts";
import { describeAlarms } from "./internal/describe-alarms.ts";

/** The alarms that stop sending for the connection, oldest first. */
export async function listAlarms({ connection, deps }: RequestContext): Promise<AlarmList> {
  const { db } = deps.store;
  return {
    items: await describeAlarms(deps, db, await selectStandingAlarms(db, connection.id)),
    sendingStopped: await isSendingStopped(db, connection.id),
  };
}
