import { type IndexVersionKind, type JsonObject, recordOperation, sameJson, valueAt } from "@dc/api-client";
import type { ProbeResult } from "#/service/probe.ts";
import { fails, holds, needsAnyId, untested, type Check, type Finding } from "#/contract-suite/check.ts";
import type { ContractSession } from "#/contract-suite/contract-session.ts";
import { forgetfulIndex } from "#/contract-suite/write-trials/forgetful-index.ts";
import { contentOf, createdIndex, readInIndex, types } from "./index-checks.ts";

const cannotChangeStandard =
  "no request can change the standard index; this can be tried only if its owner changes it during the run";

/** One record before and after its standard version was changed, in an index version that nobody wrote to and in the test index. */
interface MovedBase {
  readonly type: string;
  readonly base: ProbeResult;
  readonly moved: ProbeResult;
  readonly unwritten: { readonly before: ProbeResult; readonly after: ProbeResult };
  readonly test: { readonly before: ProbeResult; readonly after: ProbeResult } | null;
}

/** Changes the standard index, where that is possible; its checks come after everything that writes or copies records. */
async function moveBase(session: ContractSession): Promise<MovedBase | Finding> {
  if (session.changeStandardRecord === null) return untested(cannotChangeStandard);
  const { id } = await createdIndex(session, 1);
  const [type] = types(session);
  if (id === null || type === undefined)
    return untested(type === undefined ? needsAnyId : "no index version could be created");
  const { trialIndex, profile } = session;
  const { standardIndex } = profile;
  const readTest = async () => (trialIndex === null ? null : await readInIndex(session, type, trialIndex));
  const before = await readInIndex(session, type, id);
  const base = await readInIndex(session, type, standardIndex);
  const testBefore = await readTest();
  await session.changeStandardRecord({ type, id: session.recordIds.get(type) ?? "" });
  const moved = await readInIndex(session, type, standardIndex);
  const after = await readInIndex(session, type, id);
  const testAfter = await readTest();
  if (isSame(session, type, base, moved)) return untested("the standard index did not change", base, moved);
  return {
    type,
    base,
    moved,
    unwritten: { before, after },
    test: testBefore === null || testAfter === null ? null : { before: testBefore, after: testAfter },
  };
}

function isSame(session: ContractSession, type: string, first: ProbeResult, second: ProbeResult): boolean {
  return sameJson(contentOf(session, type, first) ?? undefined, contentOf(session, type, second) ?? undefined);
}

const standAloneCheck: Check = {
  id: "index-as-of-creation",
  about: "Service",
  sentence: "An index version is a stand-alone copy: later changes of the standard index do not reach it.",
  needs: ["index-copies-standard"],
  writes: true,
  async run(session) {
    const movedBase = await moveBase(session);
    if ("status" in movedBase) return movedBase;
    const { type, moved, unwritten } = movedBase;
    const evidence = [unwritten.before, moved, unwritten.after];
    return isSame(session, type, unwritten.before, unwritten.after)
      ? holds("the standard index changed, the copy did not", ...evidence)
      : fails("the copy moved with the standard index", ...evidence);
  },
};

const what = { "overlay-by-field": "field", "overlay-by-record": "record" } as const;

function overlayCheck(kind: keyof typeof what): Check {
  return {
    id: "index-follows-standard",
    about: "Service",
    sentence: `As the profile says (/indexes/versions), an index version lies over the standard index: a ${what[kind]} that was not written there follows it.`,
    // After a leaked write, a record of another index version no longer follows the standard index.
    needs: ["index-copies-standard", "change-stays-in-its-index"],
    writes: true,
    async run(session) {
      const movedBase = await moveBase(session);
      if ("status" in movedBase) return movedBase;
      const { type, moved, unwritten } = movedBase;
      const evidence = [unwritten.before, moved, unwritten.after];
      if (!isSame(session, type, moved, unwritten.after))
        return fails("the standard index changed, the index version did not follow", ...evidence);
      return (
        writtenFinding(session, kind, movedBase) ?? holds("the index version followed the standard index", ...evidence)
      );
    },
  };
}

/** What the test index shows of a record that the run has written there; null where that shows nothing. */
function writtenFinding(session: ContractSession, kind: keyof typeof what, movedBase: MovedBase): Finding | null {
  const { type, base, moved, test } = movedBase;
  if (
    test === null ||
    forgetfulIndex(session) !== null ||
    !wasWritten(session, type) ||
    wereMovedMembersWritten(session, movedBase)
  )
    return null;
  const isStill = isSame(session, type, test.before, test.after);
  const evidence = [base, moved, test.before, test.after];
  if (kind === "overlay-by-record")
    return isStill
      ? holds("an unwritten record followed the standard index, a written one stood alone", ...evidence)
      : fails(
          `a record that was written in ${session.trialIndex ?? ""} still followed the standard index in other fields`,
          ...evidence,
        );
  return isStill
    ? fails(
        `a field that was not written in ${session.trialIndex ?? ""} did not follow, since another field of its record was`,
        ...evidence,
      )
    : holds("a field that was not written followed the standard index, beside written ones too", ...evidence);
}

function wasWritten({ calls, trialIndex }: ContractSession, type: string): boolean {
  const update = recordOperation("update", type);
  return calls.some(({ isAccepted, shown }) => isAccepted && shown.operation === update && shown.index === trialIndex);
}

/** Whether the change of the standard index touches a member that the run may have written, or the run wrote them all. */
function wereMovedMembersWritten(session: ContractSession, { type, base, moved }: MovedBase): boolean {
  const { profile } = session;
  if (profile.data.records[type]?.update === "whole-record")
    return session.profile.indexVersionKind === "overlay-by-field";
  const before: JsonObject = contentOf(session, type, base) ?? {};
  const after: JsonObject = contentOf(session, type, moved) ?? {};
  const written = new Set(profile.meanings(type).map(({ pointer }) => pointer?.split("/")[1] ?? ""));
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.some((name) => written.has(name) && !sameJson(valueAt(before, `/${name}`), valueAt(after, `/${name}`)));
}

/** What an index version is to the standard index, as the profile says. */
export function baseChangeCheck(kind: IndexVersionKind): Check {
  return kind === "copy" ? standAloneCheck : overlayCheck(kind);
}
