import { type StatementPlace, StatementPreview, type StatementPreviewInput } from "@dc/contract";
import { expect } from "vitest";
import { applyChanges, change } from "./changes.ts";
import { CONNECTION_API, type TestApp } from "./app.ts";
import { createDirectory, driftBase, sampleSchedules } from "./directory.ts";

const places = ["Harbour Row Clinic", "Élm Street  Clinic", "Mission Bay"] as const;
const insteadOf = { number: "(415) 555-0120", extension: null, label: null };
const further = { number: "(415) 555-0186", extension: null, label: null };

interface PlacedSchedule {
  id: string;
  practitionerId: string;
  indexId: string;
  /** Where it is by the standard index, and by its directory. */
  base: string;
  here: string;
}

async function previewStatement(app: TestApp, input: StatementPreviewInput): Promise<StatementPreview> {
  const answer = await app.signedIn("POST", `${CONNECTION_API}/statements/preview`, input);
  expect(answer.status).toBe(200);
  return StatementPreview.parse(await answer.json());
}

/**
 * Directories in which schedules are at one place by the standard index and at another by the directory, drawn by `seed`; all
 * of their practitioners have one number.
 */
async function placedSchedules(app: TestApp, seed: number): Promise<PlacedSchedule[]> {
  let state = seed;
  const draw = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
  const placeOf = () => places[draw(places.length)] ?? "";
  const ids = sampleSchedules(app, 10);
  const base = new Map<string, string>();
  const drift = async (id: string) => {
    base.set(id, placeOf());
    await driftBase(app, { type: "schedule", id, set: { name: base.get(id) } });
  };
  for (const id of ids) await drift(id);
  const placed: PlacedSchedule[] = [];
  for (const name of ["Ada", "Bea"]) {
    const roster = ids.filter(() => draw(4) > 0);
    const { indexId } = await createDirectory(app, { name, roster: roster.join("\n") });
    const rows = await app.deps.store.db
      .selectFrom("roster_entry")
      .select(["record_id", "practitioner_id", "name"])
      .where("index_id", "=", indexId)
      .where("record_type", "=", "schedule")
      .execute();
    for (const row of rows)
      placed.push({
        id: row.record_id,
        practitionerId: row.practitioner_id ?? "",
        indexId,
        base: "",
        here: row.name ?? "",
      });
  }
  for (const schedule of placed.filter(() => draw(3) === 0)) {
    schedule.here = placeOf();
    const record = { type: "schedule", id: schedule.id };
    const set = change(record, "name", { op: "set", value: schedule.here });
    await applyChanges(app, schedule.indexId, [set]).catch(() => undefined);
  }
  await app.sendDue();
  for (const id of ids.filter(() => draw(3) === 0)) await drift(id);
  for (const id of new Set(placed.map(({ practitionerId }) => practitionerId)))
    await driftBase(app, { type: "practitioner", id, set: { phone_numbers: [insteadOf] } });
  for (const { indexId, practitionerId } of placed)
    await app.signedIn("GET", `${CONNECTION_API}/index-versions/${indexId}/practitioners/${practitionerId}?maxAge=0`);
  return placed.map((schedule) => ({ ...schedule, base: base.get(schedule.id) ?? "" }));
}

const keyOf = ({ practitioner, index }: StatementPlace) => `${practitioner.id} ${index.id}`;

/** A statement about a place concerns the schedules that are there by the standard index or by their directory, and no other. */
export async function expectStatementsAboutPlaces(app: TestApp, seed: number): Promise<void> {
  const schedules = await placedSchedules(app, seed);
  const facts: StatementPreviewInput["facts"] = [
    { kind: "plan", planId: "ins_none", accepted: true, asItStands: true },
    { kind: "further phone", number: further },
    { kind: "right" },
  ];
  for (const place of places) {
    const isAt = ({ base, here }: PlacedSchedule) => [base, here].includes(place);
    const byRow = Map.groupBy(schedules, (one) => `${one.practitionerId} ${one.indexId}`);
    const expected = [...byRow].filter(([, of]) => of.some(isAt)).map(([key]) => key);
    const typed = { places: [place.toLowerCase().replace("é", "e").replace("  ", " ")] };
    const asked: StatementPreviewInput["scope"][] = [
      typed,
      { q: place.slice(0, 7) },
      { scheduleIds: schedules.filter(isAt).map(({ id }) => id) },
    ];
    for (const scope of expected.length === 0 ? asked.slice(0, 2) : asked) {
      const isNamed = (one: PlacedSchedule) =>
        scope.scheduleIds === undefined ? isAt(one) : scope.scheduleIds.includes(one.id);
      const { items } = await previewStatement(app, { scope, facts });
      if (scope.scheduleIds === undefined) expect(items.map(keyOf).toSorted()).toEqual(expected.toSorted());
      for (const item of items) {
        const own = byRow.get(keyOf(item)) ?? [];
        expect(item.schedules).toBe(own.length);
        const elsewhere = own.filter((one) => !isNamed(one));
        const found = item.findings.filter(({ fact }) => fact === 0);
        expect(found.map(({ record }) => record.id).toSorted()).toEqual(own.map(({ id }) => id).toSorted());
        for (const { record, place: shown, leftOut, change: staged, ticked } of found) {
          const one = own.find(({ id }) => id === record.id);
          if (one === undefined) throw new Error("This schedule is on no roster.");
          expect(shown).toBe(one.here);
          expect([leftOut, staged === null, ticked]).toEqual(
            isNamed(one) ? [null, false, true] : ["elsewhere", true, false],
          );
        }
        const [phone] = item.findings.filter(({ fact }) => fact === 1);
        expect(phone).toMatchObject({
          record: { type: "practitioner", id: item.practitioner.id },
          leftOut: elsewhere.length > 0 ? "also elsewhere" : null,
          ticked: elsewhere.length === 0,
        });
        const right = item.findings.filter(({ fact, record: { type } }) => fact === 2 && type === "schedule");
        expect(new Map(right.map(({ record, leftOut }) => [record.id, leftOut === "elsewhere"]))).toEqual(
          new Map(own.map((one) => [one.id, !isNamed(one)])),
        );
        expect(right.filter(({ leftOut, says }) => leftOut === "elsewhere" && says !== null)).toEqual([]);
        expect(new Set(phone?.elsewhere)).toEqual(new Set(elsewhere.map(({ here }) => here)));
      }
    }
  }
}
