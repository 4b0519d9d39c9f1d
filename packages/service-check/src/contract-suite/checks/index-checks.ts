import { recordOperation, sameJson, valueAt, numberText } from "@dc/api-client";
import { objectIn } from "#/service/check-session.ts";
import { describeAnswer, describeRefusal } from "#/service/describe-answer.ts";
import type { ProbeResult } from "#/service/probe.ts";
import { fails, holds, needsAnyId, untested, type Check, type Finding } from "#/contract-suite/check.ts";
import type { ContractSession } from "#/contract-suite/contract-session.ts";
import { indexListFinding, indexReadFinding } from "./index-entry-checks.ts";

const probeName = "Contract suite";

interface CreatedIndex {
  readonly id: string | null;
  readonly name: string | null;
  readonly result: ProbeResult;
}

/** How an index version is listed and read, tried while the first one that the run made is there. */
interface IndexTrials {
  readonly list: Finding | null;
  readonly read: Finding | null;
}

const trials = new WeakMap<ContractSession, IndexTrials>();
const made = new WeakMap<ContractSession, Map<number, Promise<CreatedIndex>>>();

async function make(session: ContractSession, which: number): Promise<CreatedIndex> {
  const result = await session.send({ operation: "createIndexVersion", values: { name: probeName } });
  const parts = session.profile.data.answers.indexVersion;
  const read = (part: { readonly at: string } | undefined) => {
    const value = part === undefined ? undefined : valueAt(result.resource, part.at);
    return typeof value === "string" ? value : numberText(value);
  };
  const id = result.isAccepted ? read(parts.id) : null;
  if (id !== null) {
    const label = `<index ${String(which)}>`;
    if (id !== session.profile.testIndex && id !== session.profile.standardIndex) session.redactor.add(id, label);
    if (!session.hasOperation("deleteIndexVersion")) session.leftovers.push(`index version "${probeName}" ${id}`);
    else
      session.cleanUps.push(async () => {
        const gone = await session.send({ operation: "deleteIndexVersion", values: { id }, index: null });
        if (!gone.isAccepted) session.leftovers.push(`index version "${probeName}" ${id}: ${describeAnswer(gone)}`);
      });
  } else if (result.isAccepted || result.status === null || result.status >= 500) {
    session.leftovers.push(`perhaps an index version "${probeName}" with an unknown id`);
  }
  const name = read(parts.name);
  if (which === 1 && id !== null)
    trials.set(session, {
      list: session.hasOperation("listIndexVersions") ? await indexListFinding(session, { id, name }) : null,
      read: session.hasOperation("readIndexVersion") ? await indexReadFinding(session, { id, name }) : null,
    });
  return { id, name, result };
}

/** An index version of the run's own, made when it is first asked for. */
export function createdIndex(session: ContractSession, which: 1 | 2): Promise<CreatedIndex> {
  const kept = made.get(session) ?? new Map<number, Promise<CreatedIndex>>();
  made.set(session, kept);
  const known = kept.get(which);
  if (known !== undefined) return known;
  const making = make(session, which);
  kept.set(which, making);
  return making;
}

/** Whether index versions can be listed and read as the profile says; with one of the run's own where it made one. */
export async function indexFinding(session: ContractSession, what: "list" | "read"): Promise<Finding> {
  const tried = trials.get(session)?.[what];
  if (tried !== undefined && tried !== null) return tried;
  return what === "list" ? await indexListFinding(session, null) : await indexReadFinding(session, null);
}

/** The main record of a type as an index shows it. */
export function readInIndex(
  session: ContractSession,
  type: string,
  index: string,
  which: "own" | "other" = "own",
): Promise<ProbeResult> {
  const id = session.recordIds.get(type) ?? "";
  return session.send({ operation: recordOperation("read", type), values: { id }, index, identity: which });
}

/** The types of the main records that the run has ids of. */
export function types(session: ContractSession): readonly string[] {
  return ["schedule", "practitioner"].filter((type) => session.recordIds.has(type));
}

/** The record without ignored members; null when there is none. */
export function contentOf(session: ContractSession, type: string, result: ProbeResult) {
  const raw = objectIn(result);
  return raw === null ? null : session.profile.withoutIgnored(type, raw);
}

/** Index versions: making them, what is in them, who sees them. */
export const indexChecks: readonly Check[] = [
  {
    id: "index-created-and-named",
    about: "Endpoints",
    sentence:
      "POST of an index version creates and names a new one, whose id starts with the prefix of index versions.",
    writes: true,
    async run(session) {
      if (!session.hasOperation("createIndexVersion"))
        return untested("the profile has no operation createIndexVersion");
      const { id, name, result } = await createdIndex(session, 1);
      const { prefix, standard } = session.profile.data.indexes;
      if (!result.isAccepted) return fails(describeRefusal(result), result);
      if (id === null)
        return fails(`no id where the profile expects it (${session.profile.data.answers.indexVersion.id.at})`, result);
      if (!id.startsWith(prefix) || id === standard) return fails(`its id does not start with "${prefix}"`, result);
      if (session.profile.data.answers.indexVersion.name !== undefined && name !== probeName)
        return fails(
          `asked for the name "${probeName}", but it is ${name === null ? "not in the answer" : `"${name}"`}`,
          result,
        );
      return holds("created, with its name", result);
    },
  },
  {
    id: "index-ids-differ",
    about: "Identifiers",
    sentence: "Ids are unique: every creation of an index version gives another id.",
    writes: true,
    async run(session) {
      const first = await createdIndex(session, 1);
      const second = await createdIndex(session, 2);
      if (first.id === null || second.id === null)
        return untested("two index versions could not be created", second.result);
      return first.id === second.id
        ? fails("two creations gave one id", first.result, second.result)
        : holds("two creations, two ids", first.result, second.result);
    },
  },
  {
    id: "index-copies-standard",
    about: "Endpoints",
    sentence: "A new index version copies the data of the standard index, with the same ids.",
    needs: ["index-header-selects", "same-ids"],
    writes: true,
    async run(session) {
      const { id } = await createdIndex(session, 1);
      if (id === null) return untested("no index version could be created");
      const evidence: ProbeResult[] = [];
      for (const type of types(session)) {
        const copy = await readInIndex(session, type, id);
        const base = await readInIndex(session, type, session.profile.standardIndex);
        if (objectIn(base) === null) continue;
        if (objectIn(copy) === null)
          return fails(`the ${type} is not in the copy under its id: ${describeRefusal(copy)}`, base, copy);
        if (!sameJson(contentOf(session, type, base) ?? undefined, contentOf(session, type, copy) ?? undefined))
          return fails(`the ${type} in the copy differs from the one in the standard index`, base, copy);
        evidence.push(base, copy);
      }
      return evidence.length === 0 ? untested(needsAnyId) : holds("the same records under the same ids", ...evidence);
    },
  },
  {
    id: "index-private",
    about: "Service",
    sentence: "An index version is visible only to the developer who created it.",
    needs: ["index-header-selects", "same-ids"],
    writes: true,
    async run(session) {
      if (!session.hasOtherKey) return untested("needs --other-key, the key of another developer");
      const { id } = await createdIndex(session, 1);
      const [type] = types(session);
      if (id === null || type === undefined)
        return untested(type === undefined ? needsAnyId : "no index version could be created");
      const owners = await readInIndex(session, type, id);
      const standard = await readInIndex(session, type, session.profile.standardIndex, "other");
      if (!owners.isAccepted || !standard.isAccepted)
        return untested(`the keys answer ${describeAnswer(owners)} and ${describeAnswer(standard)}`, owners, standard);
      const theirs = await readInIndex(session, type, id, "other");
      return theirs.isAccepted
        ? fails(`another developer's key reads it: ${describeAnswer(theirs)}`, theirs)
        : holds(`another developer's key is refused: ${describeAnswer(theirs)}`, owners, theirs);
    },
  },
];
