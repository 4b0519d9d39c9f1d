import {
  compareLookedUp,
  isJsonObject,
  type FoundRecords,
  type Json,
  type JsonObject as ServiceObject,
  type LookUp,
  type ServedLookUp,
  type TransportResponse,
} from "@dc/api-client";
import { effectivePresence, numberText, overlayRecord } from "@dc/directory";
import type { RecordOverlay } from "#/context/gateway-caches.ts";
import { isProvisional } from "#/store/tables/records/assigned-ids.ts";
import { isCreatedHere, newRecordWith, type Overlaid, overlaid } from "./apply-overrides.ts";
import type { GatewayContext } from "./gateway-context.ts";
import { isJson } from "./headers.ts";
import { type Answer, notImplemented, overriddenAnswer, passedOn, unusableAnswer } from "./own-answers.ts";

/** Records whose key was overridden are read one by one; more than these are not. */
const MOST_READ = 20;

type Overlays = ReadonlyMap<string, RecordOverlay>;
type Ask = (target: string) => Promise<TransportResponse>;

/** A record of the answer as it is to be served. */
interface Laid {
  raw: ServiceObject;
  changes: readonly string[];
}

/** An answer of our own in the place of the look-up's. */
class Refused extends Error {
  readonly answer: Answer;
  constructor(answer: Answer) {
    super("refused");
    this.answer = answer;
  }
}

/**
 * Answers a look-up by an exact value in an index with overrides. The service's finds pass with the overrides of each
 * laid over it; where an override changes the very value that is looked up by, a record is found by what the directory
 * says, and no longer by what the index says.
 */
export async function serveLookUp(
  gateway: GatewayContext,
  asked: ServedLookUp,
  overlays: Overlays,
  ask: Ask,
): Promise<Answer> {
  const { lookUp } = asked;
  if (lookUp.gives === "parts")
    return notImplemented(
      gateway,
      "This look-up answers parts of records, over which overrides cannot be laid. Look the record up in the standard index, and read it by its id in this one.",
      lookUp.meaning,
    );
  try {
    return await served(gateway, asked, overlays, ask);
  } catch (error) {
    if (error instanceof Refused) return error.answer;
    throw error;
  }
}

async function served(gateway: GatewayContext, asked: ServedLookUp, overlays: Overlays, ask: Ask): Promise<Answer> {
  const { lookUp } = asked;
  const got = asked.target === null ? null : await ask(asked.target);
  const listed = got === null ? null : recordsIn(gateway, asked, got);
  if (got !== null && listed === null && got.status !== gateway.missingStatus)
    return passedOn(gateway, got, "overridable");
  const ids = new Set<string>();
  const kept: Laid[] = [];
  const removed: string[] = [];
  for (const entry of listed?.entries ?? []) {
    const { id, raw } = identified(gateway, asked, entry);
    ids.add(id);
    const overlay = overlays.get(id);
    const laid = overlay === undefined ? { raw, changes: [] } : laidOver(gateway, lookUp, { raw, overlay });
    if ("absent" in laid) removed.push(...laid.absent);
    else if (isStillFound(gateway, asked, { before: raw, after: laid.raw })) kept.push(laid);
    else removed.push(...laid.changes);
  }
  const added = await foundByOverride(gateway, asked, withoutIds(overlays, ids), ask);
  const changes = [...removed, ...[...kept, ...added].flatMap((laid) => laid.changes)];
  if (changes.length === 0 && got !== null) return passedOn(gateway, got, "overridable");
  const isMoved = removed.length + added.length > 0;
  if (isMoved && listed?.isWhole === false) throw new Refused(severalPages(gateway, lookUp));
  const records = [...kept, ...added].map(({ raw }) => raw);
  if (records.length === 0 && (lookUp.gives === "record" || (listed === null && got !== null)))
    return overriddenAnswer(gateway, { outcome: "absent", changes }, { headers: {}, status: 200 });
  const body = listed === null ? gateway.wire.wrapFound(asked, records) : listed.close(records);
  if (body === null) throw new Refused(severalPages(gateway, lookUp));
  const answered =
    got === null || listed === null
      ? { headers: {}, status: successOf(gateway, lookUp) }
      : passedOn(gateway, got, "overridden");
  return overriddenAnswer(
    gateway,
    { outcome: "served", body: Buffer.from(body), changes: [...new Set(changes)] },
    answered,
  );
}

/** The finds of the service; null for an answer that is none. Throws for one that cannot be read. */
function recordsIn(gateway: GatewayContext, asked: ServedLookUp, got: TransportResponse): FoundRecords | null {
  // The request was not conditional, and redirects are not followed: neither answer is the finds.
  if (got.status >= 300 && got.status < 400)
    throw new Refused(unusableAnswer(gateway, `The service answered with status ${got.status} instead of its finds.`));
  if (got.status < 200 || got.status > 299) return null;
  const records = isJson(got.headers["content-type"]) ? gateway.wire.openFound(asked, got.body) : null;
  if (records === null)
    throw new Refused(unusableAnswer(gateway, "The service's answer has no finds where the service profile says."));
  return records;
}

/** A find with its id. Throws for one that has none, or another value than was looked up. */
function identified(
  gateway: GatewayContext,
  { lookUp, values }: ServedLookUp,
  entry: Json,
): { id: string; raw: ServiceObject } {
  const { profile } = gateway;
  const id = profile.recordId(lookUp.type, entry);
  if (id === null || !isJsonObject(entry))
    throw new Refused(unusableAnswer(gateway, `The service answered with a ${lookUp.type} that has no id.`));
  const ownValue = profile.foundBy(lookUp, entry);
  if (compareLookedUp(lookUp, ownValue, values) !== "other") return { id, raw: entry };
  // The service takes commas for several values, of which the profile says nothing.
  const parts = values.flatMap((value) => value.split(","));
  throw new Refused(
    compareLookedUp(lookUp, ownValue, parts) !== "other"
      ? severalValues(gateway, lookUp)
      : unusableAnswer(
          gateway,
          `The service did not answer with what was looked up: the ${lookUp.meaning} of ${id} is another one.`,
        ),
  );
}

/** The record with its overrides, or the changes by which it is not there. Throws for one that cannot be served. */
function laidOver(
  gateway: GatewayContext,
  { type }: LookUp,
  { raw, overlay, present = true }: { raw: ServiceObject; overlay: RecordOverlay; present?: boolean },
): Laid | { absent: readonly string[] } {
  const over: Overlaid = overlaid(gateway.profile, type, { raw, present }, overlay);
  if (over.outcome === "served") return over;
  if (over.outcome === "untouched") return { raw, changes: [] };
  if (over.outcome === "absent") return { absent: over.changes };
  throw new Refused(overriddenAnswer(gateway, over, { headers: {}, status: 200 }));
}

/** Whether a find of the service is one with its overrides: it is where they leave the value alone, in whatever spelling. */
function isStillFound(
  gateway: GatewayContext,
  asked: ServedLookUp,
  { before, after }: { before: ServiceObject; after: ServiceObject },
): boolean {
  const valueOf = (raw: ServiceObject) => gateway.profile.foundBy(asked.lookUp, raw);
  return valueOf(before) === valueOf(after) || isFound(gateway, asked, after);
}

/** Whether the directory's own value is the one that is looked up. Throws where only the service could say. */
function isFound(gateway: GatewayContext, { lookUp, values }: ServedLookUp, raw: ServiceObject): boolean {
  const ownValue = gateway.profile.foundBy(lookUp, raw);
  const compared = compareLookedUp(lookUp, ownValue, values);
  if (compared === "similar") throw new Refused(similarValue(gateway, lookUp, ownValue ?? ""));
  return compared === "same";
}

/** Records that the service did not find, and that have the value by an override or because they were created here. */
async function foundByOverride(
  gateway: GatewayContext,
  asked: ServedLookUp,
  overlays: Overlays,
  ask: Ask,
): Promise<Laid[]> {
  const { lookUp } = asked;
  const candidates = [...overlays].filter(([, overlay]) => mayBeFound(gateway, asked, overlay));
  const toRead = candidates.filter(([id]) => !isProvisional({ id }));
  if (toRead.length > MOST_READ)
    throw new Refused(
      notImplemented(
        gateway,
        `More than ${MOST_READ} records have an override of ${lookUp.meaning}, by which is looked up here. Read the record by its id.`,
        lookUp.meaning,
      ),
    );
  const laid = await Promise.all(
    candidates.map(async ([id, overlay]) => {
      const raw = isProvisional({ id }) ? null : await read(gateway, lookUp, id, ask);
      if (raw === null && !isCreatedHere(overlay)) return [];
      const of = raw ?? newRecordWith(gateway.profile, lookUp.type, id);
      const over = laidOver(gateway, lookUp, { raw: of, overlay, present: raw !== null });
      return "absent" in over || !isFound(gateway, asked, over.raw) ? [] : [over];
    }),
  );
  return laid.flat();
}

/** Whether the live changes of a record may give it this value, as far as can be told without reading it. */
function mayBeFound(
  { profile }: GatewayContext,
  { lookUp, values }: ServedLookUp,
  { changes }: RecordOverlay,
): boolean {
  const { type, meaning } = lookUp;
  const description = profile.meanings(type).find(({ name }) => name === meaning);
  if (description === undefined) return false;
  const isCreated = effectivePresence("missing", changes) === "present";
  const ofKey = fieldsOf(changes).filter((field) => touches(field, meaning, description.pointer));
  // What overrides a part of the record that holds the value is known only when it is laid over it.
  if (ofKey.some((field) => field !== meaning)) return true;
  if (ofKey.length === 0)
    return isCreated && compareLookedUp(lookUp, profile.foundBy(lookUp, profile.newRecord(type)), values) !== "other";
  const unread = {
    present: !isCreated,
    fields: [{ key: meaning, kind: description.kind, reading: { absent: true } as const }],
  };
  const [effective] = overlayRecord(unread, changes, profile.defaultRegion).fields;
  if (effective === undefined || !effective.overridden || "absent" in effective.reading) return false;
  const wanted = effective.reading.value;
  const text = numberText(wanted) ?? wanted;
  return typeof text === "string" && compareLookedUp(lookUp, text, values) !== "other";
}

/** The fields that these changes are about, those of a creation among them. */
function fieldsOf(changes: RecordOverlay["changes"]): string[] {
  return changes.flatMap(({ field, operation }) => [
    ...(field === undefined ? [] : [field]),
    ...(operation.op === "create" ? Object.keys(operation.fields) : []),
  ]);
}

/** Whether a field is this meaning, or a place in the record that holds it or is a part of it. */
function touches(field: string, meaning: string, pointer: string): boolean {
  return field === meaning || `${pointer}/`.startsWith(`${field}/`) || field.startsWith(`${pointer}/`);
}

/** The record as the service has it in this index; null where it has none. */
async function read(gateway: GatewayContext, { type }: LookUp, id: string, ask: Ask): Promise<ServiceObject | null> {
  const got = await ask(gateway.wire.targetOf(type, id));
  if (got.status === gateway.missingStatus) return null;
  const isRead = got.status >= 200 && got.status <= 299 && isJson(got.headers["content-type"]);
  const opened = isRead ? gateway.wire.openBody(type, got.body) : null;
  if (opened !== null && gateway.profile.recordId(type, opened.raw) === id) return opened.raw;
  throw new Refused(
    unusableAnswer(
      gateway,
      `The ${type} ${id} has an override of what is looked up by, and could not be read: status ${got.status}.`,
    ),
  );
}

function withoutIds(overlays: Overlays, ids: ReadonlySet<string>): Overlays {
  return ids.size === 0 ? overlays : new Map([...overlays].filter(([id]) => !ids.has(id)));
}

function successOf({ profile }: GatewayContext, { operation }: LookUp): number {
  return profile.data.operations[operation]?.success[0] ?? 200;
}

function severalPages(gateway: GatewayContext, { meaning }: LookUp): Answer {
  return notImplemented(
    gateway,
    `An override touches ${meaning}, by which is looked up here, and the finds do not fit one answer: what was found by it and what is no longer found cannot be told apart page by page. Read the record by its id.`,
    meaning,
  );
}

/** Several values where a look-up takes one: what the service would make of them is not known. */
export function severalValues(gateway: GatewayContext, { type, meaning, operation }: LookUp): Answer {
  return notImplemented(
    gateway,
    `By the service profile this look-up takes one ${meaning}. Ask for each by itself, or say at "several" of the look-up (/records/${type}/findBy/${meaning}, operation ${operation}) how the service takes several.`,
    meaning,
  );
}

function similarValue(gateway: GatewayContext, { meaning }: LookUp, serviceValue: string): Answer {
  return notImplemented(
    gateway,
    `An override or the service writes ${meaning} as “${serviceValue}”, and whether the service would find that is not known. Look it up in exactly this spelling, or read the record by its id.`,
    meaning,
  );
}
