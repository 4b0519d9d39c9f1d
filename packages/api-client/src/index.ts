// The client and its resources.
export { createServiceClient, type ServiceClient, type ServiceClientOptions } from "./client.ts";
export type { ServiceRecord } from "./resources/records.ts";
export type { IndexVersion } from "./resources/index-versions.ts";
export type { CreatePatient, FindPatients, Patient } from "./resources/patients.ts";
export { nextQuery, startQuery } from "./profile/paging.ts";

// JSON.
export {
  isJsonArray,
  isJsonObject,
  parseJson,
  isRawNumber,
  numberText,
  sameJson,
  type Json,
  type JsonObject,
} from "./json/json.ts";
export {
  formatPointer,
  firstKey,
  lastKey,
  parentPointer,
  parsePointer,
  valueAt,
  withoutValueAt,
  withValueAt,
} from "./json/pointer.ts";
export { readJson } from "./json/read-json.ts";

// The service profile.
export { createProfile, shippedProfile, type ServiceProfile } from "./profile/profile.ts";
export { pointerOf } from "./profile/creation.ts";
export type { MeaningDescription } from "./profile/describe-meaning.ts";
export type { ComposedDescription, ComposedPart, FollowReference } from "./profile/compose/meaning-text.ts";
export type { SetContent } from "./profile/schema/set-content.ts";
export { wordType } from "#/profile/kinds/set.ts";
export { elementsIn, holdsOne, isPhoneObject } from "#/profile/schema/shapes.ts";
export type {
  BorrowedMeaning,
  ComposedMeaning,
  OwnMeaning,
  Paging,
  IndexVersionKind,
  ServiceProfileData,
} from "#/profile/schema/profile-schema.ts";
export { targetOf } from "#/profile/schema/follow-references.ts";
export { shippedProfiles } from "#/profile/shipped-profiles.ts";
export { readProfileText } from "./profile/read-profile-text.ts";
export { profileJsonSchema } from "#/profile/schema/json-schema.ts";
export { indexVersionOperations, patientOperations, recordOperation } from "./profile/operation-names.ts";
export { nameSimilarity, closestName } from "#/profile/names.ts";
export { hasDetails } from "./profile/error-vocabulary.ts";
export { detailPlaceholders, placeholdersOf, type TemplateValues } from "./profile/template.ts";
export { isTimeZone } from "./profile/time-form.ts";
export type { Reading } from "./profile/reading.ts";
export type { Phone } from "./profile/phone.ts";
export { decodeMeaning } from "#/profile/decode/decode-record.ts";
export { decodeId } from "#/profile/kinds/id-element.ts";
export type { ValueMeaning } from "#/profile/kinds/kinds.ts";
export type { PhoneShape } from "#/profile/schema/phone-shape.ts";
export { parsePhones } from "#/profile/phone.ts";
export { decodeBookable } from "#/profile/kinds/bookable.ts";
export { decodePhone } from "#/profile/decode/decode-phone.ts";
export { encodeReading } from "#/profile/encode/encode-reading.ts";
export { encodePhones } from "#/profile/encode/encode-phones.ts";
export {
  createWireFormat,
  type FoundRecords,
  type ServedLookUp,
  type ServedRead,
  type OwnError,
  type WireFormat,
} from "#/profile/wire-format.ts";
export { compareLookedUp, type LookUp } from "#/profile/look-ups.ts";

// Requests and answers.
export { undiciTransport, type OriginConnector } from "./transport/undici-transport.ts";
export { fetchTransport } from "./transport/fetch-transport.ts";
export { guardedTransport } from "./transport/guarded-transport.ts";
export { createRedactor, type Redactor } from "./redaction/redactor.ts";
export { isJsonType, type Transport, type TransportRequest, type TransportResponse } from "./transport/transport.ts";
export { createExchange, type Exchange } from "./transport/exchange.ts";
export {
  createCaller,
  callOutcomeOf,
  type Answer,
  type Call,
  type Caller,
  type CallOutcome,
  type CallReport,
} from "./transport/caller.ts";
export {
  bodyText,
  composeCredential,
  fillQuery,
  joinPath,
  shownPath,
  type RequestDescription,
} from "./transport/build-request.ts";
export { toCurl } from "./transport/curl.ts";
export { systemClock, type Clock } from "./transport/clock.ts";
export type { CircuitOptions } from "./transport/circuit.ts";
export type { RetryOptions } from "./transport/retry-policy.ts";

// Writes.
export { planCreate, planDelete, planUpdate, type PlannedWrite } from "./writes/plan-write.ts";
export type { Done, NotSent, Refused, SendOutcome, Unknown } from "./writes/outcome.ts";
export type { FieldValues, WriteResult } from "./writes/write-adapter.ts";

// Errors.
export { ApiError } from "./errors/api-errors.ts";
export { ApiBodyTooLargeError } from "./errors/api-errors.ts";
export { ApiCircuitOpenError } from "./errors/api-errors.ts";
export { ApiConnectionError } from "./errors/api-errors.ts";
export { ApiKeyEchoedError } from "./errors/api-errors.ts";
export { ApiResponseError, type FailureReason, type ServiceWords } from "#/errors/api-errors.ts";
export { ApiSchemaError } from "./errors/api-errors.ts";
export { ApiTimeoutError } from "./errors/api-errors.ts";
export { EncodeError } from "./errors/encode-error.ts";
export { InvalidCallError } from "./errors/invalid-call-error.ts";
export { ProfileError, type ProfileProblem } from "./errors/profile-error.ts";
export { readNamedWait, readStatedWait } from "#/transport/stated-wait.ts";
export { readableWords, readRefusal } from "#/transport/read-refusal.ts";
