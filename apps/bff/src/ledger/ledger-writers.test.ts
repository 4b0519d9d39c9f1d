import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { packageRoot } from "#/package-root.ts";

/** Matches a statement, by kysely or in SQL, that writes a ledger table or the revision of an index's ledger. */
const writesLedger =
  /(?:insertInto|updateTable|deleteFrom)\("(?:change|change_revert|override|field_memory)"\)|\b(?:update|insert into|delete from) (?:change|change_revert|override|field_memory)\b|ledger_revision: set\(/;

test("the tables of the ledger are written in store/ledger-writes alone, which only the ledger may import", () => {
  const src = join(packageRoot, "src");
  const sources = globSync("**/*.ts", { cwd: src }).filter(
    (path) => !path.endsWith(".test.ts") && !path.startsWith("store/migrations/"),
  );
  const writers = sources.filter((path) => writesLedger.test(readFileSync(join(src, path), "utf8")));
  expect(writers.toSorted()).toEqual([
    "store/ledger-writes/changes.ts",
    "store/ledger-writes/known-values.ts",
    "store/ledger-writes/overrides.ts",
    "store/ledger-writes/reverts.ts",
  ]);
});
