import { decodeMeaning, formatPointer, valueAt, type BorrowedMeaning, type OwnMeaning } from "@dc/api-client";
import { phoneWritingProblem } from "#/hints/dry-run-phones.ts";
import { excerpt } from "#/hints/suggest.ts";
import { unwrittenId } from "#/hints/unwritten-element.ts";
import { idTextIn, objectOf, type Suite } from "#/service/suite.ts";
import { answered, fails, holds, kindOf, lackingId, untested, type Finding } from "./check.ts";
import { ownerOf } from "./owner-of.ts";
import { writeTrials } from "./write-trials.ts";

function withTrial(read: Finding, trial: Finding | undefined): Finding {
  if (trial === undefined) return read;
  if (trial.status === "does-not-hold" || (trial.status === "holds" && read.status !== "holds")) return trial;
  return { ...read, told: `${read.told}; ${trial.told}`, shows: [...read.shows, ...trial.shows] };
}

/** Tries what the profile says of one meaning: that it reads, and in a run that writes, that it is written and read back. */
export async function meaningFinding(
  suite: Suite,
  type: string,
  name: string,
  meaning: OwnMeaning | BorrowedMeaning,
): Promise<Finding> {
  const owner = await ownerOf(suite, type, "via" in meaning ? meaning.via : []);
  if (typeof owner === "string") return untested(owner);
  const own = "via" in meaning ? suite.profile.data.records[owner.type]?.meanings[meaning.meaning ?? name] : meaning;
  const raw = objectOf(owner.probed);
  if (own === undefined || "via" in own || raw === null)
    return untested(`no ${owner.type} was served: ${answered(owner.probed)}`, owner.probed);
  const decoded = decodeMeaning(own, raw);
  if ("problem" in decoded)
    return fails(
      `${own.at} of the ${owner.type} is ${kindOf(valueAt(raw, own.at))}; the profile's shape wants ${decoded.problem.message.replace(/^must be /, "")}`,
      owner.probed,
    );
  const pointer = formatPointer(["records", type, "meanings", name]);
  const unwritten =
    "via" in meaning
      ? null
      : own.kind === "phones"
        ? phoneWritingProblem(own, pointer, [{ raw }])
        : unwrittenId(own, pointer, [{ raw }]);
  const trial = "via" in meaning ? undefined : writeTrials(suite, type)?.byMeaning.get(name);
  if (unwritten !== null)
    return fails(
      `${unwritten.pointer}  ${unwritten.message}`,
      ...(trial?.shows ?? []).filter(({ shown }) => shown.method !== "GET"),
    );
  const read =
    "absent" in decoded.reading
      ? untested(`absent on the ${owner.type} that was read (${own.at}): try another id`, owner.probed)
      : holds(`${own.at} of the ${owner.type} is ${kindOf(valueAt(raw, own.at))}`, owner.probed);
  return withTrial(read, trial);
}

/** Tries what the profile says of a record type: where its id is, and that a write moves nothing that counts beside it. */
export async function recordFinding(suite: Suite, type: string): Promise<Finding> {
  const read = await suite.readSubject(type, null);
  if (read === null) return untested(lackingId(type));
  const raw = objectOf(read);
  if (raw === null)
    return read.isTaken
      ? untested("no object was answered; see records-are-objects", read)
      : fails(answered(read), read);
  const id = idTextIn(suite.profile, type, raw);
  const moved = writeTrials(suite, type)?.moved ?? [];
  if (moved.length > 0)
    return fails(
      `/records/${type}/ignored  ${moved.map(({ pointer, before, after }) => `"${pointer}" moved with what was written (${excerpt(before, 40)}, then ${excerpt(after, 40)})`).join(", ")}: where it is a time of change or a count of them, put it here`,
    );
  return id === null || !id.startsWith(suite.profile.data.records[type]?.idPrefix ?? "")
    ? fails(`no id of this prefix at ${suite.profile.data.records[type]?.id ?? "/id"}`, read)
    : holds("its id stands where the profile says", read);
}
