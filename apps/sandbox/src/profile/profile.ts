import type { JsonObject } from "#/json/json.ts";
import type { RecordKind } from "#/seed/facts.ts";
import { kindsOf, type Dialect } from "#/spelling/dialect.ts";
import { objectAt, pointerOf, type Path } from "#/json/path.ts";
import { creationOf, meaningsOf } from "./meanings.ts";
import { documented, operationsOf, typeNames } from "./operations.ts";
import { problemCodes, type ProblemCode } from "#/spelling/problem.ts";

/** The service profile of a dialect, with the write operations or, as documented, without them. */
export function profileOf(dialect: Dialect, { writes }: { writes: boolean }): JsonObject {
  const { headers, ids, slots, patients, appointments, indices, errors } = dialect;
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
      ...(dialect.indexVersions === "copy" ? {} : { versions: { are: dialect.indexVersions, ...documented } }),
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
        insurance: referenceAnswerPart(patients.insurance),
      },
      appointment: {
        id: { ...answerPart(appointments.id), idPrefix: ids.appointment.prefix },
        status: answerPart(appointments.status),
        startAt: answerPart(appointments.startAt),
      },
      indexVersion: { id: answerPart(indices.id), name: answerPart(indices.name) },
    },
    operations: operationsOf(dialect, writes),
    errors: {
      code: pointerOf(errors.code),
      words: pointerOf(errors.message),
      field: pointerOf(errors.field),
      requestId: pointerOf(errors.requestId),
      template: objectAt([
        [errors.code, "{code}"],
        [errors.message, "{words}"],
        [errors.field, "{field}"],
        [errors.requestId, "{requestId}"],
      ]),
      reasons: problemCodes.flatMap((code) => {
        const reason = reasons[code];
        return reason === null ? [] : [{ status: errors.statuses[code], code: errors.codes[code], reason }];
      }),
    },
    retryable: [429, 500, 502, 503, 504],
    units: { slotDuration: slots.unit },
    defaultRegion: "US",
  };
}

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
    ignored: [pointerOf(record.changedAt)],
    ...(kind === "plan" ? {} : { create: creationOf(record) }),
    ...(whole
      ? { update: "whole-record", unsent: [pointerOf(record.id.slice(0, 1)), pointerOf(record.changedAt.slice(0, 1))] }
      : {}),
  };
}

function answerPart(at: Path): JsonObject {
  return { at: pointerOf(at) };
}

function referenceAnswerPart(at: Path): JsonObject {
  if (at.length === 1) return { at: pointerOf(at) };
  return { at: pointerOf(at.slice(0, 1)), shape: { form: "object", id: pointerOf(at.slice(1)) } };
}

/** The profile names collections in camel case; on the wire they may have hyphens or underscores. */
function camelCase(word: string): string {
  return word.toLowerCase().replaceAll(/[-_]+([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase());
}
