import { differsFromFollowedBase, type FieldInput, followedMemory } from "@dc/directory";
import type { ComparedRecord } from "#/context/compared-record.ts";
import type { Deps } from "#/context/deps.ts";
import {
  type FollowedField,
  insertFollowedFields,
  lockFieldMemory,
  writeFieldMemory,
} from "#/store/ledger-writes/known-values.ts";
import { transact } from "#/store/sql/transaction.ts";
import type { FieldOfIndex } from "#/store/tables/records/known-values.ts";

interface Followed {
  place: FieldOfIndex;
  input: FieldInput;
  isOutside: boolean;
  memory: ReturnType<typeof followedMemory>;
}

/**
 * In an index version that lies over base, L and K follow base where nobody is known to have written; where the index was
 * confirmed to say something else, somebody else wrote, and the field stands alone from then on.
 */
export async function followBase(deps: Deps, indexId: string, compared: readonly ComparedRecord[]): Promise<void> {
  const follow = compared
    .filter(({ here, against }) => !here.stale && !against.stale)
    .flatMap((compared) => compared.fields.flatMap((input) => followedField(deps, indexId, compared, input) ?? []));
  if (follow.length === 0) return;
  const isNew = ({ input, isOutside }: Followed) => !isOutside && !isStored(input);
  await transact(deps.store.db, async (trx) => {
    await insertFollowedFields(
      trx,
      follow.filter(isNew).map(({ place, memory }): FollowedField => ({ place, ...memory })),
    );
    for (const { place, input, isOutside, memory } of follow.filter((followed) => !isNew(followed))) {
      const now = await lockFieldMemory(trx, place);
      // A decision that was made since the comparison stands.
      const isAsCompared = isSame(now.baseline ?? {}, input.baseline) && isSame(now.known ?? {}, input.known);
      if (isOutside) await writeFieldMemory(trx, place, { written_outside: true });
      else if (isAsCompared && memory !== null) await writeFieldMemory(trx, place, memory);
    }
  });
}

function followedField(
  { connection }: Deps,
  indexId: string,
  { record, apart }: ComparedRecord,
  input: FieldInput,
): Followed | null {
  const place = { connectionId: connection.id, indexId, record, field: input.key };
  if (apart === "confirmed" && differsFromFollowedBase(input)) return { place, input, isOutside: true, memory: null };
  const memory = followedMemory(input);
  return memory === null ? null : { place, input, isOutside: false, memory };
}

function isStored({ baseline, known }: FieldInput): boolean {
  return !isSame(baseline, {}) || !isSame(known, {});
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
