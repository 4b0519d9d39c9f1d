import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createSandbox } from "@dc/sandbox/app";
import { beforeAll, expect, test } from "vitest";
import { repositoryFiles, repositoryRoot } from "#/verify/repository.ts";
import { compoundsInSource, namesInSource } from "./names-in-source.ts";
import { namesOfProfile } from "./names-of-profile.ts";
import { wordsOfTheDomain } from "./words-of-the-domain.ts";

const spellings = ["default", "respelled", "seed:1", "seed:2", "seed:3", "seed:4", "seed:5"];
/** Where everything is said in meanings; the profile alone knows names. */
const spelless = /^(packages\/api-client\/src\/resources|apps\/bff\/src|apps\/console\/src)\/.*\.tsx?$/;
const proofs = /\.test(-d)?\.tsx?$|\.fixture\.ts$|\/testing\/|\/test-[^/]*$/;

const namesOn = new Map<string, string[]>();

beforeAll(() => {
  for (const spelling of spellings) {
    const sandbox = createSandbox({ spelling, practitioners: 1 });
    for (const name of namesOfProfile(sandbox.profile({ writes: true })))
      namesOn.set(name, [...(namesOn.get(name) ?? []), spelling]);
    sandbox.close();
  }
});

test("no name of the wire, of any spelling, is in the code of resources, server or console", () => {
  const allowed = new Set(Object.values(wordsOfTheDomain).flat());
  const found = repositoryFiles()
    .filter((path) => spelless.test(path) && !proofs.test(path))
    .flatMap((path) => {
      const source = readFileSync(join(repositoryRoot, path), "utf8");
      const named = [...namesInSource(source), ...compoundsInSource(source)]
        .filter(({ name }) => namesOn.has(name) && !allowed.has(name))
        .map(({ name, line }) => `${path}:${line} “${name}” of ${namesOn.get(name)?.join(", ")}`);
      return [...new Set(named)];
    });
  expect(found).toEqual([]);
});

test("every word that is let through is on some wire, and stands once", () => {
  const words = Object.values(wordsOfTheDomain).flat();
  expect(words.filter((word) => !namesOn.has(word))).toEqual([]);
  expect(words.toSorted()).toEqual([...new Set(words)].toSorted());
});

test("names of the wire are seen as properties, keys and literals, and not in comments or as variables", () => {
  const source = `// preferred_name
const display_name = read(raw.preferred_name, { phone_numbers: 1 }, "Service-Index-Version");
import { x } from "accepted_insurances";`;
  expect(namesInSource(source)).toEqual([
    { name: "preferred_name", line: 2 },
    { name: "phone_numbers", line: 2 },
    { name: "Service-Index-Version", line: 2 },
  ]);
});

test("words of several parts are seen wherever they stand", () => {
  const source = `read("/x/preferred_name"); // phone_numbers
<Link to="/index-versions/idx_standard">`;
  expect(compoundsInSource(source).map(({ name, line }) => `${line} ${name}`)).toEqual([
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
