import { planCreate, planDelete, recordOperation, sameJson } from "@dc/api-client";
import type { Probed } from "#/service/probe.ts";
import { idTextIn, objectOf, type Suite } from "#/service/suite.ts";
import { answered, fails, holds, untested, type Check, type Finding } from "./check.ts";
import { contentOf, madeIndex } from "./index-checks.ts";
import {
  anyStanding,
  planned,
  readIn,
  restatement,
  textIn,
  updateOf,
  writableName,
  type WritableName,
} from "./writable.ts";
import { runWriteTrials } from "./write-trials.ts";

const noWritable =
  "needs the update operation of a record in the profile, and the id of a record that holds something the profile can write";
const noName = "needs the update operation of a record in the profile, and the id of a record that holds a name";

/** The write of one text, read back everywhere, and taken back again. */
interface Written {
  readonly target: WritableName;
  readonly text: string;
  readonly sent: Probed;
  readonly here: Probed;
  readonly base: Probed;
  readonly baseBefore: Probed;
  readonly sibling: Probed | null;
}

const writes = new WeakMap<Suite, Promise<Written | null>>();

async function takeBack(suite: Suite, target: WritableName, index: string): Promise<void> {
  const { type, id, meaning, value } = target;
  const now = objectOf(await readIn(suite, type, id, index));
  if (now === null) return;
  const back = await suite.send(updateOf(suite, { ...target, current: now }, index, value));
  if (textIn(suite, await readIn(suite, type, id, index), target) !== value)
    suite.left.push(`${meaning} of ${type} ${id} in ${index}: ${answered(back)}`);
}

async function writeText(suite: Suite): Promise<Written | null> {
  const index = suite.profile.testIndex;
  if (index === null) return null;
  const target = await writableName(suite, index);
  if (target === null) return null;
  const { type, id } = target;
  const text = target.value === "Contract suite A" ? "Contract suite B" : "Contract suite A";
  const baseBefore = await readIn(suite, type, id, suite.profile.standardIndex);
  const sibling = suite.has("createIndexVersion") ? (await madeIndex(suite, 1)).id : null;
  const sent = await suite.send(updateOf(suite, target, index, text));
  const here = await readIn(suite, type, id, index);
  const base = await readIn(suite, type, id, suite.profile.standardIndex);
  const there = sibling === null ? null : await readIn(suite, type, id, sibling);
  await takeBack(suite, target, index);
  return { target, text, sent, here, base, baseBefore, sibling: there };
}

function written(suite: Suite): Promise<Written | null> {
  const known = writes.get(suite) ?? writeText(suite);
  writes.set(suite, known);
  return known;
}

/** Writes to records: which index they reach, and that the standard one is out of reach. */
export const writeChecks: readonly Check[] = [
  {
    id: "standard-index-read-only",
    about: "Errors",
    sentence: "A write to the standard index is answered with 403 Forbidden.",
    writes: true,
    async run(suite) {
      const target = await anyStanding(suite, suite.profile.standardIndex);
      if (target === null) return untested(noWritable);
      const plan = restatement(suite, target, suite.profile.standardIndex);
      const named = await suite.send(planned(plan, suite.profile.standardIndex));
      const bare = await suite.send(planned(plan, null));
      const wrong = [named, bare].filter((probed) => probed.status !== 403);
      return wrong.length > 0
        ? fails(
            `answered ${wrong.map((one) => `${answered(one)} ${one.shown.index === null ? "without the index header" : "by name"}`).join(", ")}`,
            ...wrong,
          )
        : holds("403 by name and without the index header", named, bare);
    },
  },
  {
    id: "override-is-returned",
    about: "Service",
    sentence: "A change in an index is what later requests to that index return.",
    needs: ["index-header-selects", "test-index"],
    writes: true,
    async run(suite) {
      const write = await written(suite);
      // Before anything moves the standard index: what follows it could not be written as it was read.
      await runWriteTrials(suite);
      if (write === null) return untested(noName);
      if (!write.sent.isTaken) return fails(`the update was refused: ${answered(write.sent)}`, write.sent);
      return textIn(suite, write.here, write.target) === write.text
        ? holds(`${write.target.meaning} reads as written`, write.sent, write.here)
        : fails(`${write.target.meaning} does not read as written`, write.sent, write.here);
    },
  },
  {
    id: "change-stays-in-its-index",
    about: "Service",
    sentence: "A change in one index affects that index alone: not the standard one, not another of the developer's.",
    needs: ["override-is-returned"],
    writes: true,
    async run(suite) {
      const write = await written(suite);
      if (write === null) return untested(noName);
      const { target, text, base, baseBefore, sibling } = write;
      if (textIn(suite, base, target) === text) return fails("the standard index took the value too", write.sent, base);
      if (
        !sameJson(
          contentOf(suite, target.type, baseBefore) ?? undefined,
          contentOf(suite, target.type, base) ?? undefined,
        )
      )
        return untested("the standard index moved on its own meanwhile", baseBefore, base);
      if (sibling === null)
        return holds("the standard index did not move; there was no other index to look at", write.sent, base);
      return textIn(suite, sibling, target) === text
        ? fails("another index of the developer took the value too", write.sent, sibling)
        : holds("neither the standard index nor another one moved", write.sent, base, sibling);
    },
  },
  {
    id: "new-random-ids",
    about: "Identifiers",
    sentence: "A resource created in a custom index gets a new, randomly generated id each time.",
    needs: ["index-header-selects", "test-index"],
    writes: true,
    async run(suite) {
      const index = suite.profile.testIndex;
      const types = [...suite.subjects.keys()].filter((type) => suite.has(recordOperation("create", type)));
      if (index === null || types.length === 0)
        return untested("needs the create operation of a record in the profile, and the id of one to copy");
      const findings: Finding[] = [];
      for (const type of types) findings.push(await createTwice(suite, type, index));
      const wrong = findings.find(({ status }) => status === "does-not-hold");
      const held = findings.filter(({ status }) => status === "holds");
      return wrong ?? held[0] ?? findings[0] ?? untested("nothing was created");
    },
  },
];

async function createTwice(suite: Suite, type: string, index: string): Promise<Finding> {
  const current = objectOf(await readIn(suite, type, suite.subjects.get(type) ?? "", index));
  if (current === null) return untested(`the ${type} could not be read in ${index}`);
  const writable = new Set(suite.profile.meanings(type).flatMap(({ name, isWritable }) => (isWritable ? [name] : [])));
  const readings = Object.entries(suite.profile.decode(type, current)).filter(
    ([name, reading]) => "value" in reading && writable.has(name),
  );
  if (readings.length === 0) return untested(`a ${type} holds nothing of its own that the profile can write`);
  const plan = planCreate(suite.probe.exchange, { type, index, fields: Object.fromEntries(readings) });
  const shows: Probed[] = [];
  const ids: (string | null)[] = [];
  for (const which of [1, 2]) {
    const probed = await suite.send(planned(plan, index));
    shows.push(probed);
    // Whose fault a refusal is, is said where the operation is tried.
    if (!probed.isTaken) return untested(`no ${type} was created: see /operations/${plan.plan.operation}`, probed);
    const id = idTextIn(suite.profile, type, probed.resource ?? null);
    if (id !== null) remember(suite, type, id, which, index);
    ids.push(id);
  }
  const [first = null, second = null] = ids;
  if (first === null || second === null) return fails("no id where the profile looks", ...shows);
  if (first === second || first === suite.subjects.get(type)) return fails("two creations gave one id", ...shows);
  return areInSequence(first, second)
    ? fails("the two ids follow one another: they are counted, not random", ...shows)
    : holds("two creations, two ids", ...shows);
}

/** True when one id is the other one counted on by a little. */
function areInSequence(first: string, second: string): boolean {
  const a = /^(.*?)(\d+)$/.exec(first);
  const b = /^(.*?)(\d+)$/.exec(second);
  if (a === null || b === null || a[1] !== b[1] || (a[2]?.length ?? 0) < 3) return false;
  return Math.abs(Number(b[2]) - Number(a[2])) <= 2;
}

function remember(suite: Suite, type: string, id: string, which: number, index: string): void {
  if (id !== suite.subjects.get(type)) suite.shroud.hide(id, `<${type} ${String(which)}>`);
  if (!suite.has(recordOperation("delete", type)) || id === suite.subjects.get(type)) {
    suite.left.push(`${type} ${id} in ${index}`);
    return;
  }
  suite.cleanUps.push(async () => {
    const gone = await suite.send(planned(planDelete(suite.probe.exchange, { type, id, index }), index));
    if (!gone.isTaken && gone.status !== 404) suite.left.push(`${type} ${id} in ${index}: ${answered(gone)}`);
  });
}
