import type { PartComparison } from "#/compare/comparison.ts";
import type { FieldKey } from "#/records/field.ts";
import { isMember } from "#/records/set-members.ts";
import { membershipWords } from "./field-words.ts";
import { directoryName, fieldName, memberSpan } from "./sentence-context.ts";
import type { SentenceContext } from "./sentence-context.ts";
import { capitalise, spanList, text } from "./span.ts";
import type { Span } from "./span.ts";

/** A member of a set as a sentence, by its verdict; `alike` are the members that are ours and told together. */
export function memberSentence(
  key: FieldKey,
  part: PartComparison,
  alike: readonly PartComparison[],
  context: SentenceContext,
): Span[] {
  if (part.flags.includes("outside")) return memberOutside(key, part, context);
  switch (part.verdict) {
    case "base moved":
      return memberBaseMoved(key, part, context);
    case "differs":
    case "conflict":
      return memberDiffers(key, part, context);
    case "ours":
      return membersOurs(key, alike, context);
    case "same":
    case null:
      return memberPending(key, part, context);
  }
}

/** A member of a set that changed outside. */
function memberOutside(key: FieldKey, part: PartComparison, context: SentenceContext): Span[] {
  const { done, among } = membershipWords(key, fieldName(context, key));
  const now = isMember(part.values.index) ? "is now" : "is no longer";
  return [
    text(`At ${context.recordName}, `),
    memberSpan(context, key, part.key),
    text(` ${now} ${done} here${among}, and no change set of ours did that.`),
  ];
}

/** A member that the standard index added or removed. */
function memberBaseMoved(key: FieldKey, part: PartComparison, context: SentenceContext): Span[] {
  const verbs = membershipWords(key, fieldName(context, key));
  const inBase = isMember(part.values.base);
  return [
    text(`${context.recordName}: the standard index ${inBase ? `now ${verbs.does}` : `stopped ${verbs.doing}`} `),
    memberSpan(context, key, part.key),
    text(`${verbs.among}. ${capitalise(directoryName(context))} ${inBase ? "does not" : `still ${verbs.does} it`}.`),
  ];
}

function memberDiffers(key: FieldKey, part: PartComparison, context: SentenceContext): Span[] {
  const verbs = membershipWords(key, fieldName(context, key));
  const isListed = isMember(part.values.effective);
  return [
    text(`${context.recordName}: ${directoryName(context)} ${isListed ? verbs.does : verbs.doNot} `),
    memberSpan(context, key, part.key),
    text(`${verbs.among}, the standard index ${isListed ? "does not" : "does"}. It is not known which side changed.`),
  ];
}

/** All members that are ours, in one sentence: those that are added and those that are left out. */
function membersOurs(key: FieldKey, parts: readonly PartComparison[], context: SentenceContext): Span[] {
  const verbs = membershipWords(key, fieldName(context, key));
  const names = (members: readonly PartComparison[]) =>
    spanList(members.map((part) => memberSpan(context, key, part.key)));
  const more = parts.filter((part) => isMember(part.values.effective));
  const fewer = parts.filter((part) => !isMember(part.values.effective));
  const spans: Span[] = [text(`${context.recordName} `)];
  if (more.length > 0) spans.push(text(`${verbs.does} `), ...names(more), text(`${verbs.among} too`));
  if (more.length > 0 && fewer.length > 0) spans.push(text(", and "));
  if (fewer.length > 0) spans.push(text(`${verbs.doNot} `), ...names(fewer));
  spans.push(text(more.length > 0 ? "." : `${verbs.among}.`));
  return spans;
}

/** A member that is the same as in the standard index, but has a draft or is not in the index yet. */
function memberPending(key: FieldKey, part: PartComparison, context: SentenceContext): Span[] {
  const verbs = membershipWords(key, fieldName(context, key));
  const name = memberSpan(context, key, part.key);
  if (part.drafts.length > 0 && part.values.preview !== null) {
    const would = isMember(part.values.preview) ? verbs.does : verbs.doNot;
    return [text(`Staged: ${context.recordName} ${would} `), name, text(`${verbs.among}.`)];
  }
  const does = isMember(part.values.effective) ? verbs.does : verbs.doNot;
  return [
    text(`${context.recordName} ${does} `),
    name,
    text(
      `${verbs.among}${part.verdict === "same" ? ", as the standard index does" : ""}. The index does not have it yet.`,
    ),
  ];
}
