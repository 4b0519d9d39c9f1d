// The client and its resources.
export { createServiceClient, type ServiceClient, type ServiceClientOptions } from "./client.ts";
export type { Practitioners } from "./resources/practitioners.ts";
export type { RawAnswer, Records, RetrieveOptions, ServiceRecord } from "./resources/records.ts";
export type { BookingOf, BookingRequests } from "./resources/booking-requests.ts";
export type { OpenSlot, OpenSlotsOptions, Schedules } from "./resources/schedules.ts";
export type { IndexReader } from "./resources/index-reader.ts";
export type { CreatePatient, FindPatients, Patient, Patients } from "./resources/patients.ts";
export type { Appointment, Appointments, CreateAppointment } from "./resources/appointments.ts";
export type { IndexVersion, IndexVersions } from "./resources/index-versions.ts";
export { nextQuery, startQuery } from "./profile/paging.ts";

// JSON.
export { isJsonArray, isJsonObject, sameJson, type Json, type JsonObject } from "./json/json.ts";
export { canonicalHash, canonicalJson } from "./json/canonical.ts";
export {
  formatPointer,
  firstKey,
  lastKey,
  parentPointer,
  parsePointer,
  valueAt,
  withoutValueAt,
  withValueAt,
  type Pointer,
} from "./json/pointer.ts";
export { readJson } from "./json/read-json.ts";

// The service profile.
export { createProfile, shippedProfile, type ProfileOptions, type ServiceProfile } from "./profile/profile.ts";
export { pointerOf, type CreationRules } from "./profile/creation.ts";
export { type MeaningDescription } from "./profile/describe-meaning.ts";
export type { ComposedDescription, ComposedPart, FollowReference } from "./profile/compose/meaning-text.ts";
export { type SetContent, wordType } from "./profile/schema/set-content.ts";
export { elementsIn, holdsOne, isPhoneObject, type ElementMeaning } from "#/profile/schema/shapes.ts";
export type {
  BorrowedMeaning,
  ComposedMeaning,
  OwnMeaning,
  Paging,
  IndexVersionKind,
  PhoneShape,
  ServiceProfileData,
} from "#/profile/schema/profile-schema.ts";
export { shippedProfiles } from "#/profile/shipped-profiles.ts";
export { readProfileText } from "./profile/read-profile-text.ts";
export { profileJsonSchema } from "#/profile/schema/json-schema.ts";
export {
  indexVersionOperations,
  lookUpOperation,
  patientOperations,
  recordOperation,
} from "./profile/operation-names.ts";
export { nameSimilarity, closestName } from "#/profile/names.ts";
export { placeholdersOf, type TemplateValues } from "./profile/template.ts";
export { isTimeZone } from "./profile/time-form.ts";
export type { FieldKey, MeaningKind, Reading } from "./profile/reading.ts";
export type { Phone } from "./profile/phone.ts";
export { decodeMeaning, decodeId } from "#/profile/decode/decode-record.ts";
export { decodeScalar, isScalar, type ScalarMeaning } from "#/profile/scalar-values.ts";
export { decodeTexts } from "#/profile/language-texts.ts";
export { parsePhones } from "#/profile/phone.ts";
export { decodeBookable } from "#/profile/decode/decode-bookable.ts";
export { decodePhone } from "#/profile/decode/decode-phone.ts";
export { encodeReading } from "#/profile/encode/encode-reading.ts";
export { encodePhones, type FormatPhone, type PhoneFormat } from "#/profile/encode/encode-phones.ts";
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
export { undiciTransport, type OriginConnector, type UndiciTransportOptions } from "./transport/undici-transport.ts";
export { fetchTransport, type FetchLike } from "./transport/fetch-transport.ts";
export { guardedTransport } from "./transport/guarded-transport.ts";
export { createRedactor, type Redactor } from "./redaction/redactor.ts";
export { isJsonType, type Transport, type TransportRequest, type TransportResponse } from "./transport/transport.ts";
export { createExchange, type CallOptions, type Exchange } from "./transport/exchange.ts";
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
export type { CircuitOptions, CircuitState } from "./transport/circuit.ts";
export type { LimiterOptions } from "./transport/limiter.ts";
export type { RetryOptions } from "./transport/retry-policy.ts";

// Writes.
export { planCreate, planDelete, planUpdate, type PlannedWrite } from "./writes/plan-write.ts";
export type { Done, NotSent, NotSentReason, Refused, SendOutcome, Unknown, UnknownReason } from "./writes/outcome.ts";
export type { Capability, CapabilityState } from "./writes/capability.ts";
export type {
  CreateRecord,
  DeleteRecord,
  FieldValues,
  Held,
  PlannedField,
  UpdateRecord,
  WriteAdapter,
  WritePlan,
  WriteResult,
  Written,
} from "./writes/write-adapter.ts";

// Errors.
export { ApiError } from "./errors/api-errors.ts";
export { ApiBodyTooLargeError } from "./errors/api-errors.ts";
export { ApiCircuitOpenError } from "./errors/api-errors.ts";
export { ApiConnectionError } from "./errors/api-errors.ts";
export { ApiKeyEchoedError } from "./errors/api-errors.ts";
export { ApiResponseError, type FailureReason, type ServiceDetail, type ServiceWords } from "#/errors/api-errors.ts";
export { ApiSchemaError, type SchemaProblem } from "./errors/api-errors.ts";
export { ApiTimeoutError } from "./errors/api-errors.ts";
export { EncodeError, type EncodeProblem } from "./errors/encode-error.ts";
export { InvalidCallError } from "./errors/invalid-call-error.ts";
export { ProfileError, type ProfileProblem } from "./errors/profile-error.ts";
export { readNamedWait, readStatedWait } from "#/transport/stated-wait.ts";
export { readableWords, readRefusal } from "#/transport/read-refusal.ts";
