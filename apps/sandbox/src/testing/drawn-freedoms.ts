import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseJson, type JsonObject } from "#/json/json.ts";
import { profileOf } from "#/profile/profile.ts";
import { findDialect } from "#/spelling/dialects/find-dialect.ts";
import { freedomsIn, freedomsOf, withoutReferences, type Freedom } from "./profile-freedoms.ts";

const schemaFile = join(import.meta.dirname, "../../../../packages/api-client/src/profile/profile.schema.json");

/** What no key of the schema shows: which operations there are, and in which form times are asked for. */
const further: Readonly<Record<Freedom, RegExp>> = {
  'operations = "listPractitioners"': /"listPractitioners":/,
  'operations = "listSchedules"': /"listSchedules":/,
  'operations = "listInsurances"': /"listInsurances":/,
  'operations = "readIndexVersion"': /"readIndexVersion":/,
  'operations = "listIndexVersions"': /"listIndexVersions":/,
  'operations = "find…sBy…"': /"find[A-Z]\w+By\w+":/,
  'operations/query = "{from}"': /"\{from\}"/,
  'operations/query = "{from:date}"': /"\{from:date\}"/,
  'operations/query = "{from:date@…}"': /"\{from:date@/,
  'operations/query = "{from:seconds}"': /"\{from:seconds\}"/,
  'operations/query = "{from:milliseconds}"': /"\{from:milliseconds\}"/,
  'operations/body = "{duration:string}"': /"\{duration:string\}"/,
  'records/meanings/template = "{reference.meaning}"': /"template":"[^"]*\{\w+\.\w+\}/,
};

/** Everything that a profile can say, in the order of its schema. */
export const freedoms: readonly Freedom[] = [
  ...freedomsOf(withoutReferences(parseJson(readFileSync(schemaFile, "utf8")))),
  ...Object.keys(further),
];

const known = new Map<string, ReadonlySet<Freedom>>();

/** What the profile of a spelling says of it, with write operations. */
export function freedomsOfSpelling(spelling: string): ReadonlySet<Freedom> {
  const drawn = known.get(spelling) ?? freedomsSaidBy(profileOf(findDialect(spelling), { writes: true }));
  known.set(spelling, drawn);
  return drawn;
}

function freedomsSaidBy(profile: JsonObject): ReadonlySet<Freedom> {
  const text = JSON.stringify(profile);
  const matching = Object.entries(further).flatMap(([freedom, pattern]) => (pattern.test(text) ? [freedom] : []));
  return new Set([...freedomsIn(profile), ...matching]);
}

/** How many of the tested seeds have to draw a freedom: the values of one key exclude each other. */
export const leastDrawn = (freedom: Freedom): number =>
  freedom.includes(" = ") && !freedom.startsWith("operations = ") ? 1 : 3;
