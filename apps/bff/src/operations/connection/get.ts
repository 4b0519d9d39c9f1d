import type { Capability, Connection } from "@dc/contract";
import { fieldLabel } from "@dc/directory";
import type { Deps, RequestContext } from "#/context/deps.ts";
import { rosterOptions } from "#/operations/roster-imports/begin-roster-import.ts";
import { hasSamples } from "#/operations/samples/get.ts";
import { selectDeletionsIn } from "#/store/tables/directories/deletions.ts";
import { selectProofs } from "#/store/tables/changes/proofs.ts";
import { selectPause } from "#/store/tables/connections/connection.ts";
import { countHeldChanges } from "#/store/tables/changes/change-reports.ts";
import { capabilitiesOf, writeOperation } from "#/upstream/capabilities.ts";
import { missingRefusal } from "#/upstream/refusals.ts";
import { healthOf } from "./internal/health.ts";
import { describeCapability } from "./internal/describe-capability.ts";

/** The service behind the console: its health, its capabilities, and how this console knows its records. */
export async function getConnection({ connection, deps, reach }: RequestContext): Promise<Connection> {
  const { profile } = deps.service;
  // Before anything else is read, so that what changes meanwhile has an event.
  const lastEventId = await deps.eventStreams.lastEventId(deps.store.db, connection.id);
  return {
    id: connection.id,
    name: connection.name,
    baseUrl: connection.baseUrl,
    mode: connection.mode,
    apiVersion: connection.apiVersion,
    profile: { name: profile.name, hash: profile.hash },
    headers: {
      apiVersion: profile.data.headers.apiVersion.name,
      index: profile.data.headers.index.name,
      credential: profile.data.credential.header,
    },
    health: healthOf(deps, reach),
    standardIndexId: profile.standardIndex,
    indexVersions: profile.indexVersionKind,
    capabilities: await capabilities(deps),
    recordTypes: profile.recordTypes.map((type) => ({
      type,
      meanings: profile.meanings(type).map(({ name, kind, label, isWritable, via, owner, ...rest }) => ({
        key: name,
        kind,
        label: capital(label ?? fieldLabel(name)),
        labelInSentence: label ?? fieldLabel(name),
        writable: isWritable && via.length === 0,
        heldBy: owner.type,
        phoneParts: rest.phoneParts,
        holdsOne: rest.holdsOne,
        setContent: rest.setContent,
        choices: rest.choices === null ? null : [...rest.choices],
        range: rest.range,
        refersTo: rest.refersTo,
      })),
      composed: profile.composed(type).map(({ name, label, template, parts }) => ({
        key: name,
        label: capital(label ?? fieldLabel(name)),
        template,
        parts: parts.map(({ via, owner }) => ({ type: owner.type, field: owner.meaning, isOwn: via.length === 0 })),
      })),
      creation: creationOf(profile, type),
    })),
    missingRecord: missingRefusal(profile),
    rosterIds: rosterIdsOf(deps),
    defaultRegion: profile.defaultRegion,
    timeZone: profile.timeZone,
    staleAfterS: deps.staleAfterMs / 1000,
    isArchived: connection.isArchived,
    paused: await selectPause(deps.store.db, connection.id),
    samples: await hasSamples(deps),
    lastEventId,
  };
}

function rosterIdsOf(deps: Deps): Connection["rosterIds"] {
  const { lookUps = [], otherPrefixes, schedulePrefix, practitionerPrefix } = rosterOptions(deps);
  return { schedulePrefix, practitionerPrefix, otherPrefixes: { ...otherPrefixes }, lookUps: [...lookUps] };
}

function creationOf(profile: Deps["service"]["profile"], type: string): Connection["recordTypes"][number]["creation"] {
  const { required, defaults } = profile.creationRules(type);
  return { required: [...required], defaults };
}

async function capabilities(deps: Deps): Promise<Capability[]> {
  const held = new Map<string, number>();
  for (const { type, op, held: count } of await countHeldChanges(deps.store.db, deps.connection.id)) {
    const operation = writeOperation(op === "create" || op === "delete" ? op : "update", type);
    held.set(operation, (held.get(operation) ?? 0) + count);
  }
  const heldDeletions = await selectDeletionsIn(deps.store.db, deps.connection.id, "held");
  if (heldDeletions.length > 0) held.set("deleteIndexVersion", heldDeletions.length);
  const proofs = await selectProofs(deps.store.db, deps.connection.id, deps.service.profile.hash);
  const proofOf = new Map(
    proofs.map(({ operation, at, index_id: indexId, check_ids: checks }) => [
      operation,
      { at: at.toISOString(), indexId, checks },
    ]),
  );
  return capabilitiesOf(deps.service).map((known) => {
    const proof = proofOf.get(known.operation) ?? null;
    const isProven = proof !== null && (known.capability === "documented" || known.capability === "configured");
    const capability = isProven ? ("proven" as const) : known.capability;
    return {
      ...known,
      capability,
      proof,
      does: describeCapability({ ...known, capability }),
      heldChanges: held.get(known.operation) ?? 0,
    };
  });
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
