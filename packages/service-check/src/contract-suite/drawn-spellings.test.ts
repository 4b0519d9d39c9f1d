import { testedSeeds } from "@dc/sandbox/app";
import { expect, it } from "vitest";
import { spellingProblems } from "#/testing/spelling-problems.fixture.ts";

/** Its only insurance can be tried by writing it anew alone, and is read as an object but written as an id. */
const writtenAsId = 103_704;

// Others, and as many as one likes: pnpm test:spellings.
it.each([...testedSeeds, writtenAsId])(
  "seed:%i passes the check of its profile and the contract suite, with writes and without",
  async (seed) => {
    const { problems, checks } = await spellingProblems(seed);
    expect(problems).toEqual([]);
    expect(checks).toBeGreaterThan(100);
  },
);
