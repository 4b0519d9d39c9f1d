import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import type { Store } from "#/store/engine/database.ts";
import { describeOnPostgres, openTestStoreOnPostgres } from "#/testing/stores/postgres.ts";
import { openTestStore } from "#/testing/stores/store.ts";
import { selectListed } from "./row-lists.ts";

const texts = [
  "",
  "NULL",
  null,
  "{a,b}",
  `"quoted", \\back\\ and 'single'`,
  "two\nlines\tand a tab",
  "Zoë Müller 你好 🩺 e\u0301",
  "x".repeat(100_000),
];

describe("rows that are listed in a query, embedded", () => {
  testListed(openTestStore);
});
describeOnPostgres("rows that are listed in a query, on PostgreSQL", () => {
  testListed(openTestStoreOnPostgres);
});

function testListed(open: () => Promise<Store>) {
  it("have the texts that were given, in their order, and none without rows", async () => {
    const store = await open();
    try {
      const rows = texts.map((text, number) => ({ text, number, json: JSON.stringify({ text }), at: null }));
      const columns = { text: "text", number: "integer", json: "json", at: "timestamptz" } as const;
      const listed = await sql`${selectListed(rows, columns)}`.execute(store.db);
      expect(listed.rows).toEqual(rows.map((row) => ({ ...row, json: { text: row.text } })));
      expect((await sql`${selectListed([], columns)}`.execute(store.db)).rows).toEqual([]);
    } finally {
      await store.close();
    }
  });
}
