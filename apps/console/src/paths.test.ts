import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { matchRoutes } from "react-router";
import { beforeAll, expect, test } from "vitest";
import { switchConnection } from "#/api/connection-in-use.ts";
import { paths } from "./paths.ts";

beforeAll(() => void switchConnection("con/1"));

test("an address is read back as what it was made of, whatever the ids are", () => {
  const params = { indexId: "idx/1?x", practitionerId: "a b&c=d#e" };
  const address = new URL(paths.comparison.href(params, { against: "idx&2", at: null }), "http://console");
  expect(matchRoutes([{ path: paths.comparison.path }], address.pathname)?.[0]?.params).toEqual({
    ...params,
    connection: "con/1",
  });
  expect([...address.searchParams]).toEqual([["against", "idx&2"]]);
});

test("a page without parameters takes its query alone", () => {
  expect(paths.changeSets.href()).toBe("/c/con%2F1/change-sets");
  expect(paths.changeSets.href({ state: "partly applied" })).toBe("/c/con%2F1/change-sets?state=partly+applied");
});

test("no other file of the console writes an address of a page", () => {
  const byHand = /(?:\b(?:to|href)=\{?|\bto: |navigate\(|redirect\(|\bpath: )["`](?:[/?]\w|\$\{[^}]*\}\/\w)/;
  const folder = import.meta.dirname;
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !/(?:^|[\\/])(?:api|testing)[\\/]/.test(file),
  );
  const handWritten = files.flatMap((file) =>
    readFileSync(join(folder, file), "utf8")
      .split("\n")
      // Paths of API calls are not addresses of the console.
      .filter((line) => byHand.test(line) && !/\bto: (?:path`|"\/[\w-]+",$)|\blistQuery</.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(handWritten).toEqual([]);
});
