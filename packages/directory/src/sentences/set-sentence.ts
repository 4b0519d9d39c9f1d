import type { PartComparison } from "#/compare/comparison.ts";
import type { FieldKey } from "#/records/field.ts";
import { isMember } from "#/records/set-members.ts";
import { directoryName, isAcceptedInsurances, memberName } from "./sentence-context.ts";
import type { SentenceContext } from "./sentence-context.ts";
import { capitalise, nameList, strong, text } from "./span.ts";
import type { Span } from "./span.ts";

interface Verbs {
  does: string;
  doing: string;
  doNot: string;
  done: string;
}

const accepting: Verbs = {
  does: "accepts",
  doing: "accepting",
  doNot: "does not accept",
  done: "accepted",
};
const listing: Verbs = { does: "lists", doing: "listing", doNot: "does not list", done: "listed" };

function verbsFor(key: FieldKey): Verbs {
  return isAcceptedInsurances(key) ? accepting : listing;
}

/** A member of a set that changed outside. */
export function memberOutside(key: FieldKey, part: PartComparison, context: SentenceContext): Span[] {
  const now = isMember(part.values.index) ? "is now" : "is no longer";
  return [
    text(`At ${context.recordName}, `),
    strong(memberName(context, part.key)),
    text(` ${now} ${verbsFor(key).done} here, and no change set of ours did that.`),
  ];
}

/** A member that the standard index added or removed. */
export function memberBaseMoved(key: FieldKey, part: PartComparison, context: SentenceContext): Span[] {
  const verbs = verbsFor(key);
  const inBase = isMember(part.values.base);
  return [
    text(`${context.recordName}: the standard index ${inBase ? `now ${verbs.does}` : `stopped ${verbs.doing}`} `),
    strong(memberName(context, part.key)),
    text(`. ${capitalise(directoryName(context))} ${inBase ? "does not" : `still ${verbs.does} it`}.`),
  ];
}

export function memberDiffers(key: FieldKey, part: PartComparison, context: SentenceContext): Span[] {
  const verbs = verbsFor(key);
  const here = isMember(part.values.effective);
  return [
    text(`${context.recordName}: ${directoryName(context)} ${here ? verbs.does : verbs.doNot} `),
    strong(memberName(context, part.key)),
    text(`, the standard index ${here ? "does not" : "does"}. Who moved is not known.`),
  ];
}

/** All members that are ours, in one sentence: those that are added and those that are left out. */
export function membersOurs(key: FieldKey, parts: readonly PartComparison[], context: SentenceContext): Span[] {
  const verbs = verbsFor(key);
  const names = (members: readonly PartComparison[]) => nameList(members.map((part) => memberName(context, part.key)));
  const more = parts.filter((part) => isMember(part.values.effective));
  const fewer = parts.filter((part) => !isMember(part.values.effective));
  const spans: Span[] = [text(`${context.recordName} `)];
  if (more.length > 0) spans.push(text(`${verbs.does} `), ...names(more), text(" too"));
  if (more.length > 0 && fewer.length > 0) spans.push(text(", and "));
  if (fewer.length > 0) spans.push(text(`${verbs.doNot} `), ...names(fewer));
  spans.push(text("."));
  return spans;
}

/** A member that is the same as in the standard index, but has a draft or is not in the index yet. */
export function memberPending(key: FieldKey, part: PartComparison, context: SentenceContext): Span[] {
  const verbs = verbsFor(key);
  const name = strong(memberName(context, part.key));
  if (part.drafts.length > 0 && part.values.preview !== null) {
    const would = isMember(part.values.preview) ? verbs.does : verbs.doNot;
    return [text(`Staged: ${context.recordName} ${would} `), name, text(".")];
  }
  const does = isMember(part.values.effective) ? verbs.does : verbs.doNot;
  return [
    text(`${context.recordName} ${does} `),
    name,
    text(`${part.verdict === "same" ? ", as the standard index does" : ""}. The index itself does not say so yet.`),
  ];
}
