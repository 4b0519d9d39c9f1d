import { ApiResponseError, ApiSchemaError } from "#/errors/api-errors.ts";
import { InvalidCallError } from "#/errors/invalid-call-error.ts";
import { isJsonObject, type Json, type JsonObject } from "#/json/json.ts";
import { compareLookedUp, type LookUp } from "#/profile/look-ups.ts";
import type { MeaningDescription } from "#/profile/describe-meaning.ts";
import { recordOperation } from "#/profile/operation-names.ts";
import { placeholdersOf } from "#/profile/template.ts";
import type { CallOptions, Exchange, ReadAnswer } from "#/transport/exchange.ts";
import type { TransportResponse } from "#/transport/transport.ts";
import { listAll, readPages } from "./list-all.ts";

/** A record as read from one index, which its type carries: a reference of it can only be followed there. */
export interface ServiceRecord<I extends string = string> {
  readonly type: string;
  readonly id: string;
  readonly index: I;
  readonly raw: JsonObject;
  /** The whole body as it came, envelope included; equal text means an equal record. */
  readonly rawText: string;
  readonly contentHash: string;
  readonly fetchedAt: number;
  readonly requestId: string | null;
  readonly durationMs: number;
  readonly status: number;
}

/** Which index to read from; `previous` spares the parsing and hashing of an answer that did not change. */
export interface RetrieveOptions<I extends string> extends CallOptions {
  readonly index: I;
  readonly previous?: ServiceRecord;
}

/** An answer that is handed on without being parsed. */
export interface RawAnswer extends TransportResponse {
  readonly requestId: string | null;
  readonly durationMs: number;
  readonly fetchedAt: number;
}

/** Reads records of any type that the profile knows. */
export interface Records {
  /** Reads one record; throws ApiResponseError, ApiSchemaError and the other errors of this package. */
  retrieve<const I extends string>(type: string, id: string, options: RetrieveOptions<I>): Promise<ServiceRecord<I>>;
  /** The answer as it comes, error statuses included, its bytes unparsed; without an index no index header is sent. */
  fetchRaw(type: string, id: string, options: CallOptions & { readonly index: string | null }): Promise<RawAnswer>;
  /** Reads the record that a reference names, in the index of the record; null when it names none. */
  follow<I extends string>(
    record: ServiceRecord<I>,
    meaning: string,
    options?: CallOptions,
  ): Promise<ServiceRecord<I> | null>;
  /** Follows a chain of references to the record that owns a meaning; null when a step names none. */
  ownerOf<I extends string>(
    record: ServiceRecord<I>,
    meaning: string,
    options?: CallOptions,
  ): Promise<ServiceRecord<I> | null>;
  /**
   * Lists records where the profile has an operation for it; null where it has none. Those of a practitioner throw ApiSchemaError
   * where the service was asked for these, and one says that it is of another.
   */
  list(
    type: string,
    options: CallOptions & { readonly index: string; readonly practitionerId?: string; readonly scheduleId?: string },
  ): Promise<readonly { readonly id: string; readonly raw: JsonObject }[] | null>;
  /**
   * Finds records by a value. At most `most` are asked for, 25 unless said. An exact look-up that is answered with other
   * values throws ApiSchemaError, since then the service did not look for this one.
   */
  find(
    lookUp: LookUp,
    value: string,
    options: CallOptions & { readonly index: string; readonly most?: number },
  ): Promise<FoundByValue>;
}

/** What a look-up found. */
export interface FoundByValue {
  readonly records: readonly { readonly id: string; readonly raw: JsonObject }[];
  /** False where the service has more than were asked for. */
  readonly isWhole: boolean;
}

function isOfPractitioner({ refersTo, via }: MeaningDescription): boolean {
  return refersTo === "practitioner" && via.length === 0;
}

/** Whether an operation has a variable in its address. */
function isAskedFor(exchange: Exchange, name: string, variable: string): boolean {
  const { path = "", query = {} } = exchange.operation(name) ?? {};
  return placeholdersOf([path, ...Object.values(query)]).includes(variable);
}

const mostFound = 25;
const mostPagesOfFound = 5;

function checkedRecord(exchange: Exchange, type: string, id: string, answer: ReadAnswer): JsonObject {
  const options = { status: answer.response.status, requestId: answer.requestId };
  const { resource } = answer;
  if (!isJsonObject(resource)) throw new ApiSchemaError([{ pointer: "", message: "must be an object" }], options);
  const pointer = exchange.profile.data.records[type]?.id ?? "/id";
  const read = exchange.profile.recordId(type, resource);
  if (read !== id)
    throw new ApiSchemaError(
      [{ pointer, message: read === null ? "must be an id" : "must be the id that was asked for" }],
      options,
    );
  try {
    exchange.profile.decode(type, resource);
  } catch (error) {
    throw error instanceof ApiSchemaError ? new ApiSchemaError(error.problems, options) : error;
  }
  return resource;
}

/** Reads records by their types. */
export function createRecords(exchange: Exchange, onRecord?: (record: ServiceRecord) => void): Records {
  const { profile } = exchange;

  function checkId(type: string, id: string): void {
    if (!profile.recordTypes.includes(type)) throw new InvalidCallError(`the profile knows no record type "${type}"`);
    if (!profile.fitsId(type, id)) throw new InvalidCallError(`this cannot be the id of a ${type}`);
  }

  async function retrieve<const I extends string>(
    type: string,
    id: string,
    options: RetrieveOptions<I>,
  ): Promise<ServiceRecord<I>> {
    checkId(type, id);
    const { index, previous } = options;
    const answer = await exchange.read(recordOperation("read", type), { id }, index, options);
    const isSame =
      previous !== undefined && previous.type === type && previous.id === id && previous.rawText === answer.text;
    const raw = isSame ? previous.raw : checkedRecord(exchange, type, id, answer);
    const record: ServiceRecord<I> = {
      type,
      id,
      index,
      raw,
      rawText: answer.text,
      contentHash: isSame ? previous.contentHash : profile.contentHash(type, raw),
      fetchedAt: answer.fetchedAt,
      requestId: answer.requestId,
      durationMs: answer.durationMs,
      status: answer.response.status,
    };
    onRecord?.(record);
    return record;
  }

  async function follow<I extends string>(
    record: ServiceRecord<I>,
    meaning: string,
    options: CallOptions = {},
  ): Promise<ServiceRecord<I> | null> {
    const description = profile.meanings(record.type).find((known) => known.name === meaning);
    if (description === undefined || description.refersTo === null || description.via.length > 0) {
      throw new InvalidCallError(`${meaning} is not a reference of a ${record.type}`);
    }
    const reading = profile.decode(record.type, record.raw)[meaning];
    if (reading === undefined || "absent" in reading || typeof reading.value !== "string") return null;
    return retrieve<I>(description.refersTo, reading.value, { ...options, index: record.index });
  }

  function listed(type: string, entries: readonly Json[]): { readonly id: string; readonly raw: JsonObject }[] {
    return entries.map((raw, position) => {
      const id = profile.recordId(type, raw);
      if (id === null || !isJsonObject(raw))
        throw new ApiSchemaError([{ pointer: `/${String(position)}`, message: "must be a record with an id" }]);
      return { id, raw };
    });
  }

  async function findByValue(
    { type, operation, gives, variable }: LookUp,
    value: string,
    { index, most = mostFound, ...options }: Parameters<Records["find"]>[2],
  ): Promise<FoundByValue> {
    if (gives !== "record") {
      const within = { ...options, most, mostRead: mostPagesOfFound };
      const { entries, isWhole } = await readPages(exchange, operation, { [variable]: value }, index, within);
      return { records: listed(type, entries.slice(0, most)), isWhole: isWhole && entries.length <= most };
    }
    try {
      const { resource } = await exchange.read(operation, { [variable]: value }, index, options);
      return { records: listed(type, [resource]), isWhole: true };
    } catch (error) {
      if (error instanceof ApiResponseError && error.reason === "missing") return { records: [], isWhole: true };
      throw error;
    }
  }

  /** Throws ApiSchemaError for an answer to a look-up with a record that has another value: the service did not look. */
  function refuseWhere(
    { type, meaning }: LookUp,
    records: FoundByValue["records"],
    isOther: (record: FoundByValue["records"][number]) => boolean,
  ): void {
    if (!records.some(isOther)) return;
    const { at } = { at: "", ...profile.data.records[type]?.meanings[meaning] };
    throw new ApiSchemaError([{ pointer: at, message: "must be the value that was looked up" }]);
  }

  return {
    retrieve,
    follow,
    async find(lookUp, value, options) {
      const answer = await findByValue(lookUp, value, options);
      if (lookUp.match !== "exact" || lookUp.gives === "parts") return answer;
      refuseWhere(lookUp, answer.records, ({ raw }) => {
        return compareLookedUp(lookUp, profile.foundBy(lookUp, raw), [value]) === "other";
      });
      return answer;
    },
    async fetchRaw(type, id, options) {
      checkId(type, id);
      const { response, requestId, durationMs, fetchedAt } = await exchange.answer(
        recordOperation("read", type),
        { id },
        options.index,
        options,
      );
      return { ...response, requestId, durationMs, fetchedAt };
    },
    async ownerOf(record, meaning, options = {}) {
      const description = profile.meanings(record.type).find((known) => known.name === meaning);
      if (description === undefined) throw new InvalidCallError(`${meaning} is not a meaning of a ${record.type}`);
      let owner: typeof record | null = record;
      for (const step of description.via) {
        if (owner === null) return null;
        owner = await follow(owner, step, options);
      }
      return owner;
    },
    async list(type, options) {
      const { practitionerId, scheduleId } = options;
      const isByPractitioner = ({ refersTo, gives }: LookUp) => refersTo === "practitioner" && gives !== "record";
      const lookUp = practitionerId === undefined ? undefined : profile.lookUps(type).find(isByPractitioner);
      const name = lookUp?.operation ?? recordOperation("list", type);
      if (exchange.operation(name) === null) return null;
      const values = lookUp === undefined ? { practitionerId, scheduleId } : { [lookUp.variable]: practitionerId };
      const records = listed(type, await listAll(exchange, name, values, options.index, options));
      if (practitionerId === undefined) return records;
      const meaning = lookUp?.meaning ?? profile.meanings(type).find(isOfPractitioner)?.name;
      const of = (raw: JsonObject) => (meaning === undefined ? null : profile.foundBy({ type, meaning }, raw));
      // Of a list that cannot be asked for one practitioner's, theirs are taken.
      if (lookUp === undefined && !isAskedFor(exchange, name, "practitionerId"))
        return records.filter(({ raw }) => of(raw) === practitionerId);
      if (lookUp?.match === "exact")
        refuseWhere(lookUp, records, ({ raw }) => (of(raw) ?? practitionerId) !== practitionerId);
      return records;
    },
  };
}
