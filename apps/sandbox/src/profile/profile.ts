import type { Json, JsonObject } from "#/json/json.ts";
import type { RecordKind } from "#/seed/facts.ts";
import { isToldByField, kindsOf, type Dialect } from "#/spelling/dialect.ts";
import { objectAt, pointerOf, type Path } from "#/json/path.ts";
import { creationOf, meaningsOf } from "./meanings.ts";
import { documented, operationsOf, typeNames } from "./operations.ts";
import { problemCodes, summaries, typeOfProblem, type ProblemCode } from "#/spelling/problem.ts";

/** The service profile of a dialect, with the write operations or, as documented, without them. */
export function profileOf(dialect: Dialect, { writes }: { writes: boolean }): JsonObject {
  const { headers, ids, slots, patients, appointments, indices, saysDefaults } = dialect;
  const kinds = kindsOf(dialect);
  return {
    name: writes ? `${dialect.name} with writes` : dialect.name,
    apiVersion: dialect.apiVersion,
    headers: {
      apiVersion: { name: headers.apiVersion, ...documented },
      index: { name: headers.index, ...documented },
      requestId: { name: headers.requestId },
    },
    credential: { ...dialect.credential },
    indexes: {
      prefix: ids.index.prefix,
      standard: dialect.standardIndex,
      test: dialect.testIndex,
      ...(dialect.indexVersions === "copy" && saysDefaults !== true
        ? {}
        : { versions: { are: dialect.indexVersions, ...documented } }),
      ...documented,
    },
    records: Object.fromEntries(kinds.map((kind) => [typeNames[kind], recordType(dialect, kind)])),
    answers: {
      openSlot: { startAt: answerPart(slots.startAt), duration: answerPart(slots.duration) },
      patient: {
        id: { ...answerPart(patients.id), idPrefix: ids.patient.prefix },
        firstName: answerPart(patients.firstName),
        lastName: answerPart(patients.lastName),
        dateOfBirth: answerPart(patients.dob),
        insurance: insurancePart(dialect),
      },
      appointment: {
        id: { ...answerPart(appointments.id), idPrefix: ids.appointment.prefix },
        status: answerPart(appointments.status),
        startAt: answerPart(appointments.startAt),
      },
      indexVersion: { id: answerPart(indices.id), name: answerPart(indices.name) },
    },
    operations: operationsOf(dialect, writes),
    errors: errorsOf(dialect),
    ...waitsOf(dialect.limits),
    retryable: [429, 500, 502, 503, 504],
    units: { slotDuration: slots.unit },
    defaultRegion: "US",
    ...(dialect.timeZone === undefined ? {} : { timeZone: dialect.timeZone }),
  };
}

function waitsOf({ callsPerMinute, betweenCallsMs, wait }: Dialect["limits"]): JsonObject {
  if (callsPerMinute === null && betweenCallsMs === undefined && wait === null) return {};
  const place: JsonObject =
    wait === null
      ? {}
      : "header" in wait
        ? { header: { name: wait.header, as: wait.as } }
        : { body: { at: pointerOf(wait.body), as: wait.as } };
  const pace = {
    ...(callsPerMinute === null ? {} : { callsPerMinute }),
    ...(betweenCallsMs === undefined ? {} : { betweenCallsMs }),
  };
  return { waits: { ...place, ...pace, ...documented } };
}

function errorsOf({ errors, headers, saysDefaults }: Dialect): JsonObject {
  const { type, code, title, message, field, details, requestId } = errors;
  const typed = (known: ProblemCode): JsonObject => (type === undefined ? {} : { type: typeOfProblem(known) });
  const hasVocabulary = details !== null || title !== null;
  const pointerAt = (name: string, path: Path | null | undefined): JsonObject =>
    path === null || path === undefined ? {} : { [name]: pointerOf(path) };
  const entry: readonly (readonly [Path | null | undefined, string])[] = [
    [details?.field, "{detailField}"],
    [details?.words, "{detailWords}"],
    [details?.code, "{detailCode}"],
  ];
  const template: readonly (readonly [Path | null | undefined, Json])[] = [
    [type, "{type}"],
    [code, "{code}"],
    [title, "{title}"],
    [message, "{words}"],
    [field, "{field}"],
    [details?.at, [objectAt(present(entry))]],
    [requestId, "{requestId}"],
  ];
  return {
    ...pointerAt("type", type),
    ...pointerAt("code", code),
    words: title === null ? pointerOf(message) : [pointerOf(title), pointerOf(message)],
    ...pointerAt("field", field),
    ...(details === null
      ? {}
      : {
          details: {
            at: pointerOf(details.at),
            field: pointerOf(details.field),
            words: pointerOf(details.words),
            ...pointerAt("code", details.code),
            ...(details.statuses === undefined ? {} : { statuses: [...details.statuses] }),
          },
        }),
    requestId: pointerOf(requestId),
    template: objectAt(present(template)),
    // The first reason that fits is taken, so those that also name a field come first.
    reasons: problemCodes
      .flatMap((known) => {
        const reason = saysDefaults === true ? (reasonsByDefault[known] ?? reasons[known]) : reasons[known];
        const words = hasVocabulary ? { words: summaries[known] } : {};
        const [status, code] = [errors.statuses[known], errors.codes[known]];
        const field = isToldByField(errors, known) ? { field: headers.index } : {};
        return reason === null ? [] : [{ status, ...typed(known), code, ...field, reason, ...words }];
      })
      .toSorted((a, b) => Number("field" in b) - Number("field" in a)),
    ...(hasVocabulary
      ? {
          byStatus: Object.fromEntries(
            (["internal", "unavailable"] as const).map((known) => [
              String(errors.statuses[known]),
              { ...typed(known), code: errors.codes[known], words: summaries[known] },
            ]),
          ),
        }
      : {}),
  };
}

function present<Value>(
  entries: readonly (readonly [Path | null | undefined, Value])[],
): readonly (readonly [Path, Value])[] {
  return entries.flatMap(([path, value]): readonly (readonly [Path, Value])[] =>
    path === null || path === undefined ? [] : [[path, value]],
  );
}

/** Reasons that follow from the status where a profile says nothing, or that say nothing of their own. */
const reasonsByDefault: Partial<Readonly<Record<ProblemCode, string>>> = {
  slot_not_offered: "other",
  internal: "service-failure",
  unavailable: "service-failure",
};

const reasons: Readonly<Record<ProblemCode, string | null>> = {
  bad_request: "invalid",
  unauthorized: "unauthorised",
  standard_index_read_only: "standard-read-only",
  test_index_permanent: "forbidden",
  not_found: "missing",
  index_not_found: "unknown-index",
  index_of_another: "unknown-index",
  slot_taken: "conflict",
  slot_not_offered: "conflict",
  not_bookable: "conflict",
  unknown_reference: "invalid",
  rate_limited: "rate-limited",
  internal: null,
  unavailable: null,
};

function recordType(dialect: Dialect, kind: RecordKind): JsonObject {
  const record = dialect.records[kind];
  if (!record) return {};
  const { whole } = dialect.writes.update;
  return {
    collection: typeNames[kind] === record.collection ? record.collection : camelCase(record.collection),
    idPrefix: dialect.ids[kind].prefix,
    id: pointerOf(record.id),
    meanings: meaningsOf(dialect, kind, typeNames),
    ...(kind === "practitioner" && dialect.lookUps.length > 0
      ? {
          findBy: Object.fromEntries(
            dialect.lookUps.map(({ fact, match, gives }) => [
              fact,
              { match, ...(gives === "records" ? {} : { gives }) },
            ]),
          ),
        }
      : {}),
    ...(kind === "schedule" && dialect.lists.schedules === "query" && dialect.lists.several !== null
      ? { findBy: { practitioner: { match: "exact", several: dialect.lists.several } } }
      : {}),
    ignored: [pointerOf(record.changedAt)],
    ...(kind === "plan" ? {} : { create: creationOf(record) }),
    ...(whole
      ? { update: "whole-record", unsent: [pointerOf(record.id.slice(0, 1)), pointerOf(record.changedAt.slice(0, 1))] }
      : {}),
  };
}

function answerPart(path: Path): JsonObject {
  return { at: pointerOf(path) };
}

function insurancePart({ patients: { insurance: path, isInsuranceMixed }, saysDefaults }: Dialect): JsonObject {
  if (path.length === 1) return { at: pointerOf(path), ...(saysDefaults === true ? { shape: { form: "id" } } : {}) };
  const form = isInsuranceMixed === true ? "id-or-object" : "object";
  return { at: pointerOf(path.slice(0, 1)), shape: { form, id: pointerOf(path.slice(1)) } };
}

/** The profile names collections in camel case; on the wire they may have hyphens or underscores. */
function camelCase(word: string): string {
  return word.toLowerCase().replaceAll(/[-_]+([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase());
}
