import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot, repositoryText } from "#/verify/repository.ts";

const FOLDER = "apps/bff/src/store/migrations";
const MIGRATION = /^\d{4}-.*\.ts$|^sign-in-tables\.ts$/;

/** The faults of the migrations, given the frozen list and the text of each file. */
export function frozenFaults(
  frozen: Readonly<Record<string, string>>,
  files: ReadonlyMap<string, string>,
): readonly string[] {
  const landed = Object.entries(frozen).flatMap(([name, hash]) => {
    const text = files.get(name);
    if (text === undefined) return [`${name} is gone: what has landed is never renamed or removed`];
    if (hashOfText(text) === hash) return [];
    return [`${name} was edited: what has landed stays as it is, a change is a migration of its own`];
  });
  const unlisted = [...files]
    .filter(([name]) => frozen[name] === undefined)
    .map(([name, text]) => `${name} is not in the list: add "${name}": "${hashOfText(text)}"`);
  return [...landed, ...unlisted];
}

/** Checks the migrations of the store against the frozen list beside them; one fault per line. */
export async function checkFrozenMigrations(): Promise<string> {
  const files = readdirSync(join(repositoryRoot, FOLDER)).filter((name) => MIGRATION.test(name));
  const texts = new Map(files.map((name) => [name, repositoryText(`${FOLDER}/${name}`)]));
  return frozenFaults(frozenList(), texts).join("\n");
}

/** Line endings are ignored, since they depend on the checkout. */
export function hashOfText(text: string): string {
  return createHash("sha256").update(text.replaceAll("\r\n", "\n")).digest("hex");
}

/** Reads `frozen.json`, which maps file names to hashes. */
function frozenList(): Record<string, string> {
  return JSON.parse(repositoryText(`${FOLDER}/frozen.json`)) as Record<string, string>;
}
