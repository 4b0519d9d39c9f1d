import type { JsonObject } from "#/json/json.ts";
import type { RecordKind } from "#/seed/facts.ts";
import type { Spelling } from "#/spelling/spelling.ts";
import type { Base } from "./base.ts";
import type { Caller } from "./caller.ts";

export interface IndexRow {
  readonly id: string;
  readonly name: string;
  /** The fingerprint of the key that created it; the standard index has none. */
  readonly owner: string | null;
  readonly createdAt: string;
  /** The revision of the base that was copied; null for an index that follows the base. */
  readonly baseRevision: number | null;
}

/** What one caller sees under one index id: the copied base plus the records that were written since. */
export interface Index extends IndexRow {
  read(kind: RecordKind, id: string): JsonObject | undefined;
  exists(kind: RecordKind, id: string): boolean;
  /** The ids of the records that may differ from what the seed generates. */
  changedIds(kind: RecordKind): string[];
  /** The same index, reading the current base instead of the copied one, or the other way round. */
  deviating(): Index;
}

export interface Indices {
  readonly count: number;
  readonly written: number;
  find(id: string, caller: Pick<Caller, "fingerprint" | "mode">): Index | undefined;
  /** An index version with this id, of any owner. */
  findOfAnyOwner(id: string): Index | undefined;
  /** The ids of the index versions that this owner created. */
  idsOf(owner: string): string[];
  add(row: IndexRow): void;
  drop(owner: string, id: string): void;
  put(write: WrittenRecord & { readonly owner: string; readonly index: string }): void;
}

/** A record as an index version has it after a write; null: it was deleted. */
export interface WrittenRecord {
  readonly kind: RecordKind;
  readonly id: string;
  readonly record: JsonObject | null;
  /** The members that were written, where the others go on following the base; absent when the whole record was written. */
  readonly members?: readonly string[];
}

interface OwnRecord {
  readonly record: JsonObject | null;
  /** Null: the whole record is the index version's own. */
  readonly members: ReadonlySet<string> | null;
}

type Overlay = Map<string, OwnRecord>;

export function createIndices({
  base,
  spelling,
  startedAt,
}: {
  base: Base;
  spelling: Spelling;
  startedAt: string;
}): Indices {
  const rows = new Map<string, IndexRow>();
  const overlays = new Map<string, Overlay>();
  const standard = view(
    { id: spelling.standardIndex, name: "Standard", owner: null, createdAt: startedAt, baseRevision: null },
    base,
    undefined,
  );
  let written = 0;
  return {
    get count() {
      return rows.size;
    },
    get written() {
      return written;
    },
    find(id, caller) {
      if (id === spelling.standardIndex) return standard;
      const key = `${caller.fingerprint} ${id}`;
      if (id === spelling.testIndex) {
        if (caller.mode !== "test") return undefined;
        const baseRevision = spelling.indexVersions === "copy" ? 0 : null;
        const row = { id, name: "Test mode", owner: caller.fingerprint, createdAt: startedAt, baseRevision };
        return view(row, base, overlays.get(key));
      }
      const row = rows.get(key);
      return row && view(row, base, overlays.get(key));
    },
    findOfAnyOwner(id) {
      const row = [...rows.values()].find((candidate) => candidate.id === id);
      return row && view(row, base, overlays.get(`${row.owner ?? ""} ${row.id}`));
    },
    idsOf: (owner) => [...rows.values()].filter((row) => row.owner === owner).map(({ id }) => id),
    add: (row) => void rows.set(`${row.owner ?? ""} ${row.id}`, row),
    drop(owner, id) {
      rows.delete(`${owner} ${id}`);
      overlays.delete(`${owner} ${id}`);
    },
    put({ owner, index, kind, id, record, members }) {
      const key = `${owner} ${index}`;
      const overlay: Overlay = overlays.get(key) ?? new Map<string, OwnRecord>();
      const before = overlay.get(`${kind} ${id}`);
      const isWhole =
        spelling.indexVersions !== "overlay-by-field" ||
        record === null ||
        members === undefined ||
        before?.members === null;
      const ownRecord = { record, members: isWhole ? null : new Set([...(before?.members ?? []), ...members]) };
      overlays.set(key, overlay.set(`${kind} ${id}`, ownRecord));
      written += 1;
    },
  };
}

function view(row: IndexRow, base: Base, overlay: Overlay | undefined): Index {
  const revision = (): number => row.baseRevision ?? base.revision;
  return {
    ...row,
    read(kind, id) {
      const ownRecord = overlay?.get(`${kind} ${id}`);
      if (ownRecord?.members === null) return ownRecord.record ?? undefined;
      const beneath = base.read(kind, id, revision());
      return ownRecord === undefined || beneath === undefined ? beneath : withOwnMembers(beneath, ownRecord);
    },
    exists(kind, id) {
      const ownRecord = overlay?.get(`${kind} ${id}`);
      return ownRecord?.members === null ? ownRecord.record !== null : base.exists(kind, id, revision());
    },
    changedIds(kind) {
      const ownKeys = [...(overlay?.keys() ?? [])].filter((key) => key.startsWith(`${kind} `));
      return [...new Set([...base.changedIds(kind, revision()), ...ownKeys.map((key) => key.slice(kind.length + 1))])];
    },
    deviating: () => view({ ...row, baseRevision: row.baseRevision === null ? 0 : null }, base, overlay),
  };
}

/** A record of the base with the members that were written in the index version; one that was removed stays away. */
function withOwnMembers(beneath: JsonObject, { record, members }: OwnRecord): JsonObject {
  const isOwn = ([name]: [string, unknown]): boolean => members?.has(name) === true;
  const rest = Object.entries(beneath).filter((entry) => !isOwn(entry));
  return Object.fromEntries([...rest, ...Object.entries(record ?? {}).filter(isOwn)]);
}
