// json
export { isRawNumber, numberText } from "./json/exact-number.ts";
export { parseJson } from "./json/parse-json.ts";
export type { Json, JsonObject } from "./json/json.ts";
export { isJsonObject } from "./json/json.ts";
export { equalJson } from "./json/equal-json.ts";
export { jsonPointer, parseJsonPointer } from "./json/json-pointer.ts";
export { diffJson } from "./json/diff-json.ts";
export { jsonPatch } from "./json/json-patch.ts";
export type { PatchStep } from "./json/json-patch.ts";

// records
export { unmappedFields } from "./records/field.ts";
export { distinctRecords, indexRecordKey, provisionalId, recordKey } from "./records/record-key.ts";
export type { RecordKey } from "./records/record-key.ts";
export { isEmpty, listPresenceKey } from "./records/reading.ts";
export type { Reading } from "./records/reading.ts";
export { decidedPart } from "./ledger/decided-part.ts";
export { distinctMembers, membersOf } from "./records/set-members.ts";

export { textsOf } from "./records/texts-by-key.ts";

// values
export { businessDaysBetween } from "./values/business-days.ts";
export { type DayOrder, dayOrderIn, daysInText } from "./values/days-in-text.ts";
export { compareNames, foldText, sortableText } from "./values/fold-text.ts";
export { nameRotations } from "./values/joined-names.ts";
export { guardText, guardTypedText, unguardText } from "./values/guarded-text.ts";
export { withoutDirectionMarks } from "./values/direction-marks.ts";
export { invisibleSignIn, trimInvisible } from "./values/invisible-signs.ts";
export { namingAmong, namingLookAlikes } from "./values/look-alikes.ts";

// kinds
export {
  fieldKinds,
  impossiblePart,
  type FieldKind,
  type Kind,
  isStatement,
  knownParts,
  partLabel,
  partName,
  shapeOf,
} from "./kinds/kinds.ts";
export type { Choice, Shape } from "./kinds/value-kind.ts";
export {
  elementForm,
  impossibleValue,
  inWords,
  isReadingOf,
  possibleText,
  typedText,
  typedValue,
  unlikeText,
  type ValueForm,
  valueWords,
} from "./kinds/value-form.ts";
export { languageName, languageOf } from "./kinds/languages.ts";
export { isWord } from "./kinds/word.ts";
export { bookableOf, reasonsInWords } from "./kinds/bookable.ts";

// phones
export { fewestPhoneDigits } from "./phones/fewest-phone-digits.ts";
export { phoneIn, phoneToJson, phonesOf, phoneText, samePhone } from "./phones/phone.ts";
export type { Phone } from "./phones/phone.ts";
export { canonicalNumber, equalLabels, extensionOf, phoneKey } from "./phones/phone-key.ts";
export { parsePhoneNumber } from "./phones/parse-phone-number.ts";
export { entriesNamed, keyOfPlace, listedKey, operationKey, phoneEntries } from "./phones/phone-entries.ts";
export { formatPhoneAsTyped, formatPhone, phoneKeyText, phoneOfKey } from "./phones/format-phone.ts";
export { describePhone, impossibleNumber, type PhoneSpelling, spellingText } from "./phones/describe-phone.ts";

// ledger
export { meantEntries, namedAnew } from "./ledger/equal-entries.ts";
export { liveChanges } from "./ledger/change.ts";
export type { Change, Policy } from "./ledger/change.ts";
export {
  changeSetState,
  changeStateAfter,
  eventsWhileChecking,
  nextChangeState,
  isEnded,
  isLive,
  isStaged,
  isUnsent,
  liveStates,
  stagedStates,
  unsentStates,
} from "./ledger/change-state.ts";
export type { ChangeEvent, ChangeInSet, ChangeSetState, ChangeState, LiveState } from "./ledger/change-state.ts";
export { elementKey, operationFits, touchedElements } from "./ledger/operation.ts";
export type { Operation } from "./ledger/operation.ts";
export { applyOperation, applyOperations } from "./ledger/apply-operation.ts";
export { foldChanges, isSuperseded, sameElement, valueToSend } from "./ledger/fold-changes.ts";
export type { OverrideMark } from "./ledger/fold-changes.ts";
export { initialBaseline, initialKnown } from "./ledger/baseline.ts";
export { nextBaseline, nextKnown } from "./ledger/next-baseline.ts";
export { baselineWithout } from "./ledger/baseline-without.ts";
export type { Baseline, Known, Original } from "./ledger/baseline.ts";
export { equalPart, movedGround } from "./decisions/ground.ts";
export type { Ground, GroundInput, MovedGround } from "./decisions/ground.ts";
export { entryInPlace, leavesOpen, missingEntry, operationOnNow } from "./decisions/follow-entries.ts";
export { recordCreation, effectivePresence } from "./ledger/record-lifecycle.ts";
export type { Presence } from "./ledger/record-lifecycle.ts";
export { overlayRecord } from "./ledger/overlay-record.ts";
export type { FieldReading } from "./ledger/overlay-record.ts";

// compare
export { allFlags } from "./compare/comparison.ts";
export { equalReadings, meaningText } from "./compare/equal-readings.ts";
export { compareRecord, matchesStandardAfterWrites } from "./compare/compare-record.ts";
export {
  addCounts,
  comparisonRows,
  rowStandsOut,
  standingOut,
  isUndecidedAs,
  undecided,
} from "./compare/count-verdicts.ts";
export type { FieldInput } from "./compare/field-input.ts";
export { differsFromFollowedBase, followedMemory, provesWrite } from "./compare/follow-base.ts";
export type {
  ComparisonRow,
  FieldComparison,
  PartComparison,
  RecordComparison,
  Verdict,
  VerdictCounts,
} from "./compare/comparison.ts";

// decisions
export { acceptOutside, keepOurs, withPartNow } from "./decisions/accept-values.ts";
export { decidesPart, overridingChanges } from "./decisions/decision.ts";
export { proposePin, proposeReset, proposeTakeBase, restoreOurs } from "./decisions/propose-change.ts";
export { proposeRevert } from "./decisions/propose-revert.ts";
export type { NotReverted } from "./decisions/propose-revert.ts";
export { removeOverride } from "./decisions/remove-override.ts";
export { eventOfSettledAlarm, proposeResetOfAlarmed } from "./decisions/settle-alarm.ts";
export type { AlarmAnswer } from "./decisions/settle-alarm.ts";
export { settleUnknown } from "./decisions/settle-unknown-write.ts";

// sentences
export { movedPhonesClause } from "./sentences/moved-phones.ts";
export { capitalise, fullStop, labelledPhone, plainText } from "./sentences/span.ts";
export type { Span } from "./sentences/span.ts";
export { fieldLabel } from "./sentences/field-words.ts";
export type { FieldWording } from "./sentences/sentence-context.ts";
export { sentenceGroups, fieldSentences, recordSentences } from "./sentences/comparison-sentences.ts";
export type { Sentence } from "./sentences/comparison-sentences.ts";
export { operationCounts } from "./sentences/operation-counts.ts";
export { changeSetWords } from "./sentences/change-set-words.ts";
export type { ChangeSetWords } from "./sentences/change-set-words.ts";
export { asItStandsText, describeChange, labelChangeOf, toldPart } from "./sentences/describe-change.ts";
export type { DescribedChange } from "./sentences/describe-change.ts";

// sheets
export { type CellAnswer, cellOperation, elementOfSame, saidIn } from "./sheets/cell-operation.ts";
export { operationCells, sheetWords, valueCells } from "./sheets/value-cells.ts";

// imports
export { columnName, readTable } from "./imports/csv.ts";
export { guessListColumn, type ListKind, listHeadings } from "./imports/list-columns.ts";
export { nameDistance, nameWords } from "./imports/near-names.ts";
export { degreeIn, nameKey, peopleIn, withoutTitles } from "./imports/person-names.ts";
export { parseRoster, withAddresseesApart } from "./imports/parse-roster.ts";
export type { RosterLine } from "./imports/parse-roster.ts";
export type { DeletionReason } from "./messages/deletion-reason.ts";
export { soughtIn } from "./imports/roster-ids.ts";
export type { RosterOptions, RosterSought } from "./imports/roster-ids.ts";
export { parsePlanCatalogue } from "./imports/parse-plan-catalogue.ts";
export type { PlanRow } from "./imports/parse-plan-catalogue.ts";
export { alarmOf, type ChangeReason } from "./messages/change-reason.ts";
export {
  type CreationReason,
  type LostReply,
  lostReplyText,
  type NotSentCause,
  notSentText,
} from "./messages/creation-reason.ts";
export { type Problem, problems } from "./messages/problems.ts";
export { type Reason, reasonText } from "./messages/reason.ts";
export { type RosterFind, type RosterNote, rosterNoteText } from "./messages/roster-note.ts";
export { type ServiceFailureMessage, serviceFailureText } from "./messages/service-failure.ts";
export { type LeftOutChange, type LeftOutReason, leftOutText } from "./messages/left-out-change.ts";
export {
  type ChangeStep,
  type JournalNoun,
  type JournalMessage,
  journalText,
  type NamedChange,
  namedChangeText,
  toldChangeText,
} from "./messages/journal-message.ts";
