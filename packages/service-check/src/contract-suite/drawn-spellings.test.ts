import { testedSeeds } from "@dc/sandbox/app";
import { expect, it } from "vitest";
import { spellingProblems } from "#/testing/spelling-problems.fixture.ts";

/** A service with one insurance, which it sends as an object and takes as an id. */
const writtenAsId = 103_704;

// `pnpm test:spellings` tries any number of other seeds.
it.each([...testedSeeds, writtenAsId])(
  "seed:%i passes the check of its profile and the contract suite, with writes and without",
  async (seed) => {
    const { problems, checks } = await spellingProblems(seed);
    expect(problems).toEqual([]);
    expect(checks).toBeGreaterThan(100);
  },
);
