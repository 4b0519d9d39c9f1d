import type { Change, RecordView } from "@dc/contract";
import { expect, it } from "vitest";
import { lifecycleOf } from "./lifecycle.ts";
import { presenceOf } from "./presence.ts";

const record = { type: "schedule", id: "sch_1" };
const context = { against: "the standard index", missing: "404 not_found" };

type Presence = RecordView["comparison"]["presence"];
type Flags = RecordView["comparison"]["flags"];

type Here = RecordView["here"]["state"];

const viewOf = (
  presence: Presence,
  { flags = [], here = "missing", id = record.id }: { flags?: Flags; here?: Here; id?: string } = {},
) => ({ record: { ...record, id }, comparison: { presence, flags }, here: { state: here } }) as unknown as RecordView;

const changeOf = (op: "create" | "delete", state: Change["state"], order: number | null = 1) =>
  ({ id: `chg_${op}_${state}`, record, state, order, operation: { op }, because: null }) as unknown as Change;

it.each<[Presence, Change[], Here, string | null]>([
  ["both", [], "found", null],
  ["not read", [], "not read", null],
  ["missing here", [], "missing", "outside: This directory has no such schedule."],
  ["missing in standard", [], "found", "plain: Only in this index."],
  ["in neither", [], "missing", "failed: The service knows no schedule with this id,"],
  ["in neither", [changeOf("create", "draft", null)], "missing", "plain: This schedule is staged."],
  ["both", [changeOf("delete", "draft", null)], "found", "plain: Its deletion is staged."],
  ["missing in standard", [changeOf("create", "held")], "missing", "held: Created here, held."],
  [
    "missing in standard",
    [changeOf("create", "unknown")],
    "missing",
    "unknown: It is not known whether it was created.",
  ],
  ["missing in standard", [changeOf("create", "applied")], "found", "plain: Only in this index."],
  [
    "missing in standard",
    [changeOf("create", "applied")],
    "missing",
    "outside: Removed from the index, not by this console.",
  ],
  ["missing here", [changeOf("delete", "held")], "found", "held: Deleted here, held."],
  ["missing here", [changeOf("delete", "applied")], "missing", "plain: Deleted here."],
  ["missing here", [changeOf("delete", "applied")], "found", "outside: Back in the index, not by this console."],
  ["in neither", [changeOf("create", "applied"), changeOf("delete", "applied", 2)], "missing", "plain: Deleted here."],
  ["both", [changeOf("delete", "withdrawn")], "found", null],
])("%s with %j while the index has it as %s is told as %s", (presence, changes, here, words) => {
  const told = presenceOf(viewOf(presence, { here }), lifecycleOf(record, changes), context);
  expect(told === null ? null : `${told.kind}: ${told.title}`).toBe(words);
});

it("what is held says why: for want of an endpoint, or because its sending was undone", () => {
  const undone = { ...changeOf("create", "held"), because: "Held because its sending was undone." };
  const told = presenceOf(viewOf("missing in standard"), lifecycleOf(record, [undone]), context);
  expect(told?.says).toMatch(/^Its sending was undone\. Readers of the gateway get it as sch_1/);
  const deleted = { ...changeOf("delete", "held"), because: "Held because its sending was undone." };
  expect(presenceOf(viewOf("missing here", { here: "found" }), lifecycleOf(record, [deleted]), context)?.says).toBe(
    "Its sending was undone. The index still has it; readers of the gateway get 404 not_found.",
  );
});

it.each<[Flags, string]>([
  [["outside"], "Deleted in the index, not by this console."],
  [["outside", "late request"], "Deleted in the index, perhaps by a delayed deletion of ours."],
])("a record that is gone is reported as deleted in the index, and by whom: %j", (flags, title) => {
  const gone = viewOf("missing here", { flags });
  expect(presenceOf(gone, lifecycleOf(record, []), context)?.title).toBe(title);
});

it("an id of ours that nothing stands behind is reported as such, not as mistyped", () => {
  const view = viewOf("in neither", { id: "new_0000000000000001" });
  expect(presenceOf(view, lifecycleOf(view.record, []), context)?.title).toBe("This schedule no longer exists.");
});
