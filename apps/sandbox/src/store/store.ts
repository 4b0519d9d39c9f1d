import type { JsonObject } from "#/json/json.ts";
import type { Facts, RecordKind } from "#/seed/facts.ts";
import type { Appointment, Patient } from "#/spelling/messages.ts";
import type { Spelling } from "#/spelling/spelling.ts";
import { createBase, type Base } from "./base.ts";
import { createIndices, type IndexRow, type Indices, type WrittenRecord } from "./indices.ts";
import { openJournal } from "./journal.ts";
import { createLedger, createEntry, type Ledger, type LedgerDraft, type LedgerEntry } from "./ledger.ts";

export interface Store {
  readonly base: Base;
  readonly indices: Indices;
  readonly ledger: Ledger;
  patient(id: string, owner: string): Patient | undefined;
  patients(owner: string): readonly Patient[];
  isBooked(schedule: string, startAt: number): boolean;
  /** Writes effects and their ledger entries to the disk together, before either becomes visible. */
  commit(writes: readonly Write[]): void;
  close(): void;
}

export interface Write {
  readonly entry: LedgerDraft;
  readonly effects: readonly Effect[];
}

/** One change of the state. The state is the generated data with all effects applied in order. */
export type Effect =
  | { readonly does: "change base"; readonly kind: RecordKind; readonly id: string; readonly record: JsonObject | null }
  | { readonly does: "add index"; readonly row: IndexRow }
  | { readonly does: "drop index"; readonly owner: string; readonly id: string }
  | ({ readonly does: "put record"; readonly owner: string; readonly index: string } & WrittenRecord)
  | { readonly does: "add patient"; readonly patient: Patient }
  | { readonly does: "book"; readonly appointment: Appointment };

export interface StoreOptions {
  readonly seed: string;
  readonly facts: Facts;
  readonly spelling: Spelling;
  readonly directory: string | undefined;
  readonly now: () => number;
}

const seededAt = "2026-09-01T00:00:00.000Z";

export function createStore({ seed, facts, spelling, directory, now }: StoreOptions): Store {
  const base = createBase({ seed, facts, spelling });
  const indices = createIndices({ base, spelling, startedAt: seededAt });
  const patients = new Map<string, Patient>();
  const booked = new Set<string>();
  const ledger = createLedger();
  const { name, indexVersions } = spelling;
  const header = { seed, practitioners: facts.practitioners, spelling: name, indexVersions };
  const apply = (effect: Effect): void => {
    switch (effect.does) {
      case "change base":
        return base.change(effect.kind, effect.id, effect.record);
      case "add index":
        return indices.add(effect.row);
      case "drop index":
        return indices.drop(effect.owner, effect.id);
      case "put record":
        return indices.put(effect);
      case "add patient":
        return void patients.set(effect.patient.id, effect.patient);
      case "book":
        if (effect.appointment.status === "booked")
          booked.add(slotKey(effect.appointment.schedule, effect.appointment.startAt));
    }
  };
  const replay = (line: unknown): void => {
    const { entry, effects } = asJournalLine(line);
    ledger.add(entry);
    effects.forEach(apply);
  };
  const journal = directory === undefined ? undefined : openJournal(directory, header, replay);

  return {
    base,
    indices,
    ledger,
    patient(id, owner) {
      const patient = patients.get(id);
      return patient?.owner === owner ? patient : undefined;
    },
    patients: (owner) => [...patients.values()].filter((patient) => patient.owner === owner),
    isBooked: (schedule, startAt) => booked.has(slotKey(schedule, startAt)),
    commit(writes) {
      const writtenAt = new Date(now()).toISOString();
      const lines = writes.map(({ entry, effects }, position) => ({
        entry: createEntry(entry, ledger.length + position + 1, writtenAt),
        effects,
      }));
      journal?.append(lines);
      for (const { entry, effects } of lines) {
        ledger.add(entry);
        effects.forEach(apply);
      }
    },
    close: () => journal?.close(),
  };
}

function slotKey(schedule: string, startAt: number): string {
  return `${schedule} ${startAt}`;
}

/** Lines below the header were written by `commit`, and opening the journal refuses a damaged one. */
function asJournalLine(line: unknown): { entry: LedgerEntry; effects: readonly Effect[] } {
  return line as { entry: LedgerEntry; effects: readonly Effect[] };
}
