import type { IndexVersionKind } from "@dc/api-client";
import {
  AdoptedIndexVersion,
  ChangePage,
  Creation,
  OverridePage,
  PractitionerView,
  Problem,
  ProfileInForce,
  type RecordView,
  StagedChanges,
  ChangeSet,
  IndexVersion,
} from "@dc/contract";
import { builtInKey } from "@dc/sandbox/app";
import { z } from "zod";
import { createSender } from "#/sending/sender.ts";
import { testEvidence } from "#/testing/evidence.ts";
import { createTestStack, type TestStack } from "#system-tests/test-stack.ts";
import { type AskedOverride, type Combination, type ListGroup, memberCombinations, type Move } from "./combinations.ts";
import { phoneCombinations, textCombinations } from "./combinations.ts";
import { createPlace, memberChange, movedIn, operationFor, type Place } from "./field-places.ts";
import type { StagedValue, Value } from "./letters.ts";
import { createRecordsInUse, type RecordsInUse } from "./records-in-use.ts";

const LONG_MS = 1_000_000_000;
const UNDO_MS = 5_000;

interface Directory {
  indexId: string;
  isObserved: boolean;
}

/** All combinations in two directories of one service: a created one, and one that was adopted. */
export interface VerdictRun extends AsyncDisposable {
  stack: TestStack;
  directories: readonly Directory[];
  places: readonly Place[];
  /** What was staged or dropped against the tables. */
  problems: readonly string[];
  /** Reads every record of the places, or those in which something moves or is decided later; by `viewKey`. */
  views(which?: "all" | "later"): Promise<Map<string, RecordView>>;
  readonly overrides: (indexId: string) => Promise<OverridePage["items"]>;
  readonly indexVersion: (indexId: string) => Promise<IndexVersion>;
  decide(place: Place, key: string, decision: string): Promise<number>;
  /** What moves after the decisions. */
  moveOn(): Promise<void>;
}

export const viewKey = (indexId: string, { type, id }: { type: string; id: string }) => `${indexId} ${type} ${id}`;

interface Plan {
  isObserved: boolean;
  purpose: string;
  kind: Place["kind"];
  cells: Map<string, Combination>;
  record: Place["record"];
  field: string;
  member: string;
}

const isLate = (purpose: string) => purpose.endsWith(" late");

export async function createVerdictRun(indexVersions: IndexVersionKind): Promise<VerdictRun> {
  const stack = await createTestStack({ writes: true, indexVersions, people: 5, practitioners: 420 });
  const { sandbox, clock, deps } = stack.app;
  const records = await createRecordsInUse(stack, {
    practitioners: 420,
    oneFieldEach: indexVersions === "overlay-by-record",
  });
  const plans = [true, false].flatMap((isObserved) =>
    planPlaces(records, stack, { isObserved, isCopy: indexVersions === "copy" }),
  );
  const problems: string[] = [];
  let revision = 0;
  const sender = createSender(deps, { quietMs: LONG_MS, deferMs: LONG_MS });

  await offerWrites(false);
  await move(
    "/drift",
    plans.map((plan) => memberChange(unlettered(plan), (element) => plan.cells.get(element)?.start)),
  );
  const directories = [await createDirectory(), await adoptDirectory()];
  const indexOf = (isObserved: boolean) =>
    directories.find((directory) => directory.isObserved === isObserved)?.indexId ?? "";
  const places = plans.map(({ isObserved, record, field, member, kind, cells }) =>
    createPlace({ indexId: indexOf(isObserved), record, field, member, kind, cells }, { indexVersions, isObserved }),
  );
  const lateRecords = new Set(plans.filter(({ purpose }) => isLate(purpose)).map(({ record }) => record));
  const early = places.filter(({ record }) => !lateRecords.has(record));
  for (const { letters } of early) letters.read();

  const isHow =
    (...hows: AskedOverride["how"][]) =>
    (one: AskedOverride) =>
      hows.includes(one.how);
  const isWhen =
    (...whens: AskedOverride["when"][]) =>
    (one: AskedOverride) =>
      whens.includes(one.when);
  // Who stages what: the first person what is held or sent at once, the others what lies about as a draft.
  const [now, heldAcross, sentAcross, drafts] = [0, 1, 2, 3] as const;

  await stageAndApply(now, isHow("held"), isWhen("before"));
  const acrossHeld = await stageAll(heldAcross, isHow("held"), isWhen("across"));
  const acrossSent = await stageAll(sentAcross, isHow("sent"), isWhen("across"));
  await stageAll(drafts, isHow("draft"), isWhen("before"));
  await offerWrites(true);
  await stageAndApply(now, isHow("sent", "lost", "arrived"), isWhen("before"));
  await move(
    "/drift",
    changesOf(early, ({ base }) => base, "base"),
  );
  await move(
    "/drift",
    changesOf(
      places.filter((place) => !early.includes(place)),
      ({ base }) => base,
      "base",
    ),
  );
  await moveOutside(places, ({ outside }) => outside);
  await stageAndApply(now, isHow("sent"), isWhen("after", "seen"));
  await applyAll(sentAcross, acrossSent);
  await offerWrites(false);
  await stageAndApply(now, isHow("held"), isWhen("after", "seen"));
  await applyAll(heldAcross, acrossHeld);
  for (const { indexId, isObserved } of directories) {
    const ids = records.rosterOf((purpose) => isLate(purpose) && purpose.startsWith(String(isObserved)));
    const text = ids.join("\n");
    expectStatus(
      202,
      await stack.call(now, "POST", `/index-versions/${indexId}/roster-imports`, { from: "text", text }),
    );
  }
  await deps.background.idle();

  return {
    stack,
    directories,
    places,
    problems,
    async views(which = "all") {
      const found = new Map<string, RecordView>();
      const moving = new Set(places.filter(movesLater).map(({ record }) => record.id));
      for (const { indexId, isObserved } of directories) {
        const owned = records.practitionersOf((purpose) => purpose.startsWith(String(isObserved)));
        for (const { practitionerId: id, scheduleIds } of owned) {
          if (which === "later" && ![id, ...scheduleIds].some((one) => moving.has(one))) continue;
          const path = `/index-versions/${indexId}/practitioners/${id}?maxAge=0`;
          const view = PractitionerView.parse(expectStatus(200, await stack.call(now, "GET", path)));
          for (const one of [view.practitioner, ...view.schedules]) found.set(viewKey(indexId, one.record), one);
        }
      }
      for (const { letters, indexId, record } of places) if (found.has(viewKey(indexId, record))) letters.read();
      return found;
    },
    async overrides(indexId) {
      const items: OverridePage["items"] = [];
      let cursor = "";
      for (;;) {
        const path = `/index-versions/${indexId}/overrides?limit=200${cursor}`;
        const page = OverridePage.parse(expectStatus(200, await stack.call(now, "GET", path)));
        items.push(...page.items);
        if (page.nextCursor === null) return items;
        cursor = `&cursor=${encodeURIComponent(page.nextCursor)}`;
      }
    },
    indexVersion: async (indexId) =>
      IndexVersion.parse(expectStatus(200, await stack.call(now, "GET", `/index-versions/${indexId}`))),
    async decide({ indexId, record, field, kind }, key, decision) {
      const about = kind === "text" ? {} : { element: key };
      const body = { record, field, decision, evidence: testEvidence, ...about };
      return (await stack.call(now, "POST", `/index-versions/${indexId}/decisions`, body)).status;
    },
    async moveOn() {
      await move(
        "/drift",
        changesOf(places, ({ later }) => later.base, "base"),
      );
      await moveOutside(places, ({ later }) => later.outside);
    },
    [Symbol.asyncDispose]: () => stack[Symbol.asyncDispose](),
  };

  async function offerWrites(writes: boolean): Promise<void> {
    const body = { profile: sandbox.profile({ writes }), revision, acceptsStranded: true };
    revision = ProfileInForce.parse(expectStatus(200, await stack.call(0, "PUT", "/profile", body))).revision;
  }

  async function createDirectory(): Promise<Directory> {
    const body = { name: "Created", roster: rosterFor(true) };
    const { indexId } = Creation.parse(expectStatus(201, await stack.call(0, "POST", "/index-versions", body)));
    await deps.background.idle();
    return { indexId: indexId ?? "", isObserved: true };
  }

  async function adoptDirectory(): Promise<Directory> {
    const { headers } = deps.service.profile.data;
    const made = await sandbox.app.request("http://sandbox.invalid/index_version", {
      method: "POST",
      body: JSON.stringify({ name: "Adopted" }),
      headers: {
        "Content-Type": "application/json",
        [headers.apiVersion.name]: deps.connection.apiVersion,
        Authorization: `Basic ${Buffer.from(`${builtInKey}:`).toString("base64")}`,
      },
    });
    const indexId = z.object({ id: z.string() }).parse(await made.json()).id;
    const body = { indexId, label: "Adopted", roster: rosterFor(false) };
    AdoptedIndexVersion.parse(expectStatus(201, await stack.call(0, "POST", "/index-versions/adopt", body)));
    await deps.background.idle();
    return { indexId, isObserved: false };
  }

  function rosterFor(isObserved: boolean): string {
    return records.rosterOf((purpose) => purpose.startsWith(String(isObserved)) && !isLate(purpose)).join("\n");
  }

  async function move(path: string, changes: readonly object[], more: object = {}): Promise<void> {
    if (changes.length > 0) await stack.control(path, { ...more, changes });
  }

  /** Moves the elements in the letters, and says what to ask of the sandbox. */
  function changesOf(some: readonly Place[], moveOf: (cell: Combination) => Move, where: "base" | "index"): object[] {
    return some.flatMap((place) => {
      const moved = movedIn(place, moveOf);
      if (moved.size === 0) return [];
      const { letters } = place;
      if (where === "base") letters.moveBase(moved);
      else letters.writeOutside(moved);
      return [memberChange(place, (element) => letters[where](element))];
    });
  }

  async function moveOutside(some: readonly Place[], moveOf: (cell: Combination) => Move): Promise<void> {
    for (const { indexId } of directories) {
      const here = some.filter((place) => place.indexId === indexId);
      await move("/outside", changesOf(here, moveOf, "index"), { index: indexId });
    }
  }

  type StagedChange = StagedValue & { id: string };
  interface StagedSet {
    indexId: string;
    changeSet: ChangeSet;
    staged: Map<Place, StagedChange[]>;
  }

  type Fits = (override: AskedOverride) => boolean;

  async function stageAll(person: number, ...fits: Fits[]): Promise<StagedSet[]> {
    const sets: StagedSet[] = [];
    for (const { indexId } of directories) {
      let asked = early.flatMap((place) =>
        place.indexId !== indexId
          ? []
          : [...place.cells].flatMap(([element, { override }]) =>
              override !== null && fits.every((one) => one(override)) ? [{ place, element, override }] : [],
            ),
      );
      // What is sent comes first, so that the first record of the index has an answer.
      asked.sort((a, b) => Number(b.override.how === "sent") - Number(a.override.how === "sent"));
      // An index that follows base has nothing to take from it.
      asked = asked.filter(
        ({ place: { letters }, element, override: { op } }) =>
          op !== "takeBase" || letters.effective(element) !== letters.base(element),
      );
      if (asked.length === 0) continue;
      const unseen = asked.filter(({ override }) => override.when !== "seen").map(({ place }) => place);
      for (const place of neighboursOf(unseen)) place.letters.read();
      const changes = asked.map(({ place, element, override: { op, to, policy, when } }) => ({
        record: place.record,
        field: place.field,
        operation: operationFor(place, element, op, to),
        policy,
        ...(when === "seen" ? { seen: { base: { value: place.cells.get(element)?.start ?? null } } } : {}),
      }));
      const answer = await stack.call(person, "POST", `/index-versions/${indexId}/changes`, { changes });
      const { changeSet, changes: made, dropped } = StagedChanges.parse(expectStatus(201, answer));
      const staged = new Map<Place, StagedChange[]>();
      for (const [at, { place, element, override }] of asked.entries()) {
        const { letters, cells } = place;
        const seen = override.when === "seen" ? cells.get(element)?.start : letters.base(element);
        const isDropped = override.op === "set" && letters.effective(element) === override.to;
        if (dropped.includes(at) !== isDropped)
          problems.push(
            `${describePlace(place, element)}: ${isDropped ? "changes nothing, and was staged" : "was dropped, and changes something"}`,
          );
        if (dropped.includes(at)) continue;
        const id = made[[...staged.values()].flat().length]?.id ?? "";
        staged.set(place, [
          ...(staged.get(place) ?? []),
          { ...override, element, seen, from: letters.effective(element), id },
        ]);
      }
      sets.push({ indexId, changeSet, staged });
    }
    return sets;
  }

  /** What is staged is read anew, the whole record of it. */
  function neighboursOf(some: readonly Place[]): Place[] {
    return early.filter((place) => some.some((one) => one.indexId === place.indexId && one.record === place.record));
  }

  async function stageAndApply(person: number, ...fits: Fits[]): Promise<void> {
    await applyAll(person, await stageAll(person, ...fits));
  }

  async function applyAll(person: number, sets: readonly StagedSet[]): Promise<void> {
    for (const set of sets) {
      const { staged } = set;
      await applySet(person, set);
      for (const [place, values] of staged) {
        const how = [...place.cells.values()].find(({ override }) => override !== null)?.override?.how;
        if (how !== "lost" && how !== "arrived") continue;
        const kind = how === "lost" ? "reset-before" : "reset-after";
        await stack.control("/faults", { kind, method: "POST", path: `/${place.record.id}$`, index: place.indexId });
        place.letters.lose(values, how === "arrived");
      }
    }
    clock.advance(UNDO_MS);
    await sender.runDue();
    sandbox.faults.clear();
    let rested = false;
    for (const set of sets) rested = (await sendResting(person, set)) || rested;
    if (rested) await sender.runDue();
    for (const { staged } of sets) for (const [place, values] of staged) settle(place, values);
  }

  /** Applies a set. Where base or the index moved since it was staged, its author first keeps it, on what is there now. */
  async function applySet(person: number, { changeSet, staged }: StagedSet): Promise<void> {
    const path = `/change-sets/${changeSet.id}`;
    for (;;) {
      const version = await versionOf(person, changeSet);
      const answer = await stack.call(person, "POST", `${path}/apply`, { version, evidence: testEvidence });
      if (answer.status === 200) break;
      const { moved = [] } = Problem.parse(expectStatus(409, answer));
      const changeIds = moved.map(({ changeId }) => changeId);
      const keep = { version, changeIds, as: "keep ours" };
      expectStatus(200, await stack.call(person, "POST", `${path}/moved`, keep));
      seeBase(staged, changeIds);
    }
    for (const { id, state } of await changesIn(person, changeSet)) {
      if (state !== "withdrawn") continue;
      for (const [place, values] of staged) {
        const already = values.find((value) => value.id === id);
        if (already === undefined) continue;
        if (place.letters.effective(already.element) !== already.to)
          problems.push(`${describePlace(place, already.element)}: was withdrawn, and says something else`);
        staged.set(
          place,
          values.filter((value) => value !== already),
        );
      }
    }
  }

  /** What moved just before it was sent is at rest: a person sends it all the same. */
  async function sendResting(person: number, { changeSet, staged }: StagedSet): Promise<boolean> {
    const resting = (await changesIn(person, changeSet)).filter(
      (one) => one.state === "deferred" && one.moved !== null,
    );
    const changeIds = resting.map(({ id }) => id);
    if (changeIds.length === 0) return false;
    const body = { version: await versionOf(person, changeSet), changeIds, as: "send all the same", reason: "Ours" };
    expectStatus(200, await stack.call(person, "POST", `/change-sets/${changeSet.id}/at-rest`, body));
    seeBase(staged, changeIds);
    return true;
  }

  function seeBase(staged: StagedSet["staged"], ids: readonly string[]): void {
    for (const [place, values] of staged) {
      const seen = (value: StagedChange) =>
        ids.includes(value.id) ? { ...value, seen: place.letters.base(value.element) } : value;
      staged.set(place, values.map(seen));
    }
  }

  async function versionOf(person: number, { id }: ChangeSet): Promise<number> {
    return ChangeSet.parse(expectStatus(200, await stack.call(person, "GET", `/change-sets/${id}`))).version;
  }

  async function changesIn(person: number, { id }: ChangeSet): Promise<ChangePage["items"]> {
    const items: ChangePage["items"] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const more: string = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
      const path = `/change-sets/${id}/changes?limit=200${more}`;
      const page = ChangePage.parse(expectStatus(200, await stack.call(person, "GET", path)));
      items.push(...page.items);
      cursor = page.nextCursor;
    }
    return items;
  }

  function settle({ letters, cells }: Place, values: readonly StagedValue[]): void {
    const how = [...cells.values()].find(({ override }) => override !== null)?.override?.how;
    if (how === "sent") letters.send(values);
    if (how !== "held") return;
    // On a copy a pin sends nothing and is applied at once, if the index still says so.
    const pins = indexVersions === "copy" ? values.filter(({ op }) => op === "pinValue") : [];
    letters.hold(values);
    if (pins.length > 0) letters.read();
  }
}

/** A combination in a line. */
export function describePlace({ kind, letters, cells, record, indexId }: Place, element: string): string {
  const cell = cells.get(element);
  if (cell === undefined) return element;
  const valueText = (value: Value) => (value === undefined ? "absent" : `"${value}"`);
  const moved = (name: string, move: Move) => (move === null ? [] : [`${name} ${valueText(move.to)}`]);
  const { override, start, base, outside, decision, later } = cell;
  return [
    `${kind} of ${record.id} in ${indexId}${element === "" ? "" : `, ${element}`}: starts ${valueText(start)}`,
    ...(override === null
      ? []
      : [`${override.op} ${valueText(override.to)} ${override.policy} ${override.how} ${override.when}`]),
    ...(letters.liveOverride(element) === null ? [] : [`is ${letters.liveOverride(element)?.state ?? ""}`]),
    ...moved("base", base),
    ...moved("outside", outside),
    ...(cell.isLate ? ["late"] : []),
    ...(decision === null ? [] : [decision]),
    ...moved("later base", later.base),
    ...moved("later outside", later.outside),
  ].join(", ");
}

function movesLater({ cells }: Place): boolean {
  return [...cells.values()].some(
    ({ decision, later }) => decision !== null || later.base !== null || later.outside !== null,
  );
}

function unlettered({ isObserved, record, field, member, kind, cells }: Plan): Place {
  return createPlace({ indexId: "", record, field, member, kind, cells }, { indexVersions: "copy", isObserved });
}

function planPlaces(
  records: RecordsInUse,
  stack: TestStack,
  { isObserved, isCopy }: { isObserved: boolean; isCopy: boolean },
): Plan[] {
  const plans: Plan[] = textCombinations({ isObserved, isCopy }).map((cell) => {
    const how = cell.override?.how ?? "none";
    const purpose = `${isObserved} ${how}${cell.isLate ? " late" : ""}`;
    const slot = records.text(purpose, cell.override?.to === "");
    return { isObserved, purpose, kind: "text", cells: new Map([["", cell]]), ...slot };
  });
  const groups: readonly ListGroup[] = ["unwritten", "written outside", "held", "held, unwritten", "sent"];
  const lost: readonly ListGroup[] = ["lost", "arrived"];
  // Where there is no baseline yet, only what stands without a decision is another case, and only on a copy.
  const withoutBaseline: readonly ListGroup[] = isCopy ? ["written outside", "held"] : [];
  const ids = [...new Set(stack.app.sandbox.samples.plans.match(/ins_[0-9A-Za-z]+/g))];
  for (const group of isObserved ? [...groups, ...(isCopy ? lost : [])] : withoutBaseline) {
    const purpose = `${isObserved} ${group}`;
    const members = memberCombinations(group);
    plans.push({
      isObserved,
      purpose,
      kind: "set",
      record: records.schedule(purpose),
      field: "acceptedInsurances",
      member: "accepted_insurances",
      cells: numbered(members, (at) => ids[at] ?? `no id ${at}`),
    });
    const phones = Map.groupBy(phoneCombinations(group), ({ override }) => override?.when ?? "before");
    for (const entries of phones.values())
      plans.push({
        isObserved,
        purpose,
        kind: "phones",
        record: records.practitioner(purpose),
        field: "phones",
        member: "phone_numbers",
        cells: numbered(entriesAtTheEnd(entries), (at) => String(at + 10)),
      });
  }
  return plans;
}

/** Entries that are gone and come back are appended, in their order; at the end of the list that moves none of the others. */
function entriesAtTheEnd(entries: readonly Combination[]): Combination[] {
  const isAppended = ({ start, outside }: Combination) =>
    start === undefined || (outside !== null && outside.to === undefined);
  return [...entries.filter((one) => !isAppended(one)), ...entries.filter(isAppended)];
}

function numbered(cells: readonly Combination[], nameOf: (at: number) => string): Map<string, Combination> {
  return new Map(cells.map((cell, at) => [nameOf(at), cell]));
}

function expectStatus(status: number, answer: { status: number; body: unknown }): unknown {
  if (answer.status === status) return answer.body;
  throw new Error(`Answered ${answer.status} instead of ${status}: ${JSON.stringify(answer.body)}`);
}
