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
  /** The same index, reading the current base instead of the copied one. */
  withCurrentBase(): Index;
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
  put(at: { owner: string; index: string; kind: RecordKind; id: string; record: JsonObject | null }): void;
}

type Overlay = Map<string, JsonObject | null>;

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
        const row = { id, name: "Test mode", owner: caller.fingerprint, createdAt: startedAt, baseRevision: 0 };
        return view(row, base, overlays.get(key));
      }
      const row = rows.get(key);
      return row && view(row, base, overlays.get(key));
    },
    findOfAnyOwner(id) {
      const row = [...rows.values()].find((other) => other.id === id);
      return row && view(row, base, overlays.get(`${row.owner ?? ""} ${row.id}`));
    },
    idsOf: (owner) => [...rows.values()].filter((row) => row.owner === owner).map(({ id }) => id),
    add: (row) => void rows.set(`${row.owner ?? ""} ${row.id}`, row),
    drop(owner, id) {
      rows.delete(`${owner} ${id}`);
      overlays.delete(`${owner} ${id}`);
    },
    put({ owner, index, kind, id, record }) {
      const key = `${owner} ${index}`;
      const overlay = overlays.get(key) ?? new Map<string, JsonObject | null>();
      overlays.set(key, overlay.set(`${kind} ${id}`, record));
      written += 1;
    },
  };
}

function view(row: IndexRow, base: Base, overlay: Overlay | undefined): Index {
  const revision = (): number => row.baseRevision ?? base.revision;
  return {
    ...row,
    read(kind, id) {
      const own = overlay?.get(`${kind} ${id}`);
      if (own !== undefined) return own ?? undefined;
      return base.read(kind, id, revision());
    },
    exists(kind, id) {
      const own = overlay?.get(`${kind} ${id}`);
      return own === undefined ? base.exists(kind, id, revision()) : own !== null;
    },
    changedIds(kind) {
      const own = [...(overlay?.keys() ?? [])].filter((key) => key.startsWith(`${kind} `));
      return [...new Set([...base.changedIds(kind, revision()), ...own.map((key) => key.slice(kind.length + 1))])];
    },
    withCurrentBase: () => view({ ...row, baseRevision: null }, base, overlay),
  };
}
