import { type Flag, type RecordView, Verdict } from "@dc/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { elementOfPhone, type Place, valuesIn } from "./field-places.ts";
import type { Value } from "./letters.ts";
import { worstOf } from "./letters.ts";
import { createVerdictRun, describePlace, type VerdictRun, viewKey } from "./verdict-run.ts";

// Proves: for every combination of what base, the index, an override and the baseline say of a text, a member of a set
// and an entry of phones, the API tells the verdict and the flags that the tables of SPEC.md give, and the gateway
// serves E. The expected values are derived in letters.ts, which shares no code with packages/directory. Cannot prove:
// anything about records that one side lacks, or about moves at the same moment (see model and concurrency).

describe.each(["copy", "overlay-by-field", "overlay-by-record"] as const)("on a service of kind %s", (kind) => {
  let run: VerdictRun;
  let views: Map<string, RecordView>;
  beforeAll(async () => {
    run = await createVerdictRun(kind);
    views = await run.views();
  });
  afterAll(() => run?.[Symbol.asyncDispose]());

  test("each verdict and flag is that of the tables, and so are the gateway, the overrides and the counts", async () => {
    expect(run.problems).toEqual([]);
    expect(differences(run, views)).toEqual([]);
    expect(await servedOtherwise(run)).toEqual([]);
    expect(await countedOtherwise(run, views)).toEqual([]);
  });

  test("keep ours and accept do what the tables say, and are refused where there is nothing to decide", async () => {
    const problems: string[] = [];
    for (const { place, element, decision } of decisionsOf(run)) {
      const { verdict, flags } = place.letters.expected(element);
      const isApplicable =
        decision === "keep ours" ? verdict !== "same" && verdict !== "ours" : flags.includes("outside");
      const key = rowKeyOf(place, element, fieldOf(views, place));
      const status = await run.decide(place, key, decision);
      if ((status === 200) !== isApplicable) problems.push(`${describePlace(place, element)}: answered ${status}`);
      else if (!isApplicable) continue;
      else if (decision === "keep ours") place.letters.keepOurs(element);
      else place.letters.accept(element);
    }
    expect(problems).toEqual([]);
    await run.moveOn();
    for (const [key, view] of await run.views("later")) views.set(key, view);
    expect(differences(run, views)).toEqual([]);
    expect(await countedOtherwise(run, views)).toEqual([]);
  });
});

function decisionsOf({ places }: VerdictRun) {
  return places.flatMap((place) =>
    [...place.cells].flatMap(([element, { decision }]) => (decision === null ? [] : [{ place, element, decision }])),
  );
}

type FieldComparison = RecordView["comparison"]["fields"][number];

function fieldOf(views: ReadonlyMap<string, RecordView>, { indexId, record, field }: Place): FieldComparison {
  const found = views.get(viewKey(indexId, record))?.comparison.fields.find(({ key }) => key === field);
  if (found === undefined) throw new Error(`${field} of ${record.id} is not compared in ${indexId}.`);
  return found;
}

type Row = Pick<FieldComparison, "verdict" | "flags" | "values"> & { key: string };

const sides = ["original", "baseline", "base", "index", "known", "wanted", "effective", "preview"] as const;

/** The row of an element; undefined where no side has it. */
function rowOf({ kind }: Place, element: string, compared: FieldComparison): Row | undefined {
  if (kind === "text") return compared;
  if (kind === "set") return compared.parts.find(({ key }) => key === element);
  const ofLine = compared.parts.filter(({ values }) =>
    sides.some((side) => {
      const reading = values[side];
      return reading !== null && "value" in reading && elementOfPhone(reading.value)[0] === element;
    }),
  );
  return ofLine.find(({ flags }) => flags.includes("outside")) ?? ofLine[0];
}

function rowKeyOf(place: Place, element: string, compared: FieldComparison): string {
  return rowOf(place, element, compared)?.key ?? element;
}

/** Where the API says something else than the tables. */
function differences({ places }: VerdictRun, views: ReadonlyMap<string, RecordView>): string[] {
  return places.flatMap((place) => {
    const compared = fieldOf(views, place);
    const { letters, kind } = place;
    const problems: string[] = [];
    const verdicts: Verdict[] = [];
    for (const element of place.cells.keys()) {
      const right = letters.expected(element);
      verdicts.push(right.verdict);
      const flags: Flag[] = [...right.flags];
      const [base, index] = [letters.base(element), letters.index(element)];
      if (kind === "text" && (base === undefined || index === undefined)) flags.push("absent");
      if (kind === "text" && (base === "" || right.effective === "")) flags.push("empty");
      const row = rowOf(place, element, compared);
      if (right.isTangled) {
        if (right.flags.includes("outside") && row?.flags.includes("outside") !== true)
          problems.push(`${describePlace(place, element)}: is not told as outside`);
        continue;
      }
      const told = [row?.verdict ?? "same", ...(row?.flags ?? []).toSorted()].join(" ");
      const said = [right.verdict, ...flags.toSorted()].join(" ");
      if (told !== said)
        problems.push(
          `${describePlace(place, element)}: is told as ${told}, and is ${said} (E ${right.effective}, B ${base}, I ${index})`,
        );
    }
    const { values } = compared;
    for (const [side, valueOf] of [
      ["base", letters.base],
      ["index", letters.index],
      ["effective", letters.effective],
    ] as const) {
      const reading = values[side];
      const raw = reading !== null && "value" in reading ? { [place.member]: reading.value } : {};
      const wrong = otherThan(place, valuesIn(place, raw), valueOf);
      if (wrong !== null)
        problems.push(`${describePlace(place, wrong)}: ${side} is told as ${JSON.stringify(reading)}`);
    }
    if (
      ![...place.cells.keys()].some((element) => letters.expected(element).isTangled) &&
      compared.verdict !== worstOf(verdicts)
    )
      problems.push(
        `${place.field} of ${place.record.id} is ${compared.verdict}, and its worst is ${worstOf(verdicts)}`,
      );
    return problems;
  });
}

function otherThan(
  { cells }: Place,
  told: ReadonlyMap<string, Value>,
  valueOf: (element: string) => Value,
): string | null {
  return [...cells.keys()].find((element) => told.get(element) !== valueOf(element)) ?? null;
}

/** Where the gateway serves something else than E. */
async function servedOtherwise({ stack, places }: VerdictRun): Promise<string[]> {
  const problems: string[] = [];
  const index = stack.app.deps.service.profile.data.headers.index.name;
  for (const [, ofRecord] of Map.groupBy(places, ({ indexId, record }) => viewKey(indexId, record))) {
    const [{ indexId, record } = { indexId: "", record: { type: "", id: "" } }] = ofRecord;
    const answer = await stack.gateway(stack.pathOf(record), { [index]: indexId });
    const raw: { [member: string]: unknown } = Object(await answer.json());
    for (const place of ofRecord) {
      const wrong = otherThan(place, valuesIn(place, raw), place.letters.effective);
      if (wrong !== null)
        problems.push(`${describePlace(place, wrong)}: is served as ${JSON.stringify(raw[place.member])}`);
    }
  }
  return problems;
}

/** Where the list of overrides says something else than the tables, or the counts of a directory than its rows. */
async function countedOtherwise(
  { directories, places, overrides, indexVersion }: VerdictRun,
  views: ReadonlyMap<string, RecordView>,
): Promise<string[]> {
  const problems: string[] = [];
  for (const { indexId } of directories) {
    const live = places
      .filter((place) => place.indexId === indexId)
      .flatMap(({ record, field, letters, cells }) =>
        [...cells.keys()].flatMap((element) => {
          const override = letters.liveOverride(element);
          return override === null ? [] : [`${record.id} ${field} ${override.state}`];
        }),
      );
    const listed = (await overrides(indexId)).map(
      ({ record, field, change }) => `${record.id} ${String(field)} ${change.state}`,
    );
    const [missing, extra] = [without(live, listed), without(listed, live)];
    if (missing.length > 0) problems.push(`${indexId} lists no override ${missing.join(", ")}`);
    if (extra.length > 0) problems.push(`${indexId} lists an override too many: ${extra.join(", ")}`);
    const fields = [...views.values()]
      .filter(({ here }) => here.indexId === indexId)
      .flatMap(({ comparison }) => comparison.fields);
    const rows = fields.flatMap((field) => (field.parts.length > 0 ? field.parts : [field]));
    const heldBy = rows.flatMap(({ flags, override }) => (flags.includes("held") ? (override?.changeId ?? []) : []));
    const right: { [name: string]: number } = {
      outside: rows.filter(({ flags }) => flags.includes("outside")).length,
      held: new Set(heldBy).size,
    };
    for (const verdict of Verdict.options) right[verdict] = rows.filter((row) => row.verdict === verdict).length;
    const { counts } = await indexVersion(indexId);
    for (const [name, count] of Object.entries(right)) {
      const told = new Map(Object.entries(counts)).get(name);
      if (told !== count) problems.push(`${indexId} counts ${told} ${name}, and there are ${count}`);
    }
  }
  return problems;
}

function without(some: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return some.filter((one) => {
    const at = left.indexOf(one);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
