import { z } from "zod";
import { ChangeId, ChangeSetId } from "./changes.ts";
import { Actor, IndexId, prefixedId, RecordKey, Timestamp } from "#/ids.ts";
import { trimmedText } from "#/trimmed-text.ts";

export const AlarmId = prefixedId("alm");

export const AlarmAnswer = z
  .enum(["kept", "not ours", "reset"])
  .describe(
    "`kept`: the value stays in both. `not ours`: somebody else wrote it to the other index. `reset`: the value from before is staged into the caller's draft",
  );

/**
 * A write that another index accepted too. Nothing is sent on the connection until it is settled and sending is
 * resumed.
 */
export const Alarm = z
  .strictObject({
    id: AlarmId,
    changeSetId: ChangeSetId,
    index: z.strictObject({ id: IndexId, name: z.string() }).describe("The index version that the write was sent to"),
    record: RecordKey,
    recordName: z.string().nullable(),
    takenBy: z
      .array(z.strictObject({ id: IndexId, name: z.string() }))
      .describe("The other index versions that took the value, of those that the caller sees"),
    changes: z.array(
      z.strictObject({
        id: ChangeId,
        isInIndex: z
          .boolean()
          .describe("Whether its own index has the value: settling makes it `applied`, otherwise `failed`"),
      }),
    ),
    raisedAt: Timestamp,
    settled: z
      .strictObject({ answer: AlarmAnswer, reason: z.string(), by: Actor, at: Timestamp })
      .nullable()
      .describe("Null until a person settles it"),
  })
  .meta({ id: "Alarm" });
export type Alarm = z.infer<typeof Alarm>;

export const AlarmList = z.strictObject({ items: z.array(Alarm) }).meta({ id: "AlarmList" });
export type AlarmList = z.infer<typeof AlarmList>;

export const SettleAlarmInput = z
  .strictObject({
    answer: AlarmAnswer,
    reason: trimmedText().min(1, "must say why, in a few words").max(500),
  })
  .meta({ id: "SettleAlarmInput" });
export type SettleAlarmInput = z.infer<typeof SettleAlarmInput>;

export const SettledAlarm = z
  .strictObject({
    alarm: Alarm,
    draftId: ChangeSetId.nullable().describe("The draft into which the resets were staged; null where none were"),
  })
  .meta({ id: "SettledAlarm" });
export type SettledAlarm = z.infer<typeof SettledAlarm>;
