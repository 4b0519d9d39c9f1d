import { expect, test } from "vitest";
import { CONNECTION_API } from "#/testing/app.ts";
import { bodyOf, type Staged } from "#/testing/change-set-requests.ts";
import { createSendingStack, INDEX } from "#/testing/sending-stack.ts";
import { openWatchedStore } from "#/testing/stores/watched-store.ts";
import { selectChangesOfSet } from "#/store/tables/changes/changes.ts";
import { compareGrounds, isMoved } from "./ground.ts";

test("however many changes of one record are compared, those on it are selected once", async () => {
  const { store, asked } = await openWatchedStore();
  await using stack = await createSendingStack({ store });
  const { app } = stack;
  const changes = Array.from({ length: 450 }, (_, at) => ({
    record: { type: "schedule", id: stack.scheduleId },
    field: "acceptedInsurances",
    operation: { op: "add", element: `ins_of_one_list_${at}` },
  }));
  const { changeSet } = await bodyOf<Staged>(
    await app.signedIn("POST", `${CONNECTION_API}/index-versions/${INDEX}/changes`, { changes }),
  );
  const rows = await selectChangesOfSet(store.db, changeSet.id);
  asked.length = 0;
  const { byId } = await compareGrounds(app.deps, store.db, rows);
  expect([byId.size, [...byId.values()].filter(isMoved)]).toEqual([450, []]);
  expect(asked.filter((text) => text.includes('from "change"') && text.includes("record_id"))).toHaveLength(1);
});
