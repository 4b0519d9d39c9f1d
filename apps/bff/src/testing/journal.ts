import type { JournalEntry } from "#/store/tables/journal.ts";

/** Entries of the journal that differ in their subject and in what they changed. */
export function journalEntries(count: number, subject = "subject"): JournalEntry[] {
  return Array.from({ length: count }, (_, at) => ({
    connectionId: null,
    at: new Date("2026-11-23T08:00:00.123Z"),
    actor: { kind: "person", id: "per_1", name: "Ada" },
    action: "test",
    subject: `${subject} ${at + 1}`,
    before: null,
    after: { n: at + 1 },
    message: { code: "account.change", params: { person: "Ada" } },
    requestId: `req_${at + 1}`,
  }));
}
