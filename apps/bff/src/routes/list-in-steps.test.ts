import { setImmediate as nextTurn } from "node:timers/promises";
import { z } from "@hono/zod-openapi";
import { expect, test } from "vitest";
import { listInSteps } from "./list-in-steps.ts";

const MOST = 1_000;
const Body = z.strictObject({
  name: z.string().default("unnamed"),
  entries: z
    .array(z.strictObject({ id: z.string(), count: z.int().default(1) }))
    .max(MOST)
    .default([]),
});
const inSteps = listInSteps(Body, { list: "entries", most: MOST });
const entries = (count: number) => Array.from({ length: count }, (_, place) => ({ id: `id ${place}` }));

test("what a body becomes, and what is refused in it, is the same as at once", async () => {
  const wrongAt = (place: number, entry: unknown) => entries(700).with(place, entry as { id: string });
  const bodies: unknown[] = [
    undefined,
    [],
    {},
    { entries: "none" },
    { entries: entries(3) },
    { name: "long", entries: entries(700) },
    { name: 7, entries: wrongAt(699, { id: 1 }) },
    { other: 1, entries: wrongAt(200, { id: "a", other: 1 }) },
    { entries: wrongAt(450, null) },
    { entries: entries(MOST) },
    { entries: entries(MOST + 1) },
  ];
  for (const body of bodies) {
    const [whole, stepped] = [await Body.safeParseAsync(body), await inSteps.safeParseAsync(body)];
    expect(stepped.data).toEqual(whole.data);
    expect(stepped.error?.issues).toEqual(whole.error?.issues);
  }
});

test("others have their turn while a long list is checked", async () => {
  let turns = 0;
  let isChecked = false;
  const others = (async () => {
    for (; !isChecked; turns += 1) await nextTurn();
  })();
  await inSteps.safeParseAsync({ entries: entries(MOST) });
  isChecked = true;
  await others;
  expect(turns).toBeGreaterThanOrEqual(4);
});
