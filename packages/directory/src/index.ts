export type { Json, JsonObject } from "./json.ts";
export type { Reading } from "./reading.ts";
export type { FieldKey, FieldKind, Phone, RecordKey } from "./field.ts";
export type { Change, ChangeSetState, ChangeState, Operation, Policy } from "./change.ts";
export type {
  FieldComparison,
  Flag,
  OverrideMark,
  PartComparison,
  RecordComparison,
  RecordPresence,
  Values,
  Verdict,
  VerdictCounts,
} from "./comparison.ts";
export { equalReadings, isEmpty } from "./equal-readings.ts";
export { equalJson } from "./equal-json.ts";
export { canonicalNumber, extensionOf, phoneKey } from "./phone-key.ts";
export { describePhone } from "./describe-phone.ts";
export { formatPhone } from "./format-phone.ts";
export type { PhoneDescription } from "./describe-phone.ts";
export { asYouType } from "./as-you-type.ts";
export { phoneFrom, phoneJson, phonesOf } from "./phone-value.ts";
export { membersOf } from "./set-value.ts";
export { liveChanges, previewChanges, standingOf } from "./change-standing.ts";
export type { Standing } from "./change-standing.ts";
export { elementKey, operationFits, touchedElements } from "./touched-elements.ts";
export { applyOperation } from "./apply-operation.ts";
export { foldChanges } from "./fold-changes.ts";
export { isReplaced } from "./is-replaced.ts";
export { readsAsStandard } from "./reads-as-standard.ts";
export type { Fold } from "./fold-changes.ts";
export { appliedAsWanted, settleUnknown, wantedForSend } from "./wanted-for-send.ts";
export type { UnknownSettlement } from "./wanted-for-send.ts";
export { overlayRecord } from "./overlay-record.ts";
export type { EffectiveField, EffectiveRecord, FieldReading } from "./overlay-record.ts";
export { decideBaseline, learnKnown, resolveReading, startOfBaseline, startOfKnown } from "./baseline.ts";
export type { Baseline, ElementReadings, Known, Original } from "./baseline.ts";
export { presenceKey } from "./presence-key.ts";
export { verdictBetween, verdictOf, verdictSigns, verdictsWorstFirst, worstVerdict } from "./verdict.ts";
export { compareField } from "./compare-field.ts";
export { compareReadings } from "./compare-readings.ts";
export type { FieldInput } from "./field-input.ts";
export { addCounts, compareRecord, countVerdicts, creationOf, effectivePresence, leavesOf } from "./compare-record.ts";
export type { Presence, RecordInput } from "./compare-record.ts";
export { changeSetState, changeTransitions, foundNotSent, nextChangeState } from "./change-state.ts";
export type { ChangeEvent, Transition } from "./change-state.ts";
export { diffJson } from "./diff-json.ts";
export type { DiffEntry } from "./diff-json.ts";
export { applyDiff } from "./apply-diff.ts";
export { pointerToKey, restOfRecord } from "./rest-of-record.ts";
export { acceptOutside, keepOurs, proposeReset, proposeTakeBase, removeOverride, restoreOurs } from "./decide.ts";
export type { Decision, Refusal, Removal, Staging } from "./decide.ts";
export { phoneWords, plainText } from "./span.ts";
export type { Span } from "./span.ts";
export { wordsOfField } from "./sentence-context.ts";
export type { SentenceContext } from "./sentence-context.ts";
export { isTold, sentenceGroups, sentenceOf, sentencesOfField, sentencesOfRecord } from "./sentence-of.ts";
export type { Sentence, SentenceGroup } from "./sentence-of.ts";
export { changeSentence, type ToldChange } from "./change-sentence.ts";
export { wordsOfPhoneKey } from "./words-of-phone-key.ts";
export { parseRoster } from "./parse-roster.ts";
export type { Roster, RosterLine } from "./parse-roster.ts";
export type { RosterOptions } from "./roster-ids.ts";
export { parsePlanCatalogue } from "./parse-plan-catalogue.ts";
export type { PlanCatalogue, PlanProblem, PlanRow } from "./parse-plan-catalogue.ts";
