import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createSandbox, shippedSpellings } from "@dc/sandbox/app";
import { beforeAll, expect, test } from "vitest";
import { repositoryFiles, repositoryRoot } from "#/verify/repository.ts";
import { compoundNames, sourceNames, type NamedInSource } from "./source-names.ts";
import { profileNames } from "./profile-names.ts";
import { domainWords } from "./domain-words.ts";

const spellings = [...shippedSpellings, "seed:1", "seed:2", "seed:3", "seed:4", "seed:5"];
/** Files that use meanings only; names of the wire belong to the profile. */
const nameFreeFiles = /^(packages\/api-client\/src\/resources|apps\/bff\/src|apps\/console\/src)\/.*\.tsx?$/;
const testFiles = /\.test(-d)?\.tsx?$|\.fixture\.ts$|\/testing\/|\/test-[^/]*$/;

const namesOn = new Map<string, string[]>();

beforeAll(() => {
  for (const spelling of spellings) {
    const sandbox = createSandbox({ spelling, practitioners: 1 });
    for (const name of profileNames(sandbox.profile({ writes: true })))
      namesOn.set(name, [...(namesOn.get(name) ?? []), spelling]);
    sandbox.close();
  }
});

test("no name of the wire, of any spelling, is in the code of resources, server or console", () => {
  const allowed = new Set(Object.values(domainWords).flat());
  const found = sources().flatMap(({ path, named }) =>
    named
      .filter(({ name }) => namesOn.has(name) && !allowed.has(name))
      .map(({ name, line }) => `${path}:${line} “${name}” of ${namesOn.get(name)?.join(", ")}`),
  );
  expect([...new Set(found)]).toEqual([]);
});

function sources(): { path: string; named: NamedInSource[] }[] {
  return repositoryFiles()
    .filter((path) => nameFreeFiles.test(path) && !testFiles.test(path))
    .map((path) => {
      const source = readFileSync(join(repositoryRoot, path), "utf8");
      return { path, named: [...sourceNames(source), ...compoundNames(source)] };
    });
}

test("every word that is let through is on some wire and in the code, and stands once", () => {
  const words = Object.values(domainWords).flat();
  expect(words.filter((word) => !namesOn.has(word))).toEqual([]);
  const used = new Set(sources().flatMap(({ named }) => named.map(({ name }) => name)));
  expect(words.filter((word) => !used.has(word))).toEqual([]);
  expect(words.toSorted()).toEqual([...new Set(words)].toSorted());
});

test("names of the wire are seen as properties, keys and literals, and not in comments or as variables", () => {
  const source = `// preferred_name
const display_name: dob = read(raw.preferred_name, { phone_numbers: 1 }, "Service-Index-Version");
import { payers } from "accepted_insurances";
const told = (clock: number, says = "Who is it?") => <p title={clock}>{clock ? title : born}: it isn't, and won't be</p>;`;
  expect(sourceNames(source)).toEqual([
    { name: "preferred_name", line: 2 },
    { name: "phone_numbers", line: 2 },
    { name: "Service-Index-Version", line: 2 },
  ]);
});

test.each([
  ["a destructured member", "const { dob, payers } = raw;", ["dob", "payers"]],
  ["one with a default, and another name", 'const { dob = "", payers: plans } = raw;', ["dob", "payers"]],
  ["a parameter's members", "const f = ({ dob, ...rest }: Raw) => [dob, rest];", ["dob"]],
  ["a member that is written short", "send({ name, dob });", ["name", "dob"]],
  ["members of a type", "interface Raw { readonly dob?: string; payers: string[] }", ["dob", "payers"]],
  ["a query in a template", "get(`/patients?dob=${when.at}&q=1`);", ["patients", "dob", "q", "1", "at"]],
  ["a pointer", 'at("/names/payers")', ["names", "payers"]],
  ["a template in a template", "`${`/${raw.dob}`}/payers`", ["dob", "payers"]],
  ["a word after a template with quotes in it", '`it\'s "${x}"`; ({ dob: 1 })', ["dob"]],
])("%s is seen", (_what, source, names) => {
  const seen = sourceNames(source).map(({ name }) => name);
  expect(seen.filter((name) => /^\w*$/.test(name)).toSorted()).toEqual(names.toSorted());
});

test("words of several parts are seen wherever they stand", () => {
  const source = `read("/x/preferred_name"); // phone_numbers
<Link to="/index-versions/idx_standard">`;
  expect(compoundNames(source).map(({ name, line }) => `${line} ${name}`)).toEqual([
    "1 preferred_name",
    "2 index-versions",
    "2 idx_standard",
  ]);
});

test("a profile's names are those of its headers, members, parameters, paths and codes", () => {
  for (const name of [
    "Service-Index-Version",
    "preferred_name",
    "dob",
    "index_version",
    "standard_index_read_only",
    "idx_standard",
    "request_id",
  ])
    expect(namesOn.get(name)).toEqual(["default"]);
  expect(namesOn.get("payers")).toContain("respelled");
});
