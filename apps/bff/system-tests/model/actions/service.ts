import type { Field } from "#system-tests/model/service-states.ts";
import type { Acting } from "./acting.ts";
import { randomValue } from "./random-values.ts";

const notEnded = ["draft", "in review", "approved", "queued", "held", "deferred"] as const;

/** What others do in the service. */
export function serviceActions({ history, random, stack, say, aim }: Acting) {
  return {
    async drift() {
      const { field } = aim(notEnded);
      await driftField("/drift", {}, history.stack.standardIndex, field);
      say(`base moves: ${field.field} of ${field.record.id}`);
    },
    async outside() {
      const { field, indexId } = aim(notEnded);
      await driftField("/outside", { index: indexId }, indexId, field);
      say(`${field.field} of ${field.record.id} in ${indexId} is changed from outside`);
    },
  };

  async function driftField(path: string, more: { index?: string }, at: string, field: Field): Promise<void> {
    const { profile } = stack.app.deps.service;
    const { record } = field;
    const before = history.serviceStates.raw(at, record);
    const after = profile.encodeReading(record.type, before, field.field, {
      value: randomValue(history, random, field.kind),
    });
    const set = Object.fromEntries(
      Object.entries(after).filter(([key, value]) => JSON.stringify(before[key]) !== JSON.stringify(value)),
    );
    if (Object.keys(set).length > 0) await stack.control(path, { ...more, type: record.type, id: record.id, set });
  }
}
