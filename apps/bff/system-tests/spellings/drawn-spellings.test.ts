import { testedSeeds } from "@dc/sandbox/app";
import { expect, test } from "vitest";
import { travelRoad } from "./travel-road.ts";

// Others, and as many as one likes: pnpm test:road.
test.for(testedSeeds)(
  "seed:%i: a directory is made, its overrides are held, served, sent and kept when base moves",
  async (seed) => {
    await expect(travelRoad(`seed:${seed}`)).resolves.toBeUndefined();
  },
);
