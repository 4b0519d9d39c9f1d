import { recordOperation, sameJson, valueAt } from "@dc/api-client";
import type { Probed } from "#/service/probe.ts";
import { objectOf, type Suite } from "#/service/suite.ts";
import { answered, fails, holds, lackingAnyId, untested, type Check } from "./check.ts";

const probeName = "Contract suite";

interface MadeIndex {
  readonly id: string | null;
  readonly name: string | null;
  readonly probed: Probed;
}

const made = new WeakMap<Suite, Map<number, Promise<MadeIndex>>>();

async function make(suite: Suite, which: number): Promise<MadeIndex> {
  const probed = await suite.send({ operation: "createIndexVersion", values: { name: probeName } });
  const parts = suite.profile.data.answers.indexVersion;
  const read = (part: { readonly at: string } | undefined) => {
    const value = part === undefined ? undefined : valueAt(probed.resource, part.at);
    return typeof value === "string" || typeof value === "number" ? String(value) : null;
  };
  const id = probed.isTaken ? read(parts.id) : null;
  if (id !== null) {
    const label = `<index ${String(which)}>`;
    if (id !== suite.profile.testIndex && id !== suite.profile.standardIndex) suite.shroud.hide(id, label);
    if (!suite.has("deleteIndexVersion")) suite.left.push(`index version "${probeName}" ${id}`);
    else
      suite.cleanUps.push(async () => {
        const gone = await suite.send({ operation: "deleteIndexVersion", values: { id }, index: null });
        if (!gone.isTaken) suite.left.push(`index version "${probeName}" ${id}: ${answered(gone)}`);
      });
  } else if (probed.isTaken || probed.status === null || probed.status >= 500) {
    suite.left.push(`perhaps an index version "${probeName}" whose id is not known`);
  }
  return { id, name: read(parts.name), probed };
}

/** An index version of the run's own, made when it is first asked for. */
export function madeIndex(suite: Suite, which: 1 | 2): Promise<MadeIndex> {
  const kept = made.get(suite) ?? new Map<number, Promise<MadeIndex>>();
  made.set(suite, kept);
  const known = kept.get(which);
  if (known !== undefined) return known;
  const making = make(suite, which);
  kept.set(which, making);
  return making;
}

function inIndex(suite: Suite, type: string, index: string, which: "own" | "other" = "own"): Promise<Probed> {
  const id = suite.subjects.get(type) ?? "";
  return suite.send({ operation: recordOperation("read", type), values: { id }, index, identity: which });
}

function types(suite: Suite): readonly string[] {
  return ["schedule", "practitioner"].filter((type) => suite.subjects.has(type));
}

/** The record without what counts nowhere; null when there is none. */
export function contentOf(suite: Suite, type: string, probed: Probed) {
  const raw = objectOf(probed);
  return raw === null ? null : suite.profile.withoutIgnored(type, raw);
}

/** Index versions: making them, what is in them, who sees them. */
export const indexChecks: readonly Check[] = [
  {
    id: "index-created-and-named",
    about: "Endpoints",
    sentence:
      "POST of an index version creates and names a new one, whose id starts with the prefix of index versions.",
    writes: true,
    async run(suite) {
      if (!suite.has("createIndexVersion")) return untested("the profile has no operation createIndexVersion");
      const { id, name, probed } = await madeIndex(suite, 1);
      const { prefix, standard } = suite.profile.data.indexes;
      if (!probed.isTaken) return fails(answered(probed), probed);
      if (id === null)
        return fails(`no id where the profile looks (${suite.profile.data.answers.indexVersion.id.at})`, probed);
      if (!id.startsWith(prefix) || id === standard) return fails(`its id does not start with "${prefix}"`, probed);
      if (suite.profile.data.answers.indexVersion.name !== undefined && name !== probeName)
        return fails(
          `asked for the name "${probeName}", and it is ${name === null ? "not told" : `"${name}"`}`,
          probed,
        );
      return holds("created, with its name", probed);
    },
  },
  {
    id: "index-ids-differ",
    about: "Identifiers",
    sentence: "Ids are unique: every creation of an index version gives another id.",
    writes: true,
    async run(suite) {
      const first = await madeIndex(suite, 1);
      const second = await madeIndex(suite, 2);
      if (first.id === null || second.id === null)
        return untested("no two index versions could be made", second.probed);
      return first.id === second.id
        ? fails("two creations gave one id", first.probed, second.probed)
        : holds("two creations, two ids", first.probed, second.probed);
    },
  },
  {
    id: "index-copies-standard",
    about: "Endpoints",
    sentence: "A new index version copies the data of the standard index, with the same ids.",
    needs: ["index-header-selects", "same-ids"],
    writes: true,
    async run(suite) {
      const { id } = await madeIndex(suite, 1);
      if (id === null) return untested("no index version could be made");
      const shows: Probed[] = [];
      for (const type of types(suite)) {
        const copy = await inIndex(suite, type, id);
        const base = await inIndex(suite, type, suite.profile.standardIndex);
        if (objectOf(base) === null) continue;
        if (objectOf(copy) === null)
          return fails(`the ${type} is not in the copy under its id: ${answered(copy)}`, base, copy);
        if (!sameJson(contentOf(suite, type, base) ?? undefined, contentOf(suite, type, copy) ?? undefined))
          return fails(`the ${type} in the copy is not what the standard index holds`, base, copy);
        shows.push(base, copy);
      }
      return shows.length === 0 ? untested(lackingAnyId) : holds("the same records under the same ids", ...shows);
    },
  },
  {
    id: "index-private",
    about: "Service",
    sentence: "An index version is visible only to the developer who created it.",
    needs: ["index-header-selects", "same-ids"],
    writes: true,
    async run(suite) {
      if (!suite.hasOtherKey) return untested("needs --other-key, the key of another developer");
      const { id } = await madeIndex(suite, 1);
      const [type] = types(suite);
      if (id === null || type === undefined)
        return untested(type === undefined ? lackingAnyId : "no index version could be made");
      const own = await inIndex(suite, type, id);
      const standard = await inIndex(suite, type, suite.profile.standardIndex, "other");
      if (!own.isTaken || !standard.isTaken)
        return untested(`the keys answer ${answered(own)} and ${answered(standard)}`, own, standard);
      const theirs = await inIndex(suite, type, id, "other");
      return theirs.isTaken
        ? fails(`another developer's key reads it: ${answered(theirs)}`, theirs)
        : holds(`another developer's key is refused: ${answered(theirs)}`, own, theirs);
    },
  },
];

/** Moves the standard index, where that can be done: it comes after everything that writes or copies records. */
export const standAloneCheck: Check = {
  id: "index-as-of-creation",
  about: "Service",
  sentence: "An index version is a stand-alone copy: what changes in the standard index later does not reach it.",
  needs: ["index-copies-standard"],
  writes: true,
  async run(suite) {
    if (suite.moveBase === null)
      return untested(
        "no request can change the standard index; it can be tried where its owner moves it during the run",
      );
    const { id } = await madeIndex(suite, 1);
    const [type] = types(suite);
    if (id === null || type === undefined)
      return untested(type === undefined ? lackingAnyId : "no index version could be made");
    const before = await inIndex(suite, type, id);
    const base = await inIndex(suite, type, suite.profile.standardIndex);
    await suite.moveBase({ type, id: suite.subjects.get(type) ?? "" });
    const moved = await inIndex(suite, type, suite.profile.standardIndex);
    const after = await inIndex(suite, type, id);
    if (sameJson(contentOf(suite, type, base) ?? undefined, contentOf(suite, type, moved) ?? undefined))
      return untested("the standard index did not move", base, moved);
    return sameJson(contentOf(suite, type, before) ?? undefined, contentOf(suite, type, after) ?? undefined)
      ? holds("the standard index moved, the copy did not", before, moved, after)
      : fails("the copy moved with the standard index", before, moved, after);
  },
};
